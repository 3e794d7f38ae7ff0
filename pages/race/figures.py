"""A race in pictures: how far above the optimum each racer is, and all boundaries of a moment.

Class colours mean classes: racers are told apart by dash, width and shade.
"""

from typing import Any, NamedTuple

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.curve_names import names_beside
from pages.plots.decision import decision_figure, polyline
from pages.plots.frames import small
from pages.plots.label_placement import Label, word_trace
from pages.plots.layout_sizes import EPOCHS_BELOW, NOTE_TYPE, TITLE_AND_LEGEND
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve, legend, rule, with_cost_scale
from pages.race.model.duel import Duel, boundaries
from pages.race.model.race import Entrant, Race, Track
from pages.race.model.race_film import RaceFilm, Standing, Watch
from pages.state.model.run import Run
from pages.state.model.scene import Scene, cover
from pages.state.text.number_format import number, power
from svmcore.arrays import Array

FLOOR = 1e-12  # the exact optimum is drawn here, and what is nearer to it
HIGHEST = 1e6
START = 0.5  # of the first moment: there stands the start, for a log axis has no 0
PICTURE = (586.0, 640.0)  # pixels of the picture of the boundaries, and of a chart's axes
BOX = (310.0, 180.0)
ROOM = 80.0  # to the right of a chart's axes
SMALLER = 1.8  # times smaller a phone's picture of the boundaries is
NARROWER = 1.8  # times narrower a chart is on a small screen


class Style(NamedTuple):
    """How a racer is drawn: a theme colour, a dash as in SVG, a width."""

    color: str
    dash: str
    width: float


STYLES: dict[str, Style] = {
    "gradient": Style("$ink", "solid", 1.4),
    "minibatch": Style("$grey", "12px,4px,2px,4px", 2.6),
    "sgd": Style("$grey", "solid", 3.4),
    "pegasos": Style("$grey", "7px,4px", 2.6),
    "perceptron": Style("$grey", "2px,4px", 2.6),
    "newton": Style("$ink", "14px,4px,2px,4px", 2.0),
    "smo": Style("$ink", "solid", 4.2),
    "projected": Style("$ink", "2px,4px", 2.8),
    "interior": Style("$ink", "16px,5px", 2.6),
    "auto": Style("$ink", "5px,3px", 1.6),
}
BOLD = 5.0


class _Scale(NamedTuple):
    """Two log axes in pixels."""

    x0: float
    x1: float
    y0: float
    y1: float

    def pixels(self, x: Array, y: Array) -> Array:
        u = np.log(x / self.x0) / np.log(self.x1 / self.x0)
        v = np.log(y / self.y0) / np.log(self.y1 / self.y0)
        return np.column_stack([u * BOX[0], v * BOX[1]])

    def data(self, at: Array) -> Array:
        low, high = np.array([[self.x0, self.y0], [self.x1, self.y1]])
        return np.asarray(low * (high / low) ** (at / BOX))


def pace_figure(race: Race | None, found: tuple[Standing, ...], by: str, watch: Watch) -> Figure:
    """Suboptimality against "passes" or "ms", both on log axes, with the exact optimum as floor.

    The film paints where the racers stand at the common moment, and its line across the chart that
    counts in its unit.
    """
    layout = chart_layout(
        f"Above the optimum (dotted), by {by}",
        "",
        "closest",
        r=int(ROOM),
        t=26,
        l=50,
        b=24,
    )
    low, high, top = _ranges(race, by)
    layout["xaxis"] |= _log_axis(low, high, 1)
    layout["yaxis"] |= _log_axis(0.4 * FLOOR, top, 3)
    curves = [_pace(stand.entrant, by, low) for stand in found]
    traces = [
        _line(*_pace(stand.entrant, by, low), stand, by, watch.bold)
        for stand in _in_order(found, watch.bold)
    ]
    scale = _Scale(low, high, 0.4 * FLOOR, top)
    floor = scale.pixels(np.geomspace(low, high, 50), np.full(50, FLOOR))
    names = names_beside(
        [*(scale.pixels(x, y) for x, y in curves), floor],
        [*(stand.short for stand in found), _floor_name(race)],
        (0.0, BOX[0] + ROOM, 0.0, BOX[1]),
        near_end=0.02,
        margin=(NARROWER, 1.0),
        column=BOX[0] - 1.0,  # plotly.js leaves out what begins outside of the axes
    )
    names = [name for name in names if name.leader is None or name.text != _floor_name(race)]
    words = [name._replace(at=scale.data(name.at)) for name in names]
    traces += [_leaders(names, scale), word_trace(words, "names", 13)]
    traces[-1]["cliponaxis"] = False
    layout["shapes"] = [_rule("y", FLOOR, "$good")]
    return {"data": traces, "layout": layout}


