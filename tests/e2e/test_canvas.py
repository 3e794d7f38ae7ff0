"""Real mouse, touch and keys on the canvas; the server's own account is what counts."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import distance_px, eventually, hold, let_go

# the colour at a place of the window in the picture that is ahead of plotly.js; null without one
AHEAD = """([x, y]) => {
    const canvas = document.querySelector(".svm-ahead");
    if (canvas?.style.visibility !== "visible") return null;
    const { left, top } = canvas.getBoundingClientRect();
    return [...canvas.getContext("2d").getImageData(x - left, y - top, 1, 1).data].slice(0, 3);
}"""


def free_spots(n):
    """Places in the outer band of the plane, where the app puts no points of its own."""
    return [(-5 + 10 * k / (n - 1), 2.5) for k in range(n)]


def test_a_burst_is_few_runs_and_a_double_click_is_one_point(open_canvas):
    canvas = open_canvas("pause=250")
    before, begun = canvas.revision, time.monotonic()
    for spot in free_spots(20):
        canvas.click(*spot)
    clicked = time.monotonic() - begun
    placed = canvas.report()["points"][12:]
    assert len(placed) == 20
    away = [distance_px(canvas, p[1:3], s) for p, s in zip(placed, free_spots(20), strict=True)]
    assert max(away) <= 1
    # one after another while the clicks come, and at most two that begin or end beyond them
    assert 2 <= canvas.revision - before <= 2 + clicked / 0.25
    canvas.page.mouse.dblclick(*canvas.pixel(-4, 1))
    assert len(canvas.report()["points"]) == 33


def test_what_is_done_before_the_server_answers(canvas):
    page = canvas.page
    hold(page)
    x, y = canvas.pixel(-4, 2)
    page.mouse.click(x, y)
    eventually(page, AHEAD, [12, 99, 196].__eq__, [x, y])  # the colour of its class
    eventually(page, "held.length")
    assert canvas.points == 12
    for k in range(1, 8):
        page.mouse.click(x + 12 * k, y)
    # a point dragged out of one that is still under way
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    page.mouse.up()
    page.keyboard.press("Control+z")
    page.mouse.click(x, y - 30)  # its ghost is still there, the point will not be
    let_go(page)
    assert len(canvas.report()["points"]) == 12 + 9
    assert page.evaluate(AHEAD, [x, y]) is None


def test_points_are_dragged_deleted_sprayed_and_cleared(canvas):
    page, start = canvas.page, canvas.report()["points"]
    canvas.drag(start[0][1:3], (3, -2), (-4, 1), steps=10)
    report = canvas.report()
    moved = {p[0]: p for p in report["points"]}[start[0][0]]
    assert distance_px(canvas, moved[1:3], (-4, 1)) <= 1
    assert (len(report["points"]), report["undo"]) == (12, 1)

    kept = report["points"]
    for how in ("right", "shift", "erase"):
        gone = kept.pop(3)
        if how == "right":
            canvas.click(*gone[1:3], button="right")
        elif how == "shift":
            page.keyboard.down("Shift")
            canvas.click(*gone[1:3])
            page.keyboard.up("Shift")
        else:
            canvas.tool("erase")
            canvas.click(*gone[1:3])
        assert canvas.report()["points"] == kept, how

    for key, tool in {"v": "select", "p": "pan", "e": "erase", "a": "add", "s": "spray"}.items():
        page.keyboard.press(key)
        expect(canvas.root).to_have_attribute("data-tool", tool)
    page.keyboard.press("2")
    canvas.drag((-5, -2), (-5, 2), (-4.5, 0), steps=25)
    report = canvas.report()
    sprayed = report["points"][9:]
    assert len(sprayed) >= 3
    assert {p[3] for p in sprayed} == {1}
    assert report["undo"] == 5

    canvas.button(".svm-clear")
    assert canvas.report()["points"] == []
    canvas.button(".svm-undo")
    assert canvas.report()["points"] == report["points"]
    canvas.button(".svm-redo")
    assert canvas.report()["points"] == []
    for _ in range(6):
        canvas.button(".svm-undo")
    assert canvas.report()["points"] == start
    expect(canvas.root.locator(".svm-undo")).to_be_disabled()


def hears(canvas, text):
    """Who listens to the page hears `text`."""
    expect(canvas.page.locator(".svm-live")).to_contain_text(text)


def test_selection_moves_relabels_duplicates_and_deletes(canvas):
    before = canvas.report()["points"]
    count = canvas.root.locator(".svm-count")
    canvas.tool("select")
    canvas.drag((-2.6, 2.6), (2.6, -2.6))
    expect(count).to_have_text("12 selected")

    canvas.drag(before[0][1:3], (before[0][1] - 1, before[0][2] + 0.5))
    moved = {p[0]: p for p in canvas.report()["points"]}
    shifts = [(moved[i][1] - x, moved[i][2] - y) for i, x, y, _ in before]
    assert all(abs(dx + 1) < 0.02 and abs(dy - 0.5) < 0.02 for dx, dy in shifts)

    canvas.button('.svm-bar [aria-label="Make class +1"]')
    assert {p[3] for p in canvas.report()["points"]} == {1}
    canvas.button('.svm-bar [aria-label="Flip"]')
    assert {p[3] for p in canvas.report()["points"]} == {0}
    canvas.button('.svm-bar [aria-label="Duplicate"]')
    assert len(canvas.report()["points"]) == 24
    canvas.button('.svm-bar [aria-label="Jitter"]')
    report = canvas.report()
    assert len(report["points"]) == 24
    canvas.page.keyboard.press("Delete")
    report = canvas.report()
    assert len(report["points"]) == 12  # the copies were selected
    assert report["undo"] == 6

    point = report["points"][0]
    canvas.click(*point[1:3])
    canvas.page.keyboard.press("2")
    hears(canvas, "1 point: relabel")
    assert [p[0] for p in canvas.report()["points"] if p[3] == 1] == [point[0]]
    expect(count).to_have_text("1 selected")
    # the class of new points is another matter: the tool changes and the selection goes
    canvas.button('.svm-toolbar [aria-label="Class +1"]')
    expect(canvas.root).to_have_attribute("data-tool", "add")
    expect(canvas.page.locator(".svm-bar.svm-shown")).to_have_count(0)


def test_undo_and_redo_by_key_wherever_the_focus_is(open_canvas):
    canvas = open_canvas("blink=1&note=1")
    page = canvas.page
    canvas.click(-4, 2)
    canvas.click(-4, 1)
    assert len(canvas.report()["points"]) == 14
    page.get_by_text("Blink").focus()
    for key, n in (("z", 13), ("z", 12), ("Shift+z", 13), ("y", 14)):
        page.keyboard.press(f"Control+{key}")
        assert len(canvas.report()["points"]) == n
    page.locator("input").click()
    page.keyboard.type("as")
    page.keyboard.press("Control+z")
    expect(canvas.root).to_have_attribute("data-tool", "add")
    assert len(canvas.report()["points"]) == 14


def test_zoom_and_pan_survive_a_click_and_fit_ends_them(canvas):
    opening = canvas.axes()
    canvas.page.mouse.move(*canvas.pixel(1, 1))
    for _ in range(4):
        canvas.page.mouse.wheel(0, -100)
    zoomed = canvas.resting_axes()
    assert zoomed["x"][1] - zoomed["x"][0] < 0.9 * (opening["x"][1] - opening["x"][0])
    canvas.click(1.5, 0.6)
    placed = canvas.report()["points"][12]
    assert distance_px(canvas, placed[1:3], (1.5, 0.6)) <= 1
    canvas.shows(zoomed)
    canvas.button(".svm-toolbar .svm-fit")
    canvas.shows(opening)
    canvas.tool("pan")
    canvas.drag((0, 0), (1, 1))
    after = canvas.resting_axes()
    assert after["x"][0] == pytest.approx(opening["x"][0] - 1, abs=0.05)
    for place in (canvas.pixel(0, 0), canvas.pixel(-1, 1)):  # two clicks, not a double click
        canvas.page.mouse.click(*place)
    assert canvas.resting_axes()["x"] == pytest.approx(after["x"])
    canvas.page.mouse.dblclick(*canvas.pixel(0, 0))
    canvas.shows(opening)
    canvas.tool("add")
    canvas.click(-4, 2)
    assert len(canvas.report()["points"]) == 14
    canvas.shows(opening)


def fingers(session, kind, *points):
    touch = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})


def test_one_finger_drags_a_point_and_two_zoom_and_do_not_erase(open_canvas):
    canvas = open_canvas(phone=True)
    page = canvas.page
    session = page.context.new_cdp_session(page)
    start = canvas.report()["points"][0]
    (x, y), (u, v) = canvas.pixel(*start[1:3]), canvas.pixel(-1.5, 0.5)
    fingers(session, "touchStart", (x, y))
    for k in range(1, 6):
        fingers(session, "touchMove", (x + (u - x) * k / 5, y + (v - y) * k / 5))
    fingers(session, "touchEnd")
    report = canvas.report()
    moved = {p[0]: p for p in report["points"]}[start[0]]
    assert distance_px(canvas, moved[1:3], (-1.5, 0.5)) <= 1

    canvas.tool("erase")
    before = canvas.axes()
    x, y = canvas.pixel(*moved[1:3])
    # one message: two would be told apart by more than a finger waits, on a busy machine
    fingers(session, "touchStart", (x, y), (x + 80, y))
    for k in (10, 20, 30, 40):
        fingers(session, "touchMove", (x - k, y), (x + 80 + k, y))
    fingers(session, "touchEnd")
    after = canvas.resting_axes()
    ratio = (after["x"][1] - after["x"][0]) / (before["x"][1] - before["x"][0])
    assert ratio == pytest.approx(0.5, abs=0.05)
    assert canvas.report() == report
