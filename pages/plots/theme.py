"""Colours by meaning. A figure names them ("$ink"); the theme they are shown in decides the rest.

Class colours mean classes and nothing else. Blue and orange are told apart with any of the common
forms of colour blindness; every class has a shape of its own as well, which is what tells them
apart in grey.
"""

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

THEMES = ("light", "dark")
COLORS = {  # in the two themes
    "page": ("#ffffff", "#0f1215"),
    "ink": ("#1b1f24", "#eef1f4"),
    "muted": ("#59636e", "#9aa4ae"),
    "grey": ("#8a939d", "#77818b"),  # of curves beside those in ink
    "line": ("#d8dde3", "#2c333a"),
    "wrong": ("#c4162a", "#ff5c66"),
    "good": ("#0b7a43", "#4fd08c"),
    "class0": ("#1465c7", "#64a6ff"),
    "class1": ("#d65a0a", "#ff9a4a"),
    "class2": ("#0b8a5a", "#3fcf97"),
    "class3": ("#b3408f", "#f08cd0"),
    "class4": ("#8a6d00", "#e0c04a"),
    "class5": ("#3f3a9c", "#a9a3ff"),
    "class6": ("#00829b", "#4fd3ea"),
    "class7": ("#8c2f24", "#ff8f80"),
    "class8": ("#5b7f17", "#a9d457"),
    "class9": ("#666c73", "#c2c8ce"),
}
REGIONS = {"region0": ("#9cc3f2", "#1f55a0"), "region1": ("#f6bf93", "#8f4a12")}  # chosen by eye
SHARES = ((0.40, 0.20), (0.50, 0.26))  # of a class's colour in its regions


def _mixed(color: str, page: str, share: float) -> str:
    """The mixture share * color + (1 - share) * page."""
    parts = zip(bytes.fromhex(color[1:]), bytes.fromhex(page[1:]), strict=True)
    return "#" + bytes(round(share * a + (1.0 - share) * b) for a, b in parts).hex()


def _palette(theme: int) -> dict[str, str]:
    """The colours of a theme, with a strong and a pale one for the region of each class."""
    found = {name: pair[theme] for name, pair in COLORS.items()}
    for c in range(len(SYMBOLS)):
        strong, weak = (_mixed(found[f"class{c}"], found["page"], s) for s in SHARES[theme])
        found[f"region{c}"] = REGIONS[f"region{c}"][theme] if f"region{c}" in REGIONS else strong
        found[f"tint{c}"] = weak
    return found


PALETTE = {theme: _palette(k) for k, theme in enumerate(THEMES)}


def muted_palette(*classes: str) -> dict[str, dict[str, str]]:
    """`PALETTE` with these classes in grey."""
    return {theme: own | dict.fromkeys(classes, own["muted"]) for theme, own in PALETTE.items()}


def faded_palette() -> dict[str, dict[str, str]]:
    """`PALETTE` in grey, for a picture of what is no longer there."""
    faded = {"class": "grey", "ink": "grey", "wrong": "grey", "region": "page", "tint": "page"}
    return {
        theme: {name: own[faded.get(name.rstrip("0123456789"), name)] for name in own}
        for theme, own in PALETTE.items()
    }


def resolve(part: Any, theme: str) -> Any:
    """A figure, or a part of one, with its colours named by `theme` ("light" or "dark")."""
    if isinstance(part, dict):
        return {key: resolve(value, theme) for key, value in part.items()}
    if isinstance(part, (list, tuple)):
        return [resolve(value, theme) for value in part]
    if isinstance(part, str) and part.startswith("$"):
        return PALETTE[theme][part[1:]]
    return part
