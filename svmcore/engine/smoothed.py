"""A first model of many points in few coordinates, by Newton's method on a smoothed loss.

With the kink of max(0, q - f) rounded off within h of q, the primal of a `Task` has second
derivatives, and a Newton step is one pass over the points:

    1/2 |w|^2 + v'total + sum_i C_i L_h(q_i - f_i),
    L_h(s) = 0 for s <= -h, (s + h)^2 / (4 h) for |s| <= h, s for s >= h.

As h falls its minimum approaches that of the task, and a_i = C_i L_h'(q_i - f_i) its multipliers:
who is further than h from q is at a bound.

Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
section 2.3, https://doi.org/10.1162/neco.2007.19.5.1155
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array
from svmcore.engine.spaces import FeatureSpace
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time, spent

SMOOTHINGS, FALL = 4, 0.1  # how often h falls, and by what factor
MAX_STEPS = 12  # of Newton's method with the same h
HALVINGS = 6  # of a step that does not lead down
SMALL_GAIN = 1e-2  # of the objective: a step that gains less is the last with its h
TINY = 1e-300
RIDGE = 1e-10  # of the largest entry: for a multiplier that no point asks for


def smoothed(space: FeatureSpace, task: Task, max_iter: int) -> tuple[State, int]:
    """A state near the optimum of `task`, and the steps taken.

    Its scores and v are those of one model, its a need not fulfil the constraints.
    """
    problem = _Smoothed.of(space, task)
    r = space.phi.shape[1]
    p = np.append(np.zeros(r), task.best_multipliers(np.zeros(task.n_points)))
    short, used = task.q - problem.A @ p, 0
    h = 2.0 * float(np.abs(short).mean()) or 1.0
    for _ in range(SMOOTHINGS):
        value = problem.value(p, short, h)
        for _ in range(MAX_STEPS):
            ended = used >= max_iter or out_of_time()
            d = None if ended else problem.direction(p, short, h)
            if d is None:
                break
            used += 1
            change, last = problem.A @ d, value
            for halving in range(HALVINGS):
                step = 0.5**halving
                there, moved = p + step * d, short - step * change
                value = problem.value(there, moved, h)
                if value < last:
                    p, short = there, moved
                    break
            gain = (last - value) / max(abs(last), TINY)
            if spent(gain) or not gain > SMALL_GAIN:
                break
        h *= FALL
    a = task.C * problem.slope(short, h / FALL)
    return State(a, space.phi @ p[:r], p[r:]), used


@dataclass(frozen=True, eq=False)
class _Smoothed:
    """The problem in p = (w, v): f = A p, A of shape (n, r + k); linear' p = v'total."""

    A: Array
    C: Array
    linear: Array
    is_weight: Array

    @classmethod
    def of(cls, space: FeatureSpace, task: Task) -> "_Smoothed":
        n, r, k = len(task.sign), space.phi.shape[1], len(task.total)
        A = np.zeros((n, r + k), order="F")
        for start in range(0, n, task.n_points):
            rows = slice(start, start + task.n_points)
            np.multiply(space.phi, task.sign[rows, None], out=A[rows, :r])
        A[np.arange(n), r + task.group] = task.balance
        is_weight = np.repeat([1.0, 0.0], [r, k])
        return cls(A, task.C, np.append(np.zeros(r), task.total), is_weight)

    def slope(self, short: Array, h: float) -> Array:
        """L_h'."""
        return np.asarray(np.minimum(np.maximum(short * (0.5 / h) + 0.5, 0.0), 1.0))

    def value(self, p: Array, short: Array, h: float) -> float:
        """The objective; with s = L_h', L_h is s (short + h) - h s^2 on all three pieces."""
        s = self.slope(short, h)
        loss = s * (short + h - h * s)
        return float(0.5 * p @ (self.is_weight * p) + self.linear @ p + self.C @ loss)

    def direction(self, p: Array, short: Array, h: float) -> Array | None:
        """The Newton step; None where rounding errors leave none."""
        s = self.slope(short, h)
        g = self.linear + self.is_weight * p - (self.C * s) @ self.A
        bent = ((s > 0.0) & (s < 1.0)).nonzero()[0]
        A, C = (self.A, self.C) if len(bent) == len(s) else (self.A[bent], self.C[bent])
        H = (A.T * (C * (0.5 / h))) @ A
        H.ravel()[:: len(p) + 1] += self.is_weight + RIDGE * max(1.0, float(H.diagonal().max()))
        _, d, info = lapack.dposv(H, -g, lower=1)
        return None if info else np.asarray(d)
