"""What is said of one update for k classes: by hand, and against the update itself."""

import numpy as np
import pytest

from pages.state.descent.explain_update import explain, explained
from pages.state.descent.multiclass_descent import MulticlassSchedule, cost_of, descend, points_of
from svmcore.kernels import RBF
from svmcore.multiclass.loss import (
    SCORE_LOSSES,
    CrammerSinger,
    MulticlassCost,
    OneVersusRest,
    WestonWatkins,
)
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from tests.helpers.grids import grid
from tests.helpers.score_losses import clusters

X = np.array([[1.0, 2.0], [-1.0, 0.0], [0.5, -1.0]])
Y = [1, 0, 2]
V = np.array([[1.0, 0.5, -1.0], [0.0, 0.25, 0.5]])  # a column a class
B = np.array([0.5, 0.0, -0.5])
# scores of point 0: 1 + 0 + 0.5, 0.5 + 0.5 + 0, -1 + 1 - 0.5
SCORES = [[1.5, 1.0, -0.5]]


def told(kind, inside=False, point=0, V=V, weights=None, delta=2.0, eta=0.25):
    cost = MulticlassCost(kind(delta), 0.4, 2.0, inside)
    return explain(
        points_of(LinearWeights(X, Y, weights), 3), cost, V, B, np.array([point]), 7, eta
    )


def test_weston_and_watkins_by_hand():
    why = told(WestonWatkins)
    np.testing.assert_allclose(why.scores, SCORES)
    # delta = 2: 1.5 - 1 + 2 and -0.5 - 1 + 2
    np.testing.assert_allclose(why.short, [[2.5, 0.0, 0.5]])
    assert why.inside.tolist() == [[True, False, True]]
    # eta kappa = 0.5 a count, 1 - eta rho = 0.9
    np.testing.assert_allclose(why.amounts, [[-0.5, 1.0, -0.5]])
    np.testing.assert_allclose(why.pushed, [[-0.5, 1.0, -0.5], [-1.0, 2.0, -1.0]])
    np.testing.assert_allclose(why.shrunk, [[-0.1, -0.05, 0.1], [0.0, -0.025, -0.05]])
    assert (why.update, why.rate, why.keep) == (7, 0.25, pytest.approx(0.9))
    assert why.words == (
        "Point 1 is of class 1: f₀ = 1.5, f₁ = 1, f₂ = −0.5.",
        "Inside δ = 2: class 0 (f₀ − f₁ + δ = 2.5), class 2 (f₂ − f₁ + δ = 0.5).",
        "It changes w₀ by −0.5 x, w₁ by +1 x, w₂ by −0.5 x, and their biases by these numbers.",
        "The penalty multiplies all weights by 1 − ηρ = 0.9.",
    )


def test_crammer_and_singer_by_hand():
    why = told(CrammerSinger, inside=True)
    np.testing.assert_allclose(why.pushed, [[-0.5, 0.5, 0.0], [-1.0, 1.0, 0.0]])
    np.testing.assert_allclose(why.b_shrunk, [-0.05, 0.0, 0.05])
    assert why.words[2:] == (
        "Only the largest of them counts: class 0.",
        "It changes w₀ by −0.5 x, w₁ by +0.5 x, and their biases by these numbers.",
        "The penalty multiplies all weights and biases by 1 − ηρ = 0.9.",
    )


def test_one_against_the_rest_by_hand():
    why = told(OneVersusRest)
    # 2 + 1.5, 2 - 1, 2 - 0.5
    np.testing.assert_allclose(why.short, [[3.5, 1.0, 1.5]])
    np.testing.assert_array_equal(why.slope, [[1.0, -1.0, 1.0]])
    np.testing.assert_allclose(why.amounts, [[-0.5, 0.5, -0.5]])
    assert why.words[1] == (
        "Inside δ: f₀ should be at most −2; f₁ should be at least 2; f₂ should be at most −2."
    )
    assert told(OneVersusRest, delta=0.0).words[1] == "Inside δ: f₀ should be at most 0."


