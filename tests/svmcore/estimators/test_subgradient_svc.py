"""SubgradientSVC: known results, scikit-learn's own descents, streams, and how it ends."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.utils.class_weight import compute_class_weight

from svmcore import Status, SubgradientSVC
from svmcore.objective import CONVENTIONS
from tests.helpers.descent_samples import overlapping, separable
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses

ORDERED = {"shuffle": False, "tol": None, "random_state": 0}


THEIRS = {"constant": 0.0, "inverse_sqrt": 0.5, "inverse": 1.0}  # their power of 1 / t


@pytest.mark.parametrize(("way", "rate"), grid(CONVENTIONS, THEIRS))
def test_scikit_learns_descent_update_by_update(way, rate):
    """Their w <- (1 - eta alpha) w + eta y x: alpha = rho / kappa, their eta = kappa eta.

    Their bias is not penalised; where ours is, they get it as a coordinate that is always 1. Their
    own mean of all machines loses digits: ours is compared with the mean of theirs, one by one.
    """
    X, y = overlapping(50, 3)
    convention = CONVENTIONS[way]
    constant = convention.constant_of(0.02, 50)
    rho, kappa = convention.factors(constant, 50)
    eta0 = 0.3 / kappa
    longer = np.column_stack([X, np.ones(50)]) if convention.bias_inside else X
    ours = SubgradientSVC(objective=way, C=constant, learning_rate=rate, eta0=eta0, **ORDERED)
    theirs = SGDClassifier(
        alpha=rho / kappa,
        learning_rate="invscaling",
        power_t=THEIRS[rate],
        eta0=kappa * eta0,
        fit_intercept=not convention.bias_inside,
        **ORDERED,
    )
    for epochs in (1, 2, 6):
        here = ours.set_params(max_iter=epochs).fit(X, y)
        there = theirs.set_params(max_iter=epochs).fit(longer, y)
        assert apart(here, machine_of(there)) <= 1e-10
        assert here.t_ == there.t_ - 1.0 == 50 * epochs
    step, each = clone(theirs), []
    for k in range(100):
        row = slice(k % 50, k % 50 + 1)
        each.append(machine_of(step.partial_fit(longer[row], y[row], classes=[-1.0, 1.0])))
    ours.set_params(average=True, max_iter=2)
    assert apart(ours.fit(X, y), np.mean(each, axis=0)) <= 1e-10


def machine_of(estimator):
    return np.append(estimator.coef_[0], estimator.intercept_)[:4]


def apart(ours, there):
    return np.abs(machine_of(ours) - there).max() / np.abs(there).max()


@pytest.mark.parametrize(("way", "d"), [("average", 2), ("square", 5), ("lambda", 2)])
def test_scikit_learns_perceptron(way, d):
    parameters = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
    for X, y in (overlapping(60, d), separable(60, d)):
        for epochs in (1, 3, 20):
            ours = SubgradientSVC(objective=way, max_iter=epochs, **parameters, **ORDERED).fit(X, y)
            theirs = Perceptron(eta0=1.0, max_iter=epochs, **ORDERED).fit(X, y)
            np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-10)
            np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-10)


def test_a_warm_start_goes_on():
    X, y = overlapping(80, 2)
    for average in (False, True):
        parameters = {"shuffle": False, "average": average, "C": 30.0}
        whole = SubgradientSVC(max_iter=12, **parameters).fit(X, y)
        halves = SubgradientSVC(max_iter=6, warm_start=True, **parameters).fit(X, y).fit(X, y)
        np.testing.assert_allclose(halves.coef_, whole.coef_, rtol=1e-11)
        np.testing.assert_allclose(halves.cost_curve_, whole.cost_curve_[6:], rtol=1e-11)
        assert (halves.t_, halves.n_iter_) == (960, 6)
        cold = halves.set_params(warm_start=False).fit(X, y)
        np.testing.assert_allclose(cold.cost_curve_, whole.cost_curve_[:6], rtol=1e-11)
    halves.set_params(warm_start=True, average=False)
    refuses("average must stay True while training goes on", lambda: halves.fit(X, y))
    halves.set_params(average=True)
    refuses("warm_start needs the classes [-1.  1.]", lambda: halves.fit(X, y + 1.0))
    refuses("expecting 2 features", lambda: halves.fit(np.column_stack([X, X]), y))


def test_seeds_and_orders():
    X, y = overlapping(80, 2)
    first, again = (SubgradientSVC(random_state=3, max_iter=5).fit(X, y) for _ in range(2))
    other = SubgradientSVC(random_state=4, max_iter=5).fit(X, y)
    np.testing.assert_array_equal(first.coef_, again.coef_)
    assert (first.coef_ != other.coef_).any()
    # what tol ends is the beginning of what it does not
    whole = SubgradientSVC(random_state=3, max_iter=400, C=10.0).fit(X, y)
    short = clone(whole).set_params(tol=1e-3, n_iter_no_change=3).fit(X, y)
    assert short.status_ is Status.STALLED
    assert whole.status_ is Status.MAX_ITER
    assert 4 <= short.n_iter_ < 100
    np.testing.assert_array_equal(short.cost_curve_, whole.cost_curve_[: short.n_iter_])
    least = np.minimum.accumulate(short.cost_curve_)
    idle = short.cost_curve_[1:] >= (1.0 - 1e-3) * least[:-1]
    assert idle[-3:].all()
    assert not any(idle[k : k + 3].all() for k in range(len(idle) - 3))
    exact = clone(whole).set_params(max_iter=short.n_iter_, tol=None).fit(X, y)
    np.testing.assert_allclose(exact.coef_, short.coef_, rtol=1e-12)
    assert exact.t_ == short.t_
    # the cost is that of the machine that is handed out
    mean = clone(whole).set_params(average=True, max_iter=7).fit(X, y)
    for machine in (mean, exact):
        size = (machine.coef_**2).sum() + machine.intercept_[0] ** 2
        loss = np.maximum(0.0, 1.0 - y * machine.decision_function(X))
        assert machine.cost_curve_[-1] == pytest.approx(0.5 * size + 10.0 * loss.mean(), rel=1e-13)


@pytest.mark.parametrize(("shape", "average"), [("two", False), ("three", True)])
def test_what_diverges_keeps_the_last_machine(shape, average):
    X, y = load_iris(return_X_y=True)
    X, y = (X, y) if shape == "three" else (X[:100, :2], y[:100])
    parameters = {"objective": "square", "learning_rate": "constant", "shuffle": False}
    wild = SubgradientSVC(eta0=2.5, average=average, **parameters)
    with pytest.warns(ConvergenceWarning, match=r"diverged: update \d+ gives no finite model"):
        wild.fit(X, y)
    assert wild.status_ is Status.DIVERGED
    assert np.isfinite(wild.coef_).all()
    assert 1e100 < np.abs(wild.coef_).max() < 1e150
    assert wild.n_iter_ == len(wild.cost_curve_) == wild.t_ // len(y)
    # an epoch more or less than until then
    with pytest.warns(ConvergenceWarning, match=f"update {wild.t_ + 1} gives"):
        clone(wild).set_params(max_iter=wild.n_iter_ + 1).fit(X, y)
    tame = clone(wild).set_params(max_iter=wild.n_iter_).fit(X, y)
    assert tame.status_ is Status.MAX_ITER
    np.testing.assert_array_equal(tame.cost_curve_, wild.cost_curve_)


def test_streams_refuse_what_they_cannot_know():
    X, y = overlapping(20, 2)
    machine = SubgradientSVC()
    refuses("classes must be given in the first call", lambda: machine.partial_fit(X, y))
    with pytest.raises(ValueError, match="'sum' needs the number of all points"):
        SubgradientSVC(objective="sum").partial_fit(X, y, classes=[-1, 1])
    machine.partial_fit(X, y, classes=[-1, 1]).partial_fit(X[:1], y[:1])
    with pytest.raises(ValueError, match=re.escape("classes must stay [-1  1], got [1 2]")):
        machine.partial_fit(X, y, classes=[1, 2])
    with pytest.raises(ValueError, match=re.escape("y must hold the classes [-1  1], got 3.0")):
        machine.partial_fit(X, np.where(y > 0, 3.0, y))
    assert machine.t_ == 21


every_way = pytest.mark.parametrize("way", CONVENTIONS)


def machine(**words):
    usual = {"learning_rate": "constant", "eta0": 0.02, "max_iter": 40, "random_state": 0}
    return SubgradientSVC(**(usual | words))


@every_way
def test_weights_are_repeated_points_where_an_update_sees_all(way):
    X, y = overlapping(30)
    w = np.random.default_rng(0).integers(0, 4, 30)
    eta0 = 0.001 if way == "sum" else 0.02
    weighted = machine(objective=way, batch_size=None, eta0=eta0).fit(X, y, w)
    rows = np.repeat(np.arange(30), w)
    repeated = machine(objective=way, batch_size=None, eta0=eta0).fit(X[rows], y[rows])
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-9)
    np.testing.assert_allclose(weighted.intercept_, repeated.intercept_, rtol=1e-9)
    np.testing.assert_allclose(weighted.cost_curve_, repeated.cost_curve_, rtol=1e-9)


def theirs(C, eta0, **words):
    """scikit-learn's descent on |w|^2 + C mean loss: alpha/2 |w|^2 + mean loss, times C."""
    return SGDClassifier(
        alpha=2.0 / C, learning_rate="constant", eta0=C * eta0, shuffle=False, tol=None, **words
    )


