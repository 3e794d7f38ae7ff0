"""Where digits end, the word "optimal" ends too: proofs are those of the machine handed out."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from pages.state.experiment import Experiment, change
from pages.state.run import run
from svmcore import SVC, SVR, Status
from svmcore.engine import KernelSpace, classification, regression, train
from svmcore.engine import decomposition as working_sets
from svmcore.kernels import RBF
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
    monkeypatch.setattr(working_sets, "MAX_VARIABLES", 30)
    X, y = sample("moons", 700)
    task = classification(y, np.full(700, 10.0))
    if kind == "targets":
        task = regression(np.sin(3.0 * X[:, 0]), np.full(700, 100.0), 0.001)
    space = KernelSpace(RBF(2.0), X)
    answer = train(space, task, solver="interior_point")
    scores = RBF(2.0)(X, X) @ task.coef(answer.a)
    proof = task.certify(answer.a, scores, answer.v)
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


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_worse_than_no_machine(seed):
    """K up to 1e15, C = 1: what cannot be solved is not made worse by trying."""
    rng = np.random.default_rng(seed)
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


@pytest.mark.parametrize("n", [200, 3500])
def test_the_budget_is_kept(n):
    X, y = sample("moons", n)
    for words in ({"kernel": "linear"}, {"gamma": 0.5}):
        assert fitted(SVC(max_iter=3, **words), X, y).n_iter_[0] <= 3


def test_pairs_climb_where_no_equations_can_be_solved():
    words = {"kernel": "poly", "degree": 8, "gamma": 100.0, "C": 1e4}
    board = {"dataset": "linear", "n_samples": 61, "balance": 0.95, "seed": 92}
    result = run(change(Experiment(), **board, **words))
    assert result.accuracy == 1.0
    assert result.solution.certificate.primal < 1.0
