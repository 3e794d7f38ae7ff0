"""The programs with NumPy alone make the updates of the animations, one by one."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from pages.classes.export import classes_export
from pages.classes.model import BATCHES, STARTS, MulticlassDescent, multiclass_descent
from pages.classes.settings import ClassesView
from pages.descent.export import descent_export
from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.descent.settings import DescentMoment
from pages.dual.export import dual_export
from pages.dual.model.smo_record import NEAR, smo_record
from pages.dual.settings import DualView
from pages.export.program import Exported
from pages.regression.export import regression_export
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.settings import RegressionView
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import METHODS, SPACES, Descent, change_descent
from pages.state.descent.multiclass_descent import OBJECTIVES
from pages.state.descent.multiclass_descent import descend as descend_classes
from pages.state.multiclass.multiclass_run import Scheme
from svmcore.losses import LOSSES
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.sgd.schedule import SCHEDULES
from tests.helpers.grids import grid
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.case import WEIGHED

KERNELS = ("rbf", "poly", "laplacian", "built")
LINES = 40
DEAR = tuple(Placed(k - 1.0, 0.5, k % 3, 1_000_000 + k, 3.0) for k in range(4))


def ran(exported: Exported) -> dict[str, Any]:
    """What the program has at its end; it must be short, and import NumPy alone."""
    text = exported.code.numpy_script()
    assert set(re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)) == {"numpy"}
    lines = [line for line in exported.code.loop.training.splitlines() if line.strip()]
    assert len(lines) <= LINES, "\n".join(lines)
    there: dict[str, Any] = {}
    exec(compile(text, "program", "exec"), there)
    return there


def same(made: Any, wanted: Any) -> None:
    np.testing.assert_allclose(made, wanted, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize(("method", "space"), grid(METHODS, SPACES))
def test_a_descent_is_that_of_the_animation(method: str, space: str):
    """With every loss and way of writing the cost; the other settings are drawn."""
    rng = np.random.default_rng(len(method) + len(space))
    for k, (loss, way) in enumerate(product(LOSSES, CONVENTIONS)):
        choices = change_descent(Descent(), method=method).choices()
        drawn = {name: str(rng.choice(choices[name])) for name in ("schedule", "order", "output")}
        words = drawn | {"loss": loss if len(choices["loss"]) > 1 else "hinge", "objective": way}
        how = change_descent(
            Descent(), method=method, space=space, batch_size=5, epochs=2, eta0=0.02, **words
        )
        changes = {"n_samples": 24, "C": 0.3, "kernel": KERNELS[k % len(KERNELS)], "seed": k}
        experiment = change(Experiment(), **changes, **(WEIGHED if k % 3 == 1 else {}))
        start = StartWeights(*(rng.normal(size=3).round(2) if k % 2 else (0.0, 0.0, 0.0)))
        shown = film(experiment, how, start)
        assert len(shown.update) == shown.plan.total + 1, "every update is a moment"
        there = ran(descent_export(experiment, how, start, DescentMoment()))
        v, b = zip(*there["path"], strict=True)
        same(v, shown.walk.v)
        same(b, shown.walk.b)
        same(there["w" if "w" in there else "a"], shown.v[-1])
        same(there["b"], shown.b[-1])
    middle = ran(descent_export(experiment, how, start, DescentMoment(2)))
    assert len(middle["path"]) == min(2, shown.plan.total) + 1
    same(
        middle["decision_function"](shown.data.X[:3]),
        shown.values(shown.v, shown.b, shown.data.X[:3])[2],
    )
    assert len(ran(descent_export(experiment, how, start, DescentMoment(0)))["path"]) == 1


@pytest.mark.parametrize(("loss", "kernel"), grid(SCORE_LOSSES, ["linear", *KERNELS]))
def test_a_descent_of_several_classes_is_that_of_the_page(loss: str, kernel: str):
    for k, (way, batch) in enumerate(product(OBJECTIVES, BATCHES)):
        words = {"kernel": kernel, "C": 0.3, "placed": DEAR if k % 2 else ()}
        experiment = change(Experiment(), dataset="blobs", classes=3, n_samples=30, **words)
        schedule = tuple(SCHEDULES)[k % len(SCHEDULES)]
        asked = MulticlassDescent(
            loss=loss, way=way, batch=batch, schedule=schedule, passes=2, step=0.02, lot=k
        )
        asked = replace(asked, start=STARTS[k % 3 % 2], start_lot=k)
        run = multiclass_descent(experiment, asked).run
        moments = np.arange(run.plan.total + 1)
        begin = {"coef_init": run.V[0], "intercept_init": run.b[0]}
        every = descend_classes(run.data, 3, run.course, moments=moments, **begin)
        exported = classes_export(experiment, Scheme(), ClassesView(view="descent"), asked)
        there = ran(exported)
        W, b = map(np.array, zip(*there["path"], strict=True))
        same(there["X"].T @ every.V if kernel == "linear" else every.V, W)
        same(b, every.b)
        F = run.data.matrix @ every.V[-1] + every.b[-1]
        same(there["decision_function"](there["X"]), F)
        np.testing.assert_array_equal(there["predict"](there["X"]), there["classes"][F.argmax(1)])


@pytest.mark.parametrize("kernel", ["linear", *KERNELS])
def test_a_descent_of_a_tube_is_that_of_the_page(kernel: str):
    for k, (batch, schedule) in enumerate(product(("one", "some", "all"), SCHEDULES)):
        value = change_regression(Regression(), kernel=kernel, C=0.3, placed=DEAR if k % 2 else ())
        steps = RegressionDescent(batch=batch, schedule=schedule, batch_size=7, epochs=3)
        course = descend(value, steps)
        there = ran(regression_export(value, RegressionView(view="descent"), steps))
        v, b = (np.array(values) for values in zip(*there["path"], strict=True))
        n = int(course.fitted.learned.sum())
        ends = course.epochs * steps.plan(n, 0).per_epoch
        same(v[ends], course.v)
        same(b[ends], course.b)


RUNS = TRAINED | {"long": {"C": "1000"}, "weighed": {"balance": "0.8", "class_weight": "balanced"}}


@pytest.mark.parametrize("name", RUNS)
def test_smo_s_steps_are_those_of_the_animation(name: str):
    """All of them, or those before the step of which the export says that rounding decides it."""
    experiment = from_query(RUNS[name])
    exported, record = dual_export(experiment, DualView("smo")), smo_record(experiment)
    there = ran(exported)
    path, tie = np.array(there["path"]), re.findall(r"In step (\d+)", exported.code.loop_note)
    assert record.finished
    assert bool(tie) == (name in ("hard RBF", "long"))
    if not tie:
        assert len(path) == record.total + 1
    last = int(tie[0]) - 1 if tie else record.total
    for focus in range(0, last + 1, 2 * NEAR):  # of a long run not every step is kept
        record = smo_record(experiment, focus)
        known = record.update <= last
        same(path[record.update[known]], record.states.alpha[known])
    f = there["K"] @ there["x"]
    assert path[-1].sum() - 0.5 * there["x"] @ f == pytest.approx(record.states.dual[-1], rel=1e-6)
    assert there["b"] == pytest.approx(record.states.b[-1], abs=10.0 * record.experiment.tol)
    for other in (DualView(), DualView("smo", by="newton")):
        assert dual_export(experiment, other).code.loop is None
