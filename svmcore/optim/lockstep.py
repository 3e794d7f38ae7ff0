"""Many small quadratic programs in lockstep: each step is taken in all of them, as arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Bools, Indices

FIRST_PAIRS, PAIRS = 100, 12  # SMO steps of the first turn, and of the others
UNSOLVED = 0.67  # of the programs: a turn that leaves more is the last
HANDOVER = 0.1  # of the violation: where SMO ends
MAX_NEWTON, MOST_FREE = 8, 300  # Newton steps of a turn, and variables that they may solve for
RELEASE, SHORT = 0.3, 0.1  # as in `Search`; share of a Newton step that is progress
JITTER, FLAT = 1e-12, 1e-12  # of the largest K_ii: added to the diagonal; least curvature of a pair
EXACT, NOISE = 1e-11, 1e-15  # violation that is called none; what rounding makes, over sum |u|


class Programs(NamedTuple):
    """P quadratic programs over points of one matrix K.

        min over u of 1/2 u'K u - q'u   with   lower <= u <= upper   and   sum u fixed

    parts : the points of each program, as parts of K one after the other. at : (P, m), the point of
    each variable. u, E, lower, upper : (P, m), where E = q - K u. A shorter program is filled up
    with variables whose bounds are both 0. u is optimal where E_i <= E_j for all i that may grow
    and j that may fall.
    """

    parts: Sequence[Sequence[slice]]
    at: Indices
    u: Array
    E: Array
    lower: Array
    upper: Array

    def some(self, rows: Indices) -> "Programs":
        """Some of the programs, copied."""
        parts, at, *others = self
        some = [parts[p] for p in rows]
        return Programs(some, at[rows], *(array[rows] for array in others))

    def limits(self) -> tuple[Array, Array]:
        """E, -inf at variables that cannot grow; and inf at those that cannot fall."""
        up = np.where(self.u < self.upper, self.E, -np.inf)
        return up, np.where(self.u > self.lower, self.E, np.inf)

    def products(self, K: Array, x: Array) -> Array:
        """K x of each program, (P, m)."""
        result = np.zeros(x.shape)
        for row, parts, at, weights in zip(result, self.parts, self.at, x, strict=True):
            active, start = weights.nonzero()[0], 0
            for part in parts:  # parts of rows are copied sooner than their entries are picked
                end = start + part.stop - part.start
                np.matmul(weights[active], K[at[active], part], out=row[start:end])
                start = end
        return result


def solve(K: Array, programs: Programs) -> Indices:
    """Solve the programs, in place, by SMO and Newton steps in turns.

    Returns the Newton steps that each program took.

    It ends when most programs of a turn are left unsolved, or far from it after the first steps of
    SMO: alone these are sooner solved.
    """
    rows = np.arange(len(programs.u))
    n_iter, first = np.zeros(len(rows), dtype=np.intp), True
    while len(rows):
        some = programs.some(rows)
        rough = smo(K, some, FIRST_PAIRS if first else PAIRS)
        if first and (~rough).sum() > UNSOLVED * len(rows):
            break
        steps, solved = newton(K, some)
        n_iter[rows] += steps
        programs.u[rows], programs.E[rows] = some.u, some.E
        if (~solved).sum() > UNSOLVED * len(rows):
            break
        rows, first = rows[~solved], False
    return n_iter


def smo(K: Array, programs: Programs, most: int) -> Bools:
    """Steps of sequential minimal optimisation on the pair that violates most, in place.

    At most so many, until each program has `HANDOVER` of its violation left; whether it has. To so
    rough a model it takes as many steps as with the second-order choice of `SmoState`, each for
    half the time.
    """
    _, at, u, E, lower, upper = programs
    first = u.shape[1] * np.arange(len(u))
    diagonal, rows = K.diagonal().take(at), at * len(K)
    least = FLAT * float(diagonal.max())
    at_upper, at_lower = np.where(u < upper, 0.0, -np.inf), np.where(u > lower, 0.0, np.inf)
    x, no_more, no_less = u.reshape(-1), at_upper.reshape(-1), at_lower.reshape(-1)
    pair, way = np.empty((2, len(u)), dtype=np.intp), np.array([[1.0], [-1.0]])
    enough = None
    for _ in range(most):
        up, low = E + at_upper, E + at_lower
        np.add(up.argmax(1), first, out=pair[0])
        np.add(low.argmin(1), first, out=pair[1])
        difference = up.take(pair[0]) - low.take(pair[1])
        enough = HANDOVER * difference if enough is None else enough
        if (difference <= enough).all():
            break
        row, other = K.take(rows.take(pair)[..., None] + at, mode="clip")
        curvature = diagonal.take(pair).sum(0) - 2.0 * row.take(pair[1])
        before, high, bottom = x.take(pair), upper.take(pair), lower.take(pair)
        bound = np.stack([high[0], bottom[1]])
        room = np.abs(bound - before)
        d = np.minimum(difference / np.maximum(curvature, least), room.min(0))
        d = np.maximum(d, 0.0)
        row -= other
        row *= d[:, None]
        E -= row
        # a variable that reaches its bound gets the bound itself, not a sum that is near it
        after = np.where(d == room, bound, before + way * d)
        x[pair] = after
        no_more[pair] = np.where(after < high, 0.0, -np.inf)
        no_less[pair] = np.where(after > bottom, 0.0, np.inf)
    return np.asarray(difference <= enough)


def newton(K: Array, programs: Programs) -> tuple[Indices, Bools]:
    """Newton steps on the free variables F and those that should be, in place: K_FF d + b = E_F,
    sum d = 0, up to the first bound that is met.

    How many steps each program took, and whether its violation is none. The steps of a program end
    there, or where they make no progress.
    """
    P = len(programs.u)
    n_iter, solved, rows = np.zeros(P, dtype=np.intp), np.zeros(P, dtype=bool), np.arange(P)
    for step in range(MAX_NEWTON + 1):  # after the last step there is one more look
        some = programs.some(rows)
        up, low = some.limits()
        top, bottom = up.max(1), low.min(1)
        good = top - bottom <= EXACT + NOISE * np.abs(some.u).sum(1)
        solved[rows[good]] = True
        b, far = (0.5 * (top + bottom))[:, None], (RELEASE * (top - bottom))[:, None]
        chosen = (some.u > some.lower) & (some.u < some.upper)
        chosen |= (up > b + far) | (low < b - far)
        on = np.flatnonzero(~good & (chosen.sum(1) <= MOST_FREE))
        if step == MAX_NEWTON or not on.size:
            break
        rows, some = rows[on], some.some(on)
        progress = _newton_step(K, some, chosen[on])
        programs.u[rows], programs.E[rows] = some.u, some.E
        n_iter[rows] += 1
        rows = rows[progress]
    return n_iter, solved


def _newton_step(K: Array, some: Programs, chosen: Bools) -> Bools:
    """One step of `newton` in each program, in place; whether it made progress."""
    P, f = len(chosen), int(chosen.sum(1).max())
    M, right = np.zeros((P, f + 1, f + 1)), np.zeros((P, f + 1, 1))
    diagonal = np.arange(f)
    M[:, diagonal, diagonal] = 1.0
    columns = [row.nonzero()[0] for row in chosen]
    jitter = JITTER * float(K.diagonal().max())
    for p, F in enumerate(columns):
        points, free = some.at[p, F], slice(0, len(F))
        K.take(np.add.outer(len(K) * points, points), out=M[p, free, free])
        M[p].ravel()[: -f - 1 : f + 2] += jitter
        M[p, f, free] = M[p, free, f] = 1.0
        right[p, free, 0] = some.E[p, F]
    solution = np.linalg.solve(M, right)[:, :, 0]
    d = np.zeros(chosen.shape)
    for p, F in enumerate(columns):
        d[p, F] = solution[p, : len(F)]
    u, low, high = some.u, some.lower, some.upper
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(d > 0.0, (high - u) / d, np.where(d < 0.0, (low - u) / d, np.inf))
    t = np.minimum(1.0, room.min(1))[:, None]
    goal = np.minimum(np.maximum(u + t * d, low), high)
    goal = np.where(room <= t, np.where(d > 0.0, high, low), goal)
    some.E[...] -= some.products(K, goal - u)
    some.u[...] = goal
    return np.asarray(t[:, 0] >= SHORT)
