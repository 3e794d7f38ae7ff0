"""Figures leave the page as files: what is in them, and that they need nothing else."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import Canvas, eventually, open_page

SVG = "{http://www.w3.org/2000/svg}"
EDGE = 12  # pixels around a figure
STEM = "svm-playground_playground_moons_rbf_C1"
PLOT = "document.querySelector('.js-plotly-plot')"


def saved(page: Page, label: str) -> Path:
    """The file that a button of Export makes, under the name that it proposes."""
    with page.expect_download() as found:
        page.get_by_role("button", name=label, exact=True).click()
    path = Path(found.value.path())
    return path.rename(path.with_name(found.value.suggested_filename))


def _box(text: Locator) -> dict[str, float]:
    found = text.bounding_box()
    assert found is not None
    return dict(found)


def test_a_picture_is_the_same_as_png_svg_and_html_without_network(browser, app_url):
    with open_page(browser, app_url, color_scheme="dark") as page:
        main = Canvas(page, "main")
        box = main.root.locator(".svm-stage").evaluate("one => [one.clientWidth, one.clientHeight]")
        page.get_by_role("button", name="Export").click()
        page.get_by_label("Light background").check()
        report = saved(page, "Report (HTML)")
        files = {end: saved(page, f"Picture as {end}") for end in ("PNG", "SVG", "HTML")}
        assert [file.name for file in files.values()] == [
            f"{STEM}_picture.{end}" for end in ("png", "svg", "html")
        ]
        expect(page.locator(".svm-export-stage")).to_have_count(0)
        png = files["PNG"].read_bytes()
        width, height = struct.unpack(">II", png[16:24])
        drawing = ElementTree.fromstring(files["SVG"].read_text(encoding="utf-8"))
        assert [width, height] == [2 * float(drawing.get(side)) for side in ("width", "height")]
        assert width == 2 * (box[0] + 2 * EDGE)
        assert drawing.find(f"{SVG}rect").get("fill") == "#ffffff"
        marks = [
            one for one in drawing.iter(f"{SVG}path") if "point" in one.get("class", "").split()
        ]
        assert len(marks) == main.points == 90
        words = {one.text for one in drawing.iter(f"{SVG}text")}
        assert {"Playground · Moons · RBF, C = 1", "f = 0", "−1", "+1"} <= words
    with browser.new_context(offline=True) as elsewhere:
        page = elsewhere.new_page()
        page.goto(files["SVG"].as_uri())  # without the app's font
        ends = [one["x"] + one["width"] for one in map(_box, page.locator("g g > text").all())]
        assert 0 < max(ends) <= width / 2 - EDGE + 0.5, "the classes' names"
        page.goto(files["HTML"].as_uri())
        traces = eventually(
            page, f"Object.fromEntries({PLOT}._fullData.map((t) => [t.uid, t.x?.length]))"
        )
        assert traces["points"] == 90
        assert {"regions", "boundary", "above", "below"} <= set(traces)
        page.goto(report.as_uri())
        assert report.name == f"{STEM}_report.html"
        expect(page.locator("section").first).to_have_text(
            re.compile("optimal to .*29 of 90 points")
        )
        expect(page.locator("figure > svg")).to_have_count(2)
        expect(page.get_by_role("row", name=re.compile("^Dual value 17.32"))).to_be_visible()
