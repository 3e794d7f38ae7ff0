"""A training run as a film: the timeline that moves it, and the panel that explains its moment.

    timeline("run", film, points={"x": x, "y": y, "label": label}, on_focus=focus)
    why("why", "run")
    canvas("main", figure, film="run", layer="model", ...)

The film travels once. What follows it (canvases, the panel) is moved in the browser, without a
message to the server for a frame. A film is a dictionary of plain values and arrays with one row
for every moment; `CHECKED` names those that have to be there.

Two films with one `id` are the same run: the second may hold other moments, and the visitor stays
where he was. `on_focus(update)` asks for that, when somebody steps to an update the film has not;
the page answers with the same `id` and all updates near it. A film of another `id` is played from
its start, unless it is `live`: then a gesture goes on, and the same part of the run is shown. A
film with the moment `opens` is not played but opened there (see `openFilm`).

`on_moment(update)` hears where the visitor has stopped, some time after that, and never while the
film plays; a link opens a film there (`opens`).
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from pages.plots.theme import PALETTE, SYMBOLS
from pages.ui.canvas.wire import pack, to_json
from pages.ui.component import component
from pages.ui.server.observed import callback

__all__ = ["TIMELINE_STYLE", "algorithm", "name_of", "timeline", "why"]

_JS = Path(__file__).parent / "js"
TIMELINE_STYLE = (Path(__file__).parent / "timeline.css").read_text(encoding="utf-8")

# arrays with one row for every moment, by the process that is filmed and the model that is shown
CHECKED = {
    "descent": "rate margin loss active sample b_before cost margin_term loss_term above",
    "smo": "sample alpha case before after E low high unclipped slope curvature gain violation "
    "left dual primal",
    "path": "sample alpha case C x",
    "solver": "alpha case crossed",
    "race": "x row line",
    "classes": "x sample crossed",
    "tube": "x f",
    "draws": "x",
    "duel": "sample x",
}
_OF_KIND = {
    ("descent", "linear"): "w b w_before push",
    ("descent", "kernel"): "b shades lines_at",
    ("smo", "linear"): "w b",
    ("smo", "kernel"): "b frame",
    ("solver", "linear"): "w b",
    ("solver", "kernel"): "b frame",
    ("race", "lines"): "",
    ("classes", "classes"): "",
    ("tube", "curve"): "",
    ("duel", "lines"): "",
    ("path", "linear"): "w b",
    ("path", "kernel"): "b frame",
    ("draws", "points"): "moves",
}


def timeline(
    key: str,
    film: Mapping[str, object],
    *,
    points: Mapping[str, object],
    on_focus: Callable[[int], None] | None = None,
    on_moment: Callable[[int], None] | None = None,
    opens: tuple[int, int] | None = None,
) -> None:
    """Draw the timeline of `film` under the key that canvases and the panel name.

    `points` are the arrays x, y and label (0 or 1) of the picture's points, in its order.
    `on_focus` hears of an update that the film has not, before the script runs; without it, a
    step goes to the next moment there is. `on_moment` is told the update at which the visitor has
    stopped. `opens` are an update and a number: a new number stops the film there.
    """
    _check(film)
    header = {
        "key": key,
        "focus": on_focus is not None,
        "tells": on_moment is not None,
        "opens": opens,
        "process": film.get("process", "descent"),
    }
    _timeline(
        key=key,
        height="content",
        data=pack(header, to_json({"film": film, "points": points})),
        on_focus_change=callback(lambda: _heard(key, "focus", film, on_focus)),
        on_moment_change=callback(lambda: _heard(key, "moment", film, on_moment)),
    )


def name_of(run: object, live: bool) -> str:
    """The name of a run's film; that of a gesture under way is another film."""
    name = hashlib.sha1(repr(run).encode(), usedforsecurity=False).hexdigest()[:16]
    return name + ("~" if live else "")


def why(key: str, film_key: str, *, title: str = "", part: str = "") -> None:
    """Draw the panel that says what the update of the moment did, of the timeline `film_key`.

    With a `title` it says what the film's `why` holds under the name `part`, a text a moment.
    """
    told = {"title": title, "part": part}
    data = {"key": key, "film": film_key, "palette": PALETTE, "symbols": SYMBOLS} | told
    _why(key=key, height="content", data=data)


def algorithm(key: str, film_key: str) -> None:
    """Draw the pseudocode of the film of the timeline `film_key`, with the lines of its moment.

    It is the film's `algorithm` and `ran` (see `pages/state/descent/pseudocode.py`), and opens and
    closes in the browser.
    """
    _algorithm(key=key, height="content", data={"key": key, "film": film_key})


def _heard(
    key: str, what: str, film: Mapping[str, object], tell: Callable[[int], None] | None
) -> None:
    """Tell the update that a message names, if it is about the film that is shown."""
    request = st.session_state.get(key, {}).get(what)
    if tell is None or not isinstance(request, Mapping) or request.get("id") != film["id"]:
        return
    update, total = request.get("update"), film["total"]
    assert isinstance(total, int)
    if isinstance(update, int) and not isinstance(update, bool) and 0 <= update <= total:
        tell(update)


def _check(film: Mapping[str, object]) -> None:
    """Raise ValueError for a film that the browser could not show."""
    update = np.asarray(film["update"])
    if update.size < 2 or update[0] != 0 or update[-1] != film["total"]:
        raise ValueError("update must run from 0 to total")
    if np.any(np.diff(update) <= 0):
        raise ValueError("update must increase")
    process, kind = str(film.get("process", "descent")), str(film["kind"])
    for name in f"{CHECKED[process]} {_OF_KIND[process, kind]}".split():
        if len(np.asarray(film[name])) != len(update):
            raise ValueError(f"{name} must have one row for each of {len(update)} moments")


def _component(name: str) -> Callable[..., Any]:
    html = f'<div class="svm-{name}"><div class="svm-{name}-body"></div></div>'
    return component(name, html, script=_JS / f"{name}.js", style=TIMELINE_STYLE)


_timeline = _component("timeline")
_why = _component("why")
_algorithm = _component("algorithm")
