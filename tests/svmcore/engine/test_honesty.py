"""Where digits end, the word "optimal" ends too: proofs are those of the machine handed out."""

import warnings
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from svmcore import (
    SVC,
    SVR,
    JointSVC,
    LinearSVC,
    LinearSVR,
    NuSVR,
    OneClassSVM,
    OneVsRestSVC,
    Status,
    solve,
)
from svmcore.engine import FeatureSpace, KernelSpace, classification, regression, space_of, train
from svmcore.engine.certified import Certified, result_of
from svmcore.engine.methods import decomposition
from svmcore.engine.tasks import State
from svmcore.kernels import RBF
from svmcore.problems.certificate import Certificate
from svmcore.problems.formulations import DualProblem
from svmcore.solvers import SMO
from tests.helpers.grids import grid
from tests.helpers.samples import sample


def fitted(machine, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the status says it, too
        return machine.fit(X, y)


def asked(machine, X, y):
    """Why there is no such machine, or nothing."""
    try:
        fitted(machine, X, y)
    except ValueError as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("kind", ["classes", "targets"])
def test_working_sets_that_cannot_be_solved_prove_nothing(monkeypatch, kind):
    """More undecided points than are solved for: the scores of the factor are not those of K."""
    monkeypatch.setattr(decomposition, "MAX_VARIABLES", 30)
    X, y = sample("moons", 700)
    task = classification(y, np.full(700, 10.0))
    if kind == "targets":
        task = regression(np.sin(3.0 * X[:, 0]), np.full(700, 100.0), 0.001)
    space = KernelSpace(RBF(2.0), X)
    answer = train(space, task, solver="interior_point")
    scores = RBF(2.0)(X, X) @ task.coef(answer.alpha)
    proof = task.certify(answer.alpha, scores, answer.v)
    assert answer.certificate.relative_gap == pytest.approx(proof.relative_gap, abs=1e-9)
    assert (answer.status is Status.OPTIMAL) == (proof.relative_gap <= 1e-6)


@pytest.mark.parametrize(
    ("X", "degree", "C"),
    [
        (np.random.default_rng(0).normal(size=(60, 3)) * 1e-8, 3, np.inf),
        (np.random.default_rng(0).normal(size=(60, 3)) + 1e6, 2, np.inf),
        (np.random.default_rng(0).normal(size=(60, 3)) + 1e5, 2, 1.0),
    ],
    ids=["tiny", "far", "far and soft"],
)
def test_a_polynomial_is_judged_as_it_is_evaluated(X, degree, C):
    """Coordinates have the digits, the kernel that f is made of has not."""
    y = np.where(X[:, 0] > np.median(X[:, 0]), 1.0, -1.0)
    machine = SVC(C=C, kernel="poly", degree=degree, gamma=1.0, coef0=1.0)
    assert asked(machine, X, y) == ""
    f = y * machine.decision_function(X)
    dual = machine.certificate_.dual
    if np.isinf(C):
        primal = dual / f.min() ** 2 if f.min() > 0.0 else np.inf
    else:
        primal = dual + C * np.maximum(0.0, 1.0 - f).sum()
    reached = primal - dual <= 1e-6 * abs(dual)
    assert reached or machine.status_ is not Status.OPTIMAL


def test_nothing_is_worse_than_no_machine():
    """K up to 1e15, C = 1: what cannot be solved is not made worse by trying."""
    rng = np.random.default_rng(0)
    X = 10.0 * rng.normal(size=(120, 2))
    y = np.where(np.sin(X[:, 0] / 5.0) + 0.3 * rng.normal(size=120) > 0.0, 1.0, -1.0)
    words = {"kernel": "poly", "degree": 5, "gamma": 1.0, "coef0": 1.0}
    machine = fitted(SVC(C=1.0, **words), X, y)
    nobody = 2.0 * min((y > 0.0).sum(), (y < 0.0).sum())
    assert machine.certificate_.primal <= nobody
    tube = fitted(SVR(C=1.0, **words), X, y)
    assert tube.certificate_.primal <= 0.9 * len(y) + 1e-9


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        ([[0.0], [1e-8]], [0, 1], {"gamma": 1.0}),
        (
            [[-15000.0], [-5000.0], [5000.0], [15000.0]],
            [0, 1, 0, 1],
            {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0},
        ),
        (
            [[1e5, -1e-8], [-2e5, -1e-8], [3e5, 1e-8], [-1e5, 1e-8]],
            [0, 0, 1, 1],
            {"kernel": "linear"},
        ),
    ],
    ids=["near points", "a cubic", "a small coordinate"],
)
def test_what_can_be_separated_is_not_called_inseparable(X, y, words):
    machine = SVC(C=np.inf, **words)
    refusal = asked(machine, X, y)
    assert "numerically inseparable" in refusal or (machine.predict(X) == y).all()


