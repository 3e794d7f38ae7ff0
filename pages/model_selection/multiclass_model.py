"""A trained multiclass model and its decisions, and `train_many`, which trains one by a scheme."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pages.model_selection.kernel_grid import on_grid
from svmcore.arrays import BLOCK_ENTRIES, Array, Indices, as_points, read_only
from svmcore.engine import KernelSpace, classification, space_of, train
from svmcore.engine.certified import certified, result_of
from svmcore.engine.tasks import State
from svmcore.kernels import Kernel
from svmcore.model import Model
from svmcore.multiclass import JOINT, Joint, solve_joint
from svmcore.multiclass.binary import (
    BinaryProblem,
    one_vs_one,
    one_vs_rest,
    pairs,
    train_each,
    vote_scores,
    votes,
)
from svmcore.problems.certificate import Certificate, Status
from svmcore.problems.result import Result

SCHEMES = ("ovr", "ovo", *JOINT)
BUDGET = 10_000_000  # iterations
MAX_ITER = 3_000  # a budget ten times what most problems need, for those that never end


@dataclass(frozen=True, eq=False)
class Decision:
    """Decisions at q places, from the values of the components there, shape (q, m).

    scheme : of SCHEMES. `classes` : (k,), sorted, the class numbers of the columns of `scores`. The
    first of equals wins, as in https://scikit-learn.org/stable/modules/multiclass.html
    """

    values: Array
    classes: Indices
    scheme: str

    @cached_property
    def votes(self) -> Indices:
        """How many pairs each class wins, shape (q, k): f > 0 is the first one's vote.

        Raises ValueError if nobody votes: in every scheme but "ovo".
        """
        if self.scheme != "ovo":
            raise ValueError(f"only one-vs-one votes, got {self.scheme}")
        return votes(self.values > 0.0, len(self.classes))

    @cached_property
    def scores(self) -> Array:
        """One number a class, shape (q, k): the values, or those of `vote_scores`."""
        if self.scheme != "ovo":
            return self.values
        # the vote of f = 0 goes to the second of a pair, of f < 0 as well
        return vote_scores(self.values, self.values > 0.0, len(self.classes))

    @cached_property
    def places(self) -> Indices:
        """The column of the winning class, shape (q,): most votes, or the largest value."""
        return np.asarray((self.votes if self.scheme == "ovo" else self.values).argmax(1))

    @property
    def predicted(self) -> Indices:
        """The number of the winning class, shape (q,)."""
        return np.asarray(self.classes[self.places])


@dataclass(frozen=True, eq=False)
class ComponentProof:
    """The certificate of one of the problems that were solved, its status and n_iter."""

    certificate: Certificate
    status: Status
    n_iter: int


@dataclass(frozen=True, eq=False)
class MulticlassModel:
    """Multiclass model: components f_j = sum_i coef_ji K(x_i, .) + intercept_j, points X, (n, d).

    kernel : K.
    labels : the class number of each point, shape (n,).
    classes : the class numbers that points have, sorted, shape (k,): the others take no part.
    coef : (m, n), intercept : (m,); m = k, a score function a class ("ovr" and the joint schemes),
        or m = k (k - 1) / 2 ("ovo"): pairs (0, 1), (0, 2), .. (1, 2), .. of places in `classes`,
        positive for the first.
    C : (n,), the price of a loss at each point. scheme : of SCHEMES. bias_inside : see `Joint`.
    delta : the margin that is asked between scores (joint schemes), 1 for binary models.
    proofs : one for each problem that was solved: m of them, or the joint one.
    Arrays are read-only.
    """

    kernel: Kernel
    X: Array
    labels: Indices
    classes: Indices
    scheme: str
    coef: Array
    intercept: Array
    C: Array
    delta: float
    bias_inside: bool
    proofs: tuple[ComponentProof, ...]

    def __post_init__(self) -> None:
        for name in ("X", "coef", "intercept", "C"):
            object.__setattr__(self, name, read_only(getattr(self, name)))
        for name in ("labels", "classes"):
            frozen = np.array(getattr(self, name), dtype=np.intp)
            frozen.setflags(write=False)
            object.__setattr__(self, name, frozen)

    @property
    def k(self) -> int:
        """How many classes take part."""
        return len(self.classes)

    @property
    def joint(self) -> bool:
        """Whether all score functions come from one problem."""
        return self.scheme in JOINT

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places in `classes` that the components of "ovo" tell apart, in their order."""
        return pairs(self.k)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the components: "0 vs. rest" ("ovr"), "0 vs. 1" ("ovo") or "class 0" (joint)."""
        if self.scheme == "ovo":
            return tuple(f"{self.classes[i]} vs. {self.classes[j]}" for i, j in self.pairs)
        return tuple(f"class {c}" if self.joint else f"{c} vs. rest" for c in self.classes)

    @cached_property
    def certificate(self) -> Certificate:
        """The joint proof, or those of all components as one: values added, errors the worst."""
        return Certificate.joined([proof.certificate for proof in self.proofs])

    @property
    def status(self) -> Status:
        """How training ended, of the worst component."""
        return max((proof.status for proof in self.proofs), key=tuple(Status).index)

    @property
    def n_iter(self) -> int:
        """Iterations of all components."""
        return sum(proof.n_iter for proof in self.proofs)

    @cached_property
    def support(self) -> Indices:
        """Points with weight in some component, shape (s,)."""
        return np.flatnonzero((self.coef != 0.0).any(0))

    def values(self, Z: Array) -> Array:
        """f of each component at the points Z, shape (len(Z), m)."""
        there, coef = self.X[self.support], self.coef[:, self.support].T
        found = np.empty((len(Z), len(self.coef)))
        step = max(1, BLOCK_ENTRIES // max(1, len(there)))
        for start in range(0, len(Z), step):
            rows = slice(start, start + step)
            found[rows] = self.kernel(Z[rows], there) @ coef
        return np.asarray(found + self.intercept)

    def on_grid(self, xs: Array, ys: Array) -> Array:
        """f of each component at (xs_a, ys_b), shape (len(ys), len(xs), m)."""
        there, coef = self.X[self.support], self.coef[:, self.support]
        grids = [on_grid(self.kernel, xs, ys, there, row) for row in coef]
        return np.asarray(np.stack(grids, axis=-1) + self.intercept)

    def judge(self, values: Array) -> Decision:
        """What values of the components, shape (.., m), say; places in the order of the rows."""
        return Decision(values.reshape(-1, len(self.coef)), self.classes, self.scheme)

    def decide(self, Z: Array) -> Decision:
        """What the model says at the points Z, shape (len(Z), d)."""
        return self.judge(self.values(Z))

    def predict(self, Z: Array) -> Indices:
        """The number of the winning class at the points Z, shape (len(Z),)."""
        return self.decide(Z).predicted

    def model(self, j: int) -> Model:
        """Component j by itself."""
        return Model(self.kernel, self.X, self.coef[j], float(self.intercept[j]))

    def pair(self, i: int, j: int) -> Model:
        """What tells place i of `classes` from place j: positive for i.

        "ovo": their own model, whose margins are +-1. Joint: f_i - f_j, whose margins are
        +-delta. "ovr": f_i - f_j too, where the winner changes, but no margin belongs to it.

        Raises ValueError if i and j are the same.
        """
        if i == j:
            raise ValueError(f"a pair needs two classes, got {i} twice")
        if self.scheme == "ovo":
            m, sign = self.pairs.index((min(i, j), max(i, j))), 1.0 if i < j else -1.0
            coef, b = sign * self.coef[m], sign * self.intercept[m]
        else:
            coef, b = self.coef[i] - self.coef[j], self.intercept[i] - self.intercept[j]
        return Model(self.kernel, self.X, coef, float(b))


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
    classes, places = np.unique(numbers.astype(np.intp), return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"at least 2 classes must have points, got {len(classes)}")
    return numbers.astype(np.intp), classes, places.ravel()


def _as_sample_C(C: float | Array, n: int) -> Array:
    each = np.asarray(C, dtype=np.float64)
    if each.shape not in ((), (n,)):
        raise ValueError(f"C must be one number or have shape ({n},), got {each.shape}")
    if not ((each > 0.0) & np.isfinite(each)).all():
        raise ValueError("C must be > 0 and finite")
    return np.array(np.broadcast_to(each, (n,)))
