"""What is looked at inside a machine: the view, and the point or the place that was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

from svmcore.gallery import LABELS
from svmcore.lifts import LIFTS
from svmcore.words import place_of, written

DUAL = {"points": "Points", "smo": "SMO", "path": "Path of C", "beside": "Primal and dual"}
KERNELS = {
    "gallery": "Gallery",
    "lift": "3-D",
    "gram": "Gram",
    "apart": "f apart",
    "choose": "Compare",
}
SPACES = {**{name: lift.title for name, lift in LIFTS.items()}, "surface": "f over the plane"}
SPACES["pca"] = "Kernel PCA"
ALONG = {"kernels": "kernels"} | LABELS
ORDERS = {"class": "by class", "distance": "by distance", "given": "as given"}


@dataclass(frozen=True)
class Inside:
    """Words of the pages Dual and Kernels. `point` is an id of the board, -1 for none.

    `other` is the point that was asked about before it, for what takes two.
    """

    dual: str = "points"
    kernels: str = "gallery"
    along: str = "kernels"
    lift: str = "homogeneous"
    order: str = "class"
    point: int = -1
    other: int = -1
    place: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        for name, known in _CHOICES.items():
            if getattr(self, name) not in known:
                raise ValueError(
                    f"{name} must be one of {', '.join(known)}, got {getattr(self, name)!r}"
                )
        for name in ("point", "other"):
            if getattr(self, name) < -1:
                raise ValueError(f"{name} must be an id or -1, got {getattr(self, name)}")

    def words(self) -> dict[str, str]:
        """Those that differ from the usual ones, for the link."""
        usual = Inside()
        found = {}
        for name in (f.name for f in fields(self)):
            value = getattr(self, name)
            if value != getattr(usual, name):
                found[_PREFIX + name] = written(value)
        return found


_PREFIX = "i_"
_CHOICES: dict[str, Any] = {
    "dual": DUAL,
    "kernels": KERNELS,
    "along": ALONG,
    "lift": SPACES,
    "order": ORDERS,
}


def inside_of(words: Mapping[str, str]) -> Inside:
    """Those of a link; every word that makes no sense is ignored."""
    found = Inside()
    for name in (f.name for f in fields(Inside)):
        text = words.get(_PREFIX + name)
        if text is None:
            continue
        with suppress(ValueError):
            found = replace(found, **{name: _read(name, text)})
    return found


def _read(name: str, text: str) -> Any:
    if name in ("point", "other"):
        return int(text)
    if name == "place":
        return place_of(text)
    return text
