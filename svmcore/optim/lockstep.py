"""Many small quadratic programs in lockstep: each step is taken in all of them, as arrays."""

from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Bools, Indices

FIRST_PAIRS, PAIRS = 150, 12  # SMO steps of the first turn, and of the others
UNSOLVED = 0.67  # of the programs: a turn that leaves more is the last
HANDOVER, LOOK = 0.1, 4  # of the violation: where SMO ends; steps from one look at it to the next
MAX_NEWTON, MOST_FREE = 8, 300  # Newton steps of a turn, and variables that they may solve for
RELEASE, SHORT = 0.3, 0.1  # as in `Search`; share of a Newton step that is progress
JITTER, FLAT = 1e-12, 1e-12  # of the largest K_ii: added to the diagonal; least curvature of a pair
EXACT, NOISE = 1e-11, 1e-15  # violation that is called none; what rounding makes, over sum |u|


class Programs(NamedTuple):
    """P quadratic programs over points of one matrix K.

        min over u of 1/2 u'K u - q'u   with   lower <= u <= upper   and   sum u fixed

    at : (P, m), the point of each variable. u, E, lower, upper : (P, m), where E = q - K u. A
    shorter program is filled up with variables whose bounds are both 0. u is optimal where
    E_i <= E_j for all i that may grow and j that may fall.
    """

    at: Indices
    u: Array
    E: Array
    lower: Array
    upper: Array

    def part(self, rows: Indices | Bools) -> "Programs":
        """Some of the programs, copied."""
        at, *others = self
        return Programs(at[rows], *(array[rows] for array in others))

    def ends(self) -> tuple[Array, Array]:
        """E, -inf at variables that cannot grow; and inf at those that cannot fall."""
        up = np.where(self.u < self.upper, self.E, -np.inf)
        return up, np.where(self.u > self.lower, self.E, np.inf)


def products(K: Array, at: Indices, x: Array) -> Array:
    """K x of each program, (P, m)."""
    columns, valid = _packed(x != 0.0)
    rows = np.take_along_axis(at, columns, 1)
    x = np.where(valid, np.take_along_axis(x, columns, 1), 0.0)
    return np.asarray(np.matmul(x[:, None], _entries(K, rows, at))[:, 0])


def solve(K: Array, programs: Programs) -> Indices:
    """Solve the programs, in place, by SMO and Newton steps in turns.

    Returns the Newton steps that each program took.

    It ends when most programs of a turn are left unsolved, or far from it after the first steps of
    SMO: alone these are sooner solved.
    """
    rows = np.arange(len(programs.u))
    n_iter, most = np.zeros(len(rows), dtype=np.intp), FIRST_PAIRS
    while len(rows):
        part = programs.part(rows)
        rough = smo(K, part, most)
        if most == FIRST_PAIRS and (~rough).sum() > UNSOLVED * len(rows):
            break
        steps, solved = newton(K, part)
        n_iter[rows] += steps
        programs.u[rows], programs.E[rows] = part.u, part.E
        left, most = rows[~solved], PAIRS
        if len(left) > UNSOLVED * len(rows):
            break
        rows = left
    return n_iter


def smo(K: Array, programs: Programs, most: int) -> Bools:
    """Steps of sequential minimal optimisation on the pair that violates most, in place.

    At most so many, until each program has `HANDOVER` of its violation left; whether it has. To so
    rough a model it takes as many steps as with the second-order choice of `SmoState`, each for
    half the time.
    """
    at, u, E, lower, upper = programs
    up, low = programs.ends()
    enough = HANDOVER * (up.max(1) - low.min(1))
    first = np.arange(len(u)) * u.shape[1]
    diagonal, start = K.diagonal().take(at), at * len(K)
    least = FLAT * float(diagonal.max())
    row, other, place = np.empty(u.shape), np.empty(u.shape), np.empty(u.shape, dtype=np.intp)
    for step in range(most):
        i, j = up.argmax(1) + first, low.argmin(1) + first
        difference = up.take(i) - low.take(j)
        if step % LOOK == 0 and (difference <= enough).all():
            break
        np.add(start.take(i)[:, None], at, place)
        K.take(place, out=row, mode="clip")
        np.add(start.take(j)[:, None], at, place)
        K.take(place, out=other, mode="clip")
        curvature = np.maximum(diagonal.take(i) + diagonal.take(j) - 2.0 * row.take(j), least)
        moves = difference > 0.0
        u_i, u_j, high, bottom = u.take(i), u.take(j), upper.take(i), lower.take(j)
        d = np.minimum(np.minimum(difference / curvature, high - u_i), u_j - bottom)
        d[~moves] = 0.0
        row -= other
        row *= d[:, None]
        up -= row
        low -= row
        # a variable that reaches its bound gets the bound itself, not a sum that is near it
        full, empty = moves & (d == high - u_i), moves & (d == u_j - bottom)
        np.put(u, i, np.where(full, high, u_i + d))
        np.put(u, j, np.where(empty, bottom, u_j - d))
        E_i, E_j = up.take(i), low.take(j)
        np.put(low, i, np.where(moves, E_i, low.take(i)))
        np.put(up, j, np.where(moves, E_j, up.take(j)))
        np.put(up, i, np.where(full, -np.inf, E_i))
        np.put(low, j, np.where(empty, np.inf, E_j))
    E[...] = np.where(np.isfinite(up), up, np.where(np.isfinite(low), low, E))
    return np.asarray(up.max(1) - low.min(1) <= enough)


