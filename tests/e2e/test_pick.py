"""Asking about points and places, and the light that follows the pointer from chart to picture."""

from __future__ import annotations

import math

import pytest

from tests.e2e.browser import Canvas, eventually

PICK = "JSON.parse(document.querySelector('[data-testid=stText]').innerText).pick"


def until_lit(canvas: Canvas, *points: list) -> None:
    """Plotly tells of the pointer a little later than it moves."""
    wanted = [canvas.pixel(*p[1:3]) for p in points]

    def all_are(lit: list) -> bool:
        near = (math.dist(a, b) <= 1.5 for a, b in zip(lit, wanted, strict=False))
        return len(lit) == len(wanted) and all(near)

    eventually(canvas.page, lambda: canvas.circles(".svm-highlight"), all_are)


def until_picked(canvas: Canvas, point: int | None, place: tuple | None = None) -> None:
    wanted = [point, place and pytest.approx(place, abs=0.02)]
    eventually(canvas.page, PICK, lambda pick: pick == wanted)


@pytest.mark.exhaustive
def test_points_and_places_are_asked_about_and_nothing_is_added(open_canvas):
    asked = open_canvas("ask=1")
    page, points, bars = asked.page, asked.report()["points"], Canvas(asked.page, "bars")
    asked.click(*points[0][1:3])
    until_picked(asked, points[0][0])
    asked.click(-4, 2)
    until_picked(asked, None, (-4, 2))
    # while it is pressed the pointer asks wherever it is
    page.mouse.down()
    for place in ((-3, 1.5), (2.5, 2.5)):
        page.mouse.move(*asked.pixel(*place), steps=4)
        until_picked(asked, None, place)
    page.mouse.up()

    bars.wait_ready()
    for k in (1, 0):
        page.mouse.move(*bars.pixel(k, 0.5))
        until_lit(asked, points[k])
    page.mouse.click(*bars.pixel(0, 0.5))
    until_picked(asked, points[0][0])
    page.mouse.move(*asked.pixel(-4, 2))
    until_lit(asked)

    line = page.locator(".svm-rows tbody tr").nth(2)
    line.hover()
    until_lit(asked, points[2])
    box = page.locator('[data-key="bars"] .svm-highlight rect').bounding_box()
    x, _ = bars.pixel(2, 0.5)
    assert box["x"] < x < box["x"] + box["width"]
    line.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until_picked(asked, points[1][0])
    assert len(asked.report()["points"]) == 12
