"""Newton's method with a line search, for a linear model whose loss has a second derivative.

min over w, v of 1/2 |w|^2 + total'v + sum_i C_i loss(margin_i), where w and the free v, such as an
intercept, are the coordinates of a `System`. Of a loss that is made of parabolas and lines a step
is exact once no point changes to another piece; of any other convergence is quadratic.

Sources: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
https://doi.org/10.1162/neco.2007.19.5.1155; for the line search, Keerthi and DeCoste, A modified
finite Newton method, JMLR 6 (2005), https://www.jmlr.org/papers/v6/keerthi05a.html
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array
from svmcore.losses import Loss
from svmcore.optim.budget import spent
from svmcore.optim.cholesky import EPS
from svmcore.optim.newton_systems import TINY, System
from svmcore.problems.feasible import project

PATIENCE = 3  # steps without progress after which only rounding errors are left to reduce
SHORT_STEP = 0.1  # share of Newton's step that says that its parabolas are not those on the way
FLAT = 1e-6  # share of the slope that a line search leaves: more would cost further steps
MAX_TRIALS = 60  # of the line search, which needs 1 to 5
BALANCE_TOL = 1e-12  # share of sum alpha that |y'alpha| may be without being worth a projection


class NewtonIterate(NamedTuple):
    """A moment of the descent.

    p : the system's variable, (w, v) or (beta, v). margins : (n,). value : the objective.
    alpha : (n,), -C loss'(margins), in the limit the solution of the dual. curvature : (n,),
    C loss''. missed : what the gradient is worth in the unit of the value. step : the share of
    Newton's step that led here.
    """

    p: Array
    margins: Array
    value: float
    alpha: Array
    curvature: Array
    missed: float
    step: float


def newton(
    system: System, p: Array, C: Array, loss: Loss, *, flat: float = FLAT
) -> Iterator[NewtonIterate]:
    """Newton's method: points that approach the minimum, p first, with falling objective.

    C : (n,), > 0. flat : the share of the slope that a line search may leave. The descent ends
    where rounding errors stop it. Raises ValueError if the loss has a kink.
    """
    if not loss.smooth:
        raise ValueError(f"Newton's method needs a loss without a kink, got {loss.title}")
    v = len(p) - len(system.total)
    least, smallest, waited, step = np.inf, np.inf, 0, 0.0
    margins = system.margins(p)
    slopes = loss.slope(margins)
    while waited < PATIENCE:
        alpha, D = -C * slopes, C * loss.curvature(margins)
        g = system.gradient(p, alpha)
        value = 0.5 * system.dot(p, p, margins) + float(system.total @ p[v:] + C @ loss(margins))
        if least < np.inf and not np.isfinite(value):  # the start alone may cost too much
            return
        missed = 0.5 * system.dot(g, g) + abs(float(g[v:] @ p[v:]))
        point = NewtonIterate(p, margins, value, alpha, D, missed, step)
        yield point
        waited = 0 if value < least * (1.0 - 4.0 * EPS) or missed < 0.5 * smallest else waited + 1
        least, smallest = min(value, least), min(missed, smallest)
        try:
            dp = system.direction(g, _curved(point, loss))
        except LinAlgError:
            return
        change = system.margins(dp)
        slope = system.dot(g, dp, change) + float(g[v:] @ dp[v:])
        if not slope < 0.0:
            return
        rest = slope + float(change @ alpha), system.dot(dp, dp, change)
        step, margins, slopes = line_minimum(slope, rest, margins, change, C, loss, flat)
        p = p + step * dp


def line_minimum(
    slope: float,
    rest: tuple[float, float],
    margins: Array,
    change: Array,
    C: Array,
    loss: Loss,
    flat: float = FLAT,
) -> tuple[float, Array, Array]:
    """The t > 0 where the objective is least on the way, and margins and slopes of the loss there.

    The margins on the way are margins + t change. slope < 0 is the derivative in t of the objective
    at 0, rest[0] + rest[1] t that of what is not loss. The search ends where the derivative is at
    most a share `flat` of what it was: Newton's method, between bounds of t that are moved. Of a
    loss made of parabolas and lines it is exact once t is on the right piece.
    """
    weighted = C * change
    low, high, trial = 0.0, np.inf, 1.0
    for _ in range(MAX_TRIALS):
        t = trial
        ahead = margins + t * change
        slopes = loss.slope(ahead)
        rate = rest[0] + rest[1] * t + float(weighted @ slopes)
        if abs(rate) <= -flat * slope:
            break
        low, high = (t, high) if rate < 0.0 else (low, t)
        curvature = rest[1] + float((weighted * change) @ loss.curvature(ahead))
        trial = t - rate / curvature if curvature > 0.0 else np.inf
        if not low < trial < high:
            between = 0.5 * (low + high) if low > 0.0 else 0.1 * high
            trial = 4.0 * low if high == np.inf else between
    return t, ahead, slopes


def _curved(point: NewtonIterate, loss: Loss) -> Array:
    """The second derivatives to go by: these, unless there are none or they led nowhere last time.

    Then those of the parabola with the minimum at `loss.minimum` that touches the loss from above,
    which points on a straight piece have too: it looks as far as the point has to go.
    """
    alpha, useful = point.alpha, point.curvature.any() and not 0.0 < point.step < SHORT_STEP
    if useful or not np.isfinite(loss.minimum).all():
        return point.curvature
    short = loss.minimum - point.margins
    return np.divide(alpha, short, out=np.zeros_like(alpha), where=alpha > 0.0)


def minimise(
    system: System,
    y: Array,
    C: Array,
    loss: Loss,
    *,
    tol: float = 1e-12,
    max_iter: int = 500,
    flat: float = FLAT,
) -> tuple[Array, Array, int]:
    """p of the minimum, its multipliers alpha with y'alpha = 0, and the steps that it took.

    y : (n,), -1 or +1. flat : see `newton`. It ends where the estimated gap is at most tol times
    the value, or at the best point: an estimate has more digits than the difference of two values.
    """
    best, n_iter = None, 0
    least = smallest = np.inf
    # numbers that grow too large end the descent; that is not worth a warning
    with np.errstate(over="ignore", invalid="ignore"):
        for n_iter, point in enumerate(newton(system, origin(system, y, loss), C, loss, flat=flat)):
            alpha, error = _estimated(system, y, C, loss, point)
            if best is None or error < smallest or point.value < least:
                best, least, smallest = (point, alpha), point.value, error
            relative = error / max(point.value, TINY)
            if spent(relative) or relative <= tol or n_iter >= max_iter:
                break
    assert best is not None  # w = 0 is a point
    point, alpha = best
    if len(system.total) and not _is_balanced(y, alpha):
        alpha = _balanced(y, C, loss, point)[0]
        alpha = alpha if _is_balanced(y, alpha) else project(point.alpha, y, loss.ceiling(C))
    return point.p, alpha, n_iter


def origin(system: System, y: Array, loss: Loss) -> Array:
    """p of f = 0; of points of one class the f that has no loss, if there is one."""
    p = system.origin()
    if len(system.total) and (y == y[0]).all() and np.isfinite(loss.minimum).all():
        p[-1] = y[0] * np.max(loss.minimum)
    return p


def _estimated(
    system: System, y: Array, C: Array, loss: Loss, point: NewtonIterate
) -> tuple[Array, float]:
    """alpha with y'alpha = 0, and an estimate of primal - dual at p and alpha.

    As long as it is not balanced that is the value, for the dual of alpha = 0 is 0.
    """
    if not len(system.total):
        return point.alpha, min(point.missed, point.value)
    alpha, paid = _balanced(y, C, loss, point)
    if not _is_balanced(y, alpha):
        return point.alpha, point.value
    off = system.gradient(point.p, alpha)
    gap = 0.5 * system.dot(off, off) + abs(float(point.p[-1] * off[-1])) + paid
    return alpha, min(gap, point.value)


def _balanced(y: Array, C: Array, loss: Loss, point: NewtonIterate) -> tuple[Array, float]:
    """alpha moved along the curvature D towards y'alpha = 0, within its bounds; what that costs.

    A change db of the intercept moves alpha by -D y db, at the cost of 1/2 db^2 sum D in the
    Fenchel inequality.
    """
    alpha, D = point.alpha, point.curvature
    total = float(D.sum())
    db = float(y @ alpha) / total if total > 0.0 else 0.0
    moved = np.minimum(np.maximum(alpha - db * (y * D), loss.floor), loss.ceiling(C))
    return moved, 0.5 * db**2 * total


def _is_balanced(y: Array, alpha: Array) -> bool:
    return abs(float(y @ alpha)) <= BALANCE_TOL * float(np.abs(alpha).sum())
