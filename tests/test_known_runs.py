"""Runs that others have published or programmed, and the optimum that all runs must approach."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold, train_test_split

from svmcore import SubgradientSVC
from svmcore.descent.methods import METHODS, Descent, change_descent
from svmcore.descent.optimum import optimum
from svmcore.descent.places import Coordinates, Kernels
from svmcore.descent.plan import Constant, Plan
from svmcore.descent.walk import walk
from svmcore.kernels import RBF
from svmcore.objective import Objective, PerceptronLoss


def signed(labels):
    return 2.0 * labels - 1.0


def blobs(n=80, seed=0, **more):
    X, labels = make_blobs(n, centers=2, random_state=seed, **more)
    return X, signed(labels)


def value(cost, w, b, X, y):
    margins = (y * (X @ w + b))[None]
    return float(cost.terms(margins, np.array([w @ w]), np.array([b])).total[0])


def test_descent_on_two_far_blobs_lowers_the_cost_every_epoch():
    X, y = blobs(600, seed=42)
    for seed in range(5):
        learn, test, y_learn, y_test = train_test_split(X, y, test_size=0.3, random_state=seed)
        machine = SubgradientSVC(
            C=100.0,
            objective="average",
            learning_rate="constant",
            eta0=1e-6,
            max_iter=10,
            shuffle=False,
            tol=None,
        ).fit(learn, y_learn)
        costs = machine.cost_curve_
        assert len(costs) == 10
        assert (np.diff(costs) < 0.0).all()
        assert 25.0 < costs[0] < 33.0
        assert 0.7 < costs[-1] < 1.3
        assert machine.score(test, y_test) == 1.0


def test_a_published_area_under_the_curve():
    """1000 epochs in the order of the data, on ||w||^2 + C/N sum, of hard predictions."""
    X, labels = make_blobs(n_samples=500, n_features=2, centers=2, random_state=10, cluster_std=4)
    machine = SubgradientSVC(
        C=1.0,
        objective="square",
        learning_rate="constant",
        eta0=1e-3,
        max_iter=1000,
        shuffle=False,
        tol=None,
    )
    areas = []
    for learn, test in KFold(n_splits=5).split(X):
        said = machine.fit(X[learn], labels[learn]).predict(X[test])
        areas.append(roc_auc_score(labels[test], said))
    assert np.mean(areas) == pytest.approx(0.9777349997637123, abs=1e-12)


def test_update_for_update_with_scikit_learns_perceptron():
    X, y = blobs(cluster_std=4.0)
    for epochs in (1, 3, 10):
        theirs = Perceptron(shuffle=False, tol=None, max_iter=epochs).fit(X, y)
        run = walk(
            Coordinates(X, y),
            Objective(0.0, 1.0, False, PerceptronLoss()),
            Plan(len(y), epochs, shuffle=False),
            Constant(),
            1.0,
        )
        np.testing.assert_allclose(run.v[-1], theirs.coef_[0], rtol=1e-10, atol=1e-10)
        assert run.b[-1] == pytest.approx(theirs.intercept_[0], abs=1e-10)


def test_update_for_update_with_scikit_learns_sgd():
    """Theirs is alpha/2 |w|^2 + loss, the bias not penalised; it shrinks w before it pushes."""
    X, y = blobs(cluster_std=4.0)
    for epochs in (1, 4):
        theirs = SGDClassifier(
            alpha=0.1,
            learning_rate="constant",
            eta0=0.01,
            shuffle=False,
            tol=None,
            max_iter=epochs,
        ).fit(X, y)
        run = walk(
            Coordinates(X, y),
            Objective(0.1, 1.0, False),
            Plan(len(y), epochs, shuffle=False),
            Constant(),
            0.01,
        )
        np.testing.assert_allclose(run.v[-1], theirs.coef_[0], rtol=1e-9)
        assert run.b[-1] == pytest.approx(theirs.intercept_[0], rel=1e-9)


# epochs, and the updates by which the rate is late
BUDGETS = {"gd": (300, 20), "minibatch": (200, 30), "sgd": (200, 200)}
BUDGETS |= {"pegasos": (200, 0), "mirror": (200, 0)}


@pytest.mark.parametrize("space", ["plane", "kernel"])
@pytest.mark.parametrize("method", BUDGETS)
def test_all_descents_approach_the_exact_optimum(method, space):
    """The cost is at most a thousandth above the optimum after the stated number of epochs."""
    X, y = blobs(40, cluster_std=3.0, seed=1)
    X = X / X.std(0)
    place = Coordinates(X, y) if space == "plane" else Kernels(RBF(0.5)(X, X), y)
    how = change_descent(Descent(), method=method, objective="lambda", order="shuffled")
    cost = how.cost(0.2, len(y))
    epochs, late = BUDGETS[method]
    plan = Plan(len(y), epochs, how.plan(len(y), 0).batch_size, seed=0)
    schedule = Falling(late)
    run = walk(
        place,
        cost,
        plan,
        schedule,
        1.0,
        rule=METHODS[method].rule,
        moments=[plan.total],
    )
    v, b = optimum(place, cost)

    def at(v, b):
        margins = (y * (place.all_scores(v[None])[0] + b))[None]
        return float(cost.terms(margins, place.square(v[None]), np.array([b])).total[0])

    best = at(v, b)
    reached = at(run.v[-1], run.b[-1])
    assert best * (1.0 - 1e-9) <= reached <= best * 1.001
    assert at(np.zeros(place.size), 0.0) > 1.5 * best


class Falling:
    """1 / (rho (t + late)): the rate of Pegasos without its first leaps."""

    title = formula = ""

    def __init__(self, late):
        self.late = late

    def __call__(self, t, eta0, rho):
        return 1.0 / (rho * (t + self.late))
