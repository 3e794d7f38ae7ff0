"""A point of weight w is w points: by copies of it, and by the conditions point by point."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.board import Edit, Placed
from svmcore.experiment import renumbered
from svmcore.regression.choice import Regression, change_regression, data_words, with_data
from svmcore.regression.descent import Steps, descend
from svmcore.regression.fit import fit
from svmcore.regression.link import regression_from_query, regression_to_query
from svmcore.regression.report import nu_sentence
from svmcore.report import number

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
    for C in (0.3, 20.0)
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


def test_a_descent_counts_all_points_alike_and_compares_with_such_a_machine():
    heavy = descend(board(X, Z, WEIGHT), Steps(epochs=5))
    plain = descend(board(X, Z, np.ones(30)), Steps(epochs=5))
    np.testing.assert_array_equal(heavy.terms.total, plain.terms.total)
    assert heavy.least == plain.least


def test_weights_come_by_edits_and_travel_in_links_and_undo():
    start = Regression()
    edited = start.with_board(start.board().apply(Edit("weigh", ids=(3,), factor=2.0), classes=1))
    assert fit(edited).weight.tolist().count(2.0) == 1
    opened = regression_from_query(regression_to_query(edited))
    assert fit(opened).weight.tolist() == fit(edited).weight.tolist()
    other = change_regression(edited, C=5.0)
    assert with_data(other, data_words(start)) == change_regression(start, C=5.0)
