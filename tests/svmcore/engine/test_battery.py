"""Hundreds of convex cases: how far each machine is from the optimum, by its attributes alone."""

from __future__ import annotations

import warnings
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.exceptions import ConvergenceWarning

from svmcore import SVC, Status
from svmcore.problems.separation import Separability
from tests.helpers.battery import KERNELS, Case, cases, hopeless, kernel_of, relative_gap, samples
from tests.helpers.grids import few

MOST = ((1e-6, 0.995), (1e-8, 0.97))  # relative gap: share of the cases that reach it

REFUSED = "C=inf needs separable classes"


class Outcome(NamedTuple):
    """`said` is the status, or the sentence that refused a hard margin."""

    case: Case
    gap: float
    said: str

    def __str__(self):
        name, kernel, C = self.case
        return f"{name}, {kernel}, C={C:g}: {self.gap:.1e}, {self.said}"


def solve(case):
    X, y = samples()[case.sample]
    machine = SVC(C=case.C, **KERNELS[case.kernel])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the status says it, too
        try:
            machine.fit(X, y)
        except ValueError as refusal:
            if np.isfinite(case.C):
                raise
            return Outcome(case, np.inf, str(refusal))
    return Outcome(case, relative_gap(machine, case), machine.status_.value)


@pytest.fixture(scope="module", params=few(7, 1))
def outcomes(request):
    return [solve(case) for case in cases()[:: request.param]]


def listed(outcomes):
    return "\n".join(map(str, outcomes))


def test_there_are_enough_cases():
    assert len(cases()) == len(set(cases())) >= 400


@pytest.mark.parametrize(("gap", "share"), MOST)
def test_the_gap_is_small(outcomes, gap, share):
    missed = [outcome for outcome in outcomes if not outcome.gap <= gap]
    assert len(missed) <= (1.0 - share) * len(outcomes), listed(missed)


def test_none_is_called_optimal_that_is_not(outcomes):
    """Nor refused as not separable: each of these has a solution."""
    claims = (Status.OPTIMAL.value, f"{REFUSED}, these are {Separability.INSEPARABLE.value}")
    lies = [outcome for outcome in outcomes if not outcome.gap <= 1e-6 and outcome.said in claims]
    assert not lies, listed(lies)


def is_separable(case):
    """By linear programs: some w, b with y (<w, phi(x)> + b) >= 1 for every two classes."""
    X, y = samples()[case.sample]
    return all(has_a_line(kernel_of(case), X, y, *pair) for pair in combinations(np.unique(y), 2))


def has_a_line(kernel, X, y, first, second):
    inside = (y == first) | (y == second)
    phi, sign = kernel.features(X[inside]), np.where(y[inside] == first, 1.0, -1.0)
    rows = -sign[:, None] * np.column_stack([phi, np.ones(len(phi))])
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(rows)), bounds=(None, None))
    assert found.status in (0, 2)  # solved, or infeasible
    return found.status == 0


@pytest.mark.parametrize("case", hopeless(), ids=str)
def test_a_hard_margin_that_does_not_exist_is_refused(case):
    X, y = samples()[case.sample]
    if not case.kernel.startswith("rbf"):  # where the same point has both labels
        assert not is_separable(case)
    with pytest.raises(ValueError, match=REFUSED):
        SVC(C=np.inf, **KERNELS[case.kernel]).fit(X, y)
