"""Where the points come from that a model is judged on: a board, or the visitor's own table."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pages.evaluation.model import FLAT
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text import ONE_COLUMN, too_few
from pages.state.experiment import Experiment, data_fields, with_data
from pages.state.multiclass_run import Scheme
from pages.state.registry import MAIN
from pages.state.run import Data, data_of
from pages.ui.session import Session, session_of, value
from pages.ui.table_session import own
from svmcore.arrays import Array, Indices
from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.table import DataPlane, Prepared, TableError, pca_plane
from svmcore.model_selection.candidate import Candidate


@dataclass(frozen=True, eq=False, kw_only=True)
class Source:
    """Points and classes; equal if all of it is, whenever it was made.

    title : where they come from
    X, y : of shape (n, d) and (n,); classes are 0 to k - 1, and k may be less than 2
    class_names, numbers : of the classes, in words and for their colours
    w : the points' own weights, (n,), or None
    ids : the points' ids on their board, or None
    weights : a factor of C for each class, () for 1
    balanced : whether the factors are those of the training part instead
    scaled : whether columns were standardised, which is done anew by what is learnt from
    ground, words : what the picture shows, and what it does not; None where there is no picture
    why : why nothing can be learnt, "" if something can
    """

    title: str
    X: Array
    y: Indices
    class_names: tuple[str, ...]
    numbers: tuple[int, ...]
    w: Array | None = None
    ids: tuple[int, ...] | None = None
    weights: tuple[float, ...] = ()
    balanced: bool = False
    scaled: bool = False
    ground: DataPlane | None = FLAT
    words: str = ""
    why: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self._contents == other._contents

    def __hash__(self) -> int:
        return hash(self._contents)

    @cached_property
    def _contents(self) -> tuple[Any, ...]:
        # caches are shared and small: the same points may be made anew while a work is going on
        w = b"" if self.w is None else self.w.tobytes()
        points = self.X.shape, self.X.tobytes(), self.y.tobytes(), w, self.ids
        classes = self.title, self.class_names, self.numbers, self.weights
        return *points, *classes, self.balanced, self.scaled, self.words, self.why

    @property
    def k(self) -> int:
        """How many classes have points."""
        return len(self.class_names)

    def named(self, message: str) -> str:
        """A message with the classes by their names instead of their numbers."""

        def name(found: re.Match[str]) -> str:
            c = int(found[2])
            return f"{found[1]} {self.class_names[c]}" if c < self.k else found[0]

        return re.sub(r"([Cc]lass) (\d+)", name, message)

    def data(self) -> Data:
        """The points as the picture has them."""
        there = self.X[:, :2] if self.ground is None else self.ground.coordinates(self.X)
        ones = np.ones(len(self.y))
        ids = tuple(range(len(self.y))) if self.ids is None else self.ids
        return Data(there, ones, ids, tuple(self.y.tolist()), ones, ones)


def board() -> Session:
    """The session whose kernel, C and weights are judged: the Playground's for a table, too."""
    return session_of("classes" if value(EvaluationSettings).source == "classes" else MAIN)


def source() -> Source:
    """The points that were chosen; with a reason where there are none to learn from."""
    where, experiment = value(EvaluationSettings).source, board().experiment
    if where == "table":
        own().sync()  # a link may ask for a table whose page was never opened
        try:
            mine = own()
            prepared, k = mine.prepared(), MAX_CLASSES
            how, scaled = experiment.class_weight, mine.choice is None or mine.choice.standardise
            factors = tuple(experiment.class_factor(c) for c in range(k)) if how == "own" else ()
            return _of_table(prepared, scaled, how == "balanced", factors)
        except TableError as error:
            empty, none = np.empty((0, 2)), np.empty(0, dtype=np.intp)
            return Source(
                title="Own table", X=empty, y=none, class_names=(), numbers=(), why=str(error)
            )
    return _of_board(_points(experiment), where == "classes")


def machine(of: Source, experiment: Experiment, scheme: Scheme | None = None) -> Candidate:
    """The soft margin with the kernel and C of an experiment, and the source's class weights.

    scheme : of several classes; None for the votes of pairs.
    """
    name = "svc" if scheme is None or scheme.scheme == "ovo" else scheme.scheme
    if name == "ovr" and of.k == 2:
        name = "svc"  # each class against the rest is then one machine
    more: dict[str, Any] = {"scheme": name}
    if scheme is not None and scheme.joint:
        more |= {"delta": scheme.delta, "bias_inside": scheme.bias == "column"}
    names = [p.name for p in experiment.parameters()["kernel"]]
    words = {name: experiment[name] for name in names}
    if experiment.kernel == "built":
        words["recipe"] = experiment.recipe
    return Candidate(
        kernel=experiment.kernel,
        parameters=tuple(words.items()),
        C=experiment.C,
        weights=of.weights,
        balanced=of.balanced,
        scaling="inside" if of.scaled else "none",
        **more,
    )


def _points(experiment: Experiment) -> Experiment:
    """The same points and weights: kernel and C are no part of a source."""
    plain = with_data(Experiment(), data_fields(experiment))
    return replace(
        plain,
        positive=experiment.positive,
        class_weight=experiment.class_weight,
        weights=experiment.weights,
    )


@lru_cache(maxsize=8)
def _of_board(experiment: Experiment, many: bool) -> Source:
    data = data_of(experiment)
    labels = np.asarray(data.labels, dtype=np.intp) if many else (data.y > 0.0).astype(np.intp)
    present, y = np.unique(labels, return_inverse=True)
    y = np.asarray(y, dtype=np.intp)
    names = tuple(str(c) if many else ("−1", "+1")[c] for c in present)
    w = None if (data.own_weight == 1.0).all() else data.own_weight
    factors: tuple[float, ...] = ()
    if experiment.class_weight == "own":
        if not many and experiment.n_classes > 2:
            w = data.weight  # the rest has the weights of several classes
        else:
            factors = tuple(experiment.class_factor(int(c)) for c in present)
    return Source(
        title="Classes" if many else "Playground",
        X=data.X,
        y=y,
        class_names=names,
        numbers=tuple(int(c) for c in present),
        w=w,
        ids=data.ids,
        weights=factors,
        balanced=experiment.class_weight == "balanced",
        why=too_few(len(y), len(present)),
    )


@lru_cache(maxsize=2)
def _of_table(
    prepared: Prepared, scaled: bool, balanced: bool, factors: tuple[float, ...]
) -> Source:
    d = prepared.X.shape[1]
    ground: DataPlane | None = FLAT
    words = ""
    if d > 2:
        plane = pca_plane(prepared)
        ground, words = plane, plane.description
    elif d == 1:
        ground, words = None, ONE_COLUMN
    names = prepared.class_names
    return Source(
        title=prepared.title,
        X=prepared.X,
        y=prepared.y,
        class_names=names,
        numbers=tuple(range(len(names))),
        w=prepared.weight if prepared.weighed else None,
        weights=factors[: len(names)],
        balanced=balanced,
        scaled=scaled,
        ground=ground,
        words=words,
    )
