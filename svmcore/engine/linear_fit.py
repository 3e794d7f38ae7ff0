"""Models with a certificate by Newton's method, and linear models without a bias."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy.linalg import lstsq

from svmcore.arrays import Array, as_points, as_signs
from svmcore.engine.best_state import MAX_HALVINGS
from svmcore.engine.newton import minimise
from svmcore.engine.solve import BUDGET, train
from svmcore.engine.spaces import FeatureSpace, Space
from svmcore.engine.tasks import Task
from svmcore.losses import Loss, SquaredHinge
from svmcore.optim.newton_systems import Features, Gram, System
from svmcore.optim.threads import one_thread
from svmcore.problems.certificate import Certificate, Status, certify_models
from svmcore.problems.result import Result, result_with_status

# estimated gap, of the tolerance, at which Newton's method ends; of a smooth loss a last step costs
# little and brings as many digits as there are
STOP, SMOOTH_STOP = 0.01, 1e-6
COEF_TOL = 1e-9  # share of the largest score by which those of coef may differ from those of w


def fit_linear(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    C: npt.ArrayLike = 1.0,
    loss: Loss | None = None,
    *,
    intercept: bool = True,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> Result:
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
        return _fit_features(points, signs, sample_C, chosen, intercept, tol, max_iter)


def fit_squared_tube(
    X: Array,
    z: Array,
    C: Array,
    epsilon: float,
    *,
    intercept: bool,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> Result:
    """Linear model: min 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)^2.

    X : (n, d), z : (n,), the targets, C : (n,), > 0. intercept : whether f = <w, x> + b or <w, x>;
    b is not penalised. The multipliers, (2 n,), are those of points above and below the tube, one
    squared hinge each: of z - f - epsilon and of f - z - epsilon.

    Source: Ho and Lin, Large-scale linear support vector regression, JMLR 13 (2012), section 2,
    https://www.jmlr.org/papers/v13/ho12a.html
    """
    level = float(z.mean()) if intercept else 0.0
    signs, around = np.repeat([1.0, -1.0], len(X)), z - level
    loss = SquaredHinge(np.concatenate([around, -around]) - epsilon)
    with np.errstate(over="ignore", invalid="ignore"):
        fit = _fit_features(X, signs, np.tile(C, 2), loss, intercept, tol, max_iter)
    b = fit.intercept + level
    return replace(fit, intercept=b, v=np.array([b]))


@one_thread
def fit_smooth(
    space: Space, y: Array, C: Array, loss: Loss, *, tol: float = 1e-9, max_iter: int = 500
) -> Result:
    """Model min 1/2 |w|^2 + sum_i C_i loss(y_i f(x_i)) for any kernel and a loss without a kink.

    space : where the points live, positive semi-definite. y, C : (n,), labels of both classes and
    penalties > 0. tol : the relative duality gap that is called optimal. In features w has digits
    that a K of high powers loses: coef is y alpha, or where this loses them the shortest with
    phi'coef = w.

    Raises ValueError if the loss has a kink.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if isinstance(space, FeatureSpace):
            fit = _fit_features(space.phi, y, C, loss, True, tol, max_iter, SMOOTH_STOP)
            off = float(np.abs(space.scores(fit.coef) - fit.scores).max())
            if off <= COEF_TOL * float(np.abs(fit.scores).max()):
                return fit
            return replace(fit, coef=lstsq(space.phi.T, fit.w, lapack_driver="gelsy")[0])
        everyone = np.arange(len(space))
        K = space.block(everyone, everyone)
        # b absorbs every shift, so what the points have in common would only cost digits
        means = K.mean(0)
        system = Gram(K - means - (means - means.mean())[:, None], y)
        p, alpha, n_iter = minimise(system, y, C, loss, tol=SMOOTH_STOP * tol, max_iter=max_iter)
        coef, scores = p[:-1], K @ p[:-1]
        b = float(p[-1] - means @ coef)
    proof = certify_system(system, C, loss, p, alpha)
    return result_with_status(
        proof, tol, n_iter, max_iter, coef=coef, intercept=b, alpha=alpha, scores=scores
    )