def newton(K: Array, programs: Programs) -> tuple[Indices, Bools]:
    """Newton steps on the free variables F and those that should be, in place: K_FF d + b = E_F,
    sum d = 0, up to the first bound that is met.

    How many steps each program took, and whether its violation is none. The steps of a program end
    there, or where they make no progress.
    """
    P = len(programs.u)
    n_iter, solved, rows = np.zeros(P, dtype=np.intp), np.zeros(P, dtype=bool), np.arange(P)
    for _ in range(MAX_NEWTON + 1):
        part = programs.part(rows)
        up, low = part.ends()
        top, bottom = up.max(1), low.min(1)
        good = top - bottom <= EXACT + NOISE * np.abs(part.u).sum(1)
        solved[rows[good]] = True
        b, far = (0.5 * (top + bottom))[:, None], (RELEASE * (top - bottom))[:, None]
        chosen = (part.u > part.lower) & (part.u < part.upper)
        chosen |= (up > b + far) | (low < b - far)
        on = ~good & (chosen.sum(1) <= MOST_FREE)
        if not on.any():
            break
        rows, part = rows[on], part.part(on)
        progress = _newton_step(K, part, chosen[on])
        programs.u[rows], programs.E[rows] = part.u, part.E
        n_iter[rows] += 1
        rows = rows[progress]
    return n_iter, solved


def _newton_step(K: Array, part: Programs, chosen: Bools) -> Bools:
    """One step of `newton` in each program, in place; whether it made progress."""
    columns, valid = _packed(chosen)
    points = np.take_along_axis(part.at, columns, 1)
    u, E, low, high = (np.take_along_axis(array, columns, 1) for array in part[1:])
    P, f = u.shape
    M, right = np.zeros((P, f + 1, f + 1)), np.zeros((P, f + 1, 1))
    M[:, :f, :f] = _entries(K, points, points)
    M[:, :f, :f] *= valid[:, :, None] & valid[:, None, :]
    M[:, f, :f] = M[:, :f, f] = valid
    diagonal = np.arange(f)
    M[:, diagonal, diagonal] += np.where(valid, JITTER * float(K.diagonal().max()), 1.0)
    right[:, :f, 0] = E * valid
    d = np.linalg.solve(M, right)[:, :f, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(d > 0.0, (high - u) / d, np.where(d < 0.0, (low - u) / d, np.inf))
    t = np.minimum(1.0, room.min(1))[:, None]
    goal = np.minimum(np.maximum(u + t * d, low), high)
    goal = np.where(room <= t, np.where(d > 0.0, high, low), goal)
    change = np.zeros(part.u.shape)
    row = np.nonzero(valid)[0]
    change[row, columns[valid]] = (goal - u)[valid]
    part.E[...] -= products(K, part.at, change)
    part.u[row, columns[valid]] = goal[valid]
    return np.asarray(t[:, 0] >= SHORT)


def _entries(K: Array, rows: Indices, columns: Indices) -> Array:
    """K between the points `rows`, (P, r), and `columns`, (P, c), of each program: (P, r, c)."""
    return K.take(rows[:, :, None] * len(K) + columns[:, None, :], mode="clip")


def _packed(chosen: Bools) -> tuple[Indices, Bools]:
    """The columns chosen in each row, (P, f), and where they are: the rest is filled up with 0."""
    count = chosen.sum(1)
    row, column = chosen.nonzero()
    place = np.arange(len(row)) - np.repeat(count.cumsum() - count, count)
    columns = np.zeros((len(chosen), int(count.max(initial=0))), dtype=np.intp)
    columns[row, place] = column
    return columns, np.arange(columns.shape[1]) < count[:, None]
