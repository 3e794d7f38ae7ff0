"""Real mouse, touch and keys on the canvas; the server's own account is what counts."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Canvas, distance_px, eventually


def free_spots(n):
    """Places in the outer band of the plane, where the app puts no points of its own."""
    return [(-5 + 10 * k / (n - 1), 2.5) for k in range(n)]


def test_a_burst_is_few_runs_and_none_is_interrupted(open_canvas):
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


def test_a_ghost_is_there_before_the_server_answers(slow):
    page, line = slow
    canvas = Canvas(page)
    line.held = []
    canvas.click(-4, 2)
    expect(page.locator(".svm-ghosts path")).to_have_count(1)
    eventually(page, lambda: len(line.held))
    assert canvas.points == 12
    line.let_go()
    canvas.wait_ready()
    assert canvas.points == 13
    expect(page.locator(".svm-ghosts path")).to_have_count(0)


def test_drag_moves_the_point_and_is_one_undo_step(canvas):
    start = canvas.report()["points"][0]
    canvas.drag(start[1:3], (3, -2), (-4, 1), steps=10)
    report = canvas.report()
    moved = {p[0]: p for p in report["points"]}[start[0]]
    assert distance_px(canvas, moved[1:3], (-4, 1)) <= 1
    assert (len(report["points"]), report["undo"]) == (12, 1)


def test_ways_to_delete_a_point(canvas):
    kept = canvas.report()["points"]
    for how in ("right", "shift", "erase"):
        gone = kept.pop(3)
        if how == "right":
            canvas.click(*gone[1:3], button="right")
        elif how == "shift":
            canvas.page.keyboard.down("Shift")
            canvas.click(*gone[1:3])
            canvas.page.keyboard.up("Shift")
        else:
            canvas.tool("erase")
            canvas.click(*gone[1:3])
        assert canvas.report()["points"] == kept, how


def test_a_spray_is_one_undo_step_of_the_active_class(canvas):
    canvas.page.keyboard.press("2")
    canvas.tool("spray")
    canvas.drag((-5, -2), (-4, 2), (-5, 0), steps=25)
    report = canvas.report()
    sprayed = report["points"][12:]
    assert len(sprayed) >= 3
    assert {p[3] for p in sprayed} == {1}
    assert report["undo"] == 1


def select_all(canvas):
    canvas.tool("select")
    canvas.drag((-2.6, 2.6), (2.6, -2.6))
    canvas.page.wait_for_selector(".svm-bar.svm-shown")


def test_selection_moves_relabels_duplicates_and_deletes(canvas):
    before = canvas.report()["points"]
    select_all(canvas)
    expect(canvas.root.locator(".svm-count")).to_have_text("12 selected")

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


def test_undo_and_redo_by_key_wherever_the_focus_is(open_canvas):
    canvas = open_canvas("blink=1&note=1")
    page = canvas.page
    canvas.click(-4, 2)
    canvas.click(-4, 1)
    assert len(canvas.report()["points"]) == 14
    page.get_by_text("Blink").focus()
    page.keyboard.press("Control+z")
    assert len(canvas.report()["points"]) == 13
    page.keyboard.press("Control+z")
    assert len(canvas.report()["points"]) == 12
    page.keyboard.press("Control+Shift+z")
    assert len(canvas.report()["points"]) == 13
    page.keyboard.press("Control+y")
    assert len(canvas.report()["points"]) == 14
    page.locator("input").click()
    page.keyboard.type("as")
    page.keyboard.press("Control+z")
    expect(canvas.root).to_have_attribute("data-tool", "add")
    assert len(canvas.report()["points"]) == 14


def test_buttons_undo_redo_and_clear(canvas):
    assert canvas.root.locator(".svm-undo").is_disabled()
    canvas.button(".svm-clear")
    assert canvas.report()["points"] == []
    canvas.button(".svm-undo")
    assert len(canvas.report()["points"]) == 12
    canvas.button(".svm-redo")
    assert canvas.report()["points"] == []


def test_zoom_survives_a_click_and_fit_ends_it(canvas):
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
    canvas.click(-4, 2)
    canvas.wait_ready()
    canvas.shows(opening)


def test_pan_moves_the_picture_and_adds_nothing(canvas):
    before = canvas.axes()
    canvas.tool("pan")
    canvas.drag((0, 0), (1, 1))
    after = canvas.resting_axes()
    assert after["x"][0] == pytest.approx(before["x"][0] - 1, abs=0.05)
    assert len(canvas.report()["points"]) == 12
    places = canvas.pixel(0, 0), canvas.pixel(-1, 1)
    for place in places:  # two clicks, not a double click
        canvas.page.mouse.click(*place)
    assert canvas.resting_axes()["x"] == pytest.approx(after["x"])
    canvas.page.mouse.dblclick(*canvas.pixel(0, 0))
    canvas.shows(before)


def test_single_keys_choose_tool_and_class(canvas):
    for key, tool in {"s": "spray", "e": "erase", "v": "select", "p": "pan", "a": "add"}.items():
        canvas.page.keyboard.press(key)
        expect(canvas.root).to_have_attribute("data-tool", tool)
    canvas.page.keyboard.press("2")
    canvas.click(-4, 2)
    assert canvas.report()["points"][12][3] == 1


def fingers(session, kind, *points):
    touch = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})


def test_touch_drags_a_point_and_two_fingers_zoom(open_canvas):
    canvas = open_canvas(phone=True)
    page = canvas.page
    session = page.context.new_cdp_session(page)
    start = canvas.report()["points"][0]
    (x, y), (u, v) = canvas.pixel(*start[1:3]), canvas.pixel(-1.5, 0.5)
    fingers(session, "touchStart", (x, y))
    for k in range(1, 6):
        fingers(session, "touchMove", (x + (u - x) * k / 5, y + (v - y) * k / 5))
    fingers(session, "touchEnd")
    moved = {p[0]: p for p in canvas.report()["points"]}[start[0]]
    assert distance_px(canvas, moved[1:3], (-1.5, 0.5)) <= 1

    before = canvas.axes()
    x, y = canvas.pixel(0, 0)
    fingers(session, "touchStart", (x - 40, y), (x + 40, y))
    for k in (50, 60, 70, 80):
        fingers(session, "touchMove", (x - k, y), (x + k, y))
    fingers(session, "touchEnd")
    after = canvas.resting_axes()
    ratio = (after["x"][1] - after["x"][0]) / (before["x"][1] - before["x"][0])
    assert ratio == pytest.approx(0.5, abs=0.05)
    assert len(canvas.report()["points"]) == 12
