"""LinearSVC and LinearSVR against scikit-learn's, which stop a little above the same optimum."""

from __future__ import annotations

import itertools
from inspect import signature

import numpy as np
import pytest
from sklearn import svm
from sklearn.base import clone
from sklearn.linear_model import SGDClassifier

import svmcore
from svmcore import LinearSVC, LinearSVR, Status, SubgradientSVC
from tests.helpers.grids import grid

RNG = np.random.default_rng(5)
X = RNG.normal(size=(60, 4)) + 0.7
Z = X @ [1.0, -2.0, 0.0, 0.5] + 0.5 * RNG.normal(size=60) + 1.5
TWO = np.where(Z > 1.0, "yes", "no")
THREE = np.digitize(Z, [0.0, 2.0])
W = RNG.uniform(0.2, 3.0, 60)
W[::7] = 0.0
NAMES = ["SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "LinearSVC", "LinearSVR"]
TIGHT = {"tol": 1e-9, "max_iter": 20_000, "random_state": 0}

pytestmark = pytest.mark.filterwarnings("ignore:Liblinear failed to converge")

CASES = [
    ("l2", "squared_hinge", "ovr"),
    ("l2", "hinge", "ovr"),
    ("l1", "squared_hinge", "ovr"),
    ("l2", "squared_hinge", "crammer_singer"),
]
INTERCEPTS = [
    {},
    {"fit_intercept": False},
    {"intercept_scaling": 5.0},
    {"intercept_scaling": 0.3, "C": 20.0},
]
LOSSES = {
    "epsilon_insensitive": lambda t: np.maximum(0.0, t),
    "squared_epsilon_insensitive": lambda t: np.maximum(0.0, t) ** 2,
}


def paid_for_weights(machine, penalty="l2"):
    """What the objective has beside the losses."""
    b = machine.intercept_ / machine.intercept_scaling
    if penalty == "l1":
        return np.abs(machine.coef_).sum() + np.abs(b).sum()
    return 0.5 * (machine.coef_**2).sum() + 0.5 * (b**2).sum()


def same(ours, theirs, atol):
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=atol)
    np.testing.assert_allclose(
        ours.intercept_, np.broadcast_to(theirs.intercept_, ours.intercept_.shape), atol=atol
    )
    assert ours.status_ is Status.OPTIMAL
    assert ours.certificate_.relative_gap <= 1e-6


@pytest.mark.parametrize(
    ("case", "intercept"), grid(CASES, INTERCEPTS, also=[(CASES[3], INTERCEPTS[1])])
)
def test_classification(case, intercept):
    penalty, loss, multi_class = case
    given = {"penalty": penalty, "loss": loss, "multi_class": multi_class, **intercept}
    for y, weight, factors in (
        (TWO, None, None),
        (TWO, W, "balanced"),
        (THREE, None, {1: 3.0}),
        (THREE, W, "balanced"),
    ):
        ours = LinearSVC(class_weight=factors, **given).fit(X, y, weight)
        if factors == "balanced":  # older versions of scikit-learn count no sample weights here
            sums = np.bincount(np.unique(y, return_inverse=True)[1], weight)
            np.testing.assert_allclose(ours.class_weight_, sums.sum() / (len(sums) * sums))
            factors = dict(zip(ours.classes_, ours.class_weight_, strict=True))
        theirs = svm.LinearSVC(class_weight=factors, **given, **TIGHT).fit(X, y, weight)
        same(ours, theirs, 2e-5)
        assert ours.fit_intercept == ours.intercept_.any()
        there = theirs.decision_function(X)
        np.testing.assert_allclose(ours.decision_function(X), there, atol=1e-4)
        if penalty == "l1":
            np.testing.assert_array_equal(ours.coef_ == 0.0, theirs.coef_ == 0.0)


@pytest.mark.parametrize(("loss", "intercept"), grid(list(LOSSES), INTERCEPTS))
def test_regression(loss, intercept):
    for epsilon, weight in ((0.0, None), (0.4, W)):
        ours = LinearSVR(loss=loss, epsilon=epsilon, **intercept).fit(X, Z, weight)
        theirs = svm.LinearSVR(loss=loss, epsilon=epsilon, **intercept, **TIGHT)
        same(ours, theirs.fit(X, Z, weight), 5e-5)
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=2e-4)
        off = np.abs(Z - ours.predict(X)) - epsilon
        weights = ours.C * (np.ones(60) if weight is None else weight)
        value = paid_for_weights(ours) + weights @ LOSSES[loss](off)
        assert ours.certificate_.primal == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("case", CASES[:3])
