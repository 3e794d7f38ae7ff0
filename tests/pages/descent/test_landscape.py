"""The landscape's heights are least costs, its path and star the film's own numbers."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from pages.descent.model.film import film
from pages.descent.model.landscape import AXES, best_third, landscape, path_of
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent, change_descent
from svmcore.objective import CONVENTIONS
from tests.helpers.weighted import weighed


def shown(experiment=None, **words):
    return film(experiment or Experiment(n_samples=50), change_descent(Descent(), **words))


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("objective", CONVENTIONS)
def test_heights_are_the_least_cost_over_the_third_number(objective, axes):
    made = shown(weighed(50), objective=objective)
    land = landscape(made, axes, nodes=5)
    (free,) = {0, 1, 2} - {*AXES[axes]}
    X, y = made.parametrization.matrix, made.parametrization.y
    weight = made.data.weight[made.split.train]

    def cost(third, first, second):
        numbers = np.zeros(3)
        numbers[list(AXES[axes])], numbers[free] = (first, second), third
        w, b = numbers[:2], numbers[2]
        margins = (y * (X @ w + b))[None]
        return made.cost.terms(margins, np.array([w @ w]), np.array([b]), weight).total[0]

    for a, b in ((0, 0), (4, 1), (2, 3)):
        at = (land.x[a], land.y[b])
        least = minimize_scalar(cost, args=at, bracket=(-1.0, 1.0), tol=1e-12).fun
        assert land.values[b, a] == pytest.approx(least, rel=1e-6)


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize(("C", "objective"), [(1.0, "average"), (100.0, "sum")])
def test_the_optimums_height_is_the_optimum_whatever_lies_far_away(C, objective, axes):
    board = Experiment(dataset="own").board()
    rng = np.random.default_rng(0)
    for label in (0, 1):
        points = tuple(map(tuple, rng.uniform(-1.0, 1.0, (10, 2))))
        board = board.apply(Edit("add", points=points, label=label))
    board = board.apply(Edit("add", points=((0.5, 8.0),), label=0))
    how = change_descent(Descent(), objective=objective, test_share=0.0)
    made = film(Experiment(dataset="own", C=C).with_board(board), how)
    first, second = np.append(*made.best)[list(AXES[axes])][:, None]
    height = best_third(made, axes, first, second)[0]
    assert height == pytest.approx(made.floor, rel=1e-6)


@pytest.mark.parametrize("axes", AXES)
def test_path_and_star_are_the_films(axes):
    made = shown(loss="huber_hinge")
    land = landscape(made, axes)
    numbers = np.column_stack([made.v, made.b])
    assert (land.path == numbers[:, AXES[axes]]).all()
    assert (path_of(made, axes) == land.path).all()
    best = np.append(*made.best)[list(AXES[axes])]
    assert (land.best == best).all()
    # the optimum's height is the optimum, and no node is below it
    assert land.values.min() >= made.floor * (1.0 - 1e-9)
    for point in (best, land.path[0]):
        assert land.x[0] <= point[0] <= land.x[-1]
        assert land.y[0] <= point[1] <= land.y[-1]


def test_a_run_that_goes_astray_does_not_shrink_the_valley():
    calm, wild = shown(), shown(schedule="constant", eta0=5.0, epochs=20)
    assert wild.walk.diverged > 0
    assert np.abs(wild.v).max() > 1e100
    land, usual = landscape(wild, "w1, w2"), landscape(calm, "w1, w2")
    assert np.ptp(land.x) < 20.0 * np.ptp(usual.x)
