"""General claims of the teaching texts, each with what supports it, in `claims.toml`.

A claim is a sentence with a word like "always", "only" or "the smallest". Its entry is the name of
a test, a proof, a published source, or "definition:" and "app:" where it fixes a term, or says what
the app does, and cannot be false of mathematics.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC, SVR

from pages.derivations.text.catalogue import DERIVATIONS
from pages.lessons.model.scores import curve, grid_map
from pages.lessons.model.smo import FEW, pair_steps
from pages.lessons.model.traps import CELLS
from pages.lessons.model.two_classes import by_hand
from pages.lessons.text.choosing import FEW as FEW_POINTS
from pages.lessons.text.choosing import NOISY
from pages.lessons.text.scenario import spoken
from pages.mathematics.text import FORMULAS, TEXTS
from pages.nu.model import NuSettings, nu_run
from pages.state.board.experiment import change
from pages.state.model.run import data_of, run
from svmcore.kernels import RBF
from svmcore.params import parameters
from tests.helpers import ROOT
from tests.helpers.links import board
from tests.helpers.source_strings import python_strings
from tests.pages.lessons.answers import opened, scenario

FOLDERS = ("lessons", "guide", "derivations", "mathematics", "capacity", "losses", "nu", "kernels")
GENERAL = re.compile(
    r"\b(always|only|never|at most|at least|every|any|nowhere|anywhere|everywhere|cannot|must"
    r"|exactly|unless|whatever|however|unique|infinitely|no|none|nothing|often|first choice"
    r"|(the|its) (smallest|largest|widest|shortest|fewest|least(?!-)|best))\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z*({])|\n\n|\n\| ")
NO_SENTENCE = re.compile(r"\\[a-z]|got \{|\{ |^#|print\(")  # LaTeX, an error, CSS, a program
KINDS = ("test: ", "proof: ", "source: ", "definition: ", "app: ")
CLAIMS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "claims.toml").read_text(encoding="utf-8")
)


def claims_in(text: str) -> Iterator[str]:
    """The sentences of a text that make a general claim."""
    if NO_SENTENCE.search(text):
        return
    for sentence in SENTENCE_END.split(text):
        plain = " ".join(sentence.split())
        if plain.endswith((".", ".)", "|")) and len(plain.split()) > 2 and GENERAL.search(plain):
            yield plain


def written(folder: str) -> set[str]:
    """The claims in the source of a page's folder."""
    return {
        claim
        for file in (ROOT / "pages" / folder).rglob("*.py")
        for text in python_strings(file.read_text(encoding="utf-8"))
        for claim in claims_in(text)
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_list_has_every_claim_and_no_other(folder: str):
    listed, there = set(CLAIMS[folder]), written(folder)
    assert there - listed == set(), "without support: add what supports it, or rewrite it"
    assert listed - there == set(), "no longer in the texts"


def test_each_support_is_one():
    assert tuple(CLAIMS) == FOLDERS
    for claim, support in (item for claims in CLAIMS.values() for item in claims.items()):
        assert support.startswith(KINDS), claim
        assert len(support.split()) > 1, claim
        if support.startswith("test: "):
            for name in support.removeprefix("test: ").split(", "):
                file, function = name.split("::")
                source = (ROOT / "tests" / file).read_text(encoding="utf-8")
                assert f"def {function}(" in source, f"{claim}: there is no test {name}"


def test_a_claim_is_found_by_its_words():
    text = "It is 2. A line cannot do it;\nnothing can. Is it the best? Choose the smallest"
    assert list(claims_in(text)) == ["A line cannot do it; nothing can."]
    assert not list(claims_in(r"\text{no claim}. Every one."))


# what the list names: each searches for a counterexample, with seeds that are given


def separable(features: np.ndarray, y: np.ndarray) -> bool:
    """Whether some w, b have y (features w + b) >= 1: a linear program."""
    rows = -y[:, None] * np.column_stack([features, np.ones(len(y))])
    free = np.zeros(rows.shape[1])
    return linprog(free, A_ub=rows, b_ub=-np.ones(len(y)), bounds=(None, None)).status == 0


def labellings(n: int) -> list[np.ndarray]:
    return [np.array(signs) for signs in product((-1.0, 1.0), repeat=n)]


def test_three_points_are_separable_unless_on_a_line_and_four_are_not_shattered():
    rng = np.random.default_rng(0)
    for _ in range(10):
        X = rng.standard_normal((4, 2))
        assert all(separable(X[:3], y) for y in labellings(3))
        assert not all(separable(X, y) for y in labellings(4))
        row = X[0] + np.array([[0.0], [1.0], [rng.uniform(1.1, 3.0)]]) * X[1]
        assert not separable(row, np.array([1.0, -1.0, 1.0]))
    corners = opened("XOR")
    assert not separable(corners.X, corners.y)


def test_a_plane_separates_the_circles_after_the_lift_and_no_line_before_it():
    circles = opened("A third coordinate")
    np.testing.assert_array_equal(circles.X, opened("What a line cannot do").X)
    assert not separable(circles.X, circles.y)
    assert separable(np.column_stack([circles.X, (circles.X**2).sum(1)]), circles.y)
    assert spoken(scenario("A third coordinate")).answer.startswith("0 of ")


def test_no_line_separates_the_middle_of_three_classes_in_a_row():
    words = scenario("Three in a row").link.words
    data = data_of(board("classes").decode(words))
    assert not separable(data.X, np.where(np.array(data.labels) == 1, 1.0, -1.0))


def test_most_unscaled_points_are_far_from_each_other_for_the_rbf_kernel():
    experiment, X, _, _ = opened("Unscaled features")
    K = rbf_kernel(X, gamma=experiment["gamma"])[np.triu_indices(len(X), 1)]
    assert (K < 1e-3).mean() > 0.8  # most, but not all
    assert K.max() > 0.9


def fitted(rng: np.random.Generator, n: int = 20, **settings: Any) -> tuple[Any, ...]:
    """Two overlapping clouds, and scikit-learn's SVM of them."""
    y = np.repeat([-1.0, 1.0], n // 2)
    X = rng.standard_normal((n, 2)) + 0.8 * y[:, None]
    return X, y, SVC(**{"kernel": "linear", "tol": 1e-9} | settings).fit(X, y)


def test_the_reasons_for_the_rbf_kernel_hold():
    assert [one.name for one in parameters(RBF)] == ["gamma"]
    X, y, linear = fitted(np.random.default_rng(9), C=1.0)
    K = rbf_kernel(X, gamma=0.5)
    assert 0.0 < K.min() < K.max() <= 1.0
    apart = []
    for gamma in (1e-1, 1e-2, 1e-3, 1e-4):  # K is about 1 - gamma |x|^2 - gamma |z|^2 + 2 gamma x'z
        rbf = SVC(C=0.5 / gamma, gamma=gamma, tol=1e-9).fit(X, y)
        apart.append(np.abs(rbf.decision_function(X) - linear.decision_function(X)).max())
    assert apart == sorted(apart, reverse=True)
    assert apart[-1] < 0.01 < apart[0]


def test_left_out_only_support_vectors_can_be_misclassified():
    rng = np.random.default_rng(1)
    for C in (0.1, 1.0, 10.0, 100.0):
        X, y, svm = fitted(rng, C=C, kernel="rbf", gamma=1.0)
        if not (np.abs(svm.dual_coef_) < C * (1.0 - 1e-6)).any():
            continue  # b is not unique
        for i in set(range(len(y))) - set(svm.support_.tolist()):
            rest = np.arange(len(y)) != i
            alone = SVC(C=C, gamma=1.0, tol=1e-9).fit(X[rest], y[rest])
            np.testing.assert_allclose(
                alone.decision_function(X), svm.decision_function(X), atol=1e-5
            )
            assert y[i] * alone.decision_function(X[[i]])[0] >= 1.0 - 1e-5
    shown = run(opened("Leave one out").experiment)
    assert (shown.support & ~shown.bound).any()  # so b is unique there


def test_each_step_of_smo_raises_the_dual_value():
    for seed in range(5):
        values = pair_steps(change(FEW, seed=seed)).values
        assert (np.diff(values[:, 1]) > 0.0).all()
        assert values[:, 0].min() >= values[-1, 1] * (1.0 - 1e-12)


def test_a_wider_margin_goes_with_a_smaller_C():
    rng = np.random.default_rng(2)
    for _ in range(5):
        X, y, _ = fitted(rng)
        fits = [SVC(C=C, kernel="linear", tol=1e-9).fit(X, y) for C in (0.01, 0.1, 1.0, 10.0)]
        lengths = [float(np.linalg.norm(svm.coef_)) for svm in fits]
        slacks = [np.maximum(0.0, 1.0 - y * svm.decision_function(X)).sum() for svm in fits]
        assert lengths == sorted(lengths)
        assert slacks == sorted(slacks, reverse=True)


def test_the_way_from_a_point_to_the_line_is_against_w_where_f_is_positive():
    rng = np.random.default_rng(7)
    for w, x, b in zip(*rng.standard_normal((2, 20, 2)), rng.standard_normal(20), strict=True):
        f = w @ x + b
        foot = x - f / (w @ w) * w  # the t of the derivation
        assert w @ foot + b == pytest.approx(0.0, abs=1e-12)
        assert np.sign((foot - x) @ w) == -np.sign(f)
    assert "against w where f(x) > 0, along w" in DERIVATIONS["distance"].steps[2].said


def test_without_a_free_support_vector_as_many_of_each_class_are_bound():
    rng = np.random.default_rng(8)
    seen = 0
    for _ in range(20):
        y = np.where(rng.random(12) < 0.6, 1.0, -1.0)
        X = rng.standard_normal((12, 2)) + y[:, None]
        svm = SVC(C=0.02, kernel="linear", tol=1e-9).fit(X, y)
        alpha = np.abs(svm.dual_coef_[0])
        if (alpha > 0.02 * (1.0 - 1e-6)).all():
            seen += 1
            assert y[svm.support_].sum() == 0.0
    assert seen > 3


def test_b_is_the_bias_and_no_coordinate_of_w_on_mathematics():
    assert not re.search(r"\bb\b|\bby\b", FORMULAS["distances"])
    assert not re.search(r"\bb\b", TEXTS["distances"])


def test_two_points_have_the_smaller_of_C_and_2_over_d_squared():
    rng = np.random.default_rng(3)
    for C in (0.05, 0.3, 2.0, 50.0):
        X = rng.standard_normal((2, 2))
        svm = SVC(C=C, kernel="linear", tol=1e-9).fit(X, [0, 1])
        expected = min(C, 2.0 / ((X[0] - X[1]) ** 2).sum())
        np.testing.assert_allclose(np.abs(svm.dual_coef_), expected, rtol=1e-6)


def test_a_bound_support_vector_may_be_on_its_margin():
    X, y = np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([-1.0, 1.0])
    svm = SVC(C=0.5, kernel="linear", tol=1e-9).fit(X, y)  # C = 2/d^2
    np.testing.assert_allclose(np.abs(svm.dual_coef_), 0.5)
    np.testing.assert_allclose(y * svm.decision_function(X), 1.0)


def test_the_dual_value_is_the_minimum_of_the_lagrangian_and_below_every_cost():
    """L(w, b, xi) for feasible multipliers: never below D, never above the cost."""
    rng = np.random.default_rng(4)
    X, y, svm = fitted(rng)
    n, C = len(y), 1.0
    optimum = np.zeros(n)
    optimum[svm.support_] = np.abs(svm.dual_coef_[0])
    for _ in range(50):
        alpha = rng.uniform(0.0, C, n)
        for side in (-1.0, 1.0):  # sum alpha y = 0
            alpha[y == side] *= 3.0 / alpha[y == side].sum()
        u = (alpha * y) @ X
        dual = alpha.sum() - 0.5 * u @ u
        w, b, more = 2.0 * rng.standard_normal(2), 3.0 * rng.standard_normal(), rng.uniform(0, 1, n)
        xi = np.maximum(0.0, 1.0 - y * (X @ w + b)) + more
        cost = 0.5 * w @ w + C * xi.sum()
        lagrangian = cost - alpha @ (y * (X @ w + b) - 1.0 + xi) - (C - alpha) @ xi
        assert dual <= lagrangian + 1e-9
        assert lagrangian <= cost + 1e-9
        at_u = 0.5 * u @ u + C * xi.sum() - alpha @ (y * (X @ u + b) - 1.0 + xi) - (C - alpha) @ xi
        assert at_u == pytest.approx(dual)  # whatever b and xi are
    w = svm.coef_[0]
    slack = np.maximum(0.0, 1.0 - y * svm.decision_function(X))
    dual = optimum.sum() - 0.5 * w @ w
    assert dual == pytest.approx(0.5 * w @ w + C * slack.sum(), rel=1e-6)  # strong duality


def test_the_sphere_balances_its_radius_and_not_more_than_nu_are_outside():
    rng = np.random.default_rng(5)
    row, nu = np.array([0.0, 1.0, 2.0, 10.0]), 0.5
    samples = [np.column_stack([row, np.zeros(4)]), *rng.standard_normal((4, 12, 2))]
    for X in samples:
        placed = by_hand((float(a), float(b), 0) for a, b in X.round(4))
        sphere = nu_run(change(placed, kernel="linear"), NuSettings(mode="sphere", nu=nu))
        X = np.array([(p.x, p.y) for p in placed.placed])
        assert sphere.outside.mean() <= nu
        C = 1.0 / (nu * len(X))

        def cost(centre: np.ndarray, square: float, X: np.ndarray = X, C: float = C) -> float:
            excess = ((X - centre) ** 2).sum(1) - square
            return float(square + C * np.maximum(0.0, excess).sum())

        centre, best = sphere.alpha @ X / sphere.alpha.sum(), sphere.rho
        least = cost(centre, best)
        for _ in range(200):
            other = centre + 0.3 * rng.standard_normal(2)
            assert cost(other, max(0.0, best + rng.standard_normal())) >= least - 1e-6
    # of 0, 1, 2, 10 the smallest sphere around a half has the radius 1/2: not this one
    first = nu_run(
        change(by_hand((float(x), 0.0, 0) for x in row), kernel="linear"),
        NuSettings(mode="sphere", nu=nu),
    )
    assert first.rho**0.5 > 0.6


def test_regression_balances_flatness_against_errors_beyond_epsilon():
    rng = np.random.default_rng(6)
    x = rng.uniform(-2.0, 2.0, 30)
    z = 0.7 * x + 0.3 * rng.standard_normal(30)

    def cost(w: float, b: float) -> float:
        return 0.5 * w * w + float(np.maximum(0.0, np.abs(z - w * x - b) - 0.2).sum())

    svr = SVR(kernel="linear", C=1.0, epsilon=0.2, tol=1e-9).fit(x[:, None], z)
    w, b = float(svr.coef_[0, 0]), float(svr.intercept_[0])
    assert abs(w) > 0.3  # not the flattest function, which is constant
    for _ in range(200):
        assert cost(w, b) <= cost(*rng.normal((w, b), 0.2)) + 1e-6


def test_the_simplest_cell_is_within_one_standard_error_and_the_curve_rises_and_falls():
    grid = grid_map(FEW_POINTS, CELLS)
    best, simplest = grid.best, grid.simplest
    assert simplest.C < best.C
    assert best.cv_error < simplest.cv_error <= best.cv_error + best.error + 1e-9
    over = curve(NOISY, "gamma")
    train, validation = over.train.mean(axis=1), over.validation.mean(axis=1)
    k = int(validation.argmax())
    assert (np.diff(train) >= 0.0).all()
    assert (np.diff(validation[: k + 1]) > 0.0).all()
    assert (np.diff(validation[k:]) < 0.0).all()