def fit_without_bias(
    X: Array, task: Task, *, tol: float = 1e-6, max_iter: int = BUDGET, solver: str = "auto"
) -> Result:
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
        return certify_system(features, task.C, task.loss, w, alpha), w, alpha

    proof, w, alpha = certified(w, alpha)
    if proof.gap > tol * abs(proof.dual):  # from w = 0 on, along w or the gradient there
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
    used = answer.n_iter if answer.status is Status.MAX_ITER else 0
    coef, scores = task.coef(alpha), X @ w
    fit = result_with_status(
        proof, tol, used, max_iter, coef=coef, intercept=0.0, alpha=alpha, scores=scores, w=w
    )
    return replace(fit, n_iter=answer.n_iter)


def _features(X: Array, signs: Array, intercept: bool) -> tuple[Features, Array]:
    """The features sign_i (x_i - middle, 1), and middle; sign_i x_i and 0 without an intercept.

    signs : (n,) or (2 n,), then each point has two rows, as above and below a tube.
    """
    n, d = X.shape
    # b absorbs every shift, so what the points have in common would only cost digits
    middle = X.mean(0) if intercept else np.zeros(d)
    centred = X - middle
    # a margin is a sum of the columns of A
    A = np.empty((len(signs), d + intercept), order="F")
    for start in range(0, len(signs), n):
        rows = slice(start, start + n)
        np.multiply(centred, signs[rows, None], out=A[rows, :d])
    A[:, d:] = signs[:, None]
    return Features(A, np.zeros(int(intercept))), middle


def _fit_features(
    X: Array,
    y: Array,
    C: Array,
    loss: Loss,
    intercept: bool,
    tol: float,
    max_iter: int,
    stop: float = STOP,
) -> Result:
    """The model on features X with signs y and penalties C, one or two for each point.

    It is found by way of the Gram matrix where that is the smaller one.
    """
    features, middle = _features(X, y, intercept)
    (n, columns), d = features.A.shape, X.shape[1]
    if columns <= n + 1:
        p, alpha, n_iter = minimise(features, y, C, loss, tol=stop * tol, max_iter=max_iter)
    else:
        phi = features.A[:, :d] * y[:, None]
        gram = Gram(phi @ phi.T, y, intercept=intercept)
        p, alpha, n_iter = minimise(gram, y, C, loss, tol=stop * tol, max_iter=max_iter)
        p = np.append(p[:n] @ phi, p[n:])
    w, b = p[:d], float(p[d:].sum() - middle @ p[:d])
    coef = (y * alpha).reshape(-1, len(X)).sum(0)
    proof = certify_system(features, C, loss, p, alpha)
    return result_with_status(
        proof, tol, n_iter, max_iter, coef=coef, intercept=b, alpha=alpha, scores=X @ w, w=w
    )


def certify_system(system: System, C: Array, loss: Loss, p: Array, alpha: Array) -> Certificate:
    """That of p and alpha, which may contradict each other: w is not sum_i alpha_i y_i x_i."""
    off = system.gradient(p, alpha)
    own, k = p - off, len(p) - len(system.total)
    return certify_models(
        C,
        alpha[None],
        system.margins(p)[None],
        np.array([0.5 * system.dot(p, p)]),
        loss,
        conjugate=np.array([0.5 * system.dot(own, own)]),
        infeasibility=np.abs(off[k:]).max(initial=0.0),
        distance=np.abs(off).max(),
    )[0]


def _as_sample_C(C: npt.ArrayLike, n: int) -> Array:
    sample_C = np.asarray(C, dtype=np.float64)
    if sample_C.shape not in ((), (n,)):
        raise ValueError(f"C must be a number or have shape ({n},), got shape {sample_C.shape}")
    wrong = sample_C[~((sample_C > 0.0) & (sample_C < np.inf))]
    if wrong.size:
        raise ValueError(f"C must be positive and finite, got {wrong.flat[0]:g}")
    return np.broadcast_to(sample_C, n).copy()


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
