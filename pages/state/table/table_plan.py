"""What a model learns from the rows of a table, and the plane on which it is shown."""

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pages.datasets.limits import Extent
from pages.model_selection.candidate import Candidate
from pages.model_selection.kernel_formula import KERNELS
from pages.model_selection.splits import held_out
from pages.state.model.scene import ASPECTS, cover
from pages.state.table.table_pair import pair_of
from pages.state.table.table_points import stratified
from pages.state.table.table_settings import TableSettings
from pages.state.table.table_work import work
from pages.state.text.markdown import plotted
from pages.tables.plane import DataPlane, column_plane, pca_plane
from pages.tables.prepared import Prepared
from pages.tables.record import SEED, shown
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.params import parameters

# Rows that are learnt from without asking. With 2,000 rows of 12 columns an RBF model takes 0.07 to
# 0.2 s of processor time at C = 1 and up to 1.2 s at C = 10,000: what may be long is left to a job.
# A linear one of 3,000 rows takes at most 0.1 s, ten of 1,000 0.3 s, whatever C is; of 5,000 rows
# without a pattern one takes 1.4 s.
SAMPLE_ROWS = 2_000
SAMPLE_WORK = 8_000_000  # models times squared rows
SAMPLE_CELLS, LINEAR_SAMPLE_ROWS = 200_000, 3_000  # linear
LINEAR_SAMPLE_WORK = 10_000  # models times rows
TESTED_ROWS = 5_000  # rows held back that a sample's model is judged on
DRAWN_ROWS = 2_000  # points
ROOM = 0.06  # around the points of a picture, as a share of their spread


