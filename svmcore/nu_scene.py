"""What there is to draw of a machine with nu: the scene of any machine, or an outline."""

from __future__ import annotations

import time
from functools import lru_cache

import numpy as np

from svmcore.arrays import read_only
from svmcore.grid import DecisionGrid, Extent, decision_grid, level_lines
from svmcore.nu import NuRun
from svmcore.scene import Scene, cover, scene, thin

TOP = 0.99  # of the surface of one class: words may not stand across f = -1 and +1


@lru_cache(maxsize=32)
def nu_scene(run: NuRun, view: Extent) -> Scene:
    """The geometry of a run for a picture that shows `view`.

    That of the nu-machine is a soft margin's. One class has f / rho as its surface, -1 where
    nothing is similar to the sample, cut off before -1 and +1, where it has no lines; of these it
    has the outline f = 0 alone.
    """
    if run.choice.mode != "one_class" or run.model is None:
        return scene(run.drawn, view)
    start = time.perf_counter()
    extent = cover(view)
    grid = decision_grid(run.model, extent)
    (outline,) = level_lines(grid, (0.0,), run.model)
    shown = DecisionGrid(grid.x, grid.y, read_only(np.clip(grid.values / run.rho, -TOP, TOP)))
    none = np.empty((0, 2))
    lines = (none, thin(outline, extent), none)
    return Scene(run.drawn, extent, shown, lines, seconds=time.perf_counter() - start)
