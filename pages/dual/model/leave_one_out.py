"""The model without one of its points, and how far that is from the model with it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.state.board.board import Edit
from pages.state.model.grid import decision_grid
from pages.state.model.run import Run
from pages.state.model.run import run as train
from pages.state.model.scene import fit_view, scene

SAME = 1e-6  # of the largest |f|: a smaller change is rounding


@dataclass(frozen=True)
class Difference:
    """How far f without a point is from f with it.

    largest : the largest |f_without - f| over all points and over the nodes of the picture's grid
    at : where that is
    scale : the largest |f| with the point there
    same : whether it is nothing but rounding and tolerance
    """

    largest: float
    at: tuple[float, float]
    scale: float
    same: bool

    @property
    def exact(self) -> bool:
        """Whether it is nothing but rounding, whatever the tolerance."""
        return self.largest <= SAME * self.scale


def without(run: Run, k: int) -> Run:
    """The run of the same experiment without point number `k` of `run.data`.

    Point i of `run.data` is point i of the new one for i < k, and point i - 1 for i > k. There is
    no model (`model` is None) where the point was the last one of its class; where there was
    none because the point kept the classes from being separated, there may be one now.

    Raises ValueError if there is no point number `k`.
    """
    run.data.check(k)
    there = run.experiment
    board = there.board().apply(Edit("delete", ids=(run.data.ids[k],)))
    return train(there.with_board(board))


@lru_cache(maxsize=64)
def difference(run: Run, k: int) -> Difference | None:
    """What point number `k` does to f.

    A point with alpha = 0 is not in the sum that is w, and without it the conditions of all others
    hold as they did: w stays. So does b, unless no support vector is free: then b is the middle of
    an interval, and the point may have been what ended it.

    A support vector need not be missed either: where the others can take over its weight without
    one of them leaving 0 <= alpha <= C_i, f stays (in the plane three free points fix a line, and a
    point at its bound may go without moving it).

    None without a model before or after.

    Raises ValueError if there is no point number `k`.
    """
    other = without(run, k)
    if run.model is None or other.model is None:
        return None
    grid = scene(run, fit_view(run.data)).grid
    assert grid is not None  # there is a model
    # the values of a model that is the same everywhere are smoothed in the scene: not here
    nodes, extent = len(grid.x), (grid.x[0], grid.x[-1], grid.y[0], grid.y[-1])
    before, after = (decision_grid(m, extent, nodes).values for m in (run.model, other.model))
    columns, rows = np.meshgrid(grid.x, grid.y)
    places = np.vstack([run.data.X, np.column_stack([columns.ravel(), rows.ravel()])])
    change = np.abs(
        np.concatenate([other.model(run.data.X) - run.scores, (after - before).ravel()])
    )
    largest = max(float(np.abs(run.scores).max()), float(np.abs(before).max()))
    worst = int(change.argmax())
    allowed = max(SAME, run.experiment.tol) * largest
    x, y = places[worst].tolist()
    return Difference(float(change[worst]), (x, y), largest, bool(change[worst] <= allowed))
