"""Training of multiclass models: one-vs-rest, one-vs-one, Weston-Watkins, Crammer-Singer."""

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, as_points
from svmcore.engine import KernelSpace, classification, space_of, train
from svmcore.engine.certified import certified, result_of
from svmcore.engine.tasks import State
from svmcore.kernels import Kernel
from svmcore.multiclass.binary import BinaryProblem, one_vs_one, one_vs_rest, train_each
from svmcore.multiclass.joint_problem import JOINT, Joint
from svmcore.multiclass.model import SCHEMES, ComponentProof, MulticlassModel
from svmcore.multiclass.solve import solve_joint
from svmcore.problems.result import Result

BUDGET = 10_000_000  # iterations
MAX_ITER = 3_000  # a budget ten times what most problems need, for those that never end


def train_many(
    kernel: Kernel,
    X: npt.ArrayLike,
    labels: npt.ArrayLike,
    scheme: str,
    *,
    C: float | Array = 1.0,
    delta: float = 1.0,
    bias_inside: bool = False,
    tol: float = 1e-6,
    max_iter: int = BUDGET,
) -> MulticlassModel:
    """Train a multiclass support vector machine, by one of four schemes.

    X : (n, d). labels : (n,), class numbers >= 0; one that no point has takes no part
    scheme : "ovr", a model for each class against the rest; "ovo", one for each pair of classes,
        which vote; "weston_watkins" or "crammer_singer", all score functions from one problem
    C : > 0, the price of a loss, one number or (n,)
    delta, bias_inside : of the joint schemes alone, see `Joint`
    tol : the relative gap to which each problem is solved, proved from coef and intercept with the
        kernel itself; where `max_iter` or the digits do not reach, the status says so

    Raises ValueError if X, labels, C or delta are not that, there are fewer than 2 classes, the
    scheme does not exist or has no delta or bias inside, or a joint model gets a kernel that is not
    positive semi-definite or more than 4000 points.

    Sources: Hsu and Lin, A comparison of methods for multiclass support vector machines, IEEE
    Trans. Neural Networks 13 (2002), https://doi.org/10.1109/72.991427; "ovr": Rifkin and
    Klautau, JMLR 5 (2004), https://www.jmlr.org/papers/v5/rifkin04a.html; for the joint schemes see
    `svmcore.multiclass.joint_problem`.
    """
    points = as_points(X)
    numbers, classes, places = _classes(labels, len(points))
    sample_C = _as_sample_C(C, len(points))
    if scheme not in SCHEMES:
        raise ValueError(f"scheme must be one of {', '.join(SCHEMES)}, got {scheme!r}")
    if not (delta > 0.0 and np.isfinite(delta)):
        raise ValueError(f"delta must be > 0 and finite, got {delta:g}")
    if scheme not in JOINT and (delta != 1.0 or bias_inside):
        raise ValueError(f"delta and bias_inside belong to the joint schemes, not to {scheme}")
    k = len(classes)
    if scheme in JOINT:
        asked = Joint(places, k, sample_C, scheme, float(delta), bias_inside)
        solved = solve_joint(kernel, points, asked, tol=tol, max_iter=max_iter)
        coef, intercept = solved.coef.T, solved.intercept
        proofs = [ComponentProof(solved.certificate, solved.status, solved.n_iter)]
    else:

        def fit(problem: BinaryProblem) -> Result:
            rows, y = problem
            return _proved_with_kernel(kernel, points[rows], y, sample_C[rows], tol, max_iter)

        problems = one_vs_one(places, k) if scheme == "ovo" else one_vs_rest(places, range(k))
        coef, intercept, results = train_each(problems, fit, len(points))
        proofs = [ComponentProof(one.certificate, one.status, one.n_iter) for one in results]
    return MulticlassModel(
        kernel=kernel,
        X=points,
        labels=numbers,
        classes=classes,
        scheme=scheme,
        coef=coef,
        intercept=intercept,
        C=sample_C,
        delta=float(delta),
        bias_inside=bias_inside,
        proofs=tuple(proofs),
    )


def _proved_with_kernel(
    kernel: Kernel, X: Array, y: Array, C: Array, tol: float, max_iter: int
) -> Result:
    """The model of the points X with labels y.

    The proof is made again from coef and b with the kernel, which is all that is kept of it.
    """
    task = classification(y, C)
    result = train(space_of(kernel, X), task, tol=tol, max_iter=max_iter)
    space = KernelSpace(kernel, X)
    state = State(result.alpha, space.scores(result.coef), result.v)
    # b belongs to w: where coef has lost digits of that, another b is better for what is left
    own = certified(task, state)
    other = certified(task, state._replace(v=task.best_multipliers(state.scores)))
    best = min(own, other, key=lambda each: each.certificate.gap)
    return result_of(space, task, best, tol, result.n_iter, max_iter)


def _classes(labels: npt.ArrayLike, n: int) -> tuple[Indices, Indices, Indices]:
    """The class numbers, those that occur, and where among these each point's is."""
    given = np.asarray(labels)
    if given.shape != (n,):
        raise ValueError(f"labels must have shape ({n},), got {given.shape}")
    numbers = np.asarray(given, dtype=np.float64)
    if not (numbers == np.rint(numbers)).all() or (numbers < 0.0).any():
        raise ValueError("labels must be whole numbers >= 0")
    found, places = np.unique(numbers.astype(np.intp), return_inverse=True)
    if len(found) < 2:
        raise ValueError(f"at least 2 classes must have points, got {len(found)}")
    return numbers.astype(np.intp), found, places.ravel()


def _as_sample_C(C: float | Array, n: int) -> Array:
    each = np.asarray(C, dtype=np.float64)
    if each.shape not in ((), (n,)):
        raise ValueError(f"C must be one number or have shape ({n},), got {each.shape}")
    if not ((each > 0.0) & np.isfinite(each)).all():
        raise ValueError("C must be > 0 and finite")
    return np.array(np.broadcast_to(each, (n,)))
