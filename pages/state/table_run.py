"""A model trained on the rows of a table, and how well it does on rows that it has not seen."""

import time
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np

from pages.state.experiment import build
from pages.state.table_points import stratified
from pages.state.table_settings import TableSettings, choice_of
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.class_weight import compute_sample_weight
from svmcore.datasets.table import (
    DataPlane,
    Prepared,
    TableError,
    column_plane,
    pca_plane,
    prepare,
)
from svmcore.datasets.table.record import SEED, shown
from svmcore.kernels import KERNELS, Kernel, Linear
from svmcore.model_selection.splits import held_out
from svmcore.multiclass import MulticlassModel, train_many

# rows that are learnt from without a word: both take about a second at the most
SAMPLE_ROWS = 2_000  # RBF
SAMPLE_CELLS, LINEAR_SAMPLE_ROWS = 200_000, 5_000  # linear
GROWTH = 2.0  # power of the number of rows with which the time grows
SHORTER, LONGER = 2.0, 20.0  # factors by which all rows may be faster or slower than expected
TESTED_ROWS = 5_000  # rows held back that a sample's model is judged on
DRAWN_ROWS = 2_000  # points


@dataclass(frozen=True, eq=False)
class TablePlan:
    """What a model learns from, and the plane on which it is shown.

    pair : the places of the two columns of the picture.
    X : (n, d), what the model sees: columns of `prepared.X`, or coordinates on its plane.
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
    kernel: Kernel

    @property
    def rows(self) -> Indices:
        """The rows that may be learnt from."""
        return np.flatnonzero(~self.apart)

    def sample_C(self, rows: Indices) -> Array:
        """C_i of rows that are learnt from, (m,): C times the weight and the factor of the class.

        Balanced, the factors are those with which the classes of these rows weigh the same.
        """
        y, weight = self.prepared.y[rows], self.prepared.weight[rows]
        factor = compute_sample_weight(
            "weighted_balanced" if self.settings.balanced else None, y, weight
        )
        return np.asarray(self.settings.C * weight * factor)

    @property
    def scheme(self) -> str:
        """One machine for two classes, else one for each class against the rest."""
        return "ovo" if len(self.prepared.class_names) == 2 else "ovr"

    @property
    def most(self) -> int:
        """How many rows are learnt from without asking."""
        if isinstance(self.kernel, Linear):
            return int(min(LINEAR_SAMPLE_ROWS, SAMPLE_CELLS // self.X.shape[1]))
        return SAMPLE_ROWS

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
        """What stands at the axes of the picture, with its unit."""
        names = self.prepared.feature_names
        if self.directions:
            return "direction 1", "direction 2"
        unit = " (standardised)" if self.settings.standardise else ""
        first, second = (shown(names[k])[1:-1] + unit for k in self.pair)
        return first, second

    @property
    def equal(self) -> bool:
        """Whether a step along one axis means as much as one along the other."""
        return self.settings.standardise or self.directions


@dataclass(frozen=True, eq=False)
class TableRun:
    """What came out: the model, the rows it learnt from, and what it says of these, (m,)."""

    plan: TablePlan
    rows: Indices = field(repr=False)
    many: MulticlassModel
    fitted: Indices = field(repr=False)
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether every row was learnt from that was not held back."""
        return len(self.rows) == len(self.plan.rows)

    @property
    def train_wrong(self) -> int:
        """Rows learnt from that are given another class than their own."""
        return int((self.fitted != self.plan.prepared.y[self.rows]).sum())

    @cached_property
    def test_wrong(self) -> int:
        """The same of the rows in `plan.judged`."""
        return int((self.given(self.plan.judged) != self.plan.prepared.y[self.plan.judged]).sum())

    @cached_property
    def drawn_given(self) -> Indices:
        """The class that each drawn point is given."""
        return self.given(self.plan.drawn)

    @cached_property
    def support(self) -> Indices:
        """The rows with weight in some component."""
        return np.asarray(self.rows[self.many.support])

    def given(self, rows: Indices) -> Indices:
        """The class that the model gives some rows."""
        return self.many.predict(self.plan.X[rows])


