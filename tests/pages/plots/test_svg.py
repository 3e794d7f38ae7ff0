"""A figure as an image: places, shapes and colours; and QR codes."""

import base64
import re
import struct
import zlib
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
import segno

from pages.plots.decision import polyline
from pages.plots.label_placement import Label, word_trace
from pages.plots.qr import MOST_BYTES, qr_data_uri
from pages.plots.svg import svg
from pages.plots.theme import COLORS
from pages.plots.traces import marks, shades

SVG = "{http://www.w3.org/2000/svg}"


def drawn(
    *traces: dict, x=(0.0, 10.0), y=(0.0, 8.0), scale=1.0, **axes: dict
) -> ElementTree.Element:
    layout = {
        "xaxis": {"range": list(x)} | axes.get("xaxis", {}),
        "yaxis": {"range": list(y)} | axes.get("yaxis", {}),
    }
    return ElementTree.fromstring(svg({"data": list(traces), "layout": layout}, scale=scale))


def paths(image: ElementTree.Element) -> list[str]:
    return [path.get("d") for path in image.iter(f"{SVG}path")]


def test_a_line_is_where_its_axes_say_and_breaks_at_nan():
    line = polyline(np.array([[0, 0], [10, 8], [np.nan, np.nan], [5, 8], [5, 4]]), "line", {})
    assert paths(drawn(line)) == ["M0 320L400 0M200 0L200 160"]


def test_a_logarithmic_axis_has_its_range_in_powers_of_ten():
    line = polyline(np.array([[1.0, 1.0], [100.0, 0.01]]), "line", {})
    log = {"type": "log"}
    image = drawn(line, x=(0.0, 2.0), y=(-2.0, 0.0), xaxis=log, yaxis=log)
    assert paths(image) == ["M0 0L400 320"]


def test_marks_have_the_shapes_rings_and_dots_of_the_app():
    marker = {
        "symbol": ["circle", "diamond-dot", "square-open", "x-thin", "triangle-up"],
        "color": ["$class0", "$class1", "$class2", "$wrong", "$class3"],
        "size": 10.0,
        "line": {"color": "$ink", "width": 2.0},
    }
    image = drawn(marks("points", np.arange(5.0), np.zeros(5), marker))
    fills = [group.get("fill") for group in image.iter(f"{SVG}g")]
    assert fills == ["var(--class0)", "var(--class1)", "none", "none", "var(--class3)"]
    circle, dot = image.iter(f"{SVG}circle")
    assert (circle.get("r"), circle.get("cy")) == ("5.0", "320.0")
    assert dot.get("fill") == "var(--ink)"
    assert [path.count("Z") for path in paths(image)] == [1, 1, 0, 1]


def test_a_colour_is_that_of_the_theme_of_the_page():
    style = drawn(polyline(np.eye(2), "line", {"color": "$wrong"})).find(f"{SVG}style").text
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    assert "color-scheme:light dark" in light
    assert f"--wrong:{COLORS['wrong'][0]}" in light
    assert f"--wrong:{COLORS['wrong'][1]}" in dark


def test_a_heat_map_fades_from_each_colour_to_the_page():
    z = np.array([[-127, 0], [0, 64]], dtype=np.int8)
    colors = ("$region0", "$page", "$region1")
    image = drawn(shades("regions", z, (0.0, 10.0, 0.0, 8.0), (-127, 127), colors))
    fills = [area.get("fill") for area in image.iter(f"{SVG}rect")]
    assert fills == ["var(--region0)", "var(--region1)"]
    below, above = (gray(one.get("href")) for one in image.iter(f"{SVG}image"))
    # from the top: the row of the largest y is the first
    np.testing.assert_array_equal(below, [[0, 0], [255, 0]])
    np.testing.assert_array_equal(above, [[0, 129], [0, 0]])
    [box, _] = image.iter(f"{SVG}image")
    # the nodes are the middles of the cells, so the outer cells lie half outside
    assert float(box.get("x")) == pytest.approx(-200.0)
    assert float(box.get("width")) == pytest.approx(800.0)


def gray(address: str) -> np.ndarray:
    """The shades of a PNG with one byte for each pixel and no filter."""
    data = base64.b64decode(address.removeprefix("data:image/png;base64,"))
    columns, rows = struct.unpack(">II", data[16:24])
    [body] = re.findall(rb"IDAT(.*)....\x00\x00\x00\x00IEND", data, re.DOTALL)
    lines = np.frombuffer(zlib.decompress(body), dtype=np.uint8).reshape(rows, columns + 1)
    return lines[:, 1:]


def test_words_stand_where_they_are_told_and_are_escaped():
    words = word_trace([Label("a < b", np.array([5.0, 4.0]), "top right")], size=15)
    [text] = drawn(words).iter(f"{SVG}text")
    assert text.text == "a < b"
    assert text.get("text-anchor") == "start"
    assert float(text.get("x")) == 200.0
    assert float(text.get("y")) < 160.0


LINK = "https://svm.example.org/kernels?C=10&kernel=poly&placed=1nPbonJvgx8wzwY-RjYFpwRxGIGJgAgAz&mode=lecture"


def code(text: str) -> str:
    kind, _, data = qr_data_uri(text).partition(",")
    assert kind.startswith("data:image/svg+xml")
    return base64.b64decode(data).decode() if ";base64" in kind else unquote(data)


def test_the_drawing_has_as_many_dark_modules_as_the_code_of_the_link():
    picture = code(LINK)
    runs = re.findall(r"h(\d+)", re.findall(r"\bd='([^']+)'", picture)[-1])
    dark = sum(map(sum, segno.make(LINK, micro=False).matrix))
    assert sum(map(int, runs)) == dark
    assert picture.count("viewBox") == 1, "else it would not grow with its image"
    assert "fill='#fff'" in picture, "black on white in the dark theme, too"


def test_a_link_that_no_code_holds_gets_none():
    assert qr_data_uri("x" * MOST_BYTES)
    assert not qr_data_uri("x" * (MOST_BYTES + 1))
