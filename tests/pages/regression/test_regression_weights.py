"""A point of weight w is w points: by copies of it, and by the conditions point by point."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.figures.charts import multiplier_figure
from pages.regression.figures.tube import tube_figure
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.drawing import tube
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.regression.text import nu_sentence, point_sentence, regression_cards, regression_sentence
from pages.state.board.board import Edit, Placed, renumbered
from pages.state.text.number_format import number
from tests.helpers.links import board as link
from tests.helpers.tube_samples import VIEW, trace

RNG = np.random.default_rng(4)
X = RNG.uniform(-2.5, 2.5, 30).round(4)
Z = (np.sin(2.0 * X) + 0.4 * RNG.standard_normal(30)).round(4)
WEIGHT = RNG.choice([1, 2, 3], 30)


def board(x, z, weight, **words):
    rows = zip(x, z, weight, strict=True)
    points = (Placed(float(a), float(b), 0, 0, float(w)) for a, b, w in rows)
    return change_regression(
        Regression(), curve="own", placed=renumbered(tuple(points)), test_share=0.0, **words
    )


MACHINES = [
    {"machine": machine, "kernel": kernel, "C": C}
    for machine in ("epsilon", "nu")
    for kernel in ("linear", "rbf")
    for C in (20.0,)
]
every_machine = pytest.mark.parametrize(
    "words", MACHINES, ids=lambda w: "-".join(map(str, w.values()))
)


@every_machine
def test_a_point_of_weight_two_is_two_points(words):
    heavy = fit(board(X, Z, WEIGHT, **words))
    copies = fit(board(np.repeat(X, WEIGHT), np.repeat(Z, WEIGHT), np.ones(WEIGHT.sum()), **words))
    places = np.linspace(-3.0, 3.0, 50)
    np.testing.assert_allclose(heavy(places), copies(places), atol=2e-3)
    assert heavy.epsilon == pytest.approx(copies.epsilon, abs=2e-3)
    assert heavy.certificate.primal == pytest.approx(copies.certificate.primal, rel=3e-6)
    alone = fit(board(X, Z, np.ones(30), **words))
    assert np.abs(heavy(places) - alone(places)).max() > 0.01  # and weights do change something


@every_machine
def test_the_conditions_hold_with_each_points_own_c(words):
    found = fit(board(X, Z, 0.5 * WEIGHT, **words))
    K = found.regression.build_kernel()(X[:, None], X[:, None])
    f = K @ (found.alpha - found.alpha_star) + found.intercept
    C = 0.5 * WEIGHT * words["C"]
    np.testing.assert_allclose(found.C, C)
    for alpha, off in ((found.alpha, Z - f), (found.alpha_star, f - Z)):
        assert (alpha <= C * (1 + 1e-9)).all()
        over, under = off > found.epsilon + 1e-6, off < found.epsilon - 1e-6
        np.testing.assert_allclose(alpha[over], C[over], rtol=1e-9)
        np.testing.assert_allclose(alpha[under], 0.0, atol=1e-9 * C.max())
    most = np.maximum(found.alpha, found.alpha_star) / C
    np.testing.assert_array_equal(found.support, most > 1e-6)
    np.testing.assert_array_equal(found.bound, most > 1.0 - 1e-6)
    if words["machine"] == "nu":
        total = found.alpha.sum() + found.alpha_star.sum()
        assert total == pytest.approx(0.5 * C.sum(), rel=1e-8)


def test_nu_bounds_the_shares_by_weight():
    found = fit(board(X, Z, WEIGHT, machine="nu", nu=0.3))
    K = found.regression.build_kernel()(X[:, None], X[:, None])
    f = K @ (found.alpha - found.alpha_star) + found.intercept
    out = WEIGHT[np.abs(Z - f) > found.epsilon + 1e-6].sum() / WEIGHT.sum()
    held = WEIGHT[found.alpha + found.alpha_star > 1e-6].sum() / WEIGHT.sum()
    assert out <= 0.3 <= held
    said = f"{number(100 * out)} % outside ≤ ν = 30 % ≤ {number(100 * held)} % support vectors"
    assert nu_sentence(found) == f"{said}, by their weights."


@pytest.mark.parametrize("batch", ["one", "some", "all"])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_descent_is_a_loop_over_points_that_count_by_their_weights(kernel, batch):
    """w as a sum of kernels in both cases; all steps, costs and the optimum written down again."""
    value = board(X, Z, 0.5 * WEIGHT, kernel=kernel, C=0.7, epsilon=0.2, seed=3)
    found = descend(value, RegressionDescent(batch=batch, batch_size=8, eta0=0.02, epochs=3))
    K = X[:, None] * X[None] if kernel == "linear" else np.exp(-0.5 * (X[:, None] - X[None]) ** 2)
    n, size, C = len(Z), {"one": 1, "some": 8, "all": 30}[batch], 0.7 * 0.5 * WEIGHT
    a, b, t = np.zeros(n), 0.0, 0

    def cost(a, b):
        return 0.5 * a @ K @ a + C @ np.maximum(np.abs(K @ a + b - Z) - 0.2, 0.0)

    costs, last = [cost(a, b)], None
    for row in np.random.default_rng(3).permuted(np.tile(np.arange(n), (3, 1)), axis=1):
        for start in range(0, n, size):
            t, some = t + 1, row[start : start + size]
            rate, off = 0.02 / np.sqrt(t), (K @ a + b - Z)[some]
            push = rate * n / len(some) * C[some] * np.sign(off) * (np.abs(off) > 0.2)
            a *= 1.0 - rate
            a[some] -= push
            b -= push.sum()
        costs.append(cost(a, b))
        last = K @ a + b
    np.testing.assert_allclose(found.terms.total, costs, rtol=1e-9)
    np.testing.assert_allclose(found.curves(X, [3])[0], last, rtol=1e-9, atol=1e-12)
    exact = fit(value)
    assert found.fitted is exact
    assert found.least == pytest.approx(cost(exact.alpha - exact.alpha_star, exact.intercept))


def test_where_all_weigh_the_same_the_most_a_point_pulls_is_still_its_own():
    """C_i = 2 C for all: a line at C would be no ceiling, and the bars would stick out."""
    found = fit(board(X, Z, np.full(30, 2.0), C=0.5))
    k = int(np.flatnonzero(found.bound)[0])
    assert max(found.alpha[k], found.alpha_star[k]) == pytest.approx(1.0)
    assert point_sentence(found, k).endswith("= C times its weight = 1.")
    assert regression_cards(found)[0].detail.endswith(" at C × weight")
    assert not multiplier_figure(found)[0]["layout"].get("annotations"), "no line at C"
    points = trace(tube_figure(tube(found, VIEW), VIEW), "points")
    assert points["customdata"][k].endswith("weight 2: α up to 1")
    assert not fit(board(X, Z, np.ones(30))).weighed


def test_a_heavy_point_far_outside_pulls_by_more_than_c():
    far = board([0.0, 1.0, 500.0], [0.0, 1.0, 0.0], [1.0, 1.0, 3.0])
    assert "each α is at most C times its weight." in regression_sentence(fit(far))
    even = board([0.0, 1.0, 500.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0])
    assert "each α is at most C." in regression_sentence(fit(even))


def test_weights_come_by_edits_and_travel_in_links():
    start = Regression()
    edited = start.with_board(start.board().apply(Edit("weigh", ids=(3,), factor=2.0), classes=1))
    opened = link("regression").decode(link("regression").encode(edited))
    assert fit(opened).weight.tolist().count(2.0) == 1
