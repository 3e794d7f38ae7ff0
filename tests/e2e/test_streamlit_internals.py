"""With nothing but what Streamlit promises the app starts, and its main job works.

`make streamlits` runs this with other versions of Streamlit: `SERVER_PYTHON` names an interpreter
that has one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from pages.ui.streamlit_internals import PLAIN
from tests.e2e.browser import Canvas, eventually, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT


@pytest.fixture(scope="module", params=["", "all"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with start_app(ROOT / "app.py", {PLAIN: request.param}) as url:
        yield url


def test_the_main_job_works(browser: Browser, url: str):
    with open_page(browser, f"{url}/?n_samples=40") as page:
        main = Canvas(page, "main")
        assert main.points == 40
        main.click(-2.5, 2.0)  # the first click places a point
        eventually(page, lambda: main.points, (41).__eq__)
        page.keyboard.press("Control+z")
        eventually(page, lambda: main.points, (40).__eq__)
        page.keyboard.press("Control+Shift+z")
        eventually(page, lambda: main.points, (41).__eq__)
        main.wait_ready()
        before = page.locator(".svm-verdict").inner_text()
        control = page.get_by_role("slider", name="C", exact=True)
        control.focus()
        for _ in range(12):
            control.press("ArrowLeft")
        expect(page.locator(".svm-verdict")).not_to_have_text(before)
        page.wait_for_url("**/?*C=*")
        page.get_by_text("Linear", exact=True).first.click()
        page.wait_for_url("**/?*kernel=linear*")
        main.wait_ready()
        link, said = page.url, page.locator(".svm-verdict").inner_text()
        page.goto(f"{url}/guide")
        page.get_by_role("heading", name="Guide", level=2).wait_for()
        page.goto(link)
        main.wait_ready()
        expect(page.locator(".svm-verdict")).to_have_text(said)
        assert main.points == 41
