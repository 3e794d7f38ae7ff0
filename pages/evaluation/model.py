"""What the page Evaluation computes: folds, grids, probabilities, rows of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pages.datasets.density import class_densities
from pages.datasets.limits import Extent
from pages.datasets.two_class import DATASETS
from pages.model_selection.bayes import Population
from pages.model_selection.calibration import Calibration, calibrated
from pages.model_selection.candidate import Candidate, Progress
from pages.model_selection.cross_validation import Validation, cross_validating
from pages.model_selection.grid_search import Grid
from pages.model_selection.holdout import Predictions, Trial, on_all
from pages.model_selection.leave_one_out_bounds import LeaveOneOutBounds, leave_one_out_bounds
from pages.model_selection.multiclass_model import MulticlassModel
from pages.model_selection.multiclass_record import multiclass_record
from pages.model_selection.splits import Split
from pages.state.board.experiment import Experiment, build
from pages.state.model.grid import COARSE, DecisionGrid, filled, level_lines
from pages.state.model.scene import simplify_polyline
from pages.state.multiclass.multiclass_scene import insides
from pages.state.table.table_plan import DRAWN_ROWS, TablePlan
from pages.state.table.table_points import stratified
from pages.state.table.table_run import TableRun, trained
from pages.tables.plane import DataPlane
from svmcore.arrays import Array, Indices, read_only

# --- What a picture shows of a trial: f on a plane, or the regions of classes ---

NODES = 81  # a side, for several classes


# of points that have two coordinates: these are the picture's
FLAT = DataPlane(read_only(np.zeros(2)), read_only(np.eye(2)), ("", ""), "columns")


@dataclass(frozen=True, eq=False)
class Cut:
    """Polylines (m, 2), parted by NaN: f = t, and the margins f = -1 and f = +1 (or -+delta).

    depth : f - t at the nodes.
    """

    t: float
    depth: DecisionGrid
    boundary: Array
    margins: tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Areas:
    """Of each class the polygons (m, 2) where it is predicted, and their outlines."""

    regions: tuple[Array, ...]
    edges: tuple[Array, ...]


def cut(trial: Trial, ground: DataPlane, extent: Extent, t: float) -> Cut:
    """A trial with two classes over a rectangle of the picture, cut at the threshold t."""
    grid, margin = _surface(trial, ground, extent), trial.machine.margin
    lines = level_lines(grid, (t, -margin, margin), lambda U: trial.fitted.scores(ground.points(U)))
    boundary, below, above = (simplify_polyline(line, extent) for line in lines)
    depth = DecisionGrid(grid.x, grid.y, read_only(grid.values - t))
    return Cut(t, depth, boundary, (below, above))


@lru_cache(maxsize=8)
def _surface(trial: Trial, ground: DataPlane, extent: Extent) -> DecisionGrid:
    """f of a trial with two classes at the nodes of a rectangle."""
    xs, ys, U = plane_nodes(extent, COARSE)
    values = trial.fitted.scores(ground.points(U)).reshape(len(ys), len(xs))
    return DecisionGrid(xs, ys, read_only(values))


@lru_cache(maxsize=8)
def areas(trial: Trial, ground: DataPlane, extent: Extent) -> Areas:
    """The regions of a trial with several classes: where each of them is called."""
    xs, ys, U = plane_nodes(extent, NODES)
    many = multiclass_of(trial)

    def depths(U: Array) -> Array:
        return insides(many, many.values(trial.fitted.scale(ground.points(U))))

    depth = depths(U).reshape(len(ys), len(xs), many.k)
    regions, edges = [], []
    for c in range(many.k):
        grid = DecisionGrid(xs, ys, read_only(depth[..., c]))

        def inside(U: Array, c: int = c) -> Array:
            return np.asarray(depths(U)[..., c])

        regions.append(filled(grid, inside))
        edges.append(simplify_polyline(level_lines(grid, (0.0,), inside)[0], extent))
    return Areas(tuple(regions), tuple(edges))


@lru_cache(maxsize=8)
def multiclass_of(trial: Trial) -> MulticlassModel:
    """The model of several classes in one record, over the points that were learnt from."""
    rows = trial.split.train
    return multiclass_record(trial.machine, trial.fitted, trial.X[rows], trial.y[rows])


def plane_nodes(extent: Extent, nodes: int) -> tuple[Array, Array, Array]:
    """A grid over a rectangle: its x, its y, and all its nodes, (nodes^2, 2), row by row."""
    xs = read_only(np.linspace(extent[0], extent[1], nodes))
    ys = read_only(np.linspace(extent[2], extent[3], nodes))
    a, b = np.meshgrid(xs, ys)
    return xs, ys, np.column_stack([a.ravel(), b.ravel()])


# --- The model of all points as the only step of a job ---


def training(
    machine: Candidate, X: Array, y: Indices, w: Array | None
) -> Iterator[Progress[Trial]]:
    """The model of `on_all`."""
    yield Progress(1, 1, on_all(machine, X, y, w))


# --- The values of C and gamma of a map ---


def grid_of(by: Candidate, cells: int) -> Grid:
    """C from 0.01 to 1000, and gamma from 0.01 to 100 where the kernel's gamma is worth an axis.

    Every value has three digits, so that what a click loads is what was trained.
    """
    found = Grid.square(by.kernel, cells)
    return Grid(_short(found.Cs), _short(found.values))


def half(grid: Grid) -> Grid:
    """Every second value of both."""
    return Grid(grid.Cs[::2], grid.values[::2], grid.name)


def _short(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(float(f"{v:.3g}") for v in values)


# --- Cross-validation with each way of scaling, fold by fold ---

SCALINGS = ("none", "inside", "before")
Validations = Mapping[str, Validation]  # by the way of scaling


def ways(machine: Candidate, *, table: bool) -> tuple[str, ...]:
    """The ways of scaling that are compared, the machine's own first.

    The columns of a table that is standardised were so before they came here.
    """
    others = ("inside", "before") if table and machine.scaling != "none" else SCALINGS
    return (machine.scaling, *(how for how in others if how != machine.scaling))


def folding(
    machine: Candidate,
    X: Array,
    y: Indices,
    splits: Sequence[Split],
    w: Array | None,
    scalings: Sequence[str],
) -> Iterator[Progress[Validations]]:
    """The validations of `cross_validate` for each way of scaling, with the last progress."""
    total, found = len(splits) * len(scalings), dict[str, Validation]()
    for how in scalings:
        done = len(found) * len(splits)
        for step in cross_validating(replace(machine, scaling=how), X, y, splits, w):
            if step.found is not None:
                found[how] = step.found
            whole = found if len(found) == len(scalings) else None
            yield Progress(done + step.done, total, whole)


# --- The bounds of the leave-one-out error as the only step of a job ---


def bounding(
    machine: Candidate, X: Array, y: Indices, w: Array | None
) -> Iterator[LeaveOneOutBounds]:
    """The bounds of `leave_one_out_bounds`."""
    yield leave_one_out_bounds(machine, X, y, w)


# --- The population behind the sample of a board, and its Bayes boundary ---


def population(experiment: Experiment) -> Population:
    """The population that the sample of an experiment is drawn from.

    Raises ValueError, with the reason, where the density of its classes is not known.
    """
    if experiment.n_classes > 2:
        raise ValueError("The Bayes boundary is computed for samples with two classes.")
    dataset: Any = build(DATASETS[experiment.dataset], dict(experiment.options))
    share = experiment.balance * getattr(dataset, "share", 1.0)
    return _population(dataset, share, experiment.seed)


@lru_cache(maxsize=16)
def _population(dataset: Any, share: float, seed: int) -> Population:
    return Population(class_densities(dataset, seed), share)


@lru_cache(maxsize=8)
def bayes_boundary(of: Population, extent: Extent) -> Array:
    """Where both classes are equally likely, over a rectangle: a polyline parted by NaN, (m, 2)."""
    xs, ys, points = plane_nodes(extent, COARSE)
    odds = DecisionGrid(xs, ys, read_only(of.log_odds(points).reshape(COARSE, COARSE)))
    return simplify_polyline(level_lines(odds, (0.0,), of.log_odds)[0], extent)


def edited(experiment: Experiment) -> int:
    """How many points of the sample were removed, moved or placed by hand."""
    placed = {point.id for point in experiment.placed}
    return len(placed | set(experiment.removed))


# --- The surface of P(y = +1 | x) over the picture ---

SURE = 0.9  # P at the dashed lines, and 1 - P
FEW = 100  # test points below which a reliability diagram has fewer bins
BINS = (5, 10)


def surface(found: Calibration, ground: DataPlane, extent: Extent) -> Cut:
    """P over a rectangle, with the lines where it is 1/2, and 1 - SURE and SURE.

    depth : half the log-odds, -(A f + B) / 2, whose tanh is 2 P - 1: so a picture's shade is P.
    """
    xs, ys, U = plane_nodes(extent, COARSE)
    sigmoid = found.sigmoid

    def half(U: Array) -> Array:
        f = found.trial.fitted.scores(ground.points(U))
        return np.asarray(-0.5 * (sigmoid.A * f + sigmoid.B))

    grid = DecisionGrid(xs, ys, read_only(half(U).reshape(COARSE, COARSE)))
    edge = 0.5 * float(np.log(SURE / (1.0 - SURE)))
    middle, below, above = (
        simplify_polyline(line, extent) for line in level_lines(grid, (0.0, -edge, edge), half)
    )
    return Cut(sigmoid.middle, grid, middle, (below, above))


def calibrating(
    machine: Candidate, X: Array, y: Indices, split: Split, w: Array | None, seed: int
) -> Iterator[Calibration]:
    """The probabilities of `calibrated`, as the only step of a job."""
    yield calibrated(machine, X, y, split, w, seed=seed)


def likelier(found: Calibration) -> Predictions:
    """Class +1 is predicted where P >= 1/2."""
    trial = found.trial
    predicted = np.asarray(found.p >= 0.5, dtype=np.intp)
    return Predictions(found.sigmoid.middle, predicted, trial.y, trial.split, found.p)


def n_bins(n: int) -> int:
    """How many bins n test points have in the reliability diagram."""
    return BINS[n >= FEW]


# --- The rows of a table that are judged, and the model of the page Data on them ---


@dataclass(frozen=True, eq=False)
class TableRows:
    """Some rows of a plan. split : places among them, None where folds split them.

    run : the model of the page Data where it is that of the training rows.
    """

    plan: TablePlan
    rows: Indices = field(repr=False)
    split: Split | None = None
    run: TableRun | None = None

    @classmethod
    def of_run(cls, run: TableRun) -> "TableRows":
        """The rows of the model of the page Data, with its split."""
        return replace(cls.of_split(run.plan, run.rows), run=run)

    @classmethod
    def of_split(cls, plan: TablePlan, learnt: Indices) -> "TableRows":
        """The rows that were learnt from and those that judge, with the split of the page Data."""
        rows = np.union1d(learnt, plan.judged)
        places = (np.searchsorted(rows, part) for part in (learnt, plan.judged))
        return cls(plan, rows, Split(*places))

    @classmethod
    def of_sample(cls, plan: TablePlan) -> "TableRows":
        """As many rows as are learnt from at once, of each class its share: for folds to split."""
        return cls(plan, stratified(plan.prepared.y, plan.most))

    @property
    def sampled(self) -> bool:
        """Whether these are fewer rows than there are."""
        return len(self.rows) < len(self.plan.prepared.y)

    @cached_property
    def drawn(self) -> Indices:
        """The places of the rows whose points are drawn."""
        return stratified(self.plan.prepared.y[self.rows], DRAWN_ROWS)

    @cached_property
    def trial(self) -> Trial:
        """The model of the training rows, judged by the test rows.

        Raises ValueError if there is no split.
        """
        if self.split is None:
            raise ValueError("the rows must be split")
        run = self.run or trained(self.plan, self.rows[self.split.train])
        plan, y = self.plan, self.plan.prepared.y[self.rows]
        scores, given = run.known(self.rows), run.given(self.rows)
        return Trial(plan.machine, run.model, plan.X[self.rows], y, self.split, scores, given)