def uneven(n):
    weight = np.random.default_rng(4).uniform(0.2, 3.0, n)
    return weight / weight.mean()


CLASS_WEIGHTS = [{0: 3.0}, {0: 0.2, 1: 1.7}, "balanced"]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("asked", CLASS_WEIGHTS, ids=str)
def test_class_weights_are_those_of_sgd_classifier(asked, classes):
    X, _ = overlapping(40)
    y = (np.arange(40) % 7) % classes
    for weight in (None, uneven(40)):
        ours = machine(objective="square", C=0.5, shuffle=False, max_iter=4, class_weight=asked)
        found = ours.fit(X, y, weight)
        there = theirs(0.5, 0.02, max_iter=4, class_weight=asked).fit(X, y, sample_weight=weight)
        np.testing.assert_allclose(found.coef_, there.coef_, rtol=1e-9)
        np.testing.assert_allclose(found.intercept_, there.intercept_, rtol=1e-9)
        expected = compute_class_weight(asked, classes=np.unique(y), y=y)
        np.testing.assert_allclose(found.class_weight_, expected)


def test_a_stream_with_weights_is_that_of_sgd_classifier():
    X, _ = overlapping(40)
    y = (np.arange(40) % 7) % 3
    weight, asked = np.random.default_rng(4).uniform(0.2, 9.0, 40), {0: 0.2, 1: 1.7}
    ours = machine(objective="square", C=0.5, shuffle=False, class_weight=asked)
    there = theirs(0.5, 0.02, class_weight=asked)
    for first in range(0, 40, 10):
        some = slice(first, first + 10)
        ours.partial_fit(X[some], y[some], classes=[0, 1, 2], sample_weight=weight[some])
        there.partial_fit(X[some], y[some], classes=[0, 1, 2], sample_weight=weight[some])
        np.testing.assert_allclose(ours.coef_, there.coef_, rtol=1e-9)
        np.testing.assert_allclose(ours.intercept_, there.intercept_, rtol=1e-9)
    np.testing.assert_array_equal(ours.class_weight_, [0.2, 1.7, 1.0])


def test_a_stream_leaves_out_rows_without_weight():
    X, y = overlapping(20)
    weight = np.ones(20)
    weight[[3, 8]] = 0.0, -1.0
    with_them = machine().partial_fit(X, y, [-1, 1], weight)
    left = weight > 0.0
    without = machine().partial_fit(X[left], y[left], [-1, 1])
    np.testing.assert_array_equal(with_them.coef_, without.coef_)
    assert with_them.t_ == 18
    with pytest.raises(ValueError, match="all samples have zero or negative weights"):
        with_them.partial_fit(X, y, sample_weight=-weight * left)
