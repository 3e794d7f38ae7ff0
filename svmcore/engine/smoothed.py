"""A first model of many points in few coordinates, by Newton's method on a smoothed loss.

With the kink of max(0, q - f) rounded off within h of q (`HuberHinge`), the primal of a `Task` has
second derivatives, and a Newton step is one pass over the points:

    1/2 |w|^2 + v'total + sum_i C_i L_h(q_i - f_i).

As h falls its minimum approaches that of the task, and a_i = C_i L_h'(q_i - f_i) its multipliers:
who is further than h from q is at a bound.

Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
section 2.3, https://doi.org/10.1162/neco.2007.19.5.1155
"""

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.newton import newton
from svmcore.engine.spaces import FeatureSpace
from svmcore.engine.tasks import State, Task
from svmcore.losses import HuberHinge
from svmcore.optim.budget import spent
from svmcore.optim.newton_systems import TINY, Features

SMOOTHINGS, FALL = 4, 0.1  # how often h falls, and by what factor
ROUGH = 0.2  # share of the slope that a line search may leave; 0.5 and 0.05 take longer in all
SMALL_GAIN = 1e-2  # of the objective: a step that gains less is the last with its h


def smoothed(space: FeatureSpace, task: Task, max_iter: int) -> tuple[State, int]:
    """A state near the optimum of `task`, and the steps taken.

    Its scores and v are those of one model, its a need not fulfil the constraints.
    """
    r = space.phi.shape[1]
    system = Features(_features(space, task), task.total)
    p = np.append(np.zeros(r), task.best_multipliers(np.zeros(task.n_points)))
    used = 0
    h = 2.0 * float(np.abs(task.q - system.margins(p)).mean()) or 1.0
    for _ in range(SMOOTHINGS):
        last = np.inf
        loss = HuberHinge(h, task.q)
        for step, point in enumerate(newton(system, p, task.C, loss, flat=ROUGH)):
            gain = (last - point.value) / max(abs(point.value), TINY)
            last = point.value
            used += step > 0
            if spent(gain) or not gain > SMALL_GAIN or used >= max_iter:
                break
        p, h = point.p, FALL * h
    return State(point.alpha, space.phi @ p[:r], p[r:]), used


def _features(space: FeatureSpace, task: Task) -> Array:
    """A of f = A (w, v), shape (n, r + k)."""
    n, r = len(task.sign), space.phi.shape[1]
    A = np.zeros((n, r + len(task.total)), order="F")
    for start in range(0, n, task.n_points):
        rows = slice(start, start + task.n_points)
        np.multiply(space.phi, task.sign[rows, None], out=A[rows, :r])
    A[np.arange(n), r + task.group] = task.balance
    return A
