"""What a hand does by mistake, and what the canvas makes of it: nothing that one would not want."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import eventually, frame
from tests.e2e.test_canvas import hears
from tests.helpers.grids import few

STORE = "globalThis.svmCanvas.get('canvas')"
TO_A_FREE_PLACE = ("ArrowRight", *["Shift+ArrowRight"] * 4)  # of the cross hair


def place_of(canvas, point_id):
    return {p[0]: p for p in canvas.report()["points"]}[point_id][1:3]


@pytest.mark.parametrize("tool", few("select", "spray", "erase", "pan"))
def test_the_cross_hair_does_what_the_tool_does(canvas, tool):
    press = canvas.page.keyboard.press
    canvas.tool(tool)
    canvas.root.locator(".svm-plot").focus()
    for key in (*TO_A_FREE_PLACE, "Enter"):
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
    assert canvas.page.evaluate(f"{STORE}.keys.carry") is None
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
    for key in (*TO_A_FREE_PLACE, "Enter"):
        page.keyboard.press(key)
    hears(canvas, "2 sprayed")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    hears(canvas, "the board is full, 600 points")
    assert len(canvas.report()["points"]) == 600


def test_a_dragged_point_stays_under_the_pointer_and_escape_puts_it_back(canvas):
    page = canvas.page
    point, *start = canvas.report()["points"][0][:3]
    for what in ("wheel", "resize"):
        page.mouse.move(*canvas.pixel(*place_of(canvas, point)))
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
        at = canvas.pixel(*place_of(canvas, point))
        assert at == pytest.approx((520, 420), abs=1.5), what
    place = place_of(canvas, point)
    assert place != start
    page.mouse.move(520, 420)
    page.mouse.down()
    for stop in ((600, 300), (450, 300)):
        page.mouse.move(*stop, steps=4)
        # the server has heard of it
        eventually(page, f"{STORE}.outbox.acked > 0 && {STORE}.outbox.acked === {STORE}.outbox.seq")
    page.keyboard.press("Escape")
    page.mouse.move(450, 350, steps=3)
    page.mouse.up()
    assert place_of(canvas, point) == place
    report = canvas.report()
    assert len(report["points"]) == 12
    assert report["undo"] <= 3


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
