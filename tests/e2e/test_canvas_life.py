"""What the canvas lives through: themes, sizes, remounts, lost messages, new sessions."""

from __future__ import annotations

import contextlib
import math

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Canvas, at_rest, distance_px, eventually, frame, open_page
from tests.e2e.server import APPS, start_app, stop_app
from tests.e2e.test_canvas_slips import NOTICES

BOTTOM = "() => document.querySelector('.svm-canvas').getBoundingClientRect().bottom"
STORE = "globalThis.svmCanvas.get('canvas')"


@pytest.fixture
def canvas(browser, canvas_url):
    with open_page(browser, canvas_url) as page:
        yield Canvas(page)


def test_tokens_take_the_colours_of_the_theme(browser, canvas_url):
    fill = """() => getComputedStyle(
        document.querySelector(".scatterlayer .points path")).fill"""
    with open_page(browser, canvas_url, color_scheme="light") as page:
        eventually(page, fill, lambda seen: seen == "rgb(12, 99, 196)")
        runs = Canvas(page).report()["edits"]
        page.emulate_media(color_scheme="dark")
        eventually(page, fill, lambda seen: seen == "rgb(99, 164, 255)")
        assert Canvas(page).report()["edits"] == runs
    with open_page(browser, canvas_url, color_scheme="dark") as page:
        eventually(page, fill, lambda seen: seen == "rgb(99, 164, 255)")


def test_resize_keeps_the_scale_equal_and_fills_the_window(canvas):
    canvas.page.set_viewport_size({"width": 1000, "height": 700})
    eventually(canvas.page, BOTTOM, lambda y: abs(y - (700 - 64)) <= 2)
    axes = canvas.resting_axes()
    per_x = axes["width"] / (axes["x"][1] - axes["x"][0])
    per_y = axes["height"] / (axes["y"][1] - axes["y"][0])
    assert per_x == pytest.approx(per_y, rel=1e-3)
    canvas.click(-2.5, 2.5)
    assert distance_px(canvas, canvas.report()["points"][12][1:3], (-2.5, 2.5)) <= 1


def test_the_picture_takes_the_room_of_what_stood_above_it_for_a_while(canvas):
    page = canvas.page
    whole = canvas.root.bounding_box()
    page.evaluate(
        """() => { const above = document.createElement("div");
            Object.assign(above.style, { height: "60px" });
            document.querySelector(".svm-canvas").before(above); globalThis.above = above; }"""
    )
    higher = "h => Math.abs(document.querySelector('.svm-canvas').clientHeight - h) < 1.5"
    page.wait_for_function(higher, arg=whole["height"] - 60)
    page.evaluate("() => globalThis.above.remove()")
    page.wait_for_function(higher, arg=whole["height"])


def test_the_box_has_its_height_before_plotly_has_loaded(browser, canvas_url):
    context = browser.new_context(viewport={"width": 1440, "height": 860})
    page = context.new_page()
    held = []
    page.route("**/PlotlyChart.*.js", lambda route: held.append(route))
    page.goto(canvas_url)
    page.wait_for_selector(".svm-canvas[data-key]")
    eventually(page, lambda: held)
    before = at_rest(page, page.locator(".svm-stage").bounding_box)
    assert page.evaluate("document.querySelector('.svm-plot')._fullLayout") is None
    held[0].continue_()
    page.wait_for_selector(".svm-canvas[data-revision]")
    assert page.locator(".svm-stage").bounding_box() == before
    context.close()


def test_a_figure_that_comes_after_a_newer_one_is_not_drawn(browser, canvas_url):
    """As when the first call's module is still loading while the next call's is there already."""
    call = """(step) => {
        const S = globalThis.svmCanvas.get("canvas");
        const header = JSON.stringify({ ...S.next.header, turn: S.next.header.turn + step });
        const data = new TextEncoder().encode(`${header}\n{"data": [], "layout": {}}`);
        globalThis.svmCanvasRun({ data, parentElement: S.dom.host, setStateValue: S.send });
    }"""
    count = "tracesOf('canvas').length"
    with open_page(browser, canvas_url) as page:
        before = eventually(page, count)
        page.evaluate(call, -1)
        assert at_rest(page, count) == before
        page.evaluate(call, 1)
        eventually(page, count, lambda n: n == 0)


