"""Linear models with their proof: by Newton's method, or by that of a `Task`."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, as_points, as_signs
from svmcore.engine.best_state import MAX_HALVINGS
from svmcore.engine.newton import BALANCE_TOL, Shift, minimise
from svmcore.engine.solve import BUDGET, train
from svmcore.engine.spaces import FeatureSpace
from svmcore.engine.tasks import Task
from svmcore.losses import Hinge, Loss, SquaredHinge
from svmcore.optim.budget import out_of_time
from svmcore.optim.newton_systems import Features, Gram, System
from svmcore.problems.certificate import Certificate, Status
from svmcore.problems.feasible import project


@dataclass(frozen=True, eq=False)
class LinearFit:
    """Linear model f(x) = <w, x> + b, its multipliers, shape (N,), the proof, and how it ended."""

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
    """Linear model: min 1/2 |w|^2 + sum_i C_i loss(y_i (<w, x_i> + b)), by default squared hinge.

    X, y : (N, d), and N labels -1 or +1. C : one number or N of them. intercept : whether there is
    a b; it is not penalised. tol : the relative duality gap that is called optimal.

    Raises ValueError if there are no points, the shapes do not fit, a number is not finite, a label
    is neither -1 nor +1, a C is not positive, or the loss has a kink.
    """
    points = as_points(X)
    n = len(points)
    if n == 0:
        raise ValueError("X must hold at least one point, got none")
    signs, sample_C = as_signs(y, n), _as_sample_C(C, n)
    chosen = SquaredHinge() if loss is None else loss
    # numbers that grow too large end in a status; that is not worth a warning
    with np.errstate(over="ignore", invalid="ignore"):
        features, middle = _features(points, signs, intercept)
        found = _fit(features, signs, sample_C, chosen, 0.0, tol, max_iter)
        return replace(found, b=found.b - float(middle @ found.w))


def fit_squared_tube(
    X: Array,
    z: Array,
    C: Array,
    epsilon: float,
    *,
    intercept: bool,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> LinearFit:
    """Linear model: min 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)^2.

    X : (n, d), z : (n,), the targets, C : (n,), > 0. intercept : whether f = <w, x> + b or <w, x>;
    b is not penalised. The multipliers, (2 n,), are those of points above and below the tube, one
    squared hinge each: of z - f - epsilon and of f - z - epsilon.

    Source: Ho and Lin, Large-scale linear support vector regression, JMLR 13 (2012), section 2,
    https://www.jmlr.org/papers/v13/ho12a.html
    """
    level = float(z.mean()) if intercept else 0.0
    signs = np.repeat([1.0, -1.0], len(X))
    shift = 1.0 + epsilon - signs * np.tile(z - level, 2)
    with np.errstate(over="ignore", invalid="ignore"):
        features, middle = _features(X, signs, intercept)
        found = _fit(features, signs, np.tile(C, 2), SquaredHinge(), shift, tol, max_iter)
        return replace(found, b=found.b + level - float(middle @ found.w))


def fit_without_bias(
    X: Array, task: Task, *, tol: float = 1e-6, max_iter: int = BUDGET, solver: str = "auto"
) -> LinearFit:
    """Linear model f = <w, x>: min 1/2 |w|^2 + sum_i C_i max(0, q_i - sign_i <w, x_i>).

    X : (N, d). The task has one multiplier, v = (b,), which is held at 0, and the total 0. alpha
    has its variables, shape (n,). See `train` for the rest.
    """
    anchored = _with_anchor(task)
    space = FeatureSpace(np.vstack([X, np.zeros(X.shape[1])]))
    answer = train(space, anchored, tol=tol, max_iter=max_iter, solver=solver)
    blocks = len(task.sign) // len(X)
    alpha = np.minimum(answer.alpha.reshape(blocks, -1)[:, :-1].ravel(), task.C)
    w = task.coef(alpha) @ X if answer.w is None else answer.w
    features, _ = _features(X, task.sign, intercept=False)

    def certified(w: Array, alpha: Array) -> tuple[Certificate, Array, Array]:
        shift = 1.0 - task.q
        return certify_margins(features, task.C, np.append(w, 0.0), alpha, Hinge(), shift), w, alpha

    proof, w, alpha = certified(w, alpha)
    reached = proof.gap <= tol * abs(proof.dual)
    if not reached:  # from w = 0 on, in this direction or that of the gradient there
        down = np.where(task.q > 0.0, task.C, 0.0)
        for direction, multipliers in ((w, alpha), (task.coef(down) @ X, down)):
            last = np.inf
            for k in range(MAX_HALVINGS):
                shorter = certified(0.5**k * direction, 0.5**k * multipliers)
                if shorter[0].primal > last:  # which is convex along the ray
                    break
                last = shorter[0].primal
                if last < proof.primal:
                    proof, w, alpha = shorter
    stopped = Status.STALLED if answer.status is Status.OPTIMAL else answer.status
    status = Status.OPTIMAL if reached else stopped
    return LinearFit(w, 0.0, alpha, proof, status, answer.n_iter)


def _features(X: Array, signs: Array, intercept: bool) -> tuple[Features, Array]:
    """The features sign_i (x_i - middle, 1), and middle: the mean, or 0 without an intercept.

    signs : (n,) or (2 n,), then each point has two rows, as above and below a tube.
    """
    n, d = X.shape
    # b absorbs every shift, so what the points have in common would only cost digits
    middle = X.mean(0) if intercept else np.zeros(d)
    centred = X - middle
    A = np.empty((len(signs), d + 1), order="F")  # a margin is a sum of its columns
    for start in range(0, len(signs), n):
        rows = slice(start, start + n)
        np.multiply(centred, signs[rows, None], out=A[rows, :-1])
    A[:, -1] = signs if intercept else 0.0
    return Features(A, intercept=intercept), middle


def _fit(
    features: Features, y: Array, C: Array, loss: Loss, shift: Shift, tol: float, max_iter: int
) -> LinearFit:
    """The model of features with labels y and penalties C, (n,), and its proof; see `newton`."""
    p, alpha, n_iter = _descend(features, y, C, loss, shift, 0.01 * tol, max_iter)
    if features.intercept and not abs(float(y @ alpha)) <= BALANCE_TOL * float(alpha.sum()):
        alpha = project(alpha, y, loss.ceiling(C))
    certificate = certify_margins(features, C, p, alpha, loss, shift)
    w, b = p[:-1], float(p[-1])
    off = certificate.gap + abs(b) * certificate.infeasibility
    if np.isfinite(off) and off <= tol * abs(certificate.dual):
        status = Status.OPTIMAL
    else:
        status = Status.MAX_ITER if n_iter >= max_iter else Status.STALLED
        status = Status.TIMEOUT if out_of_time() else status
    return LinearFit(w, b, alpha, certificate, status, n_iter)


def _descend(
    features: Features, y: Array, C: Array, loss: Loss, shift: Shift, tol: float, max_iter: int
) -> tuple[Array, Array, int]:
    """(w, b), alpha and the steps, by way of the Gram matrix if it is the smaller one."""
    n, columns = features.A.shape
    if columns <= n + 1:
        point, n_iter = minimise(features, y, C, loss, shift, tol=tol, max_iter=max_iter)
        return point.p, point.alpha, n_iter
    phi = features.A[:, :-1] * y[:, None]
    gram = Gram(phi @ phi.T, y, intercept=features.intercept)
    point, n_iter = minimise(gram, y, C, loss, shift, tol=tol, max_iter=max_iter)
    return np.append(point.p[:-1] @ phi, point.p[-1]), point.alpha, n_iter


def _as_sample_C(C: npt.ArrayLike, n: int) -> Array:
    sample_C = np.asarray(C, dtype=np.float64)
    if sample_C.shape not in ((), (n,)):
        raise ValueError(f"C must be a number or have shape ({n},), got shape {sample_C.shape}")
    wrong = sample_C[~((sample_C > 0.0) & (sample_C < np.inf))]
    if wrong.size:
        raise ValueError(f"C must be positive and finite, got {wrong.flat[0]:g}")
    return np.broadcast_to(sample_C, n).copy()


def certify_margins(
    system: System, C: Array, p: Array, alpha: Array, loss: Loss, shift: Shift
) -> Certificate:
    """The primal at p, the dual at alpha, and by how much they miss the conditions.

    These are w = sum_i alpha_i y_i x_i, y'alpha = 0, and for each alpha_i that a projected
    gradient step of the dual leaves it where it is.
    """
    margins = system.margins(p) + shift
    off = system.gradient(p, alpha)
    own = p - off
    moved = np.maximum(alpha + loss.dual_slope(alpha, C) - margins, 0.0)
    moved = np.minimum(moved, loss.ceiling(C))
    return Certificate(
        margin_term=0.5 * system.dot(p, p),
        loss_term=float(C @ loss(margins)),
        dual=float((loss.dual(alpha, C) - alpha * shift).sum()) - 0.5 * system.dot(own, own),
        violation=max(float(np.abs(moved - alpha).max()), float(np.abs(off).max())),
        infeasibility=abs(float(off[-1])),
    )


def _with_anchor(task: Task) -> Task:
    """The task with one more point, at the origin, that holds b at 0.

    With q = 0, an upper bound of 2 B and B as the sum of all balance_i a_i it costs B |b|, and
    B = sum_i C_i is more than b can gain at the other points. Of a second variable, which is not
    needed, q is so low that it stays 0.
    """
    n, bound = task.n_points, float(task.C.sum())
    first = np.arange(len(task.sign) // n) == 0
    low = -1.0 - float(np.abs(task.q).max())

    def widened(values: Array, at_origin: Array) -> Array:
        return np.column_stack([values.reshape(-1, n), at_origin]).ravel()

    side = np.where(first, 1.0, -1.0)
    group = np.zeros(len(task.sign) + len(first), dtype=np.intp)
    return replace(
        task,
        sign=widened(task.sign, side),
        q=widened(task.q, np.where(first, 0.0, low)),
        balance=widened(task.balance, side),
        group=group,
        total=np.array([bound]),
        C=widened(task.C, np.where(first, 2.0 * bound, bound)),
        n_points=n + 1,
    )
