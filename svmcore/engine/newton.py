"""The primal by Newton's method: a model whose loss has a second derivative, in a few steps.

min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i (<w, phi(x_i)> + b)) for a loss that is made of
parabolas and lines (`Loss.bends`). A step solves the linear system of the parabolas that the
points are on; once no point changes to another, it is exact.

Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
https://doi.org/10.1162/neco.2007.19.5.1155
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array
from svmcore.losses import Loss
from svmcore.optim.budget import spent
from svmcore.optim.newton_systems import EPS, System

TINY = 1e-300
PATIENCE = 3  # steps without progress after which only rounding errors are left to reduce
BALANCE_TOL = 1e-12  # share of sum alpha that |y'alpha| may be without being worth a projection
MAX_STEP = 1e15  # steps of Newton's length after which nothing ahead is worth looking for
BALANCE_ERROR = 1e-3  # relative error in w from which on alpha is balanced
Shift: TypeAlias = Array | float  # what is added to the margins
SHORT_STEP = 0.1  # share of Newton's step that says that its parabolas are not those on the way


class NewtonIterate(NamedTuple):
    """A moment of the descent.

    p : the system's variable, (w, b) or (beta, b). margins : (n,), y f. value : the objective.
    alpha : (n,), in the limit the solution of the dual: -C loss'(margins), near the end moved along
    the curvature until y'alpha = 0. error : primal - dual at (w, b) and alpha, plus |b y'alpha|;
    the value as long as alpha is not balanced, for the dual of alpha = 0 is 0. step : the share
    of Newton's step that led here.
    """

    p: Array
    margins: Array
    alpha: Array
    value: float
    error: float
    step: float


def exact_step(
    slope: float, curvature: float, margins: Array, change: Array, C: Array, loss: Loss
) -> float:
    """Exact line search: the t > 0 where the objective is least at the margins + t change.

    slope < 0 and curvature are its derivatives in t at 0. The second one jumps where a margin
    passes a bend of the loss, so the first one is a line between two such moments, and its zero is
    on the line where it changes sign. Only the moments up to some t where it is positive are
    sorted.
    """
    far = 1.0
    while True:
        times, jumps = _passed(margins, change, far, C, loss)
        if slope + curvature * far + float(jumps @ (far - times)) >= 0.0 or far >= MAX_STEP:
            break
        far *= 4.0
    order = times.argsort()
    times = np.concatenate([[0.0], times[order]])
    curvatures = np.concatenate([[curvature], jumps[order]]).cumsum()
    slopes = slope + np.concatenate([[0.0], (curvatures[:-1] * (times[1:] - times[:-1])).cumsum()])
    last = int((slopes < 0.0).nonzero()[0][-1])
    if curvatures[last] <= EPS * curvatures.max():  # flat up to rounding: nothing more to gain
        return float(times[last])
    return float(times[last] - slopes[last] / curvatures[last])


def _passed(margins: Array, change: Array, far: float, C: Array, loss: Loss) -> tuple[Array, Array]:
    """When a margin passes a bend on the way to t = far, and how the curvature jumps there."""
    end = margins + far * change
    times, jumps = [], []
    for at, jump in loss.bends:
        # on a bend the curvature is that on its right, so who leaves to the left has yet to pass
        who = ((margins < at) != (end < at)).nonzero()[0]
        speed = change[who]
        times.append((at - margins[who]) / speed)
        jumps.append(jump * C[who] * speed * np.abs(speed))
    return np.concatenate(times), np.concatenate(jumps)


def newton(
    system: System, y: Array, C: Array, loss: Loss, shift: Shift = 0.0
) -> Iterator[NewtonIterate]:
    """Newton's method: points that approach the minimum, w = 0 first, with falling objective.

    y in {-1, +1} and C > 0 have shape (n,). The walk ends by itself where rounding errors stop it.
    With `shift`, (n,), the loss is that of the margins y f + shift.

    Raises ValueError if the loss has a kink.
    """
    if not loss.bends:
        raise ValueError(f"Newton's method needs a loss without a kink, got {loss.title}")
    p, step = system.origin(), 0.0
    if system.intercept and abs(float(y.sum())) == len(y):  # one class: b does it alone
        p[-1] = y[0] * loss.bends[-1][0]
    least, smallest, waited = np.inf, np.inf, 0
    while waited < PATIENCE:
        plain = system.margins(p)
        margins = plain + shift
        slopes, D = -C * loss.slope(margins), C * loss.curvature(margins)
        g = system.gradient(p, slopes)
        value = 0.5 * system.dot(p, p, plain) + float(C @ loss(margins))
        if not np.isfinite(value):
            return
        alpha, error = slopes, 0.5 * system.dot(g, g)
        if system.intercept and error > BALANCE_ERROR * value:
            error = value
        elif system.intercept:
            alpha, paid = _balanced(slopes, y, D, loss.ceiling(C))
            off = system.gradient(p, alpha)
            error = 0.5 * system.dot(off, off) + abs(float(p[-1] * off[-1])) + paid
        error = min(error, value)
        yield NewtonIterate(p, margins, alpha, value, error, step)
        better = value < least * (1.0 - 4.0 * EPS) or error < 0.5 * smallest
        waited = 0 if better else waited + 1
        least, smallest = min(value, least), min(error, smallest)
        found = _step(system, margins, g, C, D, _curved(margins, slopes, D, step, loss), loss)
        if found is None:
            return
        dp, step = found
        p = p + step * dp


def _step(
    system: System, margins: Array, g: Array, C: Array, D: Array, curved: Array, loss: Loss
) -> tuple[Array, float] | None:
    """The direction by the second derivatives `curved` and how far to go, if it leads down."""
    try:
        dp = system.direction(g, curved)
    except LinAlgError:
        return None
    change = system.margins(dp)
    slope = system.dot(g, dp, change) + float(g[-1] * dp[-1])
    curvature = system.dot(dp, dp, change) + float(D @ change**2)
    if not slope < 0.0:
        return None
    return dp, exact_step(slope, curvature, margins, change, C, loss)


def _curved(margins: Array, slopes: Array, D: Array, last: float, loss: Loss) -> Array:
    """The second derivatives to go by: D, unless these are none or led nowhere the last time.

    Then those of the parabola through the last bend that touches the loss from above, which points
    on a straight piece have too: it looks as far as the point has to go.
    """
    if D.any() and not 0.0 < last < SHORT_STEP:
        return D
    short = loss.bends[-1][0] - margins
    return np.divide(slopes, short, out=np.zeros_like(slopes), where=slopes > 0.0)


def _balanced(alpha: Array, y: Array, D: Array, ceiling: Array) -> tuple[Array, float]:
    """alpha moved along the curvature until y'alpha = 0, and what that costs.

    A change db of the intercept would move alpha by -D y db, at the cost of 1/2 db^2 sum D in the
    Fenchel inequality. Where a bound is in the way, alpha stays and the cost is infinite.
    """
    total = float(D.sum())
    change = float(y @ alpha) / total if total > 0.0 else 0.0
    moved = np.minimum(np.maximum(alpha - change * (y * D), 0.0), ceiling)
    if abs(float(y @ moved)) <= BALANCE_TOL * float(moved.sum()):
        return moved, 0.5 * change**2 * total
    return alpha, np.inf


def minimise(
    system: System,
    y: Array,
    C: Array,
    loss: Loss,
    shift: Shift = 0.0,
    *,
    tol: float = 1e-12,
    max_iter: int = 500,
) -> tuple[NewtonIterate, int]:
    """The last point of `newton` or the first with error <= tol value, and the steps it took."""
    best, n_iter = None, 0
    # numbers that grow too large end the walk; that is not worth a warning
    with np.errstate(over="ignore", invalid="ignore"):
        for n_iter, point in enumerate(newton(system, y, C, loss, shift)):
            if best is None or point.error < best.error or point.value < best.value:
                best = point
            error = point.error / max(point.value, TINY)
            if spent(error) or point.error <= tol * point.value or n_iter >= max_iter:
                break
    assert best is not None  # w = 0 is a point
    return best, n_iter
