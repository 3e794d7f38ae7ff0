"""The primal by Newton's method: a machine whose loss has a second derivative, in a few steps.

min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i (<w, phi(x_i)> + b)) for a loss that is made of
parabolas and lines (`Loss.bends`). A step solves the linear system of the parabolas that the
points are on; once no point changes to another, it is exact.

Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.linalg import LinAlgError

from svmcore.arrays import Array, as_points, as_signs
from svmcore.losses import Loss, SquaredHinge
from svmcore.problems.certificate import Certificate, Status
from svmcore.problems.feasible import project
from svmcore.systems import EPS, Features, Gram, System

PATIENCE = 3  # steps without progress after which only rounding errors are left to reduce
ROUNDING = 1e-12  # share of sum alpha that |y'alpha| may be without being worth a projection
SHORT = 0.1  # share of Newton's step that says that its parabolas are not those on the way


class Point(NamedTuple):
    """A moment of the descent.

    p : the system's variable, (w, b) or (beta, b). margins : (n,), y f. value : the objective.
    alpha : (n,), in the limit the solution of the dual: -C loss'(margins), which balances g in w,
    moved along the curvature until y'alpha = 0, unless that would leave its bounds.
    error : primal - dual at (w, b) and alpha, plus |b y'alpha|. step : the share of Newton's step
    that led here.
    """

    p: Array
    margins: Array
    alpha: Array
    value: float
    error: float
    step: float


def exact_step(slope: float, curvature: float, times: Array, jumps: Array) -> float:
    """The t > 0 where a convex function that is made of parabolas is least.

    slope < 0 and curvature are its derivatives at 0; at each of the `times` >= 0 the second one
    changes by its jump. So the first one is a line between sorted times, and its zero is on the
    line where it changes sign. Only the times up to some t where it is positive are sorted.
    """
    far, near = 1.0, times <= 1.0
    while slope + curvature * far + float(jumps[near] @ (far - times[near])) < 0.0:
        if near.all():  # no more bends: the last line goes on
            break
        far *= 4.0
        near = times <= far
    order = times[near].argsort()
    times = np.concatenate([[0.0], times[near][order]])
    curvatures = np.concatenate([[curvature], jumps[near][order]]).cumsum()
    slopes = slope + np.concatenate([[0.0], (curvatures[:-1] * np.diff(times)).cumsum()])
    last = int((slopes < 0.0).nonzero()[0][-1])
    if curvatures[last] <= EPS * curvatures.max():  # flat up to rounding: nothing more to gain
        return float(times[last])
    return float(times[last] - slopes[last] / curvatures[last])


def newton(system: System, y: Array, C: Array, loss: Loss) -> Iterator[Point]:
    """Points that approach the minimum, w = 0 first; each with a smaller objective.

    y in {-1, +1} and C > 0 have shape (n,). The walk ends by itself where rounding errors stop it.

    Raises
    ------
    ValueError
        If the loss has a kink.
    """
    if not loss.bends:
        raise ValueError(f"Newton's method needs a loss without a kink, got {loss.title}")
    p, step = system.origin(), 0.0
    if system.intercept and abs(float(y.sum())) == len(y):  # one class: b does it alone
        p[-1] = y[0] * loss.bends[-1][0]
    least, smallest, waited = np.inf, np.inf, 0
    while waited < PATIENCE:
        margins = y * system.scores(p)
        alpha, D = -C * loss.slope(margins), C * loss.curvature(margins)
        balance, total = float(y @ alpha), float(D.sum())
        balanced, moved = alpha, 0.0
        if system.intercept and total > 0.0:
            shifted = alpha - (balance / total) * (y * D)
            if shifted.min() >= 0.0 and (shifted <= loss.ceiling(C)).all():
                balanced, moved = shifted, 0.5 * balance**2 / total
        g, off = system.gradient(p, np.stack([y * alpha, y * balanced]))
        value = 0.5 * system.dot(p, p) + float(C @ loss(margins))
        error = 0.5 * system.dot(off, off) + moved + abs(float(p[-1] * off[-1]))
        if not np.isfinite(value):
            return
        yield Point(p, margins, balanced, value, error, step)
        if error <= EPS * EPS * value:
            return
        better = value < least * (1.0 - 4.0 * EPS) or error < 0.5 * smallest
        waited = 0 if better else waited + 1
        least, smallest = min(value, least), min(error, smallest)
        if total == 0.0 or 0.0 < step < SHORT:
            # 2 (loss' / distance to the last bend) bounds the loss from above as a parabola
            short = loss.bends[-1][0] - margins
            D = np.divide(alpha, short, out=np.zeros_like(alpha), where=alpha > 0.0)
        try:
            dp, step = _step(system, margins, g, y, C, loss, D)
        except LinAlgError:
            return
        p = p + step * dp


def _step(
    system: System, margins: Array, g: Array, y: Array, C: Array, loss: Loss, D: Array
) -> tuple[Array, float]:
    """The direction that the curvatures D ask for, and how far to go along it."""
    dp = system.direction(g, D)
    scores = system.scores(dp)
    dm = y * scores
    slope = system.dot(g, dp, scores) + float(g[-1] * dp[-1])
    if not slope < 0.0:
        return dp, 0.0
    curvature = system.dot(dp, dp, scores) + float((C * loss.curvature(margins)) @ dm**2)
    at, jump = np.array(loss.bends).T[:, :, None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        times = (at - margins) / dm
    # on a bend the curvature is that on its right, so who leaves to the left has yet to pass it
    ahead = ((times > 0.0) | ((times == 0.0) & (dm < 0.0))) & (times < np.inf)
    return dp, exact_step(slope, curvature, times[ahead], (jump * (C * dm * np.abs(dm)))[ahead])


def minimise(
    system: System, y: Array, C: Array, loss: Loss, *, tol: float = 1e-12, max_iter: int = 500
) -> tuple[Point, int]:
    """The last point of `newton` or the first with error <= tol value, and the steps it took."""
    best, n_iter = None, 0
    # numbers that grow too large end the walk; that is not worth a warning
    with np.errstate(over="ignore", invalid="ignore"):
        for n_iter, point in enumerate(newton(system, y, C, loss)):
            if best is None or point.error < best.error or point.value < best.value:
                best = point
            if point.error <= tol * point.value or n_iter >= max_iter:
                break
    assert best is not None  # w = 0 is a point
    return best, n_iter


@dataclass(frozen=True, eq=False)
class LinearFit:
    """The machine f(x) = <w, x> + b, its multipliers, shape (N,), the proof, and how it ended."""

    w: Array
    b: float
    alpha: Array
    certificate: Certificate
    status: Status
    n_iter: int


def fit_linear(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    C: npt.ArrayLike = 1.0,
    loss: Loss | None = None,
    *,
    intercept: bool = True,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> LinearFit:
    """min 1/2 |w|^2 + sum_i C_i loss(y_i (<w, x_i> + b)), the squared hinge if no loss is given.

    Parameters
    ----------
    X, y : (N, d), and N labels -1 or +1.
    C : one number or N of them.
    intercept : whether there is a b; it is not penalised.
    tol : the relative duality gap that is called optimal.

    Raises
    ------
    ValueError
        If there are no points, the shapes do not fit, a number is not finite, a label is neither
        -1 nor +1, a C is not positive, or the loss has a kink.
    """
    points = as_points(X)
    n, d = points.shape
    if n == 0:
        raise ValueError("X must hold at least one point, got none")
    signs = as_signs(y, n)
    costs = _as_costs(C, n)
    chosen = SquaredHinge() if loss is None else loss
    # b absorbs every shift, so what the points have in common would only cost digits
    middle = points.mean(0) if intercept else np.zeros(d)
    A = np.empty((n, d + 1))
    np.subtract(points, middle, out=A[:, :-1])
    A[:, -1] = float(intercept)
    phi = A[:, :-1]
    system: System = Features(A, intercept) if d <= n else Gram(phi @ phi.T, intercept)
    point, n_iter = minimise(system, signs, costs, chosen, tol=0.01 * tol, max_iter=max_iter)
    w, b = (point.p[:-1] if d <= n else point.p[:-1] @ phi), float(point.p[-1])
    alpha = point.alpha
    if intercept and abs(float(signs @ alpha)) > ROUNDING * float(alpha.sum()):
        alpha = project(alpha, signs, chosen.ceiling(costs))
    certificate = _certify(phi, signs, costs, w, b, alpha, chosen, intercept)
    off = certificate.gap + abs(b) * certificate.infeasibility
    if off <= tol * abs(certificate.dual):
        status = Status.OPTIMAL
    else:
        status = Status.MAX_ITER if n_iter >= max_iter else Status.STALLED
    return LinearFit(w, b - float(middle @ w), alpha, certificate, status, n_iter)


def _as_costs(C: npt.ArrayLike, n: int) -> Array:
    costs = np.asarray(C, dtype=np.float64)
    if costs.shape not in ((), (n,)):
        raise ValueError(f"C must be a number or have shape ({n},), got shape {costs.shape}")
    wrong = costs[~((costs > 0.0) & (costs < np.inf))]
    if wrong.size:
        raise ValueError(f"C must be positive and finite, got {wrong.flat[0]:g}")
    return np.broadcast_to(costs, n).copy()


def _certify(
    phi: Array, y: Array, C: Array, w: Array, b: float, alpha: Array, loss: Loss, intercept: bool
) -> Certificate:
    """The primal at (w, b), the dual at alpha, and by how much they miss the conditions.

    These are w = sum_i alpha_i y_i x_i, y'alpha = 0, and for each alpha_i that a projected
    gradient step of the dual leaves it where it is.
    """
    own = (alpha * y) @ phi
    margins = y * (phi @ w + b)
    moved = np.maximum(alpha + loss.dual_slope(alpha, C) - margins, 0.0)
    moved = np.minimum(moved, loss.ceiling(C))
    infeasibility = abs(float(y @ alpha)) if intercept else 0.0
    missed = float(np.abs(moved - alpha).max()), float(np.abs(w - own).max(initial=0.0))
    return Certificate(
        margin_term=0.5 * float(w @ w),
        loss_term=float(C @ loss(margins)),
        dual=float(loss.dual(alpha, C).sum()) - 0.5 * float(own @ own),
        violation=max(*missed, infeasibility),
        infeasibility=infeasibility,
    )
