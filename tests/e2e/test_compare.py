"""A frozen model in the picture while a hand moves the present one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Canvas, eventually, open_page
from tests.e2e.test_controls import Control

# every line of A and of B that is seen from now on
WATCH = """() => {
    const { preview, dom } = svmCanvas.get("main");
    globalThis.seen = { frozen: new Set(), boundary: new Set() };
    globalThis.lineOf = (name) => {
        const data = preview.data ?? dom.painted.data;
        return JSON.stringify([...data.find((trace) => trace.uid === name).x]);
    };
    const look = () => {
        for (const [name, lines] of Object.entries(seen)) lines.add(lineOf(name));
        requestAnimationFrame(look);
    };
    look();
}"""
SEEN = "() => [[...seen.frozen], [...seen.boundary], svmCanvas.get('main').preview.painted]"


@pytest.mark.exhaustive
def test_a_stays_while_b_is_dragged(browser, app_url):
    with open_page(browser, app_url) as page:
        canvas, C = Canvas(page, "main"), Control(page, "C")
        page.get_by_role("button", name="Compare with this").click()
        expect(page.locator(".svm-compare")).to_be_visible()
        page.wait_for_url("**frozen=same")
        canvas.wait_ready()
        page.evaluate(WATCH)
        page.mouse.move(*C.place(C.share))
        page.mouse.down()
        for share in (0.7, 0.75, 0.8):
            page.mouse.move(*C.place(share), steps=4)
        eventually(page, SEEN, lambda found: found[2] > 1 and len(found[1]) > 3)
        page.mouse.up()
        page.wait_for_url("**C=*")
        canvas.wait_ready()
        frozen, boundary, _ = page.evaluate(SEEN)
        assert len(frozen) == 1
        assert frozen[0] in boundary, "B began where A is"
        last = page.evaluate("lineOf('boundary')")
        assert last != frozen[0]
        words = page.locator(".svm-compared").inner_text()
        assert words == f"B: C = {C.value:g} instead of 1."