def _floor_name(race: Race | None) -> str:
    return "optimum" if race is None else f"optimum, J* = {number(race.optimum, 4)}"


def _ranges(race: Race | None, by: str) -> tuple[float, float, float]:
    """From where to where the axis of time goes, and how high the other one."""
    if race is None or not race.entrants:
        return 0.01, 1000.0, 10.0
    every = np.concatenate([getattr(entrant, by) for entrant in race.entrants])
    low, high = START * float(every[every > 0.0].min(initial=1.0)), float(every.max())
    values = np.concatenate([entrant.suboptimality for entrant in race.entrants])
    top = float(values[values < HIGHEST].max(initial=1.0))
    return low, max(1.5 * high, 10.0 * low), 10.0 * top


def _pace(entrant: Entrant, by: str, low: float) -> tuple[Array, Array]:
    """A log axis has no 0: the start stands at its left end."""
    return np.maximum(getattr(entrant, by), low), np.clip(entrant.suboptimality, FLOOR, HIGHEST)


def _line(x: Array, y: Array, stand: Standing, by: str, bold: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "uid": stand.entrant.racer,
        "name": stand.title,
        "mode": "lines",
        "x": x,
        "y": y,
        "customdata": np.column_stack([stand.entrant.suboptimality, getattr(stand.entrant, by)]),
        "line": _look(stand, bold),
        "hovertemplate": f"{stand.title}: %{{customdata[0]:.2e}}<br>"
        f"after %{{customdata[1]:.3g}} {by}<extra></extra>",
    }


def _leaders(names: list[Label], scale: _Scale) -> dict[str, Any]:
    """Thin lines from the ends of curves to names that do not stand beside them."""
    ends = [(name.leader, name.at, 2 * [np.nan]) for name in names if name.leader is not None]
    lines = scale.data(np.array(ends).reshape(-1, 2))
    return polyline(lines, "leaders", {"color": "$muted", "width": 0.8}) | {"cliponaxis": False}


def _log_axis(low: float, high: float, each: int) -> dict[str, Any]:
    """Decades, every `each`-th one written, as a person writes them."""
    first, last = int(np.ceil(np.log10(low))), int(np.floor(np.log10(high)))
    decades = [k for k in range(first, last + 1) if k % each == 0]
    words = [f"{10.0**k:g}" if -3 < k < 5 else power(k) for k in decades]
    return {
        "type": "log",
        "range": [float(np.log10(low)), float(np.log10(high))],
        "tickvals": [10.0**k for k in decades],
        "ticktext": words,
        "showgrid": True,
        "tickfont": {"size": NOTE_TYPE, "color": "$muted"},
    }


def _rule(axis: str, at: float, color: str) -> dict[str, Any]:
    return rule(axis, at, color, 1.5, "2px,2px") | {"layer": "below"}


def race_dict(film: RaceFilm, name: str, words: dict[str, list[str]]) -> Figure:
    """A race as a film under a name: see `RaceFilm`; plain arrays, one row a moment.

    lines_xy, lines_at : the points of all boundaries, and where each begins; x : the moments
    """
    last = len(film.moments) - 1
    ends = np.concatenate([[0], np.cumsum([len(line) for line in film.lines])])
    return {
        "process": "race",
        "kind": "lines",
        "id": name,
        "total": last,
        "per_epoch": 1.0,
        "update": np.arange(last + 1, dtype=np.int32),
        "marks": np.unique(np.rint(np.linspace(0, last, 11))).astype(np.int32),
        "x": film.moments,
        "by": film.by,
        "live": False,
        "status": "",
        "batch": 0,
        "racers": [entrant.racer for entrant in film.race.entrants],
        "row": film.row.astype(np.int16),
        "line": film.line.astype(np.int16),
        "lines_xy": np.concatenate([*film.lines, np.empty((0, 2))]).astype(np.float32),
        "lines_at": ends.astype(np.int32),
        "words": words,
    }


