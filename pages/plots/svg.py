"""A figure as an SVG image, for pages that are only read: no script runs, and nothing can be moved.

The image follows the colour scheme of the page it stands on. Drawn are heat maps of three colours
around 0, and the lines, areas, marks and words of "scatter" traces; a figure needs the ranges of
its axes.
"""

import base64
import re
import struct
import zlib
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pages.plots.theme import PALETTE, THEMES, Figure
from pages.state.model.scene import simplify_polyline
from svmcore.arrays import Array

SIZE = (400.0, 320.0)  # units of the image
SMALLER = 0.75  # marks and lines beside those of a page's picture
DASHES = {"dash": "9px,9px", "dot": "3px,5px", "solid": ""}
DOT = 1.6  # radius in pixels of the dot in a mark
FINE = (0.0, 4000.0, 0.0, 4000.0)  # an extent whose polylines are exact to a tenth of a unit
HEAD = 11.0  # pixels of an arrow's head
FONT = "font-family:system-ui,sans-serif"
# corners of the marks, in units of their radius, as plotly.js draws them
CORNERS = {
    "diamond": ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
    "square": ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
    "triangle-up": ((-1.1547, 0.5), (1.1547, 0.5), (0.0, -1.0)),
}


class _Frame(NamedTuple):
    """Ranges of the axes, whether each is logarithmic, and the size of the image."""

    x: tuple[float, float]
    y: tuple[float, float]
    logs: tuple[bool, bool]
    size: tuple[float, float]

    def at(self, x: npt.ArrayLike, y: npt.ArrayLike) -> Array:
        """Places in the image, (n, 2); NaN stays NaN."""
        found = []
        for values, log in zip((x, y), self.logs, strict=True):
            plain = np.asarray(values, dtype=np.float64)
            with np.errstate(invalid="ignore", divide="ignore"):
                found.append(np.log10(plain) if log else plain)
        u = (found[0] - self.x[0]) / (self.x[1] - self.x[0]) * self.size[0]
        v = (self.y[1] - found[1]) / (self.y[1] - self.y[0]) * self.size[1]
        return np.column_stack([u, v])


def svg(figure: Figure, size: tuple[float, float] = SIZE, scale: float = SMALLER) -> str:
    """The SVG of a figure, `size` units wide and high; marks and lines `scale` times as large.

    Equal scales (scaleanchor) need a size that has the shape of the ranges.
    """
    x, y = figure["layout"]["xaxis"], figure["layout"]["yaxis"]
    logs = x.get("type") == "log", y.get("type") == "log"
    frame = _Frame(tuple(x["range"]), tuple(y["range"]), logs, size)
    body = "".join(part for trace in figure["data"] for part in _trace(trace, frame, scale))
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}"><style>{_colors(body)}</style>{body}</svg>'
    )


