"""The surface of P(y = +1 | x) over the picture."""

from collections.abc import Iterator

import numpy as np

from pages.datasets.extent import Extent
from pages.evaluation.model import Cut, plane_nodes
from pages.model_selection.calibration import Calibration, calibrated
from pages.model_selection.candidate import Candidate
from pages.model_selection.holdout import Predictions
from pages.model_selection.splits import Split
from pages.state.model.grid import COARSE, DecisionGrid, level_lines
from pages.state.model.scene import simplify_polyline
from pages.tables import DataPlane
from svmcore.arrays import Array, Indices, read_only

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
