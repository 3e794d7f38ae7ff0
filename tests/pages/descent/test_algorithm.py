"""The pseudocode beside an animation, and which of its lines each update executes."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from pages.classes.figures import SLOPES, course_film
from pages.classes.model import MulticlassDescent, multiclass_descent
from pages.descent.figures.algorithm import algorithm
from pages.descent.model.film import film
from pages.descent.model.start import StartWeights
from pages.dual.figures.smo import NO_FREE, OVER_ALL, smo_algorithm
from pages.dual.model.smo_record import smo_record
from pages.regression.figures.algorithm import algorithm as of_tube
from pages.regression.model.descent import BATCHES, RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import METHODS, SPACES, Descent, change_descent
from pages.state.descent.pseudocode import CHOSEN
from svmcore.objective import CONVENTIONS
from svmcore.sgd.update_rules import projection_radius
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.case import WEIGHED

LINES = {  # of the methods, with what is not the default
    ("sgd",): """
w ← 0, b ← 0
for t = 1, …, 340
receive (x, y) in random order, new in each epoch
m ← y (w·x + b)
if m < 1: v ← w − N C y x, u ← −N C y
else: v ← w, u ← 0
η ← η₀/√t
w ← w − η v, b ← b − η u""",
    ("gd", "objective=lambda", "space=kernel"): """
w ← 0
for t = 1, …, 5
p ← 1/N Σ y φ(x) over the points with m = y (w·φ(x)) < 1
v ← λ w − p
η ← η₀/√t
w ← w − η v""",
    ("minibatch", "loss=huber_hinge", "output=mean", "order=replacement"): """
w ← 0, b ← 0
for t = 1, …, 45
draw a batch B of points with replacement
(p, q) ← 1/|B| Σ min(1, (1 + h − m)/(2h)) y (x, 1) over the points of B with m = y (w·x + b) < 1 + h
v ← w − N C p, u ← −N C q
η ← η₀/√t
w ← w − η v, b ← b − η u
mean ← mean + ((w, b) − mean)/t, which is shown""",
    ("pegasos", "objective=square", "loss=squared_hinge"): """
w ← 0, b ← 0
for t = 1, …, 340
receive (x, y) in random order, new in each epoch
m ← y (w·x + b)
η ← 1/(2 t)
if m < 1: w ← (1 − 2 η) w + η C 2 (1 − m) y x, b ← b + η C 2 (1 − m) y
else: w ← (1 − 2 η) w
if ‖w‖ > 11.66: w ← 11.66 w/‖w‖""",
    ("mirror", "objective=lambda", "order=data"): """
θ ← 0, w ← 0
for t = 1, …, 340
receive (x, y) in the order of the data
m ← y (w·x)
if m < 1: θ ← θ + y x
w ← θ/(λ t)""",
    ("perceptron",): """
