"""What a hand does by mistake, and what the canvas makes of it: nothing that one would not want."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Canvas, eventually, frame
from tests.helpers.grids import few

STORE = "globalThis.svmCanvas.get('canvas')"


def hears(canvas, text):
    """Who listens to the page hears `text`."""
    expect(canvas.page.locator(".svm-live")).to_contain_text(text)


def place_of(canvas, point_id):
    return {p[0]: p for p in canvas.report()["points"]}[point_id][1:3]


def test_a_double_click_is_one_point(open_canvas):
    canvas = open_canvas("pause=400")
    page = canvas.page
    page.mouse.dblclick(*canvas.pixel(-4, 2))
    for _ in range(2):
        page.mouse.click(*canvas.pixel(-4, 1))
    assert len(canvas.report()["points"]) == 14


def test_quick_clicks_beside_each_other_are_all_points(slow):
    page, line = slow
    canvas = Canvas(page)
    line.held = []
    x, y = canvas.pixel(-4, 2)
    for k in range(8):
        page.mouse.click(x + 12 * k, y)
    # a point dragged out of one that is still under way
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    page.mouse.up()
    page.keyboard.press("Control+z")
    page.mouse.click(x, y - 30)  # its ghost is still there, the point will not be
    line.let_go()
    assert len(canvas.report()["points"]) == 12 + 9


def fingers(session, kind, *points):
    touch = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})


def test_a_pinch_does_not_erase(open_canvas):
    canvas = open_canvas(phone=True)
    page = canvas.page
    session = page.context.new_cdp_session(page)
    canvas.tool("erase")
    before = canvas.report()["points"]
    x, y = canvas.pixel(*before[0][1:3])
    other = (x + 60, y) if x < 195 else (x - 60, y)
    # one message: two would be told apart by more than a finger waits, on a busy machine
    fingers(session, "touchStart", (x, y), other)
    for k in (10, 20, 30):
        fingers(session, "touchMove", (x, y - k), (other[0], other[1] + k))
    fingers(session, "touchEnd")
    canvas.resting_axes()
    assert canvas.report()["points"] == before
    assert canvas.report()["edits"] == 0


def test_escape_puts_a_dragged_point_back(canvas):
    start = canvas.report()["points"][0]
    axes = canvas.axes()
    canvas.page.mouse.move(*canvas.pixel(*start[1:3], axes))
    canvas.page.mouse.down()
    for stop in ((-3, 1), (-4, 1)):
        canvas.page.mouse.move(*canvas.pixel(*stop, axes), steps=4)
        # the server has heard of it
        eventually(canvas.page, f"{STORE}.acked > 0 && {STORE}.acked === {STORE}.seq")
    canvas.page.keyboard.press("Escape")
    canvas.page.mouse.move(*canvas.pixel(-4, -1, axes), steps=3)
    canvas.page.mouse.up()
    assert place_of(canvas, start[0]) == start[1:3]
    report = canvas.report()
    assert len(report["points"]) == 12
    assert report["undo"] <= 1


@pytest.mark.parametrize("tool", few("select", "spray", "erase", "pan"))
def test_the_cross_hair_does_what_the_tool_does(canvas, tool):
    press = canvas.page.keyboard.press
    canvas.tool(tool)
    canvas.root.locator(".svm-plot").focus()
    for key in ("ArrowRight", *["Shift+ArrowRight"] * 4, "Enter"):  # beside all points
        press(key)
    report = canvas.report()
    assert report["undo"] == (tool == "spray")
    assert (len(report["points"]) > 14) == (tool == "spray")
    press("]")
    press("Enter")
    report = canvas.report()
    selected = canvas.page.locator(".svm-bar.svm-shown").count()
    assert len(report["points"]) == {"erase": 11, "spray": 22}.get(tool, 12)
    assert selected == (tool == "select")
    assert canvas.page.evaluate(f"{STORE}.carry") is None
    if tool == "select":
        press("]")
        press("Enter")
        count = canvas.root.locator(".svm-count")
        expect(count).to_have_text("2 selected")
        press("Enter")
        expect(count).to_have_text("1 selected")


def test_a_full_board_is_said_and_not_added_to(open_canvas):
    canvas = open_canvas("points=598")
    page = canvas.page
    canvas.tool("spray")
    canvas.root.locator(".svm-plot").focus()
    for key in ("ArrowRight", *["Shift+ArrowRight"] * 4, "Enter"):
        page.keyboard.press(key)
    hears(canvas, "2 sprayed")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    hears(canvas, "the board is full, 600 points")
    assert len(canvas.report()["points"]) == 600


def test_a_digit_makes_the_selection_that_class(canvas):
    before = {p[0]: p[3] for p in canvas.report()["points"]}
    canvas.tool("select")
    point = next(p for p in canvas.report()["points"] if p[3] == 0)
    canvas.click(*point[1:3])
    canvas.page.keyboard.press("2")
    hears(canvas, "1 point: relabel")
    after = {p[0]: p[3] for p in canvas.report()["points"]}
    assert after == {**before, point[0]: 1}
    expect(canvas.root).to_have_attribute("data-tool", "select")
    expect(canvas.root.locator(".svm-count")).to_have_text("1 selected")
    # the class of new points is another matter: the tool changes and the selection goes
    canvas.button('.svm-toolbar [aria-label="Class +1"]')
    expect(canvas.root).to_have_attribute("data-tool", "add")
    expect(canvas.page.locator(".svm-bar.svm-shown")).to_have_count(0)


@pytest.mark.parametrize("what", ["wheel", "resize"])
def test_a_dragged_point_stays_under_the_pointer(canvas, what):
    page = canvas.page
    start = canvas.report()["points"][0]
    page.mouse.move(*canvas.pixel(*start[1:3]))
    page.mouse.down()
    page.mouse.move(500, 400, steps=5)
    if what == "wheel":
        for _ in range(3):
            page.mouse.wheel(0, -100)
            frame(page)
    else:
        page.set_viewport_size({"width": 1000, "height": 640})
    canvas.resting_axes()
    page.mouse.move(520, 420, steps=3)
    page.mouse.up()
    x, y = canvas.pixel(*place_of(canvas, start[0]))
    assert (x, y) == (pytest.approx(520, abs=1.5), pytest.approx(420, abs=1.5))


def test_messages_that_do_not_arrive_are_said_until_they_do(canvas):
    note = canvas.page.locator(".svm-notice")
    canvas.page.evaluate("Object.assign(svmPatience, { resend: 700, lost: 1000 })")
    canvas.page.evaluate(f"() => {{ const S = {STORE}; S.back = S.send; S.send = () => {{}}; }}")
    canvas.click(-4, 2)
    expect(note).to_be_hidden()
    expect(note).to_contain_text("Connection lost")
    hears(canvas, "Connection lost")
    stale = canvas.page.locator(".svm-canvas[data-stale]")
    expect(stale).to_have_count(1)
    canvas.page.evaluate(f"() => {{ const S = {STORE}; S.send = S.back; }}")
    assert len(canvas.report()["points"]) == 13
    expect(note).to_be_empty()
    expect(note).to_be_hidden()
    expect(stale).to_have_count(0)
