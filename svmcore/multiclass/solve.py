"""Train a joint model to the last digit: `solve_joint(kernel, X, joint)`."""

from collections.abc import Iterator

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array
from svmcore.engine.best_state import MAX_HALVINGS
from svmcore.engine.certified import NOISE
from svmcore.engine.methods.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.solve import space_of
from svmcore.engine.spaces import MAX_DENSE, TILE, FeatureSpace, GramSpace, Space
from svmcore.kernels import Kernel, Linear
from svmcore.multiclass import crammer_singer, weston_watkins
from svmcore.multiclass.exact_finish import ProvedJoint, finish, prove
from svmcore.multiclass.joint_problem import Joint, JointIterate, JointPoint
from svmcore.optim.budget import out_of_time, spent
from svmcore.optim.threads import one_thread
from svmcore.problems.result import Result, result_with_status

INTERIOR_POINT = {"weston_watkins": weston_watkins.walk, "crammer_singer": crammer_singer.walk}
FINISH_TOL = 1e-11  # relative error with which the exact finish is content
# error of the factor of K, to be divided by this power of C, and of the walk on it
FACTOR_TRIES = ((1e-3, 0.5, 1e-6), (1e-6, 0.5, 1e-8), (1e-9, 1.0, 1e-11), (0.0, 1.0, 1e-14))
FEATURE_TRIES = (1e-7, 1e-10, 1e-14)  # the same for a walk on phi itself


@one_thread
def solve_joint(
    kernel: Kernel, X: Array, joint: Joint, *, tol: float = 1e-6, max_iter: int = 10_000
) -> Result:
    """Solve `joint` on the points X, shape (N, d), to a relative gap of at most `tol`.

    Interior-point method on phi where that can be written down, else on a thin factor of K, first a
    coarse one; then the exact finish on K. The proof is that of coef and b with K itself. Where
    `max_iter` interior-point steps or the digits of the model do not reach `tol`, the status says
    so. coef has shape (N, k), intercept (k,), and alpha has the shares of `Joint`. Sources: see
    `crammer_singer.walk`, `weston_watkins.walk` and `exact_finish.finish`.

    Raises ValueError if the kernel is not positive semi-definite, or is not the linear one and
    there are more than 4000 points.
    """
    if not kernel.psd:
        raise ValueError("a joint scheme needs a positive semi-definite kernel")
    linear = isinstance(kernel, Linear)
    if len(X) > MAX_DENSE and not linear:
        raise ValueError(
            f"a joint scheme takes at most {MAX_DENSE} points with this kernel, got {len(X)}"
        )
    large = linear and len(X) > TILE
    space: Space = FeatureSpace(X) if large else GramSpace(kernel(X, X))
    return solve_on(space, _coordinates(kernel, X, joint), joint, tol=tol, max_iter=max_iter)


def solve_on(
    space: Space, phi: Array | None, joint: Joint, *, tol: float = 1e-6, max_iter: int = 10_000
) -> Result:
    """`solve_joint` for N points of `space` and features phi, (N, r), None if not known.

    joint, tol, max_iter : as there. space : with K in memory, or linear features.
    Without the penalty of b, phi may be shifted: the weights of each class sum to 0.
    """
    shifted: Space = space
    if phi is not None:
        in_memory = isinstance(space, GramSpace)
        shifted = GramSpace(phi @ phi.T) if in_memory else FeatureSpace(phi)
    best: ProvedJoint | None = None
    used = 0
    candidates = _candidates(space, phi, joint, max_iter)
    while best is None or not (best.relative <= FINISH_TOL or used >= max_iter or out_of_time()):
        try:
            inner, used = next(candidates)
        except (StopIteration, LinAlgError):  # none is left, or no equations where to begin
            break
        candidate = _with_kernel(
            joint, space, finish(joint, shifted, inner.model, FINISH_TOL).model
        )
        if best is None or candidate.error < best.error:
            best = candidate
    zero = prove(joint, space, np.zeros(joint.own.shape), np.zeros(joint.k))
    if best is None:
        best = zero
    elif not best.error <= zero.error:
        best = _shortened(joint, space, [best, _with_kernel(joint, space, inner.model)], zero)
    (coef, scores, b), certificate, _ = best
    # an optimum of 0 has no relative gap: what is left of it are rounding errors of its terms
    rounding = NOISE * float(np.abs(coef).sum()) ** 2 * float(space.diagonal.max())
    return result_with_status(
        certificate,
        tol,
        used,
        max_iter,
        coef=coef,
        intercept=b,
        alpha=joint.shares(coef),
        scores=scores,
        rounding=rounding,
    )


def _shortened(
    joint: Joint, space: Space, candidates: list[ProvedJoint], zero: ProvedJoint
) -> ProvedJoint:
    """The fraction of a model with the smallest cost, where all have a larger gap than no model.

    A method that has just begun often has a good direction and too large a step.
    """
    shorter = [
        prove(joint, space, 0.5**k * model.coef, 0.5**k * model.b)
        for model, _, _ in candidates
        for k in range(MAX_HALVINGS)
    ]
    return min([*shorter, zero], key=lambda candidate: candidate.certificate.primal)


def _coordinates(kernel: Kernel, X: Array, joint: Joint) -> Array | None:
    """phi where it is written down, around its mean where biases absorb that."""
    space = space_of(kernel, X)
    if not isinstance(space, FeatureSpace):
        return None
    if joint.bias_inside:
        return space.phi
    centred = space.phi - space.phi.mean(0)
    # equal points differ from their mean by rounding errors, which are no coordinates
    noise = NOISE * np.abs(space.phi).max(0, initial=0.0)
    return np.where(np.abs(centred).max(0) <= noise, 0.0, centred)


def _candidates(
    space: Space, phi: Array | None, joint: Joint, max_iter: int
) -> Iterator[tuple[JointIterate, int]]:
    """Models, each nearer to the optimum than the one before, and the iterations used so far."""
    walk = INTERIOR_POINT[joint.scheme]
    if phi is not None:
        wanted = list(FEATURE_TRIES)
        last = None
        for last in walk(joint, phi):
            if spent(last.error) or last.error <= wanted[0] or last.n_iter >= max_iter:
                yield last, last.n_iter
                wanted = [error for error in wanted if error < last.error]
                if not wanted:
                    return
        if last is not None:
            yield last, last.n_iter
        return
    used = 0
    top = max(1.0, float(joint.C.max()) / joint.delta)
    for error, power, hand_over in FACTOR_TRIES:
        L = pivoted_cholesky(space, error / top**power, len(space))
        if L is None:
            return
        if not joint.bias_inside:
            L = L - L.mean(0)
        last = None
        for last in walk(joint, L):
            if spent(last.error) or last.error <= hand_over or used + last.n_iter >= max_iter:
                break
        if last is None:
            return
        used += last.n_iter
        yield last, used


def _with_kernel(joint: Joint, space: Space, model: JointPoint) -> ProvedJoint:
    """The same f with K itself: what phi was shifted by goes into b."""
    if joint.bias_inside:
        return prove(joint, space, model.coef, model.b)
    scores = space.scores(model.coef)
    return prove(joint, space, model.coef, model.b + (model.scores - scores).mean(0))
