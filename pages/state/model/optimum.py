"""The exact minimiser of a descent's objective, from the engine or by Newton's method."""

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import FeatureSpace, GramSpace, Space, classification, train
from svmcore.engine.linear_fit import fit_linear
from svmcore.engine.methods.hulls import hard_margin
from svmcore.kernels.gram_factor import factor
from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import Objective
from svmcore.problems import PrimalProblem
from svmcore.problems.certificate import Status
from svmcore.sgd.parametrization import LinearWeights, Parametrization
from svmcore.solvers.base import solve
from svmcore.solvers.interior_point import InteriorPoint
from svmcore.solvers.newton import Newton

PROOF_TOL = 1e-9  # of the proof
MAX_NEWTON_STEPS = 200
MAX_INTERIOR_STEPS = 100
USABLE_GAP = 1e-6  # relative gap up to which an optimum without a whole proof is one to measure by


def space_of_points(data: Parametrization) -> Space:
    """The points as the engine takes them."""
    if isinstance(data, LinearWeights):
        return FeatureSpace(data.matrix)
    return GramSpace(data.matrix)


def mirrored(data: Parametrization, scale: Array | None = None) -> Space:
    """The points with one more coordinate, always 1, and after them their mirror images.

    With `scale`, shape (n,), each of these vectors is made so many times as long.
    """
    if isinstance(data, LinearWeights):
        longer = np.column_stack([data.matrix, np.ones(len(data.y))])
        longer = longer if scale is None else longer * scale[:, None]
        return FeatureSpace(np.vstack([longer, -longer]))
    longer = data.matrix + 1.0
    longer = longer if scale is None else longer * np.multiply.outer(scale, scale)
    return GramSpace(np.block([[longer, -longer], [-longer, longer]]))


def gram(data: Parametrization) -> Array:
    """The inner products of all points, shape (n, n)."""
    plane = isinstance(data, LinearWeights)
    return np.asarray(data.matrix @ data.matrix.T) if plane else data.matrix


def vector(data: Parametrization, coef: Array) -> Array:
    """The v of w = sum_i coef_i phi(x_i); coef (n,) or (n, k)."""
    return np.asarray(data.matrix.T @ coef) if isinstance(data, LinearWeights) else coef


def optimum(data: Parametrization, objective: Objective) -> tuple[Array, float] | None:
    """The (v, b) that minimises J, None where there is no proof of one.

    A penalised bias is one more coordinate, always 1, of a model without a bias. The model
    without a bias is that of every point beside its mirror image (-x, -y): whatever a bias gains
    on one it loses on the other. A point of weight omega has the bound C omega.
    """
    y = data.y
    C = objective.C(len(y)) * (np.ones(len(y)) if data.weight is None else data.weight)
    if not isinstance(objective.loss, Hinge):
        return _smooth(data, objective, C)
    if not objective.bias_inside:
        answer = train(space_of_points(data), classification(y, C), tol=PROOF_TOL)
        if not _reached(answer.status, answer.certificate.relative_gap):
            return None
        v = vector(data, y * answer.alpha) if answer.w is None else answer.w
        return v, float(answer.v[0])
    signs = np.concatenate([y, -y])
    task = classification(signs, 0.5 * np.concatenate([C, C]))
    answer = train(mirrored(data), task, tol=PROOF_TOL)
    if not _reached(answer.status, answer.certificate.relative_gap):
        return None
    if answer.w is not None:
        return answer.w[:-1], float(answer.w[-1])
    image, mirror = np.split(signs * answer.alpha, 2)
    return vector(data, image - mirror), float((image - mirror).sum())


def street(data: Parametrization) -> float | None:
    """The gamma of Novikoff's theorem: the largest least distance of the points x' = (x, 1), all on
    their own side, from a plane through the origin; None if there is no such plane.

    With weights the points are omega x': a mistake is a step of omega y x', and whether there is
    one is the same for omega x' as for x', so the perceptron is that of these points.

    Source: Novikoff, On convergence proofs for perceptrons (1962),
    https://cs.uwaterloo.ca/~y328yu/classics/novikoff.pdf
    """
    signs = np.concatenate([data.y, -data.y])
    _, answer = hard_margin(mirrored(data, data.weight), signs)
    if answer is None:
        return None
    w = answer.w
    square = float(signs * answer.alpha @ answer.scores) if w is None else float(w @ w)
    return float(1.0 / np.sqrt(square)) if square > 0.0 else None


def radius(data: Parametrization) -> float:
    """R of the same theorem: the largest |x'|, with weights the largest omega |x'|."""
    square = space_of_points(data).diagonal + 1.0
    return float(np.sqrt((square if data.weight is None else data.weight**2 * square).max()))


def _smooth(
    data: Parametrization, objective: Objective, sample_C: Array
) -> tuple[Array, float] | None:
    """By Newton's method; on a Gram matrix that it cannot prove itself on, by other means."""
    loss = objective.loss
    if not isinstance(loss, (SquaredHinge, HuberHinge)):
        return None
    inside = objective.bias_inside
    if isinstance(data, LinearWeights):
        X = data.matrix
        X = np.column_stack([X, np.ones(len(X))]) if inside else X
        fit = fit_linear(X, data.y, sample_C, loss, intercept=not inside, tol=PROOF_TOL)
        if not _reached(fit.status, fit.certificate.relative_gap):
            return None
        assert fit.w is not None
        return (fit.w[:-1], float(fit.w[-1])) if inside else (fit.w, float(fit.intercept))
    problem = PrimalProblem(gram(data), data.y, sample_C, loss=loss, bias_inside=inside)
    solution = solve(problem, Newton(), tol=PROOF_TOL, max_iter=MAX_NEWTON_STEPS)
    if not _reached(solution.status, solution.certificate.relative_gap):
        if inside:
            return _with_a_constant(data, sample_C, loss)
        solution = solve(problem, InteriorPoint(), tol=PROOF_TOL, max_iter=MAX_INTERIOR_STEPS)
        if not _reached(solution.status, solution.certificate.relative_gap):
            return None
    return vector(data, solution.coef), solution.intercept


def _with_a_constant(
    data: Parametrization, sample_C: Array, loss: SquaredHinge | HuberHinge
) -> tuple[Array, float] | None:
    """The penalised bias as a constant in the kernel: its multipliers have no sum to keep to 0."""
    thin = factor(gram(data) + 1.0, centre=False)
    fit = fit_linear(
        np.sqrt(thin.unit) * thin.L, data.y, sample_C, loss, intercept=False, tol=PROOF_TOL
    )
    if not _reached(fit.status, fit.certificate.relative_gap):
        return None
    beta = data.y * fit.alpha
    return vector(data, beta), float(beta.sum())


def _reached(status: Status, gap: float) -> bool:
    return status is Status.OPTIMAL or 0.0 <= gap <= USABLE_GAP
