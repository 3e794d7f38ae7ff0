"""The values of C and gamma of a map."""

from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid


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
