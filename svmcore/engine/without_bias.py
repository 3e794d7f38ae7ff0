"""Linear models f = <w, x> without a bias whose loss has a kink, by the methods of those with one.

    min over w of 1/2 |w|^2 + sum_i C_i max(0, q_i - sign_i <w, x_i>),

the problem of a `Task` without its multiplier v = (b,).
"""

from dataclasses import replace

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.linear_fit import LinearFit, certify_margins
from svmcore.engine.spaces import FeatureSpace
from svmcore.engine.tasks import Task
from svmcore.engine.train import BUDGET, train
from svmcore.losses import Hinge
from svmcore.optim.newton_systems import Features
from svmcore.problems.certificate import Status


def fit_without_bias(
    X: Array, task: Task, *, tol: float = 1e-6, max_iter: int = BUDGET, solver: str = "auto"
) -> LinearFit:
    """The model, b = 0, of points X, shape (N, d), and a task with one multiplier and total 0.

    alpha has the task's variables, shape (n,). See `train` for the rest.
    """
    anchored = _with_anchor(task)
    space = FeatureSpace(np.vstack([X, np.zeros(X.shape[1])]))
    answer = train(space, anchored, tol=tol, max_iter=max_iter, solver=solver)
    blocks = len(task.sign) // len(X)
    alpha = np.minimum(answer.a.reshape(blocks, -1)[:, :-1].ravel(), task.C)
    w = task.coef(alpha) @ X if answer.w is None else answer.w
    rows = np.zeros((len(task.sign), X.shape[1] + 1))
    rows[:, :-1] = np.tile(X, (blocks, 1)) * task.sign[:, None]
    features = Features(rows, intercept=False)
    proof = certify_margins(features, task.C, np.append(w, 0.0), alpha, Hinge(), 1.0 - task.q)
    reached = proof.gap <= tol * abs(proof.dual)
    stopped = Status.STALLED if answer.status is Status.OPTIMAL else answer.status
    status = Status.OPTIMAL if reached else stopped
    return LinearFit(w, 0.0, alpha, proof, status, answer.n_iter)


def _with_anchor(task: Task) -> Task:
    """The task with one more point, at the origin, that holds b at 0.

    With q = 0, an upper bound of 2 B and B as the sum of all balance_i a_i it costs B |b|, and
    B = sum_i C_i is more than b can gain at the other points. Of a second variable, which is not
    needed, q is so low that it stays 0.
    """
    n, bound = task.n_points, float(task.C.sum())
    first = np.arange(len(task.sign) // n) == 0
    low = -1.0 - float(np.abs(task.q).max())

    def widened(values: Array, at_origin: Array) -> Array:
        return np.column_stack([values.reshape(-1, n), at_origin]).ravel()

    side = np.where(first, 1.0, -1.0)
    group = np.zeros(len(task.sign) + len(first), dtype=np.intp)
    return replace(
        task,
        sign=widened(task.sign, side),
        q=widened(task.q, np.where(first, 0.0, low)),
        balance=widened(task.balance, side),
        group=group,
        total=np.array([bound]),
        C=widened(task.C, np.where(first, 2.0 * bound, bound)),
        n_points=n + 1,
    )
