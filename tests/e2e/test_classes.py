"""The page Classes with a real mouse: placing points of several classes, asking, choosing."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.plots.theme import PALETTE
from pages.state.multiclass_run import Scheme, multiclass_run
from tests.e2e.browser import Canvas, eventually, open_page
from tests.helpers.links import board

PLACES = {0: (-1.5, 1.0), 2: (1.5, 1.0), 5: (0.0, -1.5)}


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/classes"


def sent(page):
    """What the address says of the board of this page."""
    return board("classes").decode(dict(parse_qsl(urlsplit(page.url).query)))


def choose_class(page, label: int) -> None:
    page.locator("[data-key=main] .svm-current").click()
    page.locator(f'[data-key=main] .svm-chip-list [data-label="{label}"]').click()


def test_the_small_pictures_have_the_colours_of_all_classes_and_follow_the_sample(browser, url):
    colour = "(picker, c) => getComputedStyle(picker).getPropertyValue(c)"
    with open_page(browser, url) as page:
        picker = page.locator(".svm-picker")
        for c in (0, 1, 3):
            wanted = PALETTE["light"][f"class{c}"]
            eventually(page, lambda c=c: picker.evaluate(colour, f"--c{c}"), wanted.__eq__)
        eventually(page, picker.locator(".c3").count)
        page.get_by_role("slider", name="Classes").press("ArrowLeft")
        expect(picker.locator(".c3")).to_have_count(0)
        eventually(page, picker.locator(".c2").count)


def test_points_of_several_classes_are_placed_and_told_apart(browser, url):
    with open_page(browser, f"{url}?m_dataset=own&m_classes=6&c_scheme=weston_watkins") as page:
        hero = Canvas(page, "main")
        for label, place in PLACES.items():
            choose_class(page, label)
            hero.click(*place)
        page.get_by_text(
            "3 of 3 points are support vectors (rings); none is misclassified"
        ).wait_for()
        edges = eventually(
            page,
            """() => tracesOf('main')
                .filter((t) => t.uid.startsWith("edge")).map((t) => [[...t.x], [...t.y]])""",
            lambda edges: len(edges) == 3,
        )
        found = eventually(page, lambda: sent(page), lambda found: len(found.placed) == 3)
        run = multiclass_run(found, Scheme("weston_watkins"))
        assert sorted(run.labels.tolist()) == [0, 2, 5]
        for edge in edges:
            places = np.array(edge, dtype=float).T
            places = places[np.isfinite(places).all(axis=1)]
            assert len(places) > 3
            best, second = np.sort(run.many.decide(places).scores, axis=1)[:, ::-1][:, :2].T
            # float32 on its way, and a corner where all three meet
            assert np.median(best - second) < 1e-5
        # one more key than mouse: the class of the next point, by number
        page.keyboard.press("2")
        hero.click(0.5, 0.0)
        page.get_by_text("4 of 4 points").wait_for()
        page.keyboard.press("Control+z")
        page.get_by_text("3 of 3 points").wait_for()


def test_a_place_that_is_asked_about_shows_every_score(browser, url):
    with open_page(browser, f"{url}?c_scheme=ovo&m_dataset=moons") as page:
        hero = Canvas(page, "main")
        hero.click(1.0, 2.5)
        said = page.get_by_text(re.compile(r"At \(.*\) (class \d is predicted with|the classes)"))
        said.wait_for()
        page.wait_for_url("**v_place**")
        x, y = map(float, re.search(r"v_place=([-\d.]+)%2C([-\d.]+)", page.url).groups())
        run = multiclass_run(sent(page), Scheme("ovo"))
        votes = run.many.decide(np.array([[x, y]])).votes[0]
        eventually(page, "[...tracesOf('scores')[0].y]", votes.tolist().__eq__)
        page.get_by_role("radio", name="Side by side").click()
        Canvas(page, "cell_crammer_singer").wait_ready()
        box = page.locator('[data-key="cell_crammer_singer"]').bounding_box()
        page.mouse.click(box["x"] + 30, box["y"] + 30)  # the picture, which its button covers
        page.wait_for_url("**c_scheme=crammer_singer**")
        expect(page.locator(".svm-cell")).to_have_count(4)


def test_twice_the_weight_is_one_click_on_a_selection(browser, url):
    with open_page(browser, f"{url}?m_dataset=own&m_classes=3") as page:
        hero = Canvas(page, "main")
        for label, place in ((0, (-1.0, 0.0)), (1, (1.0, 0.0)), (2, (0.0, 1.5))):
            page.keyboard.press(str(label + 1))
            hero.click(*place)
        page.get_by_text("3 of 3 points are support vectors").wait_for()
        page.keyboard.press("v")
        hero.wait_ready()
        hero.click(1.0, 0.0)
        page.get_by_role("button", name="Twice the weight").click()
        eventually(
            page, lambda: sorted(p.weight for p in sent(page).placed), [1.0, 1.0, 2.0].__eq__
        )
        eventually(
            page,
            "[...traceOf('main', 'points').marker.size]",
            lambda size: max(size) / min(size) == pytest.approx(2.0**0.5, abs=0.02),
        )
