"""A picture without its boundary, for somebody who is to guess it."""

from typing import Any

from pages.plots.decision import UIDS
from pages.plots.labels import NAMES, B
from pages.plots.multiclass import EDGE
from pages.plots.theme import Figure

BAYES_UID = "bayes"  # of the Bayes boundary, and the beginning of that of its name
BOUNDARY, BOUNDARY_NAMES = UIDS[1], (NAMES[1], B, B[0])


def without_boundary(figure: Figure) -> Figure:
    """The figure without the line f = 0, its name, the edges of the regions of classes, and the
    Bayes boundary.

    Nor does it say on which side of it a point lies, by a cross or on hover. The boundary of a
    frozen model stays, from which one may guess.
    """
    change = {"labels": _unnamed, "points": _untold}
    traces = (t for t in figure["data"] if not _is_boundary(t.get("uid", "")))
    return {**figure, "data": [change.get(t.get("uid", ""), dict)(t) for t in traces]}


def _is_boundary(uid: str) -> bool:
    return uid in (BOUNDARY, "wrong") or uid.startswith((EDGE, BAYES_UID))


def _untold(points: dict[str, Any]) -> dict[str, Any]:
    """Of each point its class alone, the first line of what is said on hover."""
    return points | {"customdata": [text.split("<br>")[0] for text in points["customdata"]]}


def _unnamed(labels: dict[str, Any]) -> dict[str, Any]:
    keep = [k for k, text in enumerate(labels["text"]) if text not in BOUNDARY_NAMES]
    return labels | {
        name: [labels[name][k] for k in keep] for name in ("x", "y", "text", "textposition")
    }
