"""Linear models of a sparse X, which is multiplied and never written out.

Of a smooth loss by Newton's method. The hinge is rounded off, by the method of multipliers: with
a_i the multipliers so far, the loss of point i is the Huber hinge of width h about

    q_i + h (2 a_i / C_i - 1),

whose slope at q_i is -a_i / C_i. At the minimum the new multipliers belong to w = sum_i a_i y_i x_i
and are nearer to the optimum, whatever h is: the nearer, the smaller h, which falls when the gap
falls slowly. A large h makes steps cheap.

Source: Rockafellar, Augmented Lagrangians and applications of the proximal point algorithm in
convex programming, Mathematics of Operations Research 1 (1976), https://doi.org/10.1287/moor.1.2.97
"""

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.linear_fit import certify_system
from svmcore.engine.newton import minimise, newton
from svmcore.losses import Hinge, HuberHinge, Loss
from svmcore.optim.budget import out_of_time, spent
from svmcore.optim.newton_systems import TINY
from svmcore.optim.sparse_system import SparseGram, SparseRows, SparseSystem
from svmcore.problems.result import Result, result_with_status

STOP = 0.5  # estimated gap, of the tolerance, at which Newton's method ends
ROUGH = 0.3  # share of the slope that a line search may leave: a step is not exact either
INNER = 0.1  # error of a minimum, of the gap of its multipliers, that is small enough
SLOW, FALL = 0.3, 0.3  # share of the last gap that is too much, and what h is then multiplied with
FIRST_WIDTH = 0.5  # h, in units of the margin that is asked for
REACH = 0.25  # of what the multiplier C_i of a point makes of its own margin, at most h at first
# columns for each row from which on the steps of a hinge, or of a tube, are sooner solved for beta
WIDE, WIDE_TUBE = 2, 8
BETA_STEPS = 120  # after which steps for w take over: those for beta that lead there are fewer
PATIENCE = 8  # rounds of multipliers with a larger gap after which nothing more is gained


def fit_sparse(
    rows: SparseRows,
    signs: Array,
    C: Array,
    loss: Loss,
    *,
    intercept: bool,
    tol: float = 1e-6,
    max_iter: int = 500,
) -> Result:
    """Linear model: min 1/2 |w|^2 + sum_i C_i loss(sign_i <w, z_i>) with z_i = (x_i, column).

    signs, C : (n,), or (2 n,) of points above and below a tube. intercept : whether the last weight
    costs nothing, which a hinge does not allow; it is then the intercept of the result, with the
    column 1, and else the last of its w. A loss that is not smooth must be a `Hinge`.
    """
    systems: list[SparseSystem] = [SparseSystem(rows, signs, intercept=intercept)]
    wide = WIDE if len(signs) == rows.n else WIDE_TUBE
    if isinstance(loss, Hinge) and wide * rows.n <= rows.size:
        systems.append(SparseGram(rows, signs))
    used = 0
    while systems:
        system = systems.pop()
        most = min(max_iter - used, BETA_STEPS if systems else max_iter)
        with np.errstate(over="ignore", invalid="ignore"):
            if isinstance(loss, Hinge):
                p, alpha, n_iter = _by_multipliers(system, C, loss, tol, most)
            else:
                p, alpha, n_iter = minimise(
                    system, signs, C, loss, tol=STOP * tol, max_iter=most, flat=ROUGH
                )
            used += n_iter
            proof = certify_system(system, C, loss, p, alpha)
        if proof.relative_gap <= tol or used >= max_iter or out_of_time():
            break
    p = p[: rows.size]
    return result_with_status(
        proof,
        tol,
        used,
        max_iter,
        coef=system.folded(signs * alpha),
        intercept=float(p[-1]) if intercept else 0.0,
        alpha=alpha,
        scores=rows.scores(p),
        w=p[:-1] if intercept or not rows.column else p,
    )


def _by_multipliers(
    system: SparseSystem, C: Array, loss: Hinge, tol: float, max_iter: int
) -> tuple[Array, Array, int]:
    """p, alpha and the number of steps of Newton's method.

    The gap at p and alpha is sum_i C_i loss(t_i) - alpha_i (q_i - t_i), and 1/2 |w - own|^2 for the
    w of p and the own of alpha.
    """
    p, alpha, last, n_iter = system.origin(), 0.5 * C, np.inf, 0
    asked = float(np.abs(np.broadcast_to(loss.q, C.shape)).mean()) or 1.0
    own = float(C.mean()) * float(system.rows.squares.sum()) / system.rows.n
    h = min(FIRST_WIDTH * asked, REACH * own) or FIRST_WIDTH * asked
    worse = 0
    while worse < PATIENCE:
        rounded = HuberHinge(h, loss.q + h * (2.0 * alpha / C - 1.0))
        for step, point in enumerate(newton(system, p, C, rounded, flat=ROUGH)):
            losses = float(C @ loss(point.margins))
            excess = losses - float(point.alpha @ (loss.q - point.margins))
            gap = excess + point.missed
            dual = 0.5 * system.dot(point.p, point.p) + losses - gap
            relative = gap / max(abs(dual), TINY)
            n_iter += step > 0
            ended = spent(relative) or relative <= tol or n_iter >= max_iter
            if ended or (step and point.missed <= INNER * excess):
                break
        p, alpha = point.p, point.alpha
        if ended:
            break
        worse += not gap < last
        h *= FALL if gap > SLOW * last else 1.0
        last = gap
    return p, alpha, n_iter
