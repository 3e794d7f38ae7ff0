"""The page Classes with a real mouse: points of several classes."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
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


@pytest.mark.exhaustive
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
