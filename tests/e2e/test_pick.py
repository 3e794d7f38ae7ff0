"""Asking about points and places, and the light that follows the pointer from chart to picture."""

from __future__ import annotations

import math

import pytest

from tests.e2e.browser import Canvas, eventually, open_page


@pytest.fixture(scope="module")
def asked(browser, canvas_url):
    with open_page(browser, f"{canvas_url}/?ask=1") as page:
        Canvas(page, "bars").wait_ready()
        page.wait_for_selector(".svm-rows tbody tr")
        yield Canvas(page, "canvas")


def bar(canvas: Canvas, k: int) -> tuple[float, float]:
    """The middle of the k-th bar."""
    return Canvas(canvas.page, "bars").pixel(k, 0.5)


def lit(canvas: Canvas) -> list[tuple[float, float]]:
    """Where points are lit in the picture."""
    return [
        tuple(at)
        for at in canvas.page.evaluate(
            """() => [...document.querySelectorAll('[data-key=canvas] .svm-highlight circle')].map(
                (c) => { const b = c.getBoundingClientRect();
                         return [b.left + b.width / 2, b.top + b.height / 2]; })"""
        )
    ]


def until_lit(canvas: Canvas, *points: list) -> None:
    """Plotly tells of the pointer a little later than it moves."""
    wanted = [canvas.pixel(*p[1:3]) for p in points]

    def all_are(found: list) -> bool:
        return len(found) == len(wanted) and all(map(near, found, wanted))

    eventually(canvas.page, lambda: lit(canvas), all_are)


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return math.dist(a, b) <= 1.5


def until_picked(canvas: Canvas, wanted: list) -> None:
    canvas.page.wait_for_function(
        "w => document.querySelector('[data-testid=stText]').innerText.includes(w)",
        arg=f'"pick": {wanted}'.replace("None", "null"),
    )


def test_a_point_and_a_place_are_asked_about_and_nothing_is_added(asked):
    first = asked.report()["points"][0]
    asked.click(*first[1:3])
    until_picked(asked, [first[0], None])
    asked.click(-4, 2)
    asked.page.wait_for_function(
        "document.querySelector('[data-testid=stText]').innerText.includes('\"pick\": [null')"
    )
    report = asked.report()
    assert report["pick"][1] == [pytest.approx(-4, abs=0.02), pytest.approx(2, abs=0.02)]
    assert len(report["points"]) == 12


def test_while_it_is_pressed_the_pointer_asks_wherever_it_is(asked):
    page = asked.page
    page.mouse.move(*asked.pixel(-4, 2))
    page.mouse.down()
    for place in ((-3, 1.5), (2.5, 2.5)):
        page.mouse.move(*asked.pixel(*place), steps=4)
        page.wait_for_function(
            """([x, y]) => { const said = document.querySelector('[data-testid=stText]').innerText;
                const at = JSON.parse(said).pick?.[1];
                return at && Math.abs(at[0] - x) < 0.02 && Math.abs(at[1] - y) < 0.02; }""",
            arg=place,
        )
    page.mouse.up()
    assert len(asked.report()["points"]) == 12


def test_a_bar_lights_its_point_and_picks_it(asked):
    points = asked.report()["points"]
    for k in (0, 1):
        asked.page.mouse.move(*bar(asked, k))
        until_lit(asked, points[k])
    asked.page.mouse.click(*bar(asked, 1))
    until_picked(asked, [points[1][0], None])
    asked.page.mouse.move(*asked.pixel(-4, 2))
    until_lit(asked)


def test_a_row_lights_its_point_and_its_bar_and_is_picked_by_key(asked):
    points = asked.report()["points"]
    line = asked.page.locator(".svm-rows tbody tr").nth(2)
    line.hover()
    until_lit(asked, points[2])
    box = asked.page.locator('[data-key="bars"] .svm-highlight rect').bounding_box()
    x, _ = bar(asked, 2)
    assert box["x"] < x < box["x"] + box["width"]
    line.focus()
    asked.page.keyboard.press("ArrowUp")
    asked.page.keyboard.press("Enter")
    until_picked(asked, [points[1][0], None])
