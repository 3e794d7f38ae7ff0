"""The race in a real browser: racers are chosen, charts drawn, the common moment moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.browser import DRAWN, Canvas, eventually, go_to, open_page

RACERS = "racers=smo.projected.interior"


@pytest.fixture(scope="module")
def url(app_url: str) -> str:
    return f"{app_url}/race?{RACERS}"


@pytest.fixture(scope="module")
def seen(browser: Browser, url: str) -> Iterator[Page]:
    """A page for tests that only look: opening one takes seconds."""
    with open_page(browser, url) as page:
        settled(page)
        yield page


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    with open_page(browser, url) as page:
        settled(page)
        yield page


def settled(page: Page) -> Canvas:
    canvas = Canvas(page, "race")
    expect(page.locator(".svm-verdict")).to_contain_text("After")
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
    # the words may be there before the picture that was sent with them is drawn
    # eventually: after a reload the table may stand before there is a canvas to ask
    eventually(page, "() => tracesOf('race').some(t => t.mode?.includes('lines'))")
    for key in ("race", "pace_passes", "pace_ms"):
        Canvas(page, key).wait_ready()
    return canvas


def test_without_a_racer_the_points_are_drawn(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/race?racers=nobody") as page:
        expect(page.locator(".svm-verdict")).to_have_text("Choose at least one racer.")
        expect(page.locator(".svm-numbers")).to_have_count(0)
        assert eventually(page, "() => traceOf('race', 'points').x.length") == 90


def drawn(page: Page, key: str) -> dict[str, list[list[float]]]:
    """The lines of a canvas as plotly.js has them, by uid."""
    return eventually(
        page,
        """key => Object.fromEntries(tracesOf(key)
            .filter(t => t.mode?.includes('lines'))
            .map(t => [t.uid, [[...t.x], [...t.y]]]))""",
        arg=key,
    )


def verdict(page: Page) -> str:
    return page.locator(".svm-verdict").inner_text()


def until_said(page: Page, words: str) -> None:
    expect(page.locator(".svm-verdict")).to_contain_text(words)
    settled(page)


def press(page: Page, times: int, key: str) -> None:
    """On the slider of the common moment, as a visitor with a keyboard would."""
    page.get_by_role("slider", name="Moment").focus()
    for _ in range(times):
        page.keyboard.press(key)


def test_charts_and_boundaries_are_on_the_first_screen(seen: Page):
    for key in ("pace_passes", "pace_ms"):
        assert {"smo", "projected", "interior"} <= set(drawn(seen, key))
        box = Canvas(seen, key).root.bounding_box()
        assert box["y"] + box["height"] < 860
    assert {"smo", "projected", "interior"} <= set(drawn(seen, "race"))
    eventually(
        seen,
        """() => { const m = document.querySelector('[data-testid=stMain]');
                return m.scrollHeight - m.clientHeight; }""",
        lambda beyond: beyond <= 0,
    )


def test_no_type_is_smaller_than_13_pixels(seen: Page):
    sizes = seen.evaluate(
        """() => [...document.querySelectorAll('.svm-numbers *, .svm-verdict, .svm-plot text')]
            .filter(e => e.textContent.trim() && !e.querySelector('*'))
            .map(e => [parseFloat(getComputedStyle(e).fontSize), e.textContent])"""
    )
    assert sizes
    assert [pair for pair in sizes if pair[0] < 12.99 and pair[0] > 0.0] == []


def test_the_common_moment_moves_the_boundaries(page: Page):
    before, said = drawn(page, "race"), verdict(page)
    charts = drawn(page, "pace_passes")
    press(page, 6, "ArrowLeft")
    until_said(page, "After 0.2 passes")
    eventually(page, lambda: drawn(page, "race")["smo"], before["smo"].__ne__)
    now = drawn(page, "pace_passes")
    assert {uid: now[uid] for uid in ("smo", "interior")} == {
        uid: charts[uid] for uid in ("smo", "interior")
    }, "the curves are the same race"
    press(page, 6, "ArrowRight")
    until_said(page, said)
    eventually(page, lambda: drawn(page, "race")["smo"], before["smo"].__eq__)


def test_the_row_that_is_pointed_at_makes_its_line_bold(seen: Page):
    look = """([key, uid]) => {
        const line = document.querySelector(`[data-key=${key}] .trace${uid} .js-line`);
        const { strokeWidth, strokeOpacity } = getComputedStyle(line);
        return [strokeWidth, strokeOpacity];
    }"""
    plain = {key: eventually(seen, look, arg=[key, "interior"]) for key in ("race", "pace_ms")}
    seen.locator(".svm-racer-interior th").hover()
    for key in plain:
        eventually(seen, look, ["5px", "1"].__eq__, [key, "interior"])
        eventually(seen, look, lambda found: found[1] == "0.3", [key, "smo"])
    seen.mouse.move(0, 0)
    for key, before in plain.items():
        eventually(seen, look, before.__eq__, [key, "interior"])


@pytest.mark.exhaustive
def test_a_widget_whose_code_comes_late_shows_what_it_was_given(browser: Browser, url: str):
    """The page has been run several times by then."""
    held: list[Route] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(DRAWN)
        page.route(re.compile(r"/js/ButtonGroup\..*\.js"), lambda route: held.append(route))
        page.goto(f"{url}.sgd&kernel=poly")
        settled(page)
        press(page, 1, "ArrowRight")
        until_said(page, "After 3 passes")
        assert held
        for route in held:
            route.continue_()
        expect(page.get_by_role("radio", name="Poly", checked=True)).to_have_count(1)
        expect(page.get_by_role("radio", name="passes", checked=True)).to_have_count(1)
        press(page, 1, "ArrowRight")
        until_said(page, "After 5 passes")
        page.wait_for_url(lambda url: "racers=sgd.smo.projected.interior" in url)
        page.wait_for_url(lambda url: "kernel=poly" in url)


def test_a_racer_is_chosen(page: Page):
    assert "gradient" not in drawn(page, "pace_ms")
    page.get_by_role("button", name="Gradient descent").click()
    page.wait_for_selector(".svm-numbers tbody tr:nth-child(4)")
    settled(page)
    for key in ("pace_ms", "race"):
        eventually(page, lambda key=key: "gradient" in drawn(page, key))
    page.wait_for_url("**racers=gradient.smo.projected.interior**")
    page.reload()
    page.wait_for_selector(".svm-numbers tbody tr:nth-child(4)")
    settled(page)
    eventually(page, lambda: "gradient" in drawn(page, "pace_ms"))


def test_a_click_places_a_point_and_the_race_is_run_again(page: Page):
    canvas = settled(page)
    before = drawn(page, "pace_passes")["smo"]
    canvas.click(0.5, 0.9)
    page.wait_for_selector('.svm-canvas[data-key="race"][data-points="91"]')
    page.wait_for_function(
        """old => { const y = traceOf('pace_passes', 'smo')?.y;
            return y && JSON.stringify([...y]) !== old; }""",
        arg=str(before[1]).replace(" ", ""),
    )
    settled(page)
    page.keyboard.press("Control+z")
    page.wait_for_selector('.svm-canvas[data-key="race"][data-points="90"]')
    page.wait_for_function(
        """old => traceOf('pace_passes', 'smo')?.y[1] === old""",
        arg=before[1][1],
    )


def test_the_same_experiment_on_the_playground_and_back(page: Page):
    go_to(page, "Playground")
    Canvas(page, "main").wait_ready()
    page.wait_for_url("**racers=smo**")
    go_to(page, "Race")
    settled(page)
    eventually(page, lambda: drawn(page, "race").keys() >= {"smo", "projected", "interior"})


@pytest.mark.exhaustive
def test_a_phone_shows_the_boundaries_first_and_nothing_wider(browser: Browser, url: str):
    with open_page(browser, url, phone=True, color_scheme="dark") as page:
        canvas = settled(page)
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        box = canvas.root.bounding_box()
        assert box["width"] > 360
        assert box["y"] < 120
        for key in ("pace_passes", "pace_ms"):
            chart = Canvas(page, key).root.bounding_box()
            assert chart["y"] > box["y"] + box["height"]
            assert chart["x"] + chart["width"] <= 390
        eventually(page, "traceOf('race', 'smo').line.color", "#eef1f4".__eq__)
