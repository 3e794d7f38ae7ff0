"""Training of multiclass models: one-vs-rest, one-vs-one, Weston-Watkins, Crammer-Singer."""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Bools, Indices, as_points
from svmcore.engine import KernelSpace, classification, space_of, train
from svmcore.engine.active_set import prove
from svmcore.engine.answer import with_status
from svmcore.engine.tasks import State
from svmcore.kernels import Kernel
from svmcore.multiclass.joint_problem import JOINT, Joint
from svmcore.multiclass.model import SCHEMES, ComponentProof, MulticlassModel
from svmcore.multiclass.solve import solve_joint

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

    Raises ValueError if X, labels, C or delta are not that, there are fewer than 2 or more than 10
    classes, the scheme does not exist or has no delta or bias inside, or a joint model gets a
    kernel that is not positive semi-definite or more than 4000 points.

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
        coef, intercept = solved.coef.T, solved.b
        proofs = [ComponentProof(solved.certificate, solved.status, solved.n_iter)]
    else:
        each = [places == c for c in range(k)]
        pairs = combinations(each, 2) if scheme == "ovo" else ((mine, ~mine) for mine in each)
        sides = list(pairs)
        coef, intercept = np.zeros((len(sides), len(points))), np.zeros(len(sides))
        proofs = []
        for row, (ours, theirs) in enumerate(sides):
            coef[row], intercept[row], proof = _binary(
                kernel, points, sample_C, ours, theirs, tol, max_iter
            )
            proofs.append(proof)
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


def _binary(
    kernel: Kernel, X: Array, C: Array, ours: Bools, theirs: Bools, tol: float, max_iter: int
) -> tuple[Array, float, ComponentProof]:
    """The model for some points against others: coef, shape (n,), 0 elsewhere, and b.

    The proof is made again from coef and b with the kernel, which is all that is kept of it.
    """
    rows = np.flatnonzero(ours | theirs)
    y = np.where(ours[rows], 1.0, -1.0)
    task = classification(y, C[rows])
    answer = train(space_of(kernel, X[rows]), task, tol=tol, max_iter=max_iter)
    space = KernelSpace(kernel, X[rows])
    state = State(answer.alpha, space.scores(task.coef(answer.alpha)), answer.v)
    # b belongs to w: where coef has lost digits of that, another b is better for what is left
    found = prove(task, state)
    other = prove(task, state._replace(v=task.best_multipliers(state.scores)))
    best = min(found, other, key=lambda each: each.certificate.gap)
    budget_used = answer.n_iter >= max_iter
    shown = with_status(space, task, best, tol, answer.n_iter, budget_used)
    coef = np.zeros(len(X))
    coef[rows] = task.coef(answer.alpha)
    return coef, float(shown.v[0]), ComponentProof(shown.certificate, shown.status, answer.n_iter)


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
