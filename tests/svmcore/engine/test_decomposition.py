"""Working sets: what a coarse answer gets wrong is put right, from any first set."""

import numpy as np

from svmcore.engine import classification, space_of
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