def test_a_point_of_more_weight_moves_more():
    # weights 3, 1, 2 have the mean 2
    why = told(WestonWatkins, weights=[3.0, 1.0, 2.0])
    np.testing.assert_allclose(why.amounts, [[-0.75, 1.5, -0.75]])
    nothing = told(WestonWatkins, weights=[0.0, 1.0, 2.0])
    assert not nothing.pushed.any()
    assert nothing.inside.any()
    assert nothing.words[2] == "The point has weight 0 and changes nothing."


def test_classes_are_called_by_the_numbers_of_the_board():
    place, cost = points_of(LinearWeights(X, Y), 3), MulticlassCost(CrammerSinger(2.0), 0.4, 2.0)
    why = explain(place, cost, V, B, np.array([0]), 7, 0.25, (3, 8, 6))
    assert why.words[0] == "Point 1 is of class 8: f₃ = 1.5, f₈ = 1, f₆ = −0.5."
    assert why.words[2] == "Only the largest of them counts: class 3."
    assert "w₃ by −0.5 x, w₈ by +0.5 x" in why.words[3]


def test_a_point_outside_changes_nothing():
    why = told(WestonWatkins, V=-10.0 * V, point=1, delta=1.0)
    np.testing.assert_allclose(why.scores, [[10.5, 5.0, -10.5]])
    assert not why.pushed.any()
    np.testing.assert_allclose(why.change, V)  # -0.1 of -10 V
    assert why.words[1] == "No class is inside δ = 1: the point changes nothing."


def test_with_a_kernel_it_is_phi_of_the_point_that_is_added():
    K = RBF(0.5)(X, X)
    place, cost = points_of(KernelWeights(K, Y), 3), MulticlassCost(CrammerSinger(), 0.4, 2.0)
    why = explain(place, cost, np.zeros((3, 3)), np.zeros(3), np.array([1]), 1, 0.25)
    np.testing.assert_array_equal(why.pushed, [[0, 0, 0], [0.5, -0.5, 0], [0, 0, 0]])
    assert why.words[0] == "Point 2 is of class 0: f₀ = 0, f₁ = 0, f₂ = 0."
    assert why.words[2:4] == (
        "Only the largest of them counts, the first of several equal ones: class 1.",
        "It changes w₀ by +0.5 φ(x), w₁ by −0.5 φ(x), and their biases by these numbers.",
    )


@pytest.mark.parametrize(
    ("name", "batch", "way", "kind"),
    grid(SCORE_LOSSES, [1, 6, None], ["sum", "course"], ["plane", "kernel"]),
)
def test_what_is_explained_is_what_the_update_did(name, batch, way, kind):
    points, y = clusters(20, 4)
    c = np.random.default_rng(4).uniform(0.5, 2.0, size=20)
    K = RBF(0.5)(points, points)
    place = KernelWeights(K, y, c) if kind == "kernel" else LinearWeights(points, y, c)
    course = MulticlassSchedule(
        cost_of(way, SCORE_LOSSES[name](), 0.2, c), batch, "inverse_sqrt", 0.05
    )
    run = descend(place, 4, course, moments=np.arange(12))
    assert explained(run, 0) is None
    for moment in range(1, len(run.update)):
        why = explained(run, moment)
        assert why.update == run.update[moment]
        np.testing.assert_array_equal(why.points, run.batch(moment))
        np.testing.assert_array_equal(why.labels, y[why.points])
        after = run.V_before[moment] + why.change
        np.testing.assert_allclose(after, run.V[moment], atol=1e-13)
        after = run.b_before[moment] + why.b_shrunk + why.b_pushed
        np.testing.assert_allclose(after, run.b[moment], atol=1e-13)
        counted = [said for said in why.words if "points of this update" in said]
        moving = sum(bool(row.any()) for row in why.slope)
        size = len(why.points)
        assert counted == (
            [f"{moving} of the {size} points of this update change the model."] if size > 1 else []
        )
