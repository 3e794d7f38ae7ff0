"""Nobody is shut out: axe-core on every page, a name and a main heading for each, one tab stop."""

from __future__ import annotations

import itertools
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from app import NAME, PAGES
from pages.state.registry import ENTRIES
from tests.e2e.browser import open_page
from tests.helpers import ROOT
from tests.helpers.grids import EXHAUSTIVE
from tests.helpers.links import words_of

AXE = ROOT / ".venv" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = list(itertools.product(("light", "dark"), (1280, 390)))
# What Streamlit itself causes, with the part of the page it is in: see docs/accessibility.md.
STREAMLIT = {
    # a phone's menu: its groups are <div> between the <ul> and its <li>
    "list": '[data-testid="stSidebarNavItems"]',
    "listitem": '[data-testid="stSidebarNavItems"]',
}
# the names of what is wrong, with the HTML of each place
SERIOUS = """async (streamlit) => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
        .flatMap(({ id, nodes }) => nodes
            .filter(({ target }) => !streamlit[id]
                || !document.querySelector(target[0])?.closest(streamlit[id]))
            .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}"""


def views(page) -> list[str]:
    """The words of a link to each view of a page; by default its first."""
    found = {"": None}
    for one in page.names if EXHAUSTIVE else ():
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
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    page.wait_for_function("!document.querySelector('.svm-canvas:not([data-status=ready])')")


def test_axe_finds_nothing_serious_and_every_page_has_a_name(browser, app_url):
    source, found = AXE.read_text(encoding="utf-8"), []
    with open_page(browser, app_url) as page:
        for k, one in enumerate(PAGES):
            looks = LOOKS if EXHAUSTIVE else [LOOKS[k % len(LOOKS)]]
            for (theme, width), words in itertools.product(looks, views(one)):
                open_at(page, f"{app_url}/{one.folder if k else ''}?{words}", theme, width)
                page.evaluate("source => (0, eval)(source)", source)
                where = (one.folder, words, theme, width)
                found += [(*where, wrong) for wrong in page.evaluate(SERIOUS, STREAMLIT)]
                expect(page).to_have_title(f"{one.title} · {NAME}" if k else NAME)
                expect(page.locator("h1")).to_have_text(one.title)
    assert not found, "\n".join(map(str, found))


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
