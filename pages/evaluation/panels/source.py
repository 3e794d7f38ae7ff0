"""Where the points come from that a model is judged on: a board, or the table of the page Data."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pages.evaluation.model import FLAT, TableRows
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text.views import too_few
from pages.model_selection.candidate import Candidate
from pages.state.board.experiment import Experiment, data_fields, with_data
from pages.state.model.run import Data, data_of
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.registry import MAIN
from pages.state.text.markdown import plotted
from pages.tables.plane import DataPlane
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.visit.visit import value
from svmcore.arrays import Array, Indices


@dataclass(frozen=True, eq=False, kw_only=True)
class Source:
    """Points and classes; equal if all of it is, whenever it was made.

    title : where they come from
    X, y : of shape (n, d) and (n,); classes are 0 to k - 1, and k may be less than 2
    class_names, numbers : of the classes, in words and for their colours; figures take `labels`
    w : the points' own weights, (n,), or None
    ids : the points' ids on their board, or None
    weights : a factor of C for each class, () for 1
    balanced : whether the factors are those of the training part instead
    ground, words : the plane of the picture, and what stands on it, as `plotted`
    table : which rows of which table, whose model has the settings of the page Data; else None
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
    ground: DataPlane = FLAT
    words: str = ""
    table: TableRows | None = None
    why: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self._contents == other._contents

    def __hash__(self) -> int:
        return hash(self._contents)

    @cached_property
    def _contents(self) -> tuple[Any, ...]:
        # caches are shared and small: the same points may be made anew while a work is going on
        w = b"" if self.w is None else self.w.tobytes()
        split = () if self.table is None or self.table.split is None else self.table.split
        parts = tuple(part.tobytes() for part in split)
        points = self.X.shape, self.X.tobytes(), self.y.tobytes(), w, self.ids, parts
        classes = self.title, self.class_names, self.numbers, self.weights
        return *points, *classes, self.balanced, self.words, self.why

    @property
    def k(self) -> int:
        """How many classes have points."""
        return len(self.class_names)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the classes for figures: see `plotted`."""
        return tuple(map(plotted, self.class_names))

    @property
    def gamma(self) -> str:
        """What the kernel's width is called: of a table it counts in units of its own."""
        return "γ" if self.table is None else "γ/γ₀"

    @property
    def sampled(self) -> bool:
        """Whether these are fewer points than there are."""
        return self.table is not None and self.table.sampled

    def named(self, message: str) -> str:
        """A message with the classes by their names instead of their numbers."""

        def name(found: re.Match[str]) -> str:
            c = int(found[2])
            return f"{found[1]} {self.class_names[c]}" if c < self.k else found[0]

        return re.sub(r"([Cc]lass) (\d+)", name, message)

    def data(self) -> Data:
        """The points as the picture has them."""
        there = self.ground.coordinates(self.X)
        ones = np.ones(len(self.y))
        ids = tuple(range(len(self.y))) if self.ids is None else self.ids
        return Data(there, ones, ids, tuple(self.y.tolist()), ones, ones)


def judged_name() -> str:
    """The name of the board whose points are judged; the Playground's for a table."""
    return "classes" if value(EvaluationSettings).source == "classes" else MAIN


def judged_board() -> BoardState:
    """The board whose points are judged."""
    return board_state(judged_name())


def of_board() -> Source:
    """The points of the chosen board; with a reason where there are none to learn from."""
    many = value(EvaluationSettings).source == "classes"
    return _of_board(_points(judged_board().experiment), many)


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