Z = np.random.default_rng(0).normal(size=(150, 4))
TARGETS = Z @ [1.0, 2.0, -1.0, 0.5] + np.sin(3.0 * Z[:, 0])
STARVED = {
    "SVC": (SVC, {}, {"gamma": 1.0}, {"kernel": "linear"}),
    "SVR": (SVR, {}, {"gamma": 1.0}, {"kernel": "linear"}),
    "NuSVR": (NuSVR, {}, {"kernel": "linear"}),
    "OneVsRestSVC": (OneVsRestSVC, {}),
    "JointSVC": (JointSVC, {}, {"loss": "weston_watkins"}),
    "LinearSVC": (LinearSVC, {}, {"loss": "hinge"}, {"penalty": "l1"}),
    "LinearSVR": (LinearSVR, {}, {"loss": "squared_epsilon_insensitive"}),
}


def without_model(name, loss, C):
    """The cost of w = 0, with the best b (LinearSVC and LinearSVR: with b = 0)."""
    if name in ("NuSVR", "OneVsRestSVC", "JointSVC"):
        return np.inf  # their score alone is looked at
    if name == "LinearSVR":
        return C * (np.square(TARGETS) if loss else np.abs(TARGETS)).sum()
    if name == "LinearSVC":
        return C * len(Z)
    if name == "SVC":
        return 2.0 * C * min((TARGETS > 0.0).sum(), (TARGETS <= 0.0).sum())
    kinks = np.concatenate([TARGETS - 0.1, TARGETS + 0.1])
    return C * min(np.maximum(np.abs(TARGETS - b) - 0.1, 0.0).sum() for b in kinks)


CHOOSE = [*product(("SVC", "SVR", "NuSVR"), ("smo", "interior_point"))]


@pytest.mark.parametrize(("name", "solver"), [*((name, "auto") for name in STARVED), *CHOOSE])
def test_a_short_budget_gives_the_best_model_so_far(name, solver):
    """Never an empty one, nor one that costs more than w = 0."""
    kind, *variants = STARVED[name]
    y = TARGETS if kind in (SVR, NuSVR, LinearSVR) else np.where(TARGETS > 0.0, 1, 0)
    if name in ("OneVsRestSVC", "JointSVC"):
        y = np.digitize(TARGETS, [-1.0, 1.0])
    for C, budget, words in product((1.0, 1000.0), (1, 8), variants):
        own = {"solver": solver} if solver != "auto" else {}
        machine = fitted(kind(C=C, max_iter=budget, **own, **words), Z, y)
        weights = machine.coef_ if name.startswith("Linear") else machine.dual_coef_
        assert np.any(weights), (C, budget, words)
        worst = without_model(name, words.get("loss") and name == "LinearSVR", C)
        assert machine.certificate_.primal <= worst * (1.0 + 1e-12), (C, budget, words)


@dataclass(frozen=True)
class Claimed:
    """tanh, which says that it is positive semi-definite and is not."""

    title: ClassVar[str] = "Claimed"
    gamma: float
    psd: bool = True
    formula: str = "tanh"

    def __call__(self, X, Z):
        return np.tanh(self.gamma * X @ Z.T - 1.0)


