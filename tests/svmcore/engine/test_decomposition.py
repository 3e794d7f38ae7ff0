"""Working sets: what a coarse answer gets wrong is put right, from any first set."""

from itertools import pairwise

import numpy as np

from svmcore.engine import FeatureSpace, classification, space_of
from svmcore.engine import decomposition as working_sets
from svmcore.engine.active_set import finish, prove
from svmcore.engine.decomposition import refine
from svmcore.engine.interior_point import InteriorPointRun
from svmcore.engine.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.tasks import State
from svmcore.kernels import RBF
from tests.helpers.samples import sample


def test_working_sets_mend_what_a_coarse_factor_gets_wrong():
    X, y = sample("moons", 400)
    space = space_of(RBF(gamma=2.0), X)
    task = classification(y, np.full(400, 10.0))
    L = pivoted_cholesky(space, 1e-2, 400)
    L = L - L.mean(0)
    inner = InteriorPointRun(task, L).until(1e-5, 100)
    guess = State(inner.a, L @ inner.w, inner.v)
    rough = task.certify(task.feasible(inner.a), space.scores(task.coef(inner.a)), inner.v)
    state, _ = refine(space, task, guess, 20, 1e-6)
    assert rough.relative_gap > 1e-4
    assert abs(task.certify(*state).relative_gap) < 1e-8
    proof = finish(space, task, prove(task, state), 1e-11).certificate
    assert proof.violation < 1e-11


def test_a_poor_first_set_does_not_end_with_everyone(monkeypatch):
    """From a sample of 200 points for 70 coordinates, which a machine fits as it likes."""
    X, y = sample("moons", 3500)
    L = pivoted_cholesky(space_of(RBF(gamma=1.0), X), 1e-4, 900)
    space, task = FeatureSpace(L - L.mean(0)), classification(y, np.full(3500, 100.0))
    few = np.random.default_rng(7).choice(3500, 200, replace=False)
    part = InteriorPointRun(classification(y[few], np.full(200, 1750.0)), space.phi[few]).until(
        1e-3, 100
    )
    a = np.zeros(3500)
    a[few] = part.a * (200 / 3500)
    sizes, solve = [], working_sets._solve
    monkeypatch.setattr(
        working_sets, "_solve", lambda *args: sizes.append(len(args[5])) or solve(*args)
    )
    state, _ = refine(space, task, State(a, space.phi @ part.w, part.v), 140, 1e-6)
    assert task.certify(*state).relative_gap < 1e-9
    assert sizes[0] < sizes[-1] < 2300
    assert all(later <= 1.5 * size + 1 for size, later in pairwise(sizes))
