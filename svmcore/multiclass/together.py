"""Models of two classes trained in lockstep, for what NumPy's calls cost each of them alone."""

from collections.abc import Sequence

import numpy as np

from svmcore.arrays import Array
from svmcore.multiclass.binary import BinaryProblem
from svmcore.optim.lockstep import MOST_FREE, Programs, products, solve
from svmcore.optim.rows import row_entries
from svmcore.problems.certificate import Status, certify_models
from svmcore.problems.result import Result, result_with_status


def train_together(
    K: Array, problems: Sequence[BinaryProblem], C: Array, tol: float
) -> list[Result | None]:
    """Soft margins of all problems, proved to a relative gap of `tol`; None where that failed.

    K : (n, n), positive semi-definite, of all points; C : (n,), finite. See `Task` for one of them.
    """
    m = max(len(y) for _, y in problems)
    # a step has K of the free points and all points of each problem, and as many indices
    step = max(1, row_entries() // (2 * m * min(m, MOST_FREE)))
    parts = [problems[i : i + step] for i in range(0, len(problems), step)]
    return [result for part in parts for result in _trained(K, part, C, tol)]


def _trained(
    K: Array, problems: Sequence[BinaryProblem], C: Array, tol: float
) -> list[Result | None]:
    sizes = [len(y) for _, y in problems]
    shape = len(problems), max(sizes)
    at, signs = np.zeros(shape, dtype=np.intp), np.zeros(shape)
    for i, (rows, y) in enumerate(problems):
        at[i, : len(y)], signs[i, : len(y)] = np.arange(len(K))[rows], y
    C = np.abs(signs) * C[at]
    u, zero = np.zeros(shape), np.zeros(shape)
    box = np.minimum(signs * C, zero), np.maximum(signs * C, zero)
    programs = Programs(at, u, signs.copy(), *box)
    try:
        n_iter = solve(K, programs)
    except np.linalg.LinAlgError:
        return [None] * len(problems)
    scores = products(K, at, u)
    up, low = programs._replace(E=signs - scores).ends()
    b = 0.5 * (up.max(1) + low.min(1))
    alpha = np.abs(u)
    certificates = certify_models(
        C,
        alpha,
        signs * (scores + b[:, None]),
        0.5 * (u * scores).sum(1),
        infeasibility=np.abs(u.sum(1)),
    )
    results: list[Result | None] = []
    for i, m in enumerate(sizes):
        steps = max(1, int(n_iter[i]))
        result = result_with_status(
            certificates[i],
            tol,
            steps,
            steps + 1,
            coef=u[i, :m],
            intercept=float(b[i]),
            alpha=alpha[i, :m],
            scores=scores[i, :m],
        )
        results.append(result if result.status is Status.OPTIMAL else None)
    return results