def apart_best(prepared: Prepared) -> tuple[int, int]:
    """The two columns that tell the classes apart best, each by itself; in their order.

    By F, the variance between the classes over that within them.

    Raises TableError if there is one column only; with what was done to the others.
    """
    X, y = prepared.X, prepared.y
    if X.shape[1] < 2:
        only = shown(prepared.feature_names[0])
        why = f"The picture needs two columns beside the class, and only {only} is left:"
        raise TableError(" ".join((f"{why} choose or add another.", *prepared.notes)))
    counts = np.bincount(y)
    units = (X - X.mean(0)) / np.abs(X - X.mean(0)).max(0)
    means = np.array([units[y == c].mean(0) for c in range(len(counts))])
    within = ((units - means[y]) ** 2).sum(0)
    between = counts @ means**2
    score = between / np.maximum(within, 1e-300)
    i, j = sorted(np.argsort(-score, kind="stable")[:2].tolist())
    return i, j


@lru_cache(maxsize=8)
def planned(prepared: Prepared, settings: TableSettings) -> TablePlan:
    """What is learnt from prepared rows, and where it is looked at.

    Raises TableError if there is no plane: only one column is left.
    """
    pair, names = apart_best(prepared), prepared.feature_names
    asked = [name for name in (settings.first, settings.second) if name in names]
    if len(set(asked)) == 2:
        pair = names.index(asked[0]), names.index(asked[1])
    elif asked:
        i = names.index(asked[0])
        other = pair[0] if pair[0] != i else pair[1]
        pair = (i, other) if settings.first in asked else (other, i)
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
    apart = held_out(range(len(prepared.y)), prepared.y, settings.held / 100.0, SEED)
    return TablePlan(
        prepared,
        settings,
        pair,
        read_only(X),
        plane,
        read_only(U),
        apart,
        kernel_of(settings, X[~apart]),
    )


def _own_plane(names: tuple[str, str] | tuple[int, int], columns: tuple[str, ...]) -> DataPlane:
    """The plane of a model that sees two coordinates and nothing else."""
    first, second = (columns[n] if isinstance(n, int) else n for n in names)
    return DataPlane(read_only(np.zeros(2)), read_only(np.eye(2)), (first, second), "columns")


def kernel_of(settings: TableSettings, X: Array) -> Kernel:
    """The kernel, where it has one with gamma = reach / (d var X), var over all cells of X."""
    spread = float(X.var())
    gamma = settings.reach / (X.shape[1] * spread) if spread > 0.0 else settings.reach
    return build(KERNELS[settings.kernel], {"gamma": gamma})


@lru_cache(maxsize=8)
def run_of_table(settings: TableSettings) -> TableRun:
    """A model of the real table that the settings name, as the page Data has it.

    Raises ValueError for the visitor's own table, which no settings hold.
    """
    table = settings.table()
    if table is None:
        raise ValueError("settings must name a real table")
    return trained_on_sample(planned(prepare(table, choice_of(table, settings)), settings))


@lru_cache(maxsize=8)
def trained_on_sample(plan: TablePlan) -> TableRun:
    """A model from as many rows as are learnt from without asking, of each class its share."""
    chosen = plan.rows[stratified(plan.prepared.y[plan.rows], plan.most)]
    return trained(plan, chosen)


def trained(plan: TablePlan, rows: Indices) -> TableRun:
    """A model from some of a plan's rows."""
    return TableRun(plan, rows, *work(*task(plan, rows)))


def task(plan: TablePlan, rows: Indices) -> tuple[Kernel, Array, Indices, str, Array]:
    """The arguments of `work` for some of a plan's rows."""
    return plan.kernel, plan.X[rows], plan.prepared.y[rows], plan.scheme, plan.sample_C(rows)


def work(
    kernel: Kernel, X: Array, y: Indices, scheme: str, C: Array
) -> tuple[MulticlassModel, Indices, float]:
    """A model with sample_C = C, (m,), the classes it gives the rows of X, and the seconds."""
    start = time.perf_counter()
    many = train_many(kernel, X, y, scheme, C=C)
    return many, many.predict(X), time.perf_counter() - start


def expected(run: TableRun) -> float:
    """A guess of how many seconds all rows would take, by those that a sample of them took.

    Of 6,000 to 16,000 rows of classes that overlap, in 3 and 10 columns, all took 0.8 to 18 times
    as long (RBF): see `SHORTER` and `LONGER`, no more than these should be said.
    """
    times = len(run.plan.rows) / len(run.rows)
    return float(run.seconds * times**GROWTH)


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
