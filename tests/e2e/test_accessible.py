"""Nobody is shut out: axe-core on the pages, a name and a main heading for each, one tab stop."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from app import NAME, PAGES
from pages.state.registry import ENTRIES
from tests.e2e.browser import eventually, open_page
from tests.helpers import ROOT
from tests.helpers.links import words_of

AXE = ROOT / ".venv" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = list(itertools.product(("light", "dark"), (1280, 390)))
# What Streamlit itself causes, with the part of the page it is in: see docs/accessibility.md.
STREAMLIT = {
    # a phone's menu: its groups are <div> between the <ul> and its <li>
    "list": '[data-testid="stSidebarNavItems"]',
    "listitem": '[data-testid="stSidebarNavItems"]',
}
# the names of what is wrong, with the HTML of each place; where a popover is open, in it alone
SERIOUS = """async (streamlit) => {
    const shown = document.querySelector('[data-testid="stPopoverBody"]') ?? document;
    const { violations } = await axe.run(shown, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .flatMap(({ id, nodes }) => nodes
            .filter(({ target }) => !streamlit[id]
                || !document.querySelector(target[0])?.closest(streamlit[id]))
            .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}"""


def views(page) -> list[str]:
    """The words of a link to each view of a page."""
    found = {"": None}
    for one in page.names:
        for key in one.titles:
            entry = ENTRIES[one.kind]
            other = entry.change(entry.start, **{one.field: key})
            found[urlencode(words_of(other))] = None
    return list(found)


def open_at(page: Page, address: str, theme: str, width: int) -> None:
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address)
    expect(page.locator("h1")).to_have_count(1)
    settle(page)


def settle(page: Page) -> None:
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    page.wait_for_function("!document.querySelector('.svm-canvas:not([data-status=ready])')")
    # what fades in is not yet as dark as it will be
    page.wait_for_function("!document.getAnimations().some((one) => one instanceof CSSTransition)")


def serious(page: Page, *where: object) -> list[tuple[object, ...]]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate("source => (0, eval)(source)", AXE.read_text(encoding="utf-8"))
    return [(*where, wrong) for wrong in page.evaluate(SERIOUS, STREAMLIT)]


ROOMY = """[...document.querySelectorAll('[data-testid="stPopoverBody"]')].every((body) =>
    !body.querySelector('[data-testid="stSkeleton"]')
    && body.clientHeight >= Math.min(body.scrollHeight, 180))"""


OPENERS = (".svm-table-open", '[data-testid="stPopoverButton"]', "summary")


def opened(page: Page) -> Iterator[str]:
    """What a press on each button of the page that opens something opens, one after the other."""
    for css in OPENERS:
        buttons = page.locator(css).locator("visible=true")
        for k in range(buttons.count()):
            buttons.nth(k).focus()
            page.keyboard.press("Enter")
            settle(page)
            eventually(page, ROOMY)
            yield f"{css} {k}"
            page.keyboard.press("Enter" if css == "summary" else "Escape")
            settle(page)


@pytest.mark.exhaustive
def test_axe_finds_nothing_serious_on_the_first_page(browser, app_url):
    with open_page(browser, app_url) as page:
        expect(page).to_have_title(NAME)
        settle(page)
        found = serious(page)
        for what in opened(page):
            found += serious(page, what)
    assert not found, "\n".join(map(str, found))


# hundreds of screens: make axe
@pytest.mark.exhaustive
@pytest.mark.parametrize(("theme", "width"), LOOKS)
@pytest.mark.parametrize("one", PAGES, ids=lambda one: one.folder)
def test_axe_finds_nothing_serious_on_any_view_nor_in_what_it_opens(
    browser, app_url, one, theme, width
):
    found = []
    with open_page(browser, app_url) as page:
        for words in views(one):
            open_at(page, f"{app_url}/{one.folder}?{words}", theme, width)
            found += serious(page, words)
            for what in () if words else opened(page):
                found += serious(page, what)
    assert not found, "\n".join(map(str, found))


# of each kind what is chosen and what is not, as on Dual
STATES = {
    ".svm-tool": ('[aria-pressed="true"]', '[aria-pressed="false"]'),
    ".svm-chip": ('[aria-pressed="true"]', '[aria-pressed="false"]'),
    ".svm-picker button": ('[aria-checked="true"]', '[aria-checked="false"]'),
    '[data-testid="stButtonGroup"] button': ('[aria-checked="true"]', '[aria-checked="false"]'),
    '[data-testid="stTopNavSection"]': (":has-text('Train')", ":has-text('Learn')"),
    ".svm-rows tbody tr": ("[data-lit]", ":not([data-lit])"),  # it has the focus
}
LOOK = """node => {
    const { backgroundColor, borderTopWidth, outlineStyle } = getComputedStyle(node);
    return [backgroundColor, borderTopWidth, outlineStyle]; }"""


def shown_with_forced_colours(page: Page) -> None:
    """What is chosen is seen, and what has the focus, where there are no grounds and shadows."""
    page.emulate_media(forced_colors="active")

    def looks() -> dict[str, list]:
        found = {}
        for css, states in STATES.items():
            found[css] = [page.locator(css + state).first.evaluate(LOOK) for state in states]
        return found

    eventually(page, looks, lambda found: all(on != off for on, off in found.values()))
    button = page.get_by_role("button", name="New sample")  # Streamlit's own
    assert button.evaluate(LOOK)[2] == "none"
    button.focus()
    eventually(page, lambda: button.evaluate(LOOK)[2], "solid".__eq__)
    page.emulate_media(forced_colors="none")


def test_the_table_of_points_is_one_tab_stop_with_keys(browser, app_url):
    with open_page(browser, f"{app_url}/dual") as page:
        lines = page.locator(".svm-rows tbody tr")
        expect(page.locator('.svm-rows [tabindex="0"]')).to_have_count(1)
        lines.first.focus()
        last = lines.count() - 1
        for key, at in (("End", last), ("ArrowDown", last), ("PageUp", last - 8), ("Home", 0)):
            page.keyboard.press(key)
            expect(lines.nth(at)).to_be_focused()
            expect(page.locator('.svm-rows [tabindex="0"]')).to_have_count(1)
        for key, head in (("ArrowUp", 0), ("ArrowRight", 1)):  # above it are the heads
            page.keyboard.press(key)
            expect(page.locator(".svm-rows th").nth(head)).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(lines.first).to_be_focused()
        shown_with_forced_colours(page)