def test_a_figure_that_cannot_be_drawn_is_said_and_the_next_one_is_drawn_anew(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?broken=1") as page:
        canvas = Canvas(page)
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


def test_plotly_comes_from_streamlit_or_from_python(browser, canvas_url):
    with open_page(browser, canvas_url) as page:
        expect(Canvas(page).root).to_have_attribute("data-plotly", "chunk")
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.route("**/PlotlyChart.*.js", lambda route: route.abort())
        page.goto(canvas_url)
        canvas = Canvas(page)
        canvas.wait_ready()
        expect(canvas.root).to_have_attribute("data-plotly", "bundled")
        canvas.click(-4, 2)
        assert len(canvas.report()["points"]) == 13


def test_a_lost_message_is_sent_again(canvas):
    """The first message after this is swallowed on its way to Streamlit."""
    canvas.page.evaluate(
        """() => {
            const store = globalThis.svmCanvas.get("canvas");
            const { send } = store;
            const { resend } = svmPatience;
            const again = (message) => {
                svmPatience.resend = resend;
                store.send = send;
                send(message);
            };
            svmPatience.resend = 300;
            store.send = () => { store.send = again; };
        }"""
    )
    canvas.click(-4, 2)
    canvas.click(-4, 1)
    expect(canvas.root).to_have_attribute("data-status", "working")
    report = canvas.report()
    assert [p[1:3] for p in report["points"][12:]] == [
        [pytest.approx(-4, abs=0.02), pytest.approx(2, abs=0.02)],
        [pytest.approx(-4, abs=0.02), pytest.approx(1, abs=0.02)],
    ]
    assert canvas.page.evaluate("globalThis.svmCanvas.get('canvas').resends") == 1


def test_a_drag_survives_a_remount(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?blink=1") as page:
        canvas = Canvas(page)
        start = canvas.report()["points"][0]
        axes = canvas.axes()
        page.mouse.move(*canvas.pixel(*start[1:3], axes))
        page.mouse.down()
        page.mouse.move(*canvas.pixel(-3, 1, axes), steps=5)
        # without a fragment, a message of the drag may break off the run that hears the button
        eventually(page, f"{STORE}.sent <= {STORE}.acked")
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


def test_tool_and_class_survive_a_remount(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?blink=1") as page:
        canvas = Canvas(page)
        page.keyboard.press("2")
        canvas.tool("erase")
        page.locator(".stButton button").click()
        page.wait_for_selector(".svm-canvas", state="detached")
        page.locator(".stButton button").click()
        page.wait_for_selector(".svm-canvas[data-revision]")
        expect(canvas.root).to_have_attribute("data-tool", "erase")
        canvas.tool("add")
        canvas.click(-4, 2)
        assert canvas.report()["points"][12][3] == 1


def test_a_chart_to_look_at_draws_beside_it_and_stays_mounted(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?plain=1") as page:
        page.wait_for_selector('.svm-canvas[data-key="plain"][data-status="ready"]')
        page.evaluate(
            "document.querySelector('[data-key=plain] .svm-plot .main-svg').mark = 'same'"
        )
        canvas, plain = Canvas(page, "canvas"), Canvas(page, "plain")
        canvas.click(-4, 2)
        assert len(canvas.report()["points"]) == 13
        plain.wait_ready()
        assert (
            page.evaluate("document.querySelector('[data-key=plain] .svm-plot .main-svg').mark")
            == "same"
        )
        expect(plain.root.locator(".svm-toolbar")).to_have_count(0)


def test_a_restarted_server_is_said_with_what_was_lost_and_nothing_is_replayed(browser):
    """The server is started again under the open page: its board is new, ours is forgotten."""
    app = APPS / "canvas_app.py"
    with start_app(app) as url, open_page(browser, url) as page:
        canvas = Canvas(page)
        note = page.locator(".svm-notice")
        canvas.click(-4, 2)
        assert len(canvas.report()["points"]) == 13
        page.evaluate("Object.assign(svmPatience, { lost: 500, notice: 1000 })")
        sid = page.evaluate(f"{STORE}.sid")
        stop_app(url)
        canvas.click(-4, 1)
        canvas.click(-4, 0)
        expect(note).to_contain_text("Connection lost")
        page.evaluate(NOTICES)
        with start_app(app, port=int(url.rsplit(":", 1)[1])):
            eventually(page, f"{STORE}.sid", lambda now: now != sid)
            canvas.wait_ready()
            eventually(page, "notices.includes('The server was restarted: 2 edits were not kept.')")
            expect(note).to_be_empty()
            assert len(canvas.report()["points"]) == 12
            canvas.click(-4, 0)
            assert len(canvas.report()["points"]) == 13


def test_short_soak(browser, canvas_url):
    """benchmarks/soak_canvas.py in small: slow browser, slow script, nothing lost."""
    with open_page(browser, f"{canvas_url}/?pause=250") as page:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        canvas = Canvas(page)
        axes, wanted = canvas.axes(), []
        for burst in range(2):
            for k in range(20):
                spot = (-5.5 + 0.55 * k, 2.9 - 0.15 * burst)
                wanted.append(spot)
                page.mouse.click(*canvas.pixel(*spot, axes))
                frame(page)
        placed = [p[1:3] for p in canvas.report()["points"][12:]]
        assert len(placed) == len(wanted) == 40
        assert max(math.dist(a, b) for a, b in zip(placed, wanted, strict=True)) < 0.02
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def test_the_module_travels_once(browser, canvas_url):
    frames: list[int] = []
    context = browser.new_context()
    page = context.new_page()
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(len(data))))
    page.goto(canvas_url)
    page.wait_for_selector(".svm-canvas[data-revision]")
    canvas = Canvas(page)
    canvas.wait_ready()
    assert max(frames) > 40_000
    for spot in ((-2.5, 2.5), (2.5, 2.5)):
        frames.clear()
        canvas.click(*spot)
        assert canvas.report()["edits"]
        assert max(frames) < 20_000
    assert len(canvas.report()["points"]) == 14
    context.close()


def test_the_page_hears_which_box_is_seen(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?view=1&regions=1") as page:
        canvas = Canvas(page)
        axes = canvas.resting_axes()
        wanted = pytest.approx([*axes["x"], *axes["y"]], rel=1e-6)
        eventually(page, lambda: canvas.report()["box"], lambda box: box == wanted)
        # the page has drawn that box: nothing more is asked for
        revision = canvas.revision
        assert at_rest(page, lambda: canvas.revision) == revision