def boundaries_figure(
    track: Track, found: tuple[Standing, ...], view: Extent, *, bold: str = "", revision: str = ""
) -> Figure:
    """The points, which are the trace of uid "points", and every racer's line f = 0.

    The points may be newer than the lines: the race is run when a gesture has ended.
    """
    run = Run(track.experiment, track.data)
    figure = decision_figure(Scene(run=run, extent=cover(view)), view, revision=revision)
    for axis in ("xaxis", "yaxis"):
        figure["layout"][axis]["tickfont"] = {"size": NOTE_TYPE, "color": "$muted"}
    lines = [
        polyline(stand.line, stand.entrant.racer, _look(stand, bold))
        for stand in _in_order(found, bold)
    ]
    unit = max((view[1] - view[0]) / PICTURE[0], (view[3] - view[2]) / PICTURE[1])
    x0, x1, y0, y1 = (end / unit for end in view)
    names = names_beside(
        [_seen(stand.line, view) / unit for stand in found],
        [stand.short for stand in found],
        (x0, x1, y0, y1),
        busy=track.data.X / unit,
        margin=SMALLER,
    )
    words = word_trace([name._replace(at=name.at * unit) for name in names], "names", 13)
    figure["data"] = [*lines, *figure["data"], words]
    return figure


def _in_order(found: tuple[Standing, ...], bold: str) -> list[Standing]:
    """Wide lines below narrow ones, which would be hidden; the bold one on top."""

    def place(stand: Standing) -> tuple[bool, float]:
        return stand.entrant.racer == bold, -STYLES[stand.entrant.racer].width

    return sorted(found, key=place)


def _look(stand: Standing, bold: str) -> dict[str, Any]:
    """The line of a racer, as Plotly has it."""
    style = style_of(stand.entrant.racer, bold)
    return {"color": style.color, "width": style.width, "dash": style.dash}


def _seen(line: Array, view: Extent) -> Array:
    """The line, with pauses where it is not seen."""
    x0, x1, y0, y1 = view
    outside = ((line < [x0, y0]) | (line > [x1, y1])).any(axis=1, keepdims=True)
    return np.where(outside, np.nan, line)


def style_of(racer: str, bold: str) -> Style:
    """The racer's style; where one is bold, the others step back."""
    style = STYLES[racer]
    if not bold:
        return style
    if racer == bold:
        return style._replace(color="$ink", width=BOLD)
    return style._replace(color="$muted", width=1.6)


DUEL_LOOKS = (
    {"color": "$ink", "width": 3.5, "dash": "solid"},
    {"color": "$grey", "width": 3.0, "dash": "9px,7px"},
)


def duel_dict(duel: Duel, name: str, extent: Extent, live: bool) -> Figure:
    """Mirror descent and the perceptron as a film under a name: plain arrays, a row an update.

    Linear models have w (M, 4) and b (M, 2), the numbers of both; others line (M, 2), the number of
    each one's boundary among the polylines lines_xy, lines_at.
    """
    sides = duel.sides.values()
    values: Figure = {
        "process": "duel",
        "kind": "lines",
        "id": name,
        "total": duel.plan.total,
        "per_epoch": duel.plan.per_epoch,
        "update": duel.update.astype(np.int32),
        "x": small(duel.update / duel.plan.per_epoch),
        "live": live,
        "status": "",
        "batch": 1,
        "sample": duel.sample.astype(np.int16)[:, None],
        "racers": list(duel.sides),
        "looks": list(DUEL_LOOKS),
    }
    if duel.linear:
        w = np.column_stack([side.v for side in sides])
        return values | {"w": small(w), "b": small(np.column_stack([side.b for side in sides]))}
    line, lines = boundaries(duel, extent)
    ends = np.concatenate([[0], np.cumsum([len(one) for one in lines])])
    return values | {
        "line": line.astype(np.int16),
        "lines_xy": np.concatenate([*lines, np.empty((0, 2))]).astype(np.float32),
        "lines_at": ends.astype(np.int32),
    }


def duel_figure(duel: Duel) -> Figure:
    """The cost of both models over the epochs."""
    x = duel.update / duel.plan.per_epoch
    mirror, perceptron = (side.total for side in duel.sides.values())
    curves = [
        curve(x, mirror, "mirror", "$ink", "solid") | {"name": "mirror descent"},
        curve(x, perceptron, "perceptron", "$grey", "dash"),
    ]
    layout = chart_layout("Cost J", "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW)
    every = np.concatenate([mirror, perceptron])
    layout = with_cost_scale(layout, every, every) | legend()
    layout["xaxis"]["range"] = [0.0, float(x[-1])]
    return {"data": curves, "layout": layout}
