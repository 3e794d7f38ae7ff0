"""The one entrance: which method for which problem, and what it came to."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.active_set import finish
from svmcore.engine.answer import Answer
from svmcore.engine.spaces import FeatureSpace, GramSpace, KernelSpace, Space
from svmcore.engine.start import start
from svmcore.engine.tasks import Task
from svmcore.gram import factor
from svmcore.kernels import FeatureKernel, Kernel
from svmcore.problems.certificate import Status
from svmcore.quadratic import Program, central_path

EXACT = 1e-9  # relative gap at which the interior point hands over
MOST_FEATURES = 400


def space_of(kernel: Kernel, X: Array) -> Space:
    """The points X, shape (N, d), in the cheapest form that is exact for the kernel."""
    if isinstance(kernel, FeatureKernel) and kernel.psd:
        r = kernel.n_features(X.shape[1])
        if r < min(0.5 * len(X), MOST_FEATURES):
            return FeatureSpace(kernel.features(X))
    if len(X) <= 3000:
        return GramSpace(kernel(X, X), kernel.psd)
    return KernelSpace(kernel, X)


def train(space: Space, task: Task, *, tol: float = 1e-6, max_iter: int = 10**7) -> Answer:
    """Solve `task` on the points of `space`: violation and relative gap at most `tol`."""
    everyone = np.arange(len(space))
    if isinstance(space, FeatureSpace):
        L = space.phi - space.phi.mean(0) if task.shiftable else space.phi
        unit = float(np.vdot(L, L)) / len(L) or 1.0
        L = L / np.sqrt(unit)
    else:
        L, unit, _ = factor(space.block(everyone, everyone), centre=task.shiftable)
    blocks = len(task.sign) // task.n_points
    G = task.sign[:, None] * np.tile(L, (blocks, 1))
    E = np.zeros((len(task.total), len(task.sign)))
    E[task.group, np.arange(len(task.sign))] = task.balance
    program = Program(G, task.q, E, unit * task.total, unit * task.C)
    n_iter = 0
    for n_iter, point in enumerate(central_path(program, *start(program))):
        w = point.p[: G.shape[1]]
        value = float(task.q @ point.a - 0.5 * w @ w)
        if point.error <= EXACT * abs(value) or n_iter >= max_iter:
            break
    a = task.feasible(point.a / unit)
    scores = space.scores(task.coef(a))
    v = task.best_multipliers(scores)
    a, scores, v, certificate = finish(space, task, a, scores, v, good=min(tol, 1e-10))
    good = max(certificate.relative_gap, certificate.infeasibility) <= tol
    return Answer(a, v, scores, certificate, Status.OPTIMAL if good else Status.STALLED, n_iter)
