"""Beside a descent: mirror and stochastic descent, the bound, and the norm that is not squared."""

from __future__ import annotations

import numpy as np
import pytest

from pages.derivations.model.question import Question, Uses
from pages.derivations.model.sgd_bound import sgd_bound_case
from pages.descent.model.beside import bound_of, hindrance, mirror_pair, norm_descent
from pages.descent.model.film import film
from pages.descent.model.norm import DescendNorm
from pages.descent.model.start import StartWeights
from pages.descent.settings import BesideView
from pages.descent.text import CONVEX_NORM, HINDRANCES, SUITED, bound_text, norm_text
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import METHODS, Descent, change_descent
from pages.state.model.run import data_of
from svmcore.objective import Objective
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from tests.helpers.descent_samples import overlapping
from tests.helpers.opened import board_of, open_page

BOARD = change(Experiment(), kernel="linear", n_samples=40)
SUITABLE = change_descent(
    Descent(), objective="average", schedule="pegasos", order="replacement", test_share=0.25
)


@pytest.mark.parametrize("space", ["plane", "kernel"])
@pytest.mark.parametrize("objective", ["sum", "lambda"])
def test_mirror_descent_is_stochastic_descent(space: str, objective: str):
    how = change_descent(Descent(), method="mirror", space=space, objective=objective)
    shown = film(change(BOARD, kernel="rbf"), how, StartWeights(1.0, -2.0, 0.5))
    pair = mirror_pair(shown)
    np.testing.assert_allclose(pair.mirror, shown.terms.total)
    np.testing.assert_allclose(pair.sgd, pair.mirror)
    assert pair.apart <= 1e-12 * pair.size


def test_the_bound_of_the_animation_is_that_of_the_derivation():
    shown = film(BOARD, SUITABLE)
    found = bound_of(shown)
    case = sgd_bound_case(Uses(), Question(experiment=BOARD, descent=SUITABLE)).case
    assert (found.t, found.G) == (case.T, pytest.approx(case.G))
    assert found.bound[-1] == pytest.approx(case.bound)
    assert found.measured[-1] == pytest.approx(case.measured)
    models = np.column_stack([shown.walk.v, shown.walk.b])[:-1]
    np.testing.assert_allclose(models.mean(axis=0), case.mean, rtol=1e-10)
    assert (found.measured[1:] <= found.bound[1:]).all()
    assert bound_text(shown, found).startswith("In expectation over the draws")


def test_the_plain_norm_has_the_optimum_that_its_text_says():
    found = norm_descent(film(BOARD, change_descent(Descent(), epochs=200)))
    assert (found.cost >= found.least * (1.0 - 1e-12)).all()
    assert found.cost[-1] == pytest.approx(found.least, rel=0.02)
    assert found.cost[0] == pytest.approx(found.C)  # w = 0: each point has loss 1
    data, (p, q) = data_of(BOARD), np.random.default_rng(0).standard_normal((2, 500, 3))

    def J(p: np.ndarray) -> np.ndarray:
        margins = data.y * (p[:, :2] @ data.X.T + p[:, 2:])
        return np.linalg.norm(p[:, :2], axis=1) + np.maximum(0.0, 1.0 - margins).mean(axis=1)

    assert (J(0.5 * (p + q)) <= 0.5 * (J(p) + J(q)) + 1e-12).all()
    assert CONVEX_NORM in norm_text(film(BOARD, Descent()))


@pytest.mark.parametrize(
    ("kind", "changes", "missing"),
    [
        ("bound", {}, ""),
        ("bound", {"method": "gd"}, ""),
        ("bound", {"objective": "square_sum"}, "cost"),
        ("bound", {"schedule": "constant"}, "rate"),
        ("bound", {"order": "shuffled"}, "order"),
        ("norm", {"space": "kernel"}, "kernel"),
        ("mirror", {"method": "perceptron"}, "perceptron"),
    ],
)
def test_what_is_missing_is_said(kind: str, changes: dict[str, str], missing: str):
    experiment = change(BOARD, kernel="rbf") if "space" in changes else BOARD
    assert hindrance(kind, film(experiment, change_descent(SUITABLE, **changes))) == missing
    assert missing in {"", *HINDRANCES}
    start = StartWeights(1.0, 0.0, 0.0)
    assert hindrance("bound", film(BOARD, SUITABLE, start)) == "start"


def test_the_page_offers_what_the_bound_needs_and_its_link_keeps_it():
    app = open_page("descent", {"d_beside": "bound", "d_method": "perceptron", "d_w1": "2"})
    next(b for b in app.button if b.label == SUITED).click().run()
    here = board_of(app)
    assert here.visit.value(BesideView).beside == "bound"
    assert here.visit.value(Descent).order == "replacement"
    shown = film(here.experiment, here.visit.value(Descent), here.visit.value(StartWeights))
    assert hindrance("bound", shown) == ""
    text = bound_text(shown, bound_of(shown))
    assert any(text in caption.value for caption in app.caption)


def test_a_method_with_all_points_draws_none():
    assert change_descent(SUITABLE, method="gd").order == "shuffled"
    with pytest.raises(ValueError, match="order must be one of shuffled, data"):
        Descent(method="gd", order="replacement")
    draws = {name: change_descent(SUITABLE, method=name).plan(9, 0).replace for name in METHODS}
    assert draws == {name: name != "gd" for name in METHODS}


def test_the_norm_that_is_not_squared_descends_as_a_plain_loop():
    X, y = overlapping(30)
    plan, C, eta0 = BatchPlan(30, 20, 4, seed=1), 5.0, 0.05
    J, rate = Objective(0.0, C), SCHEDULES["inverse_sqrt"]
    run = run_descent(LinearWeights(X, y), J, plan, rate, eta0, rule=DescendNorm())
    w, b = np.zeros(2), 0.0
    for t in range(1, plan.total + 1):
        rows, eta = plan.batch(t), eta0 / np.sqrt(t)
        active = rows[y[rows] * (X[rows] @ w + b) < 1.0]
        g = w / np.linalg.norm(w) if w.any() else np.zeros(2)
        w = w - eta * (g - C * (y[active] @ X[active]) / len(rows))
        b += eta * C * y[active].sum() / len(rows)
        np.testing.assert_allclose(run.v[t], w, atol=1e-12)
        assert run.b[t] == pytest.approx(b, abs=1e-12)
    with pytest.raises(ValueError, match="only penalty"):
        run_descent(LinearWeights(X, y), Objective(1.0, C), plan, rate, rule=DescendNorm())
