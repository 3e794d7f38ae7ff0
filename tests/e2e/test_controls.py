"""Numeric controls: dragged, by keys, typed; beside a canvas and without one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.verdict import sentence
from tests.e2e.browser import Canvas, addresses, eventually, open_page


@pytest.fixture
def page(browser, app_url):
    with open_page(browser, app_url) as page:
        Canvas(page, "main").wait_ready()
        yield page


class Control:
    """A numeric control by its name."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.track = page.get_by_role("slider", name=name, exact=True)
        self.field = page.get_by_role("textbox", name=f"{name}, typed", exact=True)
        self.track.wait_for()

    def place(self, share: float) -> tuple[float, float]:
        """The pixel at a share of the track."""
        box = self.track.bounding_box()
        thumb = 16.0
        return (
            box["x"] + thumb / 2 + share * (box["width"] - thumb),
            box["y"] + box["height"] / 2,
        )

    @property
    def share(self) -> float:
        return self.track.evaluate("e => (e.value - e.min) / (e.max - e.min)")

    @property
    def value(self) -> float:
        return float(self.field.input_value().replace("\u2212", "-"))  # the minus sign of print


def shows(page: Page, **words: float) -> None:
    """Wait until the sentence is that of the experiment with these words."""
    expected = sentence(run(change(Experiment(), **words)), ("support",))
    expect(page.locator(".svm-verdict")).to_contain_text(expected)


def has(word: str) -> re.Pattern[str]:
    """An address with this parameter."""
    return re.compile(rf"[?&]{word}(&|$)")


def test_a_control_is_dragged_in_one_step_moved_by_keys_and_typed(page: Page):
    C, urls = Control(page, "C"), addresses(page)
    shows(page)
    page.mouse.move(*C.place(C.share))
    page.mouse.down()
    for share in (0.6, 0.8):
        page.mouse.move(*C.place(share), steps=4)
        eventually(page, lambda: C.value, lambda value: value != 1.0)
        shows(page, C=C.value)  # while the button is down
    page.mouse.up()
    page.wait_for_url(f"**C={C.value:g}")
    assert {url for url in urls if "C=" in url} == {page.url}, "none while the button was down"
    assert 200.0 < C.value < 600.0
    page.keyboard.press("Control+z")
    shows(page)
    eventually(page, lambda: C.value, lambda value: value == 1.0)
    page.keyboard.press("Control+Shift+z")
    eventually(page, lambda: C.value, lambda value: value > 200.0)
    page.keyboard.press("Control+z")
    eventually(page, lambda: C.value, lambda value: value == 1.0)

    # the last value arrives however fast the hand was
    gamma = Control(page, "γ")
    page.mouse.move(*gamma.place(gamma.share))
    page.mouse.down()
    for k in range(8):
        page.mouse.move(*gamma.place(0.5 + 0.45 * (-1) ** k * k / 8))
    page.mouse.up()
    value = gamma.value
    page.wait_for_url(f"**gamma={value:g}")
    shows(page, gamma=value)
    expect(page.get_by_text(f"σ = {(0.5 / value) ** 0.5:.3g}")).to_be_visible()

    C.track.focus()
    page.keyboard.press("ArrowRight")
    assert C.value == 1.5
    page.keyboard.press("PageUp")
    assert C.value == 15.0
    page.wait_for_url(has("C=15"))
    shows(page, C=15.0, gamma=value)
    C.field.fill("20000")
    C.field.press("Enter")
    expect(page.get_by_text("C must be from 0.001 to 10000, got 20000.")).to_be_visible()
    assert C.value == 15.0
    C.field.fill("3")
    C.field.press("Enter")
    page.wait_for_url(has("C=3"))
    expect(page.get_by_text("C must be from")).to_have_count(0)
    C.track.dblclick()
    page.wait_for_url(re.compile(r"/\?gamma=[^&]*$"))
    shows(page, gamma=value)