def test_a_certificate_that_contradicts_itself_is_not_called_optimal():
    """|w|^2 < 0 at a point that fulfils all conditions, with no gap."""
    y = np.where(TARGETS > 0.0, 1.0, -1.0)
    answer = train(space_of(Claimed(1.0), Z), classification(y, np.full(len(y), 1000.0)))
    assert answer.certificate.margin_term < 0.0
    assert abs(answer.certificate.relative_gap) < 1e-6
    assert answer.status is Status.STALLED
    dual = DualProblem(Claimed(1.0)(Z, Z), y, np.full(len(y), 1000.0))
    assert solve(dual, SMO(), tol=1e-4).status is not Status.OPTIMAL


@pytest.mark.parametrize("kind", [SVC, NuSVR, OneClassSVM, OneVsRestSVC])
def test_a_kernel_that_is_not_what_it_claims_is_named(kind):
    y, gamma = TARGETS if kind is NuSVR else np.where(TARGETS > 0.0, 1, 0), 0.1
    with pytest.warns(
        UserWarning, match="Claimed declares psd=True, but its matrix has an"
    ) as caught:
        machine = kind(kernel=Claimed(gamma)).fit(Z, y)
    assert caught[0].filename == __file__
    assert machine.status_ is not Status.OPTIMAL
    honest = kind(kernel=Claimed(gamma, psd=False))
    f = fitted(honest, Z, y).predict(Z)
    np.testing.assert_allclose(f, machine.predict(Z), atol=1e-3 * np.abs(f).max())


@pytest.mark.parametrize(
    ("terms", "wrong"),
    [
        ((1.0, 1.0, 2.0), False),
        ((1.0, 1.0, 2.0 + 1e-10), False),
        ((1.0, 1.0, 2.1), True),
        ((-1.0, 3.0, 2.0), True),
        ((np.nan, 1.0, 1.0), True),
    ],
)
def test_contradictions(terms, wrong):
    assert Certificate(*terms, 0.0, 0.0).contradicts_itself(1e-6) == wrong


SCALES = [1e-8, 1e-3, 1e4, 1e8]
COSTS = [1e-3, 1.0, 1e6]
LONG = np.longdouble


def gap(machine, X, loss, linear):
    """Relative, from the attributes alone: the primal value of coef_, the dual value of dual_coef_.

    loss takes f at the points, linear takes the coefficients of the support vectors.
    """
    w, coef = machine.coef_[0].astype(LONG), machine.dual_coef_[0].astype(LONG)
    of_coef = coef @ (X[machine.support_].astype(LONG) - X.mean(0))
    primal = 0.5 * w @ w + loss(X.astype(LONG) @ w + machine.intercept_[0])
    dual = linear(coef) - 0.5 * of_coef @ of_coef
    return float((primal - dual) / abs(dual))


@pytest.mark.parametrize(("offset", "scale", "C"), grid([0.0, 1e6], SCALES, COSTS))
def test_regression(scale, offset, C):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    z = X[:, 0] + 0.3 * rng.normal(size=100)
    X = scale * (X + offset) if scale > 1.0 else scale * X
    machine = SVR(kernel="linear", C=C).fit(X, z)
    assert machine.status_ is Status.OPTIMAL
    there = z[machine.support_]

    def loss(f):
        return C * np.maximum(0.0, np.abs(z - f) - 0.1).sum()

    found = gap(machine, X, loss, lambda coef: there @ coef - 0.1 * np.abs(coef).sum())
    assert abs(found) <= 1e-6


@pytest.mark.parametrize("scale", [1.0, 1e10])
def test_a_value_is_not_0_because_the_data_are_large(scale):
    """Half of the cost is not proved: no rounding error of K excuses that."""
    X, y = sample("blobs", 80)
    task = classification(y, np.ones(80))
    a = task.feasible(np.full(80, 0.5))
    half = Certificate(0.0, 1.0, 0.5, violation=1e-9, infeasibility=0.0)
    found = Certified(State(a, np.zeros(80), np.zeros(1)), half)
    answer = result_of(FeatureSpace(scale * X), task, found, 1e-6, 1, 2)
    assert answer.status is Status.STALLED
