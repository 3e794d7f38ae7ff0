"""Hundreds of convex cases: how far each machine is from the optimum, by its attributes alone."""

from __future__ import annotations

import time
import warnings
from typing import NamedTuple

import numpy as np
import pytest
from battery import KERNELS, Case, cases, hopeless, relative_gap, samples
from sklearn.exceptions import ConvergenceWarning

from svmcore import SVC, Status

SLOWEST = 5.0  # seconds that no case may take
MOST = ((1e-6, 0.995), (1e-8, 0.97))  # relative gap: share of the cases that reach it


class Outcome(NamedTuple):
    case: Case
    gap: float
    status: Status
    seconds: float


def solve(case):
    X, y = samples()[case.sample]
    machine = SVC(C=case.C, **KERNELS[case.kernel])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the status says it, too
        start = time.perf_counter()
        machine.fit(X, y)
        seconds = time.perf_counter() - start
    return Outcome(case, relative_gap(machine, case), machine.status_, seconds)


@pytest.fixture(scope="module")
def outcomes():
    return [solve(case) for case in cases()]


def listed(outcomes):
    return "\n".join(map(str, outcomes))


def test_there_are_enough_cases():
    assert len(cases()) == len(set(cases())) >= 400


@pytest.mark.parametrize(("gap", "share"), MOST)
def test_the_gap_is_small(outcomes, gap, share):
    missed = [outcome for outcome in outcomes if not outcome.gap <= gap]
    assert len(missed) <= (1.0 - share) * len(outcomes), listed(missed)


def test_none_is_called_optimal_that_is_not(outcomes):
    lies = [o for o in outcomes if not o.gap <= 1e-6 and o.status is Status.OPTIMAL]
    assert not lies, listed(lies)


def test_none_takes_long(outcomes):
    slow = [outcome for outcome in outcomes if outcome.seconds > SLOWEST]
    assert not slow, listed(slow)


@pytest.mark.parametrize("case", hopeless(), ids=str)
def test_a_hard_margin_that_does_not_exist_is_refused(case):
    X, y = samples()[case.sample]
    with pytest.raises(ValueError, match="C=inf needs separable classes"):
        SVC(C=np.inf, **KERNELS[case.kernel]).fit(X, y)