def test_the_certificate_is_about_this_objective(case):
    penalty, loss, _ = case
    machine = LinearSVC(penalty, loss, intercept_scaling=2.0, C=3.0).fit(X, TWO)
    short = np.maximum(0.0, 1.0 - np.where(TWO == "yes", 1.0, -1.0) * machine.decision_function(X))
    losses = short if loss == "hinge" else short**2
    value = paid_for_weights(machine, penalty) + 3.0 * losses.sum()
    assert machine.certificate_.primal == pytest.approx(value, rel=1e-9)


def test_a_free_intercept_is_the_limit_of_a_cheap_one():
    for given in (("l2", "hinge"), ("l2", "squared_hinge"), ("l1", "squared_hinge")):
        free = LinearSVC(*given, intercept_scaling=np.inf).fit(X, TWO)
        cheap = LinearSVC(*given, intercept_scaling=1e6 if given[0] == "l1" else 1e3).fit(X, TWO)
        same(free, cheap, 1e-4)
        moved = LinearSVC(*given, intercept_scaling=np.inf).fit(X - 9.0, TWO)
        np.testing.assert_allclose(moved.coef_, free.coef_, atol=1e-7)
    for loss in LOSSES:
        free = LinearSVR(loss=loss, intercept_scaling=np.inf).fit(X, Z)
        same(free, LinearSVR(loss=loss, intercept_scaling=1e3).fit(X, Z), 1e-4)
        moved = LinearSVR(loss=loss, intercept_scaling=np.inf).fit(X - 9.0, Z + 5.0)
        np.testing.assert_allclose(moved.predict(X - 9.0), free.predict(X) + 5.0, atol=1e-5)


def outcome(estimator, y):
    try:
        estimator.fit(X, y)
    except ValueError as error:
        return str(error)
    return "fitted"


def test_the_same_combinations_are_refused_in_the_same_words():
    for penalty, loss, dual, way in itertools.product(
        ("l1", "l2"), ("hinge", "squared_hinge"), (True, False, "auto"), ("ovr", "crammer_singer")
    ):
        given = {"penalty": penalty, "loss": loss, "dual": dual, "multi_class": way}
        ours, theirs = (outcome(kind(**given), TWO) for kind in (LinearSVC, svm.LinearSVC))
        # "auto" is True or False by then in scikit-learn's sentence
        assert ours == theirs or (dual == "auto" and ours[:90] == theirs[:90]), given
    for loss, dual in itertools.product(LOSSES, (True, False, "auto")):
        ours, theirs = (
            outcome(kind(loss=loss, dual=dual), Z) for kind in (LinearSVR, svm.LinearSVR)
        )
        assert ours == theirs


@pytest.mark.parametrize("name", NAMES)
def test_the_same_parameters_in_the_same_order_with_the_same_defaults(name):
    """But for tol and max_iter, whose meaning is another one."""
    ours, theirs = (signature(getattr(module, name)).parameters for module in (svmcore, svm))
    assert list(ours) == [*theirs, "solver", "time_limit", "callback"]
    assert [p.kind for p in theirs.values()] == [ours[key].kind for key in theirs]
    differing = {key for key in theirs if ours[key].default != theirs[key].default}
    assert "tol" in differing
    assert differing <= {"tol", "max_iter", "probability"}
    assert {p.default for p in (ours | theirs).values() if p.name == "probability"} <= {
        False,
        "deprecated",
    }


def test_a_descent_has_the_order_of_scikit_learns():
    ours, theirs = (list(signature(kind).parameters) for kind in (SubgradientSVC, SGDClassifier))
    assert [name for name in ours if name in theirs] == [name for name in theirs if name in ours]
    assert "C" in ours[:3]


def test_verbose_and_random_state_are_accepted(capsys: pytest.CaptureFixture[str]):
    for machine, y in ((LinearSVC(verbose=1), TWO), (LinearSVR(verbose=2), Z)):
        name = type(machine).__name__
        machine.fit(X, y)
        assert capsys.readouterr().out.startswith(f"{name}: optimal, relative gap ")
        again = clone(machine).set_params(verbose=0, random_state=np.random.RandomState(1))
        np.testing.assert_array_equal(again.fit(X, y).coef_, machine.coef_)
        assert capsys.readouterr().out == ""


def test_weights_are_kept_as_a_sparse_matrix_and_as_an_array_again():
    model = LinearSVC(penalty="l1", dual=False, C=0.02).fit(X, TWO)
    weights, values = model.coef_.copy(), model.decision_function(X)
    assert model.sparsify().coef_.nnz == np.count_nonzero(weights) < weights.size
    np.testing.assert_allclose(model.decision_function(X), values, rtol=1e-12)
    np.testing.assert_array_equal(model.densify().densify().coef_, weights)
