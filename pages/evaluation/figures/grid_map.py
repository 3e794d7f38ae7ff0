"""The map of C and gamma: a shade a cell, the best and the simplest marked, the corners named."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.evaluation.text.views import Corners
from pages.model_selection.grid_search import Grid, GridCell
from pages.model_selection.kernel_choice import percent, with_error
from pages.plots.layout_sizes import SMALL_TITLE, TICK_TYPE
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, empty_figure, marks, note, on_paper
from pages.state.text.number_format import number

# Cells stand at whole numbers from here on: the canvas marks column k and row k of a chart whose
# parts can be picked, and a cell is not a column.
FIRST = 1000
TITLES = {
    "cv_error": "Cross-validation error",
    "train_error": "Training error",
    "n_support": "Support vectors",
}
BEST_SAID, SIMPLEST_SAID = "best cell", "simplest cell as good"
LETTER = {"xshift": -30, "yanchor": "top", "font": {"size": TICK_TYPE, "color": "$muted"}}


def map_figure(
    grid: Grid,
    cells: Sequence[GridCell],
    name: str,
    corners: Corners | None = None,
    now: tuple[float, float] | None = None,
    gamma: str = "γ",
) -> Figure:
    """One number of each cell that is known, C to the right and the other parameter upwards.

    name : as `GridCell` calls it. The trace of uid "cells" has one mark a cell of the whole grid,
    in the order of `Map.cells`. now : the present C and value, where a cross stands. gamma : what
    the kernel's width is called.
    """
    title = TITLES[name]
    if not cells:
        return empty_figure(title, "no map yet")
    rows, columns = max(1, len(grid.values)), len(grid.Cs)
    known = {_place(grid, cell): cell for cell in cells}
    share = name != "n_support"
    z = np.full((rows, columns), np.nan)
    for (row, column), cell in known.items():
        z[row, column] = getattr(cell, name) * (100.0 if share else 1.0)
    low, high = float(np.nanmin(z)), float(np.nanmax(z))
    shades = {
        "type": "heatmap",
        "uid": "shades",
        "z": z,
        "x0": FIRST,
        "dx": 1,
        "y0": FIRST,
        "dy": 1,
        "zmin": low,
        "zmax": high if high > low else low + 1.0,
        "colorscale": [[0.0, "$page"], [1.0, "$ink"]],
        "hoverinfo": "skip",
        "colorbar": {
            "thickness": 10,
            "len": 1.0,
            "x": 1.01,
            "xpad": 2,
            "ypad": 0,
            "nticks": 5,
            "outlinewidth": 1,
            "outlinecolor": "$line",
            "ticksuffix": " %" if share else "",
            "tickfont": {"size": TICK_TYPE, "color": "$muted"},
        },
    }
    places = [(row, column) for row in range(rows) for column in range(columns)]
    handles = marks(
        "cells",
        [FIRST + column for _, column in places],
        [FIRST + row for row, _ in places],
        {"size": 14, "symbol": "square", "color": "$ink", "opacity": 0.0},
        customdata=[_hover_text(grid, known.get(place), gamma) for place in places],
        hovertemplate="%{customdata}<extra></extra>",
        meta=f"{len(known)} of {rows * columns} cells are known",
    )
    traces: list[dict[str, Any]] = [shades]
    if corners is not None:
        for cell, uid, said, symbol, size in (
            (corners.simplest, "simplest", SIMPLEST_SAID, "square", 13),
            (corners.best, "best", BEST_SAID, "circle", 11),
        ):
            row, column = _place(grid, cell)
            look = {"symbol": symbol, "size": size, "color": "$page"}
            look["line"] = {"color": "$ink", "width": 2.5}
            words = f"{said}, {_hover_text(grid, cell, gamma)}"
            traces.append(marks(uid, [FIRST + column], [FIRST + row], look, meta=words))
    if now is not None:
        traces += _now(grid, now)
    traces.append(handles)
    layout = chart_layout(title, "C", "closest", t=SMALL_TITLE, r=58)
    layout["xaxis"] |= _ticks(grid.Cs) | {"range": [FIRST - 0.5, FIRST + columns - 0.5]}
    layout["yaxis"] |= {"range": [FIRST - 0.5, FIRST + rows - 0.5]}
    if grid.values:
        layout["yaxis"] |= _ticks(grid.values)
    else:
        layout["yaxis"] |= {"showticklabels": False, "showgrid": False}
    layout["hoverdistance"] = -1  # the whole cell is its mark
    if grid.values:
        layout["annotations"] = [on_paper(gamma, 0, 1, "right") | LETTER, *_names(grid, corners)]
    return {"data": traces, "layout": layout}


def _hover_text(grid: Grid, cell: GridCell | None, gamma: str) -> str:
    """All numbers of a cell, for the pointer that rests on it."""
    if cell is None:
        return "not trained yet"
    at = f"C = {cell.C:.3g}" + (f", {gamma} = {cell.value:.3g}" if grid.values else "")
    return (
        f"{at}<br>cross-validation error {with_error(cell.cv_error, cell.error)}"
        f"<br>training error {percent(cell.train_error)}"
        f"<br>{cell.n_support} support vectors"
    )


def _place(grid: Grid, cell: GridCell) -> tuple[int, int]:
    return grid.values.index(cell.value) if grid.values else 0, grid.Cs.index(cell.C)


def is_on_map(grid: Grid, now: tuple[float, float]) -> bool:
    """Whether the present settings have their cross."""
    return bool(_now(grid, now))


def _now(grid: Grid, now: tuple[float, float]) -> list[dict[str, Any]]:
    """A cross at the present settings, between cells if need be; none outside the map."""
    x, y = _between(grid.Cs, now[0]), _between(grid.values, now[1]) if grid.values else 0.0
    if x is None or y is None:
        return []
    cross = {"size": 13, "symbol": "cross-thin", "line": {"color": "$page", "width": 5}}
    inner = cross | {"line": {"color": "$ink", "width": 2}}
    place = [FIRST + x], [FIRST + y]
    return [marks("nowedge", *place, cross), marks("now", *place, inner)]


def _between(values: Sequence[float], value: float) -> float | None:
    """Where a value stands among rising ones, in cells, on a log scale; None outside of them."""
    logs = np.log(np.array(values))
    there = float(np.log(value))
    if not logs[0] - 1e-9 <= there <= logs[-1] + 1e-9:
        return None
    return float(np.interp(there, logs, np.arange(len(logs))))


def _ticks(values: Sequence[float]) -> dict[str, Any]:
    """At most five of the values, evenly."""
    step = max(1, -(-len(values) // 5))
    at = range(0, len(values), step)
    return {
        "tickvals": [FIRST + i for i in at],
        "ticktext": [number(values[i], 2) for i in at],
        "nticks": len(values),
        "showgrid": False,
    }


def _names(grid: Grid, corners: Corners | None) -> list[dict[str, Any]]:
    """The corners by name, towards the middle of the map."""
    found = []
    for text in ("underfits", "overfits"):
        cell: GridCell | None = getattr(corners, text, None)
        if cell is not None:
            row, column = _place(grid, cell)
            right = column > 0.5 * len(grid.Cs)
            found.append(
                note(text, FIRST + column + (0.5 if right else -0.5), FIRST + row)
                | {"xanchor": "right" if right else "left", "yanchor": "middle"}
                | {"bgcolor": "$page", "borderpad": 2, "font": {"size": TICK_TYPE, "color": "$ink"}}
            )
    return found
