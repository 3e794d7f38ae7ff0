"""The path as a film: plain values and arrays with a row for every C, played in a browser."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.dual.model.path import PathRecord, describe_events
from pages.plots.frames import NODES, frames, frames_of
from pages.plots.theme import Figure
from svmcore.arrays import Array, Indices
from svmcore.kernels import Linear

SURFACES, LIVE = 80, 40  # at most so many; moments between two of them show the nearer one
FEWEST = 20  # how ever many vertices their lines have
BYTES = 1_000_000  # of surfaces, alpha and case; a third more as text, and the words come on top


def path_dict(record: PathRecord, name: str, extent: Extent, live: bool = False) -> Figure:
    """The film under a name; equal names are the same path. `extent` is what surfaces cover.

    x : (M,), log10 C, where a playhead stands in the charts. opens : the moment of the own C
    marks : the moments at or right after an event. sample : (M, 1), the point of the last event
        since the moment before, -1 where nothing happened
    alpha : (M, n). case : (M, n), 0 for alpha = 0, 1 free, 2 at C times the point's weight
    w, b : of the linear kernel. Of any other k, extent, shades, lines_xy and lines_at of at most
        SURFACES surfaces, of LIVE while a gesture goes on; frame : (M,), which one belongs to a
        moment
    words : what is written at each moment
    """
    since = _since(record)
    sample = [happened[-1].point if happened else -1 for happened in since]
    if isinstance(record.kernel, Linear):
        w = (record.states.alpha * record.data.y) @ record.data.X
        machine = {"kind": "linear", "w": w.astype(np.float32)}
    else:
        machine = _surfaces(record, extent, LIVE if live else SURFACES)
    return machine | {
        "id": name,
        "process": "path",
        "total": len(record) - 1,
        "per_epoch": 1.0,
        "update": np.arange(len(record), dtype=np.int32),
        "x": np.log10(record.C).astype(np.float32),
        "opens": record.own,
        "marks": np.flatnonzero(np.array(sample) >= 0).astype(np.int32),
        "live": live,
        "status": ""
        if record.proved
        else "Rounding errors: not every model here is proved optimal.",
        "sample": np.array(sample, dtype=np.int16)[:, None],
        "batch": 1,
        "alpha": record.states.alpha.astype(np.float32),
        "case": record.states.case.astype(np.int8),
        "C": record.C.astype(np.float32),
        "b": record.states.b.astype(np.float32),
        "words": _words(record, [describe_events(happened, record.data.top) for happened in since]),
    }


def _since(record: PathRecord) -> list[list[Any]]:
    """The events of each moment: those after the moment before, up to its own C."""
    happened: list[list[Any]] = [[] for _ in range(len(record))]
    for event in record.events:
        happened[event.moment].append(event)
    return happened


def _words(record: PathRecord, above: list[str]) -> dict[str, list[str]]:
    train, test = len(record.split.train), len(record.split.test)
    cost = []
    curves = record.curves
    for width, wrong, apart in zip(
        curves.width, curves.train_error, curves.test_error, strict=True
    ):
        street = f"width {_short(width)}" if np.isfinite(width) else "w = 0"
        line = f"{street}, {round(wrong * train)} of {train} wrong"
        cost.append(f"{line}, test {round(apart * test)} of {test}" if test else line)
    counts = zip(curves.n_free, curves.n_bound, strict=True)
    return {
        "place": [
            f"C = {C:g}" if k == record.own else f"C = {_short(C)}" for k, C in enumerate(record.C)
        ],
        "step": [f"{free} free, {bound} at {record.data.top}" for free, bound in counts],
        "cost": cost,
        "above": above,
    }


def _short(value: float) -> str:
    """Two significant digits, and all that stand before the decimal point."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.2g}"


def _surfaces(record: PathRecord, extent: Extent, most: int) -> dict[str, Any]:
    """The surfaces and lines of some moments, and which of them belongs to each moment."""
    places = np.log(record.C)
    shown = _even(places, most, record.own)
    X, b = record.data.X[record.split.train], record.states.b[shown]
    coef = (record.states.alpha * record.data.y)[np.ix_(shown, record.split.train)]
    pictures = frames(record.kernel, X, coef, b, extent)
    ends = pictures["lines_at"]
    kept = _affordable(record, shown, ends[:, -1] - ends[:, 0])
    own = np.abs(places[:, None] - places[shown[kept]]).argmin(axis=1)
    return {"kind": "kernel", "frame": own.astype(np.int16)} | frames_of(pictures, kept)


def _affordable(record: PathRecord, shown: Indices, vertices: Indices) -> Indices:
    """Which of the surfaces travel: all, or as many as the film's size allows, even in log C."""
    places, own = np.log(record.C[shown]), int(np.searchsorted(shown, record.own))
    left = BYTES - 5 * record.states.alpha.size  # float32 alpha and int8 case
    for count in range(len(shown), FEWEST, -1):
        kept = _even(places, count, own)
        if len(kept) * NODES**2 + 8 * int(vertices[kept].sum()) <= left:
            return kept
    return _even(places, FEWEST, own)


def _even(places: Array, count: int, kept: int) -> Indices:
    """At most `count` of the increasing places, as even as they come, with the one of `kept`."""
    if len(places) <= count:
        return np.arange(len(places))
    even = np.linspace(places[0], places[-1], count)
    chosen = np.abs(places - even[:, None]).argmin(axis=1)
    inner = np.abs(even[1:-1] - places[kept]).argmin() + 1  # the ends stay
    if kept not in chosen:
        chosen[inner] = kept
    return np.unique(chosen)
