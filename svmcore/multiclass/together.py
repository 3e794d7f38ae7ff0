"""Models of every two classes trained in lockstep, for what NumPy's calls cost each of them."""

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.multiclass.binary import pairs
from svmcore.optim.lockstep import MOST_FREE, Programs, solve
from svmcore.optim.rows import row_entries
from svmcore.problems.certificate import Status, certify_models
from svmcore.problems.result import Result, result_with_status


def train_together(K: Array, sizes: Indices, C: Array, tol: float) -> list[Result | None]:
    """Soft margins of every two classes, proved to a relative gap of `tol`; None where that failed.

    K : (n, n), positive semi-definite, of points of which those of a class follow those of another;
    sizes : (k,), their numbers; C : (n,), finite. See `Task` for one of the models.
    """
    ends = sizes.cumsum()
    classes = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    problems = [(classes[i], classes[j]) for i, j in pairs(len(sizes))]
    m = 2 * int(sizes.max())
    # a step has K of the free points and all points of each problem, and as many indices
    step = max(1, row_entries() // (2 * m * min(m, MOST_FREE)))
    parts = [problems[i : i + step] for i in range(0, len(problems), step)]
    return [result for part in parts for result in _trained(K, part, C, tol)]


def _trained(
    K: Array, problems: list[tuple[slice, slice]], C: Array, tol: float
) -> list[Result | None]:
    sizes = [[part.stop - part.start for part in problem] for problem in problems]
    m = [sum(both) for both in sizes]
    shape = len(problems), max(m)
    at, signs = np.zeros(shape, dtype=np.intp), np.zeros(shape)
    everyone = np.arange(len(K))
    for p, problem in enumerate(problems):
        at[p, : m[p]] = np.concatenate([everyone[part] for part in problem])
        signs[p, : m[p]] = np.repeat([1.0, -1.0], sizes[p])
    C = np.abs(signs) * C[at]
    u = np.zeros(shape)
    box = np.minimum(signs * C, 0.0), np.maximum(signs * C, 0.0)
    programs = Programs(problems, at, u, signs.copy(), *box)
    try:
        n_iter = solve(K, programs)
    except np.linalg.LinAlgError:
        return [None] * len(problems)
    scores = programs.products(K, u)
    up, low = programs._replace(E=signs - scores).limits()
    b = 0.5 * (up.max(1) + low.min(1))
    certificates = certify_models(
        C,
        np.abs(u),
        signs * (scores + b[:, None]),
        0.5 * (u * scores).sum(1),
        infeasibility=np.abs(u.sum(1)),
    )
    results: list[Result | None] = []
    for p, steps in enumerate(np.maximum(n_iter, 1).tolist()):
        coef = u[p, : m[p]]
        result = result_with_status(
            certificates[p],
            tol,
            steps,
            steps + 1,
            coef=coef,
            intercept=float(b[p]),
            alpha=np.abs(coef),
            scores=scores[p, : m[p]],
        )
        results.append(result if result.status is Status.OPTIMAL else None)
    return results