w ← 0, b ← 0
for t = 1, …, 340
receive (x, y) in random order, new in each epoch
m ← y (w·x + b)
if m ≤ 0: w ← w + y x, b ← b + y""",
}


def texts(made: dict[str, Any]) -> str:
    return "\n".join(line["text"] for line in made["algorithm"]["lines"])


def ran(made: dict[str, Any], begins: str) -> np.ndarray:
    """The moments that execute the line with this beginning."""
    [i] = [k for k, one in enumerate(made["algorithm"]["lines"]) if one["text"].startswith(begins)]
    return (made["ran"] >> i & 1).astype(bool)


@pytest.mark.parametrize("words", LINES)
def test_the_lines_of_a_method(words: tuple[str, ...]):
    method, *others = words
    given = dict(word.split("=") for word in others)
    made = algorithm(film(Experiment(), change_descent(Descent(), method=method, **given)))
    assert texts(made) == LINES[words].strip()


def test_weights_and_the_start_are_in_the_lines():
    weighed, start = change(Experiment(), **WEIGHED), StartWeights(1.0, -2.0, 0.5)
    made = algorithm(film(weighed, Descent(), start))
    assert texts(made).startswith("w ← (1, −2), b ← 0.5\n")
    assert "v ← w − N C ω y x, u ← −N C ω y\n" in texts(made)
    for method in METHODS:
        shown = film(Experiment(), change_descent(Descent(), method=method), start)
        first = texts(algorithm(shown)).splitlines()[0].removeprefix("θ ← 0, ")
        assert first == "w ← (1, −2), b ← 0.5"
        assert [*shown.walk.v[0], shown.walk.b[0]] == [1.0, -2.0, 0.5]


@pytest.mark.parametrize(("method", "order"), list(product(METHODS, CHOSEN)))
def test_the_points_come_as_their_line_says(method: str, order: str):
    how = change_descent(Descent(), method=method, order=order, epochs=2, batch_size=4)
    shown = film(change(Experiment(), n_samples=40), how)
    start, _, first, *_ = texts(algorithm(shown)).splitlines()
    if METHODS[method].batch == "all":
        assert not first.startswith(("receive", "draw"))
        return
    assert start.endswith("w ← 0, b ← 0")
    assert first in [CHOSEN[order].format(what) for what in ("(x, y)", "a batch B of points")]
    seen = shown.batches[1:]
    passes = seen[seen >= 0].reshape(2, -1)
    each_once = (np.sort(passes) == shown.split.train).all()
    assert each_once == ("draw" not in first)
    assert (passes == shown.split.train).all() == ("order of the data" in first)


@pytest.mark.parametrize(("method", "space", "way"), list(product(METHODS, SPACES, CONVENTIONS)))
def test_each_update_executes_the_lines_that_it_needs(method: str, space: str, way: str):
    how = change_descent(Descent(), method=method, space=space, objective=way, epochs=2)
    shown = film(change(Experiment(), n_samples=30, C=0.3), how)
    made, walk, J = algorithm(shown), shown.walk, shown.objective
    first = np.arange(len(shown.update)) == 0
    np.testing.assert_array_equal(ran(made, "θ ← 0" if method == "mirror" else "w ← 0"), first)
    assert not ran(made, "for t").any()
    branches = [line["text"] for line in made["algorithm"]["lines"] if line["branch"]]
    if METHODS[method].batch != "one":
        assert not branches
        return
    m = shown.margins[:, 0]
    inside = (m <= 0.0) if method == "perceptron" else (m < 1.0)
    np.testing.assert_array_equal(ran(made, branches[0].split(":")[0]), inside & ~first)
    if method in ("sgd", "pegasos"):
        np.testing.assert_array_equal(ran(made, "else"), ~inside & ~first)
    if method == "pegasos":  # the model as it is without the projection
        v, b = walk.v_before.copy(), walk.b_before.copy()
        keep, push = 1.0 - walk.rate * J.rho, walk.rate * J.kappa * inside * ~first
        rows = np.searchsorted(shown.split.train, np.maximum(shown.batches[:, 0], 0))
        amount = np.nan_to_num(push) * shown.parametrization.y[rows % len(shown.split.train)]
        v *= np.nan_to_num(keep)[:, None]
        for k in range(1, len(v)):
            shown.parametrization.push(v[k], rows[[k]], amount[[k]])
        b = (np.nan_to_num(keep) * b if J.bias_inside else b) + amount
        size = np.sqrt(shown.parametrization.square(v) + J.bias_inside * b**2)
        longer = size > projection_radius(J) * (1.0 + 1e-12)
        np.testing.assert_array_equal(ran(made, "if ‖w‖"), longer & ~first)
        assert longer.any()


@pytest.mark.parametrize("name", TRAINED)
def test_a_step_of_smo_is_clipped_where_the_line_says_so(name: str):
    record = smo_record(from_query(TRAINED[name]))
    made, steps = smo_algorithm(record), record.steps
    (i, j), moved = steps.pair.T, np.abs(steps.after - steps.before)
    K = record.kernel(record.data.X, record.data.X)
    curvature = np.maximum(K[i, i] + K[j, j] - 2.0 * K[i, j], 1e-12)
    d = (steps.E[:, 0] - steps.E[:, 1]) / curvature
    np.testing.assert_array_equal(ran(made, "if that moves"), d > moved[:, 0] * (1.0 + 1e-9))
    end = record.update == record.total
    b = NO_FREE if name == "two points" else "b ← mean over"
    for begins in ("until", "S ←", b, "predict"):
        np.testing.assert_array_equal(ran(made, begins), end)
    assert ("w ← Σ" in texts(made)) == (record.experiment.kernel == "linear")
    soft = record.experiment.margin == "soft"
    assert ("0 < αᵢ < C" in texts(made)) == (OVER_ALL in made["algorithm"]["note"]) == soft


def test_without_a_free_multiplier_b_is_what_its_line_says():
    record = smo_record(from_query({"kernel": "linear", "C": "0.001"}))
    y, x, made = record.data.y, record.coef[-1], smo_algorithm(record)
    E = y - record.kernel(record.data.X, record.data.X) @ x
    largest = E[x < np.maximum(0.0, 0.001 * y)].max()
    smallest = E[x > np.minimum(0.0, 0.001 * y)].min()
    assert record.states.b[-1] == pytest.approx(0.5 * (largest + smallest))
    np.testing.assert_array_equal(ran(made, NO_FREE), record.update == record.total)


@pytest.mark.parametrize("batch", BATCHES)
def test_a_descent_to_a_tube_tells_its_last_update_of_an_epoch(batch: str):
    steps = RegressionDescent(batch=batch, epochs=4)
    course = descend(change_regression(Regression(), kernel="linear"), steps)
    made = of_tube(course, steps)
    np.testing.assert_array_equal(ran(made, "w ← 0"), course.epochs == 0)
    order = steps.plan(int(course.fitted.learned.sum()), 0).order
    assert (order[0] != order[1]).any()
    assert (CHOSEN["shuffled"].split("{}")[1] in texts(made)) == (batch != "all")
    if batch == "one":
        n, plan = int(course.fitted.learned.sum()), steps.plan(int(course.fitted.learned.sum()), 1)
        assert plan.total == 4 * n
        np.testing.assert_array_equal(ran(made, "if |r|"), course.active)
        np.testing.assert_array_equal(ran(made, "else"), ~course.active & (course.epochs > 0))
        assert 0 < course.active.sum() < 4


@pytest.mark.parametrize(
    ("tol", "rule"), [("cost", "J ≤ 0.2"), ("0.01", "J fell by less than 1 % ")]
)
def test_a_run_of_several_classes_ends_where_its_line_says_so(tol: str, rule: str):
    experiment = change(Experiment(), dataset="blobs", classes=3, n_samples=30, kernel="linear")
    asked = MulticlassDescent(tol=tol, cost_tol=0.2, passes=60)
    found = multiclass_descent(experiment, asked)
    made = course_film(found, 0, "run", (-4.0, 4.0, -4.0, 4.0), live=False)
    checks = ran(made, f"after an epoch: stop if {rule}")
    np.testing.assert_array_equal(checks, (made["update"] > 0) & (made["update"] % 30 == 0))
    total = found.run.total
    if tol == "cost":
        assert (total[:-1] > 0.2).all()
        assert total[-1] <= 0.2
    else:
        assert (total[-5:] > 0.99 * np.minimum.accumulate(total)[-6:-1]).all()
    assert 1 < found.last < 60


@pytest.mark.parametrize("loss", SLOPES)
def test_an_update_of_several_classes_moves_w_where_its_line_says_so(loss: str):
    experiment = change(Experiment(), dataset="blobs", classes=3, n_samples=30, kernel="linear")
    for batch in ("1", "8", "all"):
        asked = MulticlassDescent(loss=loss, passes=2, batch=batch, way="sum")
        found = multiclass_descent(experiment, asked)
        made = course_film(found, 0, "run", (-4.0, 4.0, -4.0, 4.0), live=False)
        assert made["update"].tolist() == list(range(len(made["ran"])))
        first = made["update"] == 0
        np.testing.assert_array_equal(ran(made, "W ← 0"), first)
        if batch != "all":
            assert CHOSEN["shuffled"].split("{}")[1] in texts(made)
            seen = made["sample"][1:]
            passes = seen[seen >= 0].reshape(2, -1)
            assert (np.sort(passes) == np.arange(30)).all()
            assert (passes[0] != passes[1]).any()
        if batch == "1":
            moved = np.append(False, (np.diff(made["b"], axis=0) != 0.0).any(axis=1))
            assert 0 < moved.sum() < len(moved) - 1
            np.testing.assert_array_equal(ran(made, "if g"), moved)
            np.testing.assert_array_equal(ran(made, "else"), ~moved & ~first)