@dataclass(frozen=True, eq=False)
class TablePlan:
    """What a model learns from, and the plane on which it is shown.

    pair : the places of the two columns of the picture.
    X : (n, d), what the model sees before it scales: columns of `prepared.X`, or coordinates on its
        plane.
    plane : in the space of X. U : (n, 2), where the rows lie on the plane.
    apart : (n,), the rows that are held back.
    """

    prepared: Prepared
    settings: TableSettings
    pair: tuple[int, int]
    X: Array = field(repr=False)
    plane: DataPlane = field(repr=False)
    U: Array = field(repr=False)
    apart: Bools = field(repr=False)

    @property
    def rows(self) -> Indices:
        """The rows that may be learnt from."""
        return np.flatnonzero(~self.apart)

    @property
    def machine(self) -> Candidate:
        """The model: one for two classes, else one for each class against the rest.

        What is standardised is so by the rows that are learnt from; but for two directions, which
        are those of all rows.
        """
        settings = self.settings
        has_gamma = bool(parameters(KERNELS[settings.kernel]))
        return Candidate(
            "svc" if self.k == 2 else "ovr",
            settings.kernel,
            (("gamma", settings.reach),) if has_gamma else (),
            settings.C,
            scaling="inside" if settings.standardise and settings.learn != "pca" else "none",
            balanced=settings.balanced,
            relative=True,
        )

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(self.prepared.class_names)

    @property
    def weight(self) -> Array | None:
        """How many rows each counts as in training, (n,); None for once each."""
        return self.prepared.weight if self.prepared.weighed else None

    @property
    def linear(self) -> bool:
        """Whether the kernel is linear."""
        return self.settings.kernel == "linear"

    @property
    def most(self) -> int:
        """How many rows are learnt from at once."""
        models = 1 if self.k == 2 else self.k
        if self.linear:
            cells = SAMPLE_CELLS // self.X.shape[1]
            return int(min(LINEAR_SAMPLE_ROWS, LINEAR_SAMPLE_WORK // models, cells))
        return min(SAMPLE_ROWS, math.isqrt(SAMPLE_WORK // models))

    @property
    def sample(self) -> Indices:
        """The rows that are learnt from without asking, of each class its share."""
        rows = self.rows
        return rows[stratified(self.prepared.y[rows], self.most)]

    @property
    def sample_work(self) -> float:
        """About how much there is to do to learn from these, at worst: see `table_work`."""
        return work(self.machine, min(self.most, len(self.rows)), self.X.shape[1], self.k)

    @cached_property
    def drawn(self) -> Indices:
        """The rows whose points are drawn: all, or of each class its share."""
        return stratified(self.prepared.y, DRAWN_ROWS)

    @cached_property
    def judged(self) -> Indices:
        """The rows held back that are asked."""
        there = np.flatnonzero(self.apart)
        return there[stratified(self.prepared.y[there], TESTED_ROWS)]

    @property
    def directions(self) -> bool:
        """Whether the picture lies along directions of many columns, and not along two of them."""
        return self.plane.kind == "pca" or self.settings.learn == "pca"

    @property
    def columns(self) -> tuple[int, ...]:
        """The places of the columns that the model makes its distances of."""
        every = range(self.prepared.X.shape[1])
        return self.pair if self.settings.learn == "columns" else tuple(every)

    @property
    def axes(self) -> tuple[str, str]:
        """What stands at the axes of the picture, with its unit: see `plotted`."""
        names = self.prepared.feature_names
        if self.directions:
            return "direction 1", "direction 2"
        unit = " (standardised)" if self.settings.standardise else ""
        first, second = (plotted(shown(names[k])[1:-1]) + unit for k in self.pair)
        return first, second

    @property
    def class_labels(self) -> tuple[str, ...]:
        """The names of the classes for figures: see `plotted`."""
        return tuple(plotted(shown(name)[1:-1]) for name in self.prepared.class_names)

    def column_labels(self, letters: int) -> tuple[str, ...]:
        """The names of `columns` for figures, of so many letters at most."""
        names = (self.prepared.feature_names[k] for k in self.columns)
        short = (n if len(n) <= letters else f"{n[: letters - 1]}…" for n in names)
        return tuple(map(plotted, short))

    @property
    def equal(self) -> bool:
        """Whether a step along one axis means as much as one along the other."""
        return self.settings.standardise or self.directions


def planned(prepared: Prepared, settings: TableSettings) -> TablePlan:
    """What is learnt from prepared rows, and where it is looked at.

    Raises TableError if there is no plane: only one column is left.
    """
    names = prepared.feature_names
    if prepared.pair:
        pair = names.index(prepared.pair[0]), names.index(prepared.pair[1])
    else:
        pair = pair_of(prepared, (settings.first, settings.second))
    full = pca_plane(prepared) if "pca" in (settings.learn, settings.plane) else None
    if settings.learn == "all":
        plane = full if settings.plane == "pca" and full is not None else None
        plane = plane or column_plane(prepared, *pair)
        X, U = prepared.X, plane.coordinates(prepared.X)
    else:
        flat = (
            full.coordinates(prepared.X) if full is not None and settings.learn == "pca" else None
        )
        U = X = prepared.X[:, list(pair)] if flat is None else flat
        plane = _own_plane(("direction 1", "direction 2") if flat is not None else pair, names)
    seed = SEED + settings.lot
    apart = held_out(range(len(prepared.y)), prepared.y, settings.held / 100.0, seed)
    return TablePlan(
        prepared,
        settings,
        pair,
        read_only(X),
        plane,
        read_only(U),
        apart,
    )


def _own_plane(names: tuple[str, str] | tuple[int, int], columns: tuple[str, ...]) -> DataPlane:
    """The plane of a model that sees two coordinates and nothing else."""
    first, second = (columns[n] if isinstance(n, int) else n for n in names)
    return DataPlane(read_only(np.zeros(2)), read_only(np.eye(2)), (first, second), "columns")


def plan_sentence(plan: TablePlan) -> str:
    """What the model sees, and what the picture shows of it."""
    names, settings = plan.prepared.feature_names, plan.settings
    if settings.learn == "columns":
        first, second = (shown(names[k])[1:-1] for k in plan.pair)
        rest = "" if len(names) == 2 else f" {len(names) - 2} other columns are not used."
        rest = " 1 other column is not used." if len(names) == 3 else rest
        return f"The model uses {first} and {second} only.{rest}"
    if settings.learn == "pca":
        share = pca_plane(plan.prepared).variance_share
        return (
            f"The model uses only the two widest directions of {len(names)} columns, which hold "
            f"{share} of the variance."
        )
    flat = plan.plane.description
    if len(names) == 2:
        return flat
    first = "" if plan.plane.kind == "pca" else f"The model uses all {len(names)} columns. "
    return f"{first}{flat}"


def home_of(plan: TablePlan) -> tuple[Extent, int]:
    """The box that shows the points, and how many lie outside it.

    A point further from the median than 8 times the spread of the middle half is left outside.
    Where both axes have one unit the box is no thin strip.
    """
    U = plan.U
    middle = np.median(U, axis=0)
    quarters = np.ptp(np.quantile(U, (0.25, 0.75), axis=0), axis=0)
    if plan.equal:
        quarters = np.full(2, quarters.max())
    reach = np.where(quarters > 0.0, 8.0 * quarters, np.inf)
    near = (np.abs(U - middle) <= reach).all(axis=1)
    low, high = U[near].min(axis=0), U[near].max(axis=0)
    size = high - low
    size = np.maximum(size, 0.5 * size.max() if plan.equal else 0.0)
    size = np.where(size > 0.0, size, 1.0)
    room = (0.5 + ROOM) * size - 0.5 * (high - low)
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    return (x0, x1, y0, y1), int((~near).sum())


def covered(plan: TablePlan, view: Extent) -> Extent:
    """What is drawn where `view` is seen: more, as a window may have any shape."""
    return cover(view) if plan.equal else _around(view)


def _around(view: Extent) -> Extent:
    """The view, widened as `cover` does, where the axes have units of their own."""
    x0, x1, y0, y1 = view
    more_x, more_y = 0.5 * (ASPECTS[1] - 1.0) * (x1 - x0), 0.25 * (y1 - y0)
    more_x = max(more_x, 0.25 * (x1 - x0))
    return (x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y)
