"""Runs that others have published or worked out by hand, update for update."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold, train_test_split

from svmcore import SubgradientSVC
from svmcore.descent.methods import METHODS, Descent, change_descent
from svmcore.descent.optimum import optimum, radius, street
from svmcore.descent.places import Coordinates, Kernels
from svmcore.descent.plan import Constant, PegasosRate, Plan
from svmcore.descent.rules import Mirror
from svmcore.descent.walk import walk
from svmcore.kernels import RBF
from svmcore.losses import LOSSES, Hinge
from svmcore.objective import CONVENTIONS, Objective, PerceptronLoss


def signed(labels):
    return 2.0 * labels - 1.0


def blobs(n=80, seed=0, **more):
    X, labels = make_blobs(n, centers=2, random_state=seed, **more)
    return X, signed(labels)


def value(cost, w, b, X, y):
    margins = (y * (X @ w + b))[None]
    return float(cost.terms(margins, np.array([w @ w]), np.array([b])).total[0])


def test_the_cost_of_a_machine_worked_out_by_hand():
    """w = 2, b = 1; x = 1/2 and 5/2 of classes -1 and +1; C = 1: (1 + 4)/2 + (3 + 0)/2 = 4."""
    cost = CONVENTIONS["average"].objective(1.0, 2, Hinge())
    X, y = np.array([[0.5], [2.5]]), np.array([-1.0, 1.0])
    assert value(cost, np.array([2.0]), 1.0, X, y) == 4.0
    in_w, in_b = cost.gradient(np.array([2.0]), 1.0, X, y)
    # the first point alone is short: w + x/2 and b + 1/2
    assert in_w.tolist() == [2.25]
    assert in_b == 1.5


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("name", CONVENTIONS)
def test_gradients_by_finite_differences(name, loss):
    X, y = blobs(30, cluster_std=3.0)
    cost = CONVENTIONS[name].objective(0.7, len(y), LOSSES[loss]())
    rng, h = np.random.default_rng(1), 1e-6
    for _ in range(20):
        w, b = rng.standard_normal(2), float(rng.standard_normal())
        assert np.abs(y * (X @ w + b) - 1.0).min() > 1e-4, "a point at the kink"
        in_w, in_b = cost.gradient(w, b, X, y)
        for k in range(3):
            d = h * np.eye(3)[k]
            up, down = (value(cost, w + s * d[:2], b + s * d[2], X, y) for s in (1.0, -1.0))
            assert [*in_w, in_b][k] == pytest.approx((up - down) / (2.0 * h), rel=1e-5, abs=1e-6)


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


@pytest.mark.parametrize("bias_inside", [True, False])
@pytest.mark.parametrize("kernel", [None, RBF(0.5)])
def test_mirror_descent_is_pegasos_update_for_update(kernel, bias_inside):
    X, y = blobs(cluster_std=3.0)
    place = Coordinates(X, y) if kernel is None else Kernels(kernel(X, X), y)
    cost, plan = Objective(0.05, 1.0, bias_inside), Plan(len(y), 10, seed=3)
    one = walk(place, cost, plan, PegasosRate())
    other = walk(place, cost, plan, PegasosRate(), rule=Mirror())
    scale = np.abs(one.v).max()
    np.testing.assert_allclose(one.v, other.v, rtol=1e-10, atol=1e-12 * scale)
    np.testing.assert_allclose(one.b, other.b, rtol=1e-10, atol=1e-12 * np.abs(one.b).max())


@pytest.mark.parametrize("seed", range(12))
def test_the_perceptron_makes_no_more_mistakes_than_novikoff_allows(seed):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, (60, 2))
    gap = X @ [0.6, -0.8] + 0.1
    X, y = X[np.abs(gap) > 0.05], np.sign(gap[np.abs(gap) > 0.05])
    place = Coordinates(X, y)
    plan = Plan(len(y), 400, seed=seed)
    run = walk(place, Objective(0.0, 1.0, False, PerceptronLoss()), plan, Constant(), 1.0)
    mistakes = int((run.v != run.v_before).any(axis=1).sum())
    limit = (radius(place) / street(place)) ** 2
    assert 0 < mistakes <= limit
    assert (y * (X @ run.v[-1] + run.b[-1]) > 0.0).all()
    assert radius(place) == pytest.approx(np.sqrt((X**2).sum(1) + 1.0).max())
    # no machine has a wider street than the one the bound is made of: so says scikit-learn too
    longer = np.column_stack([X, np.ones(len(X))])
    for w in rng.standard_normal((200, 3)):
        assert (y * (longer @ w)).min() / np.linalg.norm(w) <= street(place) * (1.0 + 1e-9)


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
