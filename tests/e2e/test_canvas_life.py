"""What the canvas lives through: themes, sizes, remounts, lost messages, new sessions."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import expect

from pages.plots.layout_sizes import SENTENCE
from pages.ui.component import MISSING
from tests.e2e.browser import Canvas, at_rest, distance_px, eventually, open_page
from tests.e2e.server import APPS, start_app

BOTTOM = "() => document.querySelector('.svm-canvas').getBoundingClientRect().bottom"
STORE = "globalThis.svmCanvas.get('canvas')"


def test_a_theme_gives_the_colours_and_a_window_the_size(canvas):
    fill = """() => getComputedStyle(
        document.querySelector(".scatterlayer .points path")).fill"""
    page = canvas.page
    eventually(page, fill, lambda seen: seen == "rgb(12, 99, 196)")
    runs = canvas.report()["edits"]
    page.emulate_media(color_scheme="dark")
    eventually(page, fill, lambda seen: seen == "rgb(99, 164, 255)")
    assert canvas.report()["edits"] == runs

    page.set_viewport_size({"width": 1000, "height": 700})
    eventually(page, BOTTOM, lambda y: abs(y - (700 - SENTENCE)) <= 2)
    axes = canvas.resting_axes()
    per_x = axes["width"] / (axes["x"][1] - axes["x"][0])
    per_y = axes["height"] / (axes["y"][1] - axes["y"][0])
    assert per_x == pytest.approx(per_y, rel=1e-3)
    canvas.click(-2.5, 2.5)
    assert distance_px(canvas, canvas.report()["points"][12][1:3], (-2.5, 2.5)) <= 1


@pytest.mark.exhaustive
def test_plotly_comes_as_a_file_or_else_in_a_message_and_the_box_waits(open_canvas):
    canvas = open_canvas()
    expect(canvas.root).to_have_attribute("data-plotly", "file")
    box = canvas.page.locator(".svm-stage").bounding_box()
    held = []
    bundled = open_canvas(
        before=lambda page: page.route(
            "**/svm-files/plotly-*.js", lambda route: held.append(route)
        ),
        ready=".svm-canvas[data-key]",
    )
    page = bundled.page
    eventually(page, lambda: held)
    assert at_rest(page, page.locator(".svm-stage").bounding_box) == box
    assert page.evaluate("document.querySelector('.svm-plot')._fullLayout") is None
    held[0].abort()
    bundled.wait_ready()
    expect(bundled.root).to_have_attribute("data-plotly", "message")
    assert page.locator(".svm-stage").bounding_box() == box
    bundled.click(-4, 2)
    assert len(bundled.report()["points"]) == 13


def test_a_figure_that_comes_after_a_newer_one_is_not_drawn(canvas):
    """As when the first call's module is still loading while the next call's is there already."""
    call = """async (step) => {
        const S = globalThis.svmCanvas.get("canvas");
        const newest = S.drawings.next.header;
        const header = JSON.stringify({ ...newest, turn: newest.turn + step });
        const data = new TextEncoder().encode(`${header}\n{"data": [], "layout": {}}`);
        const [file] = performance.getEntriesByType("resource").map((one) => one.name)
            .filter((name) => name.includes("/svm-files/mount-"));
        const { default: run } = await import(file);
        run({ data, parentElement: S.dom.host, setStateValue: S.send });
    }"""
    count = "tracesOf('canvas').length"
    page = canvas.page
    before = eventually(page, count)
    page.evaluate(call, -1)
    assert at_rest(page, count) == before
    page.evaluate(call, 1)
    eventually(page, count, lambda n: n == 0)


def test_a_figure_that_cannot_be_drawn_is_said_and_the_next_one_is_drawn_anew(open_canvas):
    canvas = open_canvas("broken=1")
    page = canvas.page
    canvas.click(1, 1)
    page.wait_for_selector('.svm-canvas[data-status="error"]')
    expect(page.locator(".svm-message")).to_contain_text("could not be drawn")
    page.keyboard.press("Control+z")
    canvas.wait_ready()
    expect(page.locator(".svm-message")).to_have_count(0)
    assert canvas.points == page.locator(".scatterlayer .points path").count() == 12
    before = canvas.resting_axes()["x"]
    page.mouse.move(*canvas.pixel(0, 0))
    page.mouse.wheel(0, -300)
    zoomed = canvas.resting_axes()["x"]
    assert zoomed[1] - zoomed[0] < 0.95 * (before[1] - before[0])
    page.mouse.click(*canvas.pixel(1, 1))
    page.wait_for_selector('.svm-canvas[data-status="error"]')


def test_a_drag_survives_a_remount(open_canvas):
    canvas = open_canvas("blink=1")
    page = canvas.page
    start = canvas.report()["points"][0]
    axes = canvas.axes()
    page.mouse.move(*canvas.pixel(*start[1:3], axes))
    page.mouse.down()
    page.mouse.move(*canvas.pixel(-3, 1, axes), steps=5)
    # without a fragment, a message of the drag may break off the run that hears the button
    eventually(page, f"{STORE}.outbox.sent <= {STORE}.outbox.acked")
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    blink = "document.querySelector('.stButton button').click()"
    page.evaluate(blink)
    page.wait_for_selector(".svm-canvas", state="detached")
    page.mouse.move(*canvas.pixel(-4, 1, axes), steps=5)
    page.evaluate(blink)
    page.wait_for_selector(".svm-canvas[data-revision]")
    page.mouse.move(*canvas.pixel(-4, -1, axes), steps=5)
    page.mouse.up()
    moved = {p[0]: p for p in canvas.report()["points"]}[start[0]]
    assert math.dist(canvas.pixel(*moved[1:3]), canvas.pixel(-4, -1)) <= 1.5
    # and one mount leaves nothing behind: a click is one point
    canvas.click(4, 2)
    assert len(canvas.report()["points"]) == 13


def test_no_message_has_the_module_and_the_page_hears_which_box_is_seen(open_canvas):
    frames: list[int] = []

    def listen(line):
        line.on("framereceived", lambda data: frames.append(len(data)))

    canvas = open_canvas("view=1", before=lambda page: page.on("websocket", listen))
    assert max(frames) < 30_000
    axes = canvas.resting_axes()
    wanted = pytest.approx([*axes["x"], *axes["y"]], rel=1e-6)
    eventually(canvas.page, lambda: canvas.report()["box"], lambda box: box == wanted)
    # the page has drawn that box: nothing more is asked for
    revision = canvas.revision
    assert at_rest(canvas.page, lambda: canvas.revision) == revision
    frames.clear()
    canvas.click(-2.5, 2.5)
    assert len(canvas.report()["points"]) == 13
    assert max(frames) < 20_000


def test_a_module_that_does_not_arrive_is_told(open_canvas):
    canvas = open_canvas(
        before=lambda page: page.route("**/svm-files/mount-*.js", lambda route: route.abort()),
        ready=".svm-canvas",
    )
    expect(canvas.page.get_by_text(MISSING)).to_be_visible()


def test_modules_come_in_messages_where_files_are_not_served(browser):
    with (
        start_app(APPS / "canvas_app.py") as url,
        open_page(browser, url) as page,
    ):
        canvas = Canvas(page)
        assert canvas.attribute("plotly") == "message"
        canvas.click(-2.5, 2.5)
        assert len(canvas.report()["points"]) == 13
