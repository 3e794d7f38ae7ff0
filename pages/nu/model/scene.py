"""The geometry of a model with nu for its picture."""

import time
from functools import lru_cache

import numpy as np

from pages.datasets.extent import Extent
from pages.nu.model import NuRun
from pages.state.model.grid import DecisionGrid, decision_grid, level_lines
from pages.state.model.scene import Scene, cover, scene, simplify_polyline
from svmcore.arrays import read_only

TOP = 0.99  # of the surface of one class: words may not stand across f = -1 and +1


@lru_cache(maxsize=32)
def nu_scene(run: NuRun, view: Extent) -> Scene:
    """The geometry of a run for a picture that shows `view`.

    That of the nu-machine is a soft margin's. One class has f / rho as its surface, -1 where
    nothing is similar to the sample, cut off before -1 and +1, where it has no lines; of these it
    has the outline f = 0 alone. So has the sphere, with R^2 for rho.
    """
    if not run.choice.one or run.model is None:
        return scene(run.drawn, view)
    start = time.perf_counter()
    extent = cover(view)
    grid = decision_grid(run.model, extent)
    (outline,) = level_lines(grid, (0.0,), run.model)
    shown = DecisionGrid(grid.x, grid.y, read_only(np.clip(grid.values / run.rho, -TOP, TOP)))
    none = np.empty((0, 2))
    lines = (none, simplify_polyline(outline, extent), none)
    return Scene(
        run=run.drawn, extent=extent, grid=shown, lines=lines, seconds=time.perf_counter() - start
    )