def data_uri(image: str) -> str:
    """An SVG as the address of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(image.encode()).decode()


def _colors(body: str) -> str:
    """The colours that a drawing names, in both themes."""
    names = sorted(set(re.findall(r"var\(--(\w+)\)", body)))
    light, dark = (";".join(f"--{n}:{PALETTE[theme][n]}" for n in names) for theme in THEMES)
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    )


def _color(name: str) -> str:
    return f"var(--{name[1:]})" if name.startswith("$") else name


def _trace(trace: dict[str, Any], frame: _Frame, scale: float) -> Iterable[str]:
    if trace["type"] == "heatmap":
        return _heat_map(trace, frame)
    at = frame.at(trace["x"], trace["y"])
    if trace["mode"] == "text":
        return _words(trace, at)
    parts = [] if trace["mode"] == "markers" else _line(trace, at, scale)
    marker = trace.get("marker", {})
    if trace["mode"] == "lines+markers" and marker.get("symbol") == "arrow":
        return [*parts, _head(at, marker["color"], scale)]
    return parts if trace["mode"] == "lines" else [*parts, *_marks(marker, at, scale)]


def _heat_map(trace: dict[str, Any], frame: _Frame) -> list[str]:
    """Values below and above 0, each as an area of one colour behind a mask of its own."""
    z = np.asarray(trace["z"], dtype=np.float64) / trace["zmax"]
    rows, columns = z.shape
    # a node is the middle of a cell
    x = trace["x0"] + trace["dx"] * (np.array([0, columns]) - 0.5)
    y = trace["y0"] + trace["dy"] * (np.array([0, rows]) - 0.5)
    (left, low), (right, high) = frame.at(x, y)
    box = f'x="{left:.1f}" y="{high:.1f}" width="{right - left:.1f}" height="{low - high:.1f}"'
    parts = []
    ends = (trace["colorscale"][0][1], trace["colorscale"][-1][1])
    for name, share, color in zip("ab", (-z, z), ends, strict=True):
        gray = np.rint(255.0 * np.clip(share, 0.0, 1.0)).astype(np.uint8)[::-1]
        parts.append(
            f'<mask id="{name}"><image {box} preserveAspectRatio="none" href="{_png(gray)}"/>'
            f'</mask><rect width="100%" height="100%" fill="{_color(color)}" mask="url(#{name})"/>'
        )
    return parts


def _png(gray: npt.NDArray[np.uint8]) -> str:
    """Shades of grey, (rows, columns), from the top, as the address of an image."""
    rows, columns = gray.shape
    lines = np.column_stack([np.zeros(rows, dtype=np.uint8), gray]).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()


def _path(at: Array) -> str:
    """A polyline, or several with rows of NaN between them; what nobody can see is left out."""
    words, pen = [], "M"
    for u, v in simplify_polyline(at, FINE).round(1).tolist():
        if u != u or v != v:
            pen = "M"
            continue
        words.append(f"{pen}{u:g} {v:g}")
        pen = "L"
    return "".join(words)


def _line(trace: dict[str, Any], at: Array, scale: float) -> list[str]:
    path = _path(at)
    if not path:
        return []
    fill = _color(trace["fillcolor"]) if trace.get("fill") else "none"
    look = _stroke(trace.get("line", {}), scale)
    faint = f' opacity="{trace["opacity"]:g}"' if "opacity" in trace else ""
    return [f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{look}{faint}/>']


def _stroke(line: dict[str, Any], scale: float) -> str:
    width = scale * float(line.get("width", 2.0))
    if not width:
        return ""
    dash = DASHES.get(line.get("dash", "solid"), line.get("dash", ""))
    steps = [f"{scale * float(step.removesuffix('px')):g}" for step in dash.split(",") if step]
    dashed = f' stroke-dasharray="{" ".join(steps)}"' if steps else ""
    return f' stroke="{_color(line.get("color", "$ink"))}" stroke-width="{width:g}"{dashed}'


def _head(at: Array, color: str, scale: float) -> str:
    """The head of an arrow whose last two places are `at`."""
    way = at[-1] - at[-2]
    way = way / max(float(np.hypot(*way)), 1e-9) * HEAD * scale
    side = 0.5 * np.array([-way[1], way[0]])
    tip = at[-1]
    corners = np.array([tip, tip - way + side, tip - way - side])
    return f'<path d="{_path(corners)}Z" fill="{_color(color)}"/>'


def _marks(marker: dict[str, Any], at: Array, scale: float) -> list[str]:
    """Marks, each look in a group of its own, in the order of their first."""
    n = len(at)
    line = marker.get("line", {})
    columns = (
        _each(marker["symbol"], n),
        _each(marker.get("color", "$ink"), n),
        _each(marker.get("size", 6.0), n),
        _each(line.get("color", "$ink"), n),
        _each(line.get("width", 0.0), n),
    )
    groups: dict[tuple[str, str, float], list[str]] = {}
    for (u, v), symbol, color, size, ink, width in zip(at.tolist(), *columns, strict=True):
        base = symbol.removesuffix("-open").removesuffix("-dot")
        hollow = symbol.endswith("-open")
        fill = "none" if hollow or base == "x-thin" else _color(color)
        edge = color if hollow else ink
        drawn = groups.setdefault((fill, _color(edge), width), [])
        drawn.append(_mark(base, u, v, 0.5 * scale * size))
        if symbol.endswith("-dot"):
            dot = f'r="{DOT * scale:g}" fill="{_color(ink)}"'
            drawn.append(f'<circle cx="{u:.1f}" cy="{v:.1f}" {dot}/>')
    return [
        f'<g fill="{fill}" stroke="{edge}" stroke-width="{scale * width:g}">{"".join(drawn)}</g>'
        for (fill, edge, width), drawn in groups.items()
    ]


def _each(value: Any, n: int) -> Sequence[Any]:
    return [value] * n if isinstance(value, (str, int, float)) else list(value)


def _mark(symbol: str, u: float, v: float, r: float) -> str:
    if symbol == "circle":
        return f'<circle cx="{u:.1f}" cy="{v:.1f}" r="{r:.1f}"/>'
    if symbol == "x-thin":
        strokes = [(-r, -r), (r, r), (np.nan, np.nan), (-r, r), (r, -r)]
        return f'<path d="{_path(np.array([u, v]) + np.array(strokes))}"/>'
    corners = np.array([u, v]) + r * np.array(CORNERS[symbol])
    return f'<path d="{_path(corners)}Z"/>'


def _words(trace: dict[str, Any], at: Array) -> list[str]:
    """Words; their position is Plotly's, such as "top center"."""
    font = trace["textfont"]
    parts = []
    for (u, v), text, place in zip(at.tolist(), trace["text"], trace["textposition"], strict=True):
        across = {"left": "end", "right": "start"}.get(place.split()[1], "middle")
        up = {"top": -0.35, "bottom": 1.05}.get(place.split()[0], 0.35) * font["size"]
        parts.append(
            f'<text x="{u:.1f}" y="{v + up:.1f}" text-anchor="{across}" font-size="{font["size"]}" '
            f'style="{FONT}" fill="{_color(font["color"])}">{escape(text)}</text>'
        )
    return parts
