"""Candidates of model selection: a model with all its hyperparameters, and its fit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np
import numpy.typing as npt

from pages.model_selection.grid_column import Standardiser
from pages.model_selection.kernel_formula import KERNELS
from pages.model_selection.multiclass_model import MAX_ITER
from svmcore.arrays import Array, Indices, as_points, as_weights
from svmcore.class_weight import compute_class_weight
from svmcore.estimators import SVC, JointSVC, OneVsRestSVC
from svmcore.kernels import Kernel
from svmcore.multiclass import JOINT

SCALINGS = ("none", "inside", "before")
Found = TypeVar("Found")

# an estimator takes C, kernel and class_weight, and has support_ once it is trained; another scheme
# for many classes is one more line
ESTIMATORS: dict[str, Callable[..., Any]] = {
    "svc": SVC,
    "ovr": partial(OneVsRestSVC, max_iter=MAX_ITER),
    **{loss: partial(JointSVC, loss=loss, max_iter=MAX_ITER) for loss in JOINT},
}


class Progress(NamedTuple, Generic[Found]):
    """`done` of `total` trainings or places are known; `found`: as far as that, None if nothing.

    work : the share of the expected work, where that is not done / total.
    """

    done: int
    total: int
    found: Found | None
    work: float | None = None

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self.done / self.total if self.work is None else self.work


@dataclass(frozen=True)
class Candidate:
    """Candidate: a model with all that is chosen before training.

    scheme : a word of `ESTIMATORS`; "svc" lets a model for every two classes vote, the others
        have one score a class. delta, bias_inside : of the joint schemes alone, see `JointSVC`.
    kernel : a word of `svmcore.kernels.KERNELS`. parameters : its parameters by name.
    C : the price of a loss. weights : factors of C, one a class; () for 1 each.
    balanced : whether the factors are instead those that give each class the same weight in all,
        among the points that are learnt from.
    relative : whether a gamma among the parameters counts in units of 1 / (d var X), X : (n, d) the
        points that are learnt from, as they are scaled: 1 is gamma="scale" of scikit-learn.
    scaling : "none"; "inside", each coordinate to mean 0 and standard deviation 1 as the training
        part has them; or "before", as all points have them, the ones that judge included, which is
        how scores come out better than they are.

    Raises ValueError if a word is unknown or a number is out of range.
    """

    scheme: str = "svc"
    kernel: str = "rbf"
    parameters: tuple[tuple[str, float], ...] = (("gamma", 1.0),)
    C: float = 1.0
    weights: tuple[float, ...] = ()
    scaling: str = "none"
    balanced: bool = False
    delta: float = 1.0
    bias_inside: bool = False
    relative: bool = False

    def __post_init__(self) -> None:
        for what, value, known in (
            ("scheme", self.scheme, tuple(ESTIMATORS)),
            ("kernel", self.kernel, tuple(KERNELS)),
            ("scaling", self.scaling, SCALINGS),
        ):
            if value not in known:
                raise ValueError(f"{what} must be one of {', '.join(known)}, got {value}")
        if not self.C > 0.0:
            raise ValueError(f"C must be positive, got {self.C:g}")
        if any(not 0.0 < weight < np.inf for weight in self.weights):
            raise ValueError(f"class weights must be positive and finite, got {self.weights}")
        if self.balanced and self.weights:
            raise ValueError("class weights are balanced or given, not both")
        if not 0.0 < self.delta < np.inf:
            raise ValueError(f"delta must be positive and finite, got {self.delta:g}")
        self.function()

    def kernel_for(self, X: Array) -> Kernel:
        """The kernel of a model that learns from X, (n, d), which is scaled: see `relative`."""
        words = dict(self.parameters)
        if not self.relative or "gamma" not in words:
            return self.function()
        spread = X.shape[1] * float(X.var())
        return self.changed(gamma=words["gamma"] / (spread if spread > 0.0 else 1.0)).function()

    def function(self) -> Kernel:
        """The kernel with its parameters as they stand."""
        words: dict[str, Any] = dict(self.parameters)
        if "degree" in words:
            words["degree"] = int(words["degree"])
        return KERNELS[self.kernel](**words)

    def changed(self, **words: float) -> Self:
        """The same model with another C or other parameters of its kernel."""
        C = words.pop("C", self.C)
        parameters = dict(self.parameters) | words
        return replace(self, C=float(C), parameters=tuple(parameters.items()))

    @property
    def independent(self) -> bool:
        """Whether scaling, kernel and class weights are the same for any points learnt from."""
        moves = self.relative and "gamma" in dict(self.parameters)
        return self.scaling == "none" and not self.balanced and not moves

    @property
    def margin(self) -> float:
        """The margin that is asked of f of two classes: delta between joint scores, else 1."""
        return self.delta if self.scheme in JOINT else 1.0

    def factors(self, y: Indices, w: Array | None = None) -> Array:
        """The weights of the classes 0 to k - 1 of the points learnt from, y : (n,), w : (n,).

        Raises ValueError if there are other weights than k.
        """
        k = int(y.max()) + 1
        if len(self.weights) not in (0, k):
            raise ValueError(f"there must be {k} class weights, got {len(self.weights)}")
        asked = "weighted_balanced" if self.balanced else dict(enumerate(self.weights))
        return compute_class_weight(asked, np.arange(k), y, w)


@dataclass(frozen=True, eq=False)
class FittedCandidate:
    """A trained model for the classes 0 to k - 1.

    support : the numbers of the points with alpha > 0, rising.
    """

    estimator: Any
    scale: Standardiser
    support: Indices

    @property
    def kernel(self) -> Kernel:
        """The kernel that it was trained with."""
        kernel: Kernel = self.estimator.kernel
        return kernel

    def scores(self, X: npt.ArrayLike) -> Array:
        """f at the rows of X: (m,) for two classes, positive for class 1, else (m, k)."""
        rows, k = self.scale(as_points(X)), len(self.estimator.classes_)
        if not len(rows):  # which estimators refuse; a picture without a line asks for none
            return np.empty(0 if k == 2 else (0, k))
        return np.asarray(self.estimator.decision_function(rows))

    def predict(self, X: npt.ArrayLike) -> Indices:
        """The class of each row of X, shape (m,)."""
        rows = self.scale(as_points(X))
        if len(self.estimator.classes_) == 2:  # as at the threshold 0, whatever the scheme
            return np.asarray(self.estimator.decision_function(rows) >= 0.0, dtype=np.intp)
        return np.asarray(self.estimator.predict(rows), dtype=np.intp)


def fitted(
    machine: Candidate, X: npt.ArrayLike, y: npt.ArrayLike, w: npt.ArrayLike | None = None
) -> FittedCandidate:
    """Train on X, shape (n, d), y, shape (n,), class numbers 0 to k - 1, and w, weights of points.

    Both ways of scaling are the same here, where there are no other points: see `scaled_before`.

    Raises ValueError if X, y or w are not what they should be, a class has no point, or no such
    model exists.
    """
    points, labels = checked(X, y)
    w = None if w is None else np.asarray(w, dtype=np.float64)
    scale = (
        Standardiser.of(points)
        if machine.scaling != "none"
        else Standardiser.identity(points.shape[1])
    )
    there = scale(points)
    joint = {"delta": machine.delta, "bias_inside": machine.bias_inside}
    estimator = ESTIMATORS[machine.scheme](
        C=machine.C,
        kernel=machine.kernel_for(there),
        class_weight=dict(enumerate(machine.factors(labels, w).tolist())),
        **(joint if machine.scheme in JOINT else {}),
    )
    estimator.fit(there, labels, w)
    return FittedCandidate(estimator, scale, np.sort(np.asarray(estimator.support_, dtype=np.intp)))


def fitted_on(
    machine: Candidate, X: Array, y: Indices, w: npt.ArrayLike | None, rows: Indices
) -> FittedCandidate:
    """`fitted` on some rows of X, y and w.

    Raises ValueError as `fitted` does; and if there is a class of which these have no point.
    """
    if len(np.unique(y[rows])) < int(y.max()) + 1:
        raise ValueError("A training part has no point of one of the classes.")
    return fitted(machine, X[rows], y[rows], None if w is None else np.asarray(w)[rows])


def checked(X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Array, Indices]:
    """Points and their classes; raises ValueError if a class from 0 to the largest has no point."""
    points, labels = as_points(X), np.asarray(y, dtype=np.intp)
    if labels.shape != (len(points),):
        raise ValueError(f"y must have shape ({len(points)},), got {labels.shape}")
    if labels.size == 0 or labels.min() < 0:
        raise ValueError("y must hold class numbers from 0 on")
    many = np.bincount(labels)
    if len(many) < 2:
        raise ValueError("There must be points of at least two classes.")
    if not many.all():
        raise ValueError(f"Class {int(many.argmin())} has no point to learn from.")
    return points, labels


def weighed(w: npt.ArrayLike | None, y: Indices, parts: Sequence[Indices]) -> Array | None:
    """Weights of points, shape (n,), or None; every part must hold a point of each class.

    Raises ValueError if a weight is negative or not finite, their number is not n, or a part has no
    point of one of the classes that counts.
    """
    counts = as_weights(w, len(y))
    for part in parts:
        if len(np.unique(y[part][counts[part] > 0.0])) < int(y.max()) + 1:
            raise ValueError("A training part has no point of one of the classes.")
    return None if w is None else counts


def scaled_before(machine: Candidate, X: npt.ArrayLike) -> tuple[Candidate, Array]:
    """The candidate and X after scaling "before" the split, which leaks the test points."""
    points = as_points(X)
    if machine.scaling != "before":
        return machine, points
    return replace(machine, scaling="none"), Standardiser.of(points)(points)
