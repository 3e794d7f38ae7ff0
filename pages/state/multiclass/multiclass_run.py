"""Training a multiclass experiment in one of the schemes."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np

from pages.model_selection.multiclass_model import MAX_ITER, SCHEMES, MulticlassModel, train_many
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.board.shared_parameters import score_margin
from pages.state.link.choices import CheckedChoices
from pages.state.model.run import Data, class_factors, data_of
from pages.state.server.log import note
from pages.state.text.board_words import NO_CLASSES
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.multiclass import JOINT
from svmcore.problems.certificate import Status

TITLES = {
    "ovr": "One-vs-rest",
    "ovo": "One-vs-one",
    "weston_watkins": "Weston–Watkins",
    "crammer_singer": "Crammer–Singer",
}
SHORT = {"ovr": "OvR", "ovo": "OvO", "weston_watkins": "WW", "crammer_singer": "CS"}
BIASES = ("free", "column")
CONSTANT_RANGE = 1e-9  # a range of scores that means nothing


@dataclass(frozen=True)
class Scheme(CheckedChoices):
    """The settings of a multiclass scheme.

    `delta` is the margin that the joint schemes ask between two scores, `bias` says whether theirs
    is a number of its own ("free") or one more weight that is kept small with the others
    ("column", as for points with a coordinate that is always 1).
    """

    scheme: str = "ovr"
    delta: float = score_margin()
    bias: str = "free"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"scheme": SCHEMES, "bias": BIASES}

    @property
    def joint(self) -> bool:
        """Whether all scores come from one problem."""
        return self.scheme in JOINT


@dataclass(frozen=True, eq=False)
class MulticlassRun:
    """What came out. `many` is None where no model exists, and `why` says why in a sentence."""

    experiment: Experiment
    scheme: Scheme
    data: Data
    labels: Indices
    many: MulticlassModel | None = None
    why: str = ""
    seconds: float = 0.0

    @cached_property
    def predicted(self) -> Indices:
        """The class that each point is given; its own without a model."""
        return self.labels if self.many is None else self.many.predict(self.data.X)

    @property
    def wrong(self) -> Bools:
        """The points that are given another class than their own."""
        return np.asarray(self.predicted != self.labels)

    @property
    def accuracy(self) -> float:
        """The share of the training points that are given their own class."""
        return float(1.0 - self.wrong.sum() / max(1, len(self.labels)))

    @cached_property
    def constant(self) -> bool:
        """Whether every f is the same everywhere: its w = 0 but for rounding.

        |w|^2 = coef'(f - b) over the points, which is 0 where f is the same at all of them and the
        coefficients add up to 0. It says so of a kernel that has a w.
        """
        many = self.many
        if many is None or not many.kernel.psd:
            return False
        even = np.ptp(many.values(many.X), axis=0) <= CONSTANT_RANGE
        level = np.abs(many.coef.sum(1)) <= CONSTANT_RANGE * np.abs(many.coef).sum(1)
        return bool((even & level).all())

    @property
    def finished(self) -> bool:
        """Whether the models are optimal, or at least stationary points."""
        reached = (Status.OPTIMAL, Status.STATIONARY)
        return self.many is not None and self.many.status in reached

    @cached_property
    def support(self) -> Bools:
        """The points that have weight in some component."""
        held = np.zeros(len(self.labels), dtype=bool)
        if self.many is not None:
            held[self.many.support] = True
        return held


def multiclass_sample_C(experiment: Experiment, data: Data) -> Array:
    """C_i = C times the point's own weight and that of its class, shape (n,).

    "balanced" gives each class the weight n / k in all.
    """
    labels, own = data.labels, data.own_weight
    return np.asarray(experiment.C * own * class_factors(experiment, labels, labels, own))


def multiclass_run(experiment: Experiment, scheme: Scheme) -> MulticlassRun:
    """Train an experiment with all its classes. Equal arguments share one read-only result."""
    return _multiclass_run(with_default_training(experiment), scheme)


@lru_cache(maxsize=32)
def _multiclass_run(experiment: Experiment, scheme: Scheme) -> MulticlassRun:
    start = time.perf_counter()
    data = data_of(experiment)
    labels = np.asarray(data.labels, dtype=np.intp)
    why = obstacle(experiment, scheme, data)
    if why:
        return MulticlassRun(experiment, scheme, data, labels, why=why)
    many = train_many(
        experiment.build_kernel(),
        data.X,
        labels,
        scheme.scheme,
        C=read_only(multiclass_sample_C(experiment, data)),
        delta=scheme.delta if scheme.joint else 1.0,
        bias_inside=scheme.joint and scheme.bias == "column",
        max_iter=MAX_ITER,
    )
    note(solver=scheme.scheme, status=many.status.value, n=len(data))
    return MulticlassRun(
        experiment, scheme, data, labels, many, seconds=time.perf_counter() - start
    )


def obstacle(experiment: Experiment, scheme: Scheme, data: Data) -> str:
    """Why there is no model, as a sentence; empty if there is one."""
    if not len(data):
        return NO_CLASSES.format("several")
    if len(set(data.labels)) < 2:
        here = "There is only one point" if len(data) == 1 else "All points share a class"
        return f"{here}: add a point of another class to train a model."
    if scheme.joint and not experiment.build_kernel().psd:
        return (
            f"{TITLES[scheme.scheme]} needs a positive semi-definite kernel: choose another one, "
            "or a scheme of binary classifiers."
        )
    return ""
