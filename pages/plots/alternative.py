"""The text alternative of a chart: what its curves, bars, marks and cells say, in numbers."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.plots.theme import Figure
from pages.state.text.number_format import number
from svmcore.arrays import Array

FEW = 12  # marks, bars or cells that are read one by one
_SLOT = re.compile(r"%\{(\w+)(?:\[(\d+)\])?(?::([^{}]*))?\}")
_TAGS = re.compile(r"<extra>[^<]*</extra>|</?\w+/?>")


def chart_words(figure: Figure) -> str:
    """The title of a chart, and a sentence for everything in it that has a name or explains itself.

    A curve is told by its ends, and by its least and greatest value where they are in between; up
    to `FEW` marks, bars or cells by what they say under the pointer, more of them by their number
    and range. The `meta` of a trace is said instead.
    """
    layout = figure["layout"]
    axis = layout.get("xaxis", {})
    traces = [_trace_words(trace, axis) for trace in figure["data"]]
    notes = [_plain(note.get("text", "")) for note in layout.get("annotations", ())]
    said = [_plain(layout.get("title", {}).get("text", ""))]
    if any(traces):
        across = _plain(axis.get("title", {}).get("text", ""))
        said += [f"Horizontal axis: {across}" if across else "", *traces]
        notes = [note for note in notes if "=" in note]
    return ". ".join(one for one in dict.fromkeys([*said, *notes]) if one)


def _trace_words(trace: dict[str, Any], axis: dict[str, Any]) -> str:
    """One trace as a sentence; "" for one that only decorates."""
    if "meta" in trace:
        return _plain(trace["meta"])
    kind, name = trace.get("type", "scatter"), _plain(trace.get("name", ""))
    template = trace.get("hovertemplate", "")
    if kind in ("heatmap", "contour"):
        return _cells(trace)
    if kind not in ("scatter", "scatter3d", "bar"):
        return ""
    if kind == "scatter" and "lines" in trace.get("mode", "") and name:
        return _curve(name, trace, axis)
    if trace.get("hoverinfo") == "skip" or not template:
        return ""
    what = "bars" if kind == "bar" else "marks"
    return _entries(name, what, trace, template)


def _entries(name: str, what: str, trace: dict[str, Any], template: str) -> str:
    """Bars or marks: each by what it says, or all by their number and range."""
    across = trace.get("orientation") == "h"
    values, places = (trace["x"], trace["y"]) if across else (trace["y"], trace["x"])
    count = len(values)
    if not 0 < count <= FEW:
        words = f"{name or _head(template)}: {count} {what}".removeprefix(": ")
        ends = _range(_numbers(values), least=True) or _range(_numbers(places))
        return f"{words}{ends}" if count else ""
    said = [_filled(template, trace, k) for k in range(count)]
    slots = {match[1] for match in _SLOT.finditer(template)}
    if "%{y" not in template and all(isinstance(place, str) for place in trace["y"]):
        said = [f"{place}: {one}" for place, one in zip(trace["y"], said, strict=True)]
    elif slots == {"y"} and what == "bars":
        said = [f"at {_place(place)}: {one}" for place, one in zip(places, said, strict=True)]
    elif not slots:
        x, y = trace["x"], trace["y"]
        said = [f"{one} at {_place(x[k])}, {_place(y[k])}" for k, one in enumerate(said)]
    return "; ".join(said)


def _head(template: str) -> str:
    """What a hover text begins with, the same for all entries."""
    lines = template.split("<br>")
    return _plain(lines[0]) if len(lines) > 1 and "%{" not in lines[0] else ""


def _curve(name: str, trace: dict[str, Any], axis: dict[str, Any]) -> str:
    y, x = _numbers(trace["y"]), trace["x"]
    if not len(y) or not np.isfinite(y).any():
        return ""
    if len(y) == 2 and x[0] == x[1]:
        return f"{name}: at {_at(x[0], axis)}"  # an upright line
    low, high = float(np.nanmin(y)), float(np.nanmax(y))
    if low == high:
        return f"{name}: {number(low)}"
    if not np.isfinite(y).all():  # several curves, parted by gaps
        return f"{name}: between {number(low)} and {number(high)}"
    first, last = float(y[0]), float(y[-1])
    words = f"{name}: {number(first)} at {_at(x[0], axis)}, {number(last)} at {_at(x[-1], axis)}"
    for word, at in (("least", int(y.argmin())), ("greatest", int(y.argmax()))):
        if y[at] not in (first, last):
            words += f", {word} {number(float(y[at]))} at {_at(x[at], axis)}"
    return words


def _at(value: Any, axis: dict[str, Any]) -> str:
    """A place on an axis; one that is marked by powers of ten holds logarithms."""
    marked = list(zip(axis.get("tickvals", ()), axis.get("ticktext", ()), strict=False))
    if marked and axis.get("type") != "log" and all(_is_power(*tick) for tick in marked):
        return number(10.0 ** float(value))
    return _place(value)


def _is_power(place: Any, text: str) -> bool:
    try:
        return bool(np.isclose(10.0 ** float(place), float(text)))
    except (TypeError, ValueError):
        return False


def _cells(trace: dict[str, Any]) -> str:
    z = _numbers(trace["z"])
    template = trace.get("hovertemplate", "")
    if trace.get("hoverinfo") == "skip" or z.ndim != 2 or not z.size:
        return ""
    if z.size <= FEW and template:
        rows, columns = z.shape
        places = ((i, j) for i in range(rows) for j in range(columns))
        return "; ".join(_filled(template, trace, *place) for place in places)
    shown = _numbers(trace["customdata"]) if trace["type"] == "contour" else z
    return f"{z.shape[0]} by {z.shape[1]} values{_range(shown)}"


def _range(values: Array, *, least: bool = False) -> str:
    """From where to where values go; "" where there are none, and with `least` if all are one."""
    known = values[np.isfinite(values)]
    if not known.size or (least and np.ptp(known) == 0.0):
        return ""
    return f", from {number(float(known.min()))} to {number(float(known.max()))}"


def _filled(template: str, trace: dict[str, Any], *at: int) -> str:
    """What plotly.js writes under the pointer at an entry."""

    def value(match: re.Match[str]) -> str:
        name, index, form = match.groups()
        if name not in trace:
            return ""
        found: Any = trace[name]
        for k in {"x": at[-1:], "y": at[:1]}.get(name, at):  # of a matrix: column and row
            found = found[k]
        if index is not None:
            found = found[int(index)]
        return _formatted(float(found), form) if form else _place(found)

    return _plain(_SLOT.sub(value, template))


def _formatted(value: float, form: str) -> str:
    """A number in a format of plotly.js, as this project writes numbers."""
    if form[-1] in "ge":
        return number(value, int(form[1:-1]))
    return format(value, form).replace("-", "−").replace("%", " %")


def _place(value: Any) -> str:
    return value if isinstance(value, str) else number(float(value))


def _plain(text: str) -> str:
    """Text without HTML, its lines joined by commas."""
    return _TAGS.sub("", text.replace("<br>", ", ")).strip().rstrip(".")


def _numbers(values: Sequence[Any] | Array) -> Array:
    """As floats; what is no number is NaN."""
    array = np.asarray(values)
    if array.dtype.kind in "iuf":
        return array.astype(np.float64)
    flat = [v if isinstance(v, int | float) else np.nan for v in array.ravel().tolist()]
    return np.asarray(flat, dtype=np.float64).reshape(array.shape)
