"""The soft margin for a list of C, each model warm-started from the one before it."""

from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import Space, Task, classification, train
from svmcore.engine.duplicates import merged
from svmcore.engine.methods.subspace import Search
from svmcore.engine.spaces import whole
from svmcore.optim.rows import KnownRows, Rows

VIOLATION_TOL = 1e-6  # of the optimality conditions: a thousandth of LIBSVM's usual one
GAP_TOL = 1e-6  # the relative gap that is proved; where it is not, the engine trains from the start
FIRST_HANDOVER = 0.15  # of the first violation: where the pairs first hand over
LATER_HANDOVER = 1e-3  # the same between two Newton steps
PAIRS_PER_POINT = 0.2  # pair steps at the start
PAIRS_PER_FREE = 0.25  # pair steps later, for each free variable
MIN_PAIRS = 60
MAX_NEWTON_STEPS = 40
AT_BOUND = 1e-9  # relative distance from a bound that is none


class Rungs(NamedTuple):
    """alpha : (m, n) and b : (m,) for each C; gaps : (m,), the relative gap that is proved."""

    alpha: Array
    b: Array
    gaps: Array


def ladder(space: Space, y: Array, Cs: Array, factors: Array) -> Rungs:
    """Warm-started path: min 1/2 |w|^2 + C sum_i factors_i max(0, 1 - y_i f(x_i)) for each C.

    space : n points under a positive semi-definite kernel. y : (n,) in {-1, +1}. Cs : (m,),
    rising. factors : (n,), positive.

    From one C to the next all alpha grow in proportion, which keeps what is at its bound there;
    pairs and Newton steps (`svmcore.engine.methods.subspace`) do the rest. Where no alpha is at its
    bound, the model is that of every larger C. Each is judged anew, by K alone; what cannot be
    proved is trained by the engine. Measured on 300 points this took less than half
    the time of a training for each C, or of the exact path of C with its 500 to 800 events.
    """
    few = merged(space, classification(y, factors))
    if few is not None:
        found = ladder(few.space, few.task.sign, Cs, few.task.C)
        share = factors / few.task.C[few.which]  # equal points share alpha as they share C
        return found._replace(alpha=found.alpha[:, few.which] * share)
    space = whole(space)
    rows = KnownRows(space.K)
    alpha, b, gaps = np.empty((len(Cs), len(y))), np.empty(len(Cs)), np.empty(len(Cs))
    for m, C in enumerate(Cs):
        task = classification(y, C * factors)
        start, known = None, None
        if m:
            before, top = alpha[m - 1], Cs[m - 1] * factors
            start = before * (C / Cs[m - 1])
            if not (before >= top * (1.0 - AT_BOUND)).any():
                start, known = before, _proved(space, task, before)
        rung = known or _rung(space, rows, task, start)
        if rung is None:
            answer = train(space, task)
            rung = answer.alpha, float(answer.v[0]), answer.certificate.relative_gap
        alpha[m], b[m], gaps[m] = rung
    return Rungs(alpha, b, gaps)


Rung = tuple[Array, float, float]


def _rung(space: Space, rows: Rows, task: Task, start: Array | None) -> Rung | None:
    n = len(space)
    # where C is small all alpha are at C, as far as the smaller class has as many
    first = task.feasible(task.C) if start is None else np.minimum(start, task.C)
    search = Search(space, rows, task, first)
    search.pairs(
        FIRST_HANDOVER * search.violation, n if start is None else int(PAIRS_PER_POINT * n)
    )
    for _ in range(MAX_NEWTON_STEPS):
        free = search.newton()
        if search.violation <= VIOLATION_TOL:
            break
        search.pairs(LATER_HANDOVER * search.violation, max(MIN_PAIRS, int(PAIRS_PER_FREE * free)))
    a = search.a()
    a[a <= AT_BOUND * task.C] = 0.0
    return _proved(space, task, a)


def _proved(space: Space, task: Task, a: Array) -> Rung | None:
    """a with its b and gap, judged by K alone; None if it is not good enough."""
    scores = space.scores(task.coef(a))
    v = task.best_multipliers(scores)
    proof = task.certify(a, scores, v)
    if proof.relative_gap <= GAP_TOL and proof.violation <= 10.0 * VIOLATION_TOL:
        return a, float(v[0]), proof.relative_gap
    return None
