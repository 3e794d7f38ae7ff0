"""Colours by meaning. A figure names them ("$ink"); the theme they are shown in decides the rest.

Class colours mean classes and nothing else. Blue and orange are told apart with any of the common
forms of colour blindness; every class has a shape of its own as well, which is what tells them
apart in grey.
"""

from __future__ import annotations

from typing import Any

Figure = dict[str, Any]  # {"data": [...], "layout": {...}} in Plotly's JSON form

# Plotly's names of the classes' shapes; the canvas draws what is under way with the same ones
# (SHAPES in pages/ui/canvas/js/theme.js), and a test compares the two.
SYMBOLS = (
    "circle",
    "diamond",
    "square",
    "triangle-up",
    "cross",
    "star",
    "pentagon",
    "triangle-down",
    "hexagon",
    "x",
)

COLORS: dict[str, dict[str, str]] = {
    "light": {
        "page": "#ffffff",
        "ink": "#1b1f24",
        "muted": "#59636e",
        "line": "#d8dde3",
        "wrong": "#c4162a",
        "good": "#0b7a43",
        "class0": "#1465c7",
        "class1": "#d65a0a",
        "class2": "#0b8a5a",
        "class3": "#b3408f",
        "class4": "#8a6d00",
        "class5": "#3f3a9c",
        "class6": "#00829b",
        "class7": "#8c2f24",
        "class8": "#5b7f17",
        "class9": "#666c73",
    },
    "dark": {
        "page": "#0f1215",
        "ink": "#eef1f4",
        "muted": "#9aa4ae",
        "line": "#2c333a",
        "wrong": "#ff5c66",
        "good": "#4fd08c",
        "class0": "#64a6ff",
        "class1": "#ff9a4a",
        "class2": "#3fcf97",
        "class3": "#f08cd0",
        "class4": "#e0c04a",
        "class5": "#a9a3ff",
        "class6": "#4fd3ea",
        "class7": "#ff8f80",
        "class8": "#a9d457",
        "class9": "#c2c8ce",
    },
}

REGIONS = {
    "light": {"region0": "#9cc3f2", "region1": "#f6bf93"},
    "dark": {"region0": "#1f55a0", "region1": "#8f4a12"},
}
SHARES = {"light": (0.40, 0.20), "dark": (0.50, 0.26)}  # of a class's colour in its regions


def _mixed(color: str, page: str, share: float) -> str:
    """A colour with some of the page's."""
    parts = zip(bytes.fromhex(color[1:]), bytes.fromhex(page[1:]), strict=True)
    return "#" + bytes(round(share * a + (1.0 - share) * b) for a, b in parts).hex()


def _with_regions(theme: str, colors: dict[str, str]) -> dict[str, str]:
    """The colours of the classes' regions beside those of the classes: where one is sure, and not.

    Those of two classes were chosen by eye.
    """
    found = dict(colors)
    for c in range(len(SYMBOLS)):
        strong, weak = (_mixed(colors[f"class{c}"], colors["page"], s) for s in SHARES[theme])
        found[f"region{c}"] = REGIONS[theme].get(f"region{c}", strong)
        found[f"tint{c}"] = weak
    return found


PALETTE = {theme: _with_regions(theme, colors) for theme, colors in COLORS.items()}


def resolve(part: Any, theme: str) -> Any:
    """A figure, or a part of one, with its colours named by `theme` ("light" or "dark")."""
    if isinstance(part, dict):
        return {key: resolve(value, theme) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [resolve(value, theme) for value in part]
    if isinstance(part, str) and part.startswith("$"):
        return PALETTE[theme][part[1:]]
    return part
