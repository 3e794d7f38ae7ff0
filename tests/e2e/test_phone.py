"""The app in one hand: what a finger does on the picture, the drawer, and targets it can hit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pages.dual.settings import VIEWS as DUAL
from pages.kernels.settings import VIEWS as KERNELS
from pages.regression.settings import VIEWS as REGRESSION
from pages.state.table.table_settings import VIEWS as DATA
from tests.e2e.browser import (
    Canvas,
    at_rest,
    eventually,
    open_page,
    press_dock,
    views_fit_a_phone,
)
from tests.e2e.swipes import centred, crossed, slid, swipe
from tests.e2e.test_playground import until_points
from tests.helpers.grids import few

TOP = "document.querySelector('[data-testid=stMain]').scrollTop"
CONTROLS_TOP = "document.querySelector('[data-testid=stSidebarContent]').scrollTop"
WIDER = """() => { const { scrollWidth, clientWidth }
    = document.querySelector("[data-testid=stMain]"); return scrollWidth - clientWidth; }"""
# the place of the picture that is farthest from all points, and the point farthest from the others
PLACES = """() => {
    const { points: { x, y, ids }, geom: { ox, oy, w, h, x0, x1, y0, y1 }, dom }
        = svmCanvas.get("main");
    const { left, top } = dom.stage.getBoundingClientRect();
    const at = ids.map((id, k) => [left + ox + ((x[k] - x0) / (x1 - x0)) * w,
                                   top + oy + ((y1 - y[k]) / (y1 - y0)) * h, id]);
    const away = ([px, py], own) => Math.min(
        ...at.filter((q) => q[2] !== own).map(([qx, qy]) => Math.hypot(px - qx, py - qy)));
    const grid = [];
    for (let px = left + ox + 30; px < left + ox + w - 30; px += 10)
        for (let py = top + oy + 90; py < top + oy + h - 30; py += 10) grid.push([px, py]);
    const farthest = (list) => list.reduce((a, b) => (away(a, a[2]) > away(b, b[2]) ? a : b));
    return { empty: farthest(grid), point: farthest(at) };
}"""
# whether nothing lies over the ends and the middle of an element
ON_TOP = """(node) => { const { x, y, width, height } = node.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((share) => node.contains(
        document.elementFromPoint(x + share * width, y + height / 2))); }"""
MOUSE_MOVES = """([clientX, clientY]) => document.elementFromPoint(clientX, clientY)
    .dispatchEvent(new MouseEvent("mousemove", { clientX, clientY, bubbles: true }))"""
# What of all that is pressed offers less than 40 px in a direction, from its middle on. A link in a
# text and the numbers typed over a slider are as high as their line.
SMALL = """() => [...document.querySelectorAll(
    "button, a[href], input, select, summary, [role=radio], [role=switch]")]
    .map((node) => node.matches("input") ? node.closest("label") ?? node : node)
    .map((node) => node.matches(".react-aria-ComboBox input") ? node.parentElement : node)
    .filter((node) => node.checkVisibility({ visibilityProperty: true })
        && getComputedStyle(node).display !== "inline" && node.getBoundingClientRect().width > 1)
    .map((node) => {
        node.scrollIntoView({ block: "center", inline: "center" });
        const box = node.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const own = (dx, dy) => node.contains(document.elementFromPoint(x + dx, y + dy));
        const reach = (dx, dy) => {
            let [back, on] = [0, 0];
            while (back < 40 && own(-dx * (back + 1), -dy * (back + 1))) back += 1;
            while (on < 40 && own(dx * (on + 1), dy * (on + 1))) on += 1;
            return back + on + 1;
        };
        const wide = box.width >= 40 ? 40 : reach(1, 0);
        return [node.ariaLabel ?? node.textContent, wide, box.height >= 40 ? 40 : reach(0, 1)];
    })
    .filter(([, width, height]) => Math.min(width, height) < 40)"""
HAS_FOCUS = """() => { const at = document.activeElement;
    return [Boolean(at.closest("[data-testid=stSidebar]")), at.textContent]; }"""
# the share of the picture that nothing lies over
SEEN = """() => {
    const box = document.querySelector(".svm-stage").getBoundingClientRect();
    const over = document.querySelector("[data-testid=stSidebar]").getBoundingClientRect();
    const top = Math.max(box.top, document.querySelector("[data-testid=stHeader]").clientHeight);
    return (Math.min(box.bottom, over.top) - top) / box.height;
}"""


def test_the_picture_comes_first_and_a_finger_on_it(browser: Browser, app_url: str):
    with open_page(browser, app_url, phone=True, color_scheme="dark") as page:
        eventually(page, "traceOf('main', 'boundary').line.color", "#eef1f4".__eq__)
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        box = at_rest(page, Canvas(page, "main").root.bounding_box)
        assert box["width"] > 360
        assert box["y"] < 120
        # beside the points it scrolls the page, and leaves nothing behind
        swipe(page, *page.evaluate(PLACES)["empty"], 4, -60)
        eventually(page, TOP, lambda top: top > 30)
        expect(page.locator(".svm-undo")).to_be_disabled()
        # from a point it moves the point, and scrolls nothing
        top = at_rest(page, TOP)
        x, y, id = page.evaluate(PLACES)["point"]
        swipe(page, x, y, -30, -50)
        moved = f"""() => {{ const {{ ids, x, y }} = svmCanvas.get("main").points;
            return [x, y].map((values) => values[ids.indexOf({id})]); }}"""
        Canvas(page, "main").wait_ready()
        at = Canvas(page, "main").pixel(*page.evaluate(moved))
        assert at == pytest.approx((x - 30, y - 50), abs=1.5)
        assert page.evaluate(TOP) == top
        # a tap places one, and one that is held goes; Undo brings it back
        x, y = page.evaluate(PLACES)["empty"]
        page.touchscreen.tap(x, y)
        until_points(page, 91)
        # a browser reports a mouse after a touch, on a slow phone when the point is drawn: no card
        Canvas(page, "main").wait_ready()
        page.evaluate(MOUSE_MOVES, [x, y])
        assert at_rest(page, "document.querySelectorAll('.hovertext').length") == 0
        x, y, _ = page.evaluate(PLACES)["point"]
        session = page.context.new_cdp_session(page)
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
        until_points(page, 90)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.locator(".svm-undo").tap()
        until_points(page, 91)
        # a card that is tapped explains itself
        card = page.locator(".svm-card").first
        explained = "card => getComputedStyle(card, '::after').content"
        assert card.evaluate(explained) == "none"
        card.tap()
        title = card.get_attribute("title")
        eventually(page, lambda: card.evaluate(explained), f'"{title}"'.__eq__)


def test_a_finger_opens_the_table_of_points(browser: Browser, app_url: str):
    with open_page(browser, app_url, phone=True) as page:
        high = "document.querySelector('[data-testid=stMain]').scrollHeight"
        before = at_rest(page, high)
        page.locator(".svm-table-open").tap()
        expect(page.get_by_role("grid", name="Points as a table")).to_be_visible()
        assert at_rest(page, high) == before, "the page is no longer than before"


def test_the_drawer_leaves_the_picture_in_sight_and_targets_are_large(browser, app_url: str):
    with open_page(browser, app_url, phone=True) as page:
        canvas = Canvas(page, "main")
        page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 300")
        press_dock(page, "Controls")
        assert eventually(page, SEEN, lambda share: share > 0.9) <= 1
        assert page.get_by_test_id("stSidebar").bounding_box()["height"] <= 0.45 * 844
        # the picture follows a control above which it stands
        slider = page.get_by_role("slider", name="C", exact=True)
        expect(slider).to_be_in_viewport()  # the controls open at those of the model,
        page.mouse.move(200, 700)
        page.mouse.wheel(0, 120)
        place = at_rest(page, CONTROLS_TOP)
        press_dock(page, "Controls")
        press_dock(page, "Controls")
        assert at_rest(page, CONTROLS_TOP) == place > 0  # and later where they were left
        before = canvas.revision
        for share in (0.15, 0.45):
            crossed(page, slider, share)
        slid(page, slider)
        page.wait_for_url("**C=*")
        eventually(page, lambda: canvas.revision > before)
        assert page.evaluate(SEEN) > 0.9
        # a tap is no swipe
        centred(page, slider)
        box, value = slider.bounding_box(), slider.input_value()
        page.touchscreen.tap(box["x"] + 0.95 * box["width"], box["y"] + box["height"] / 2)
        eventually(page, slider.input_value, lambda now: float(now) > float(value))
        assert page.evaluate(SMALL) == []
        # by keys a drawer takes the focus, and Escape gives it back
        for name, first in (("Controls", "Basic"), ("Pages", "Playground")):
            opener = page.locator(".svm-dock").get_by_role("button", name=name)
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("stSidebar")).to_be_hidden()
            opener.press("Enter")
            at = eventually(page, HAS_FOCUS, lambda at: at[0])
            assert at == [True, first]
            page.keyboard.press("Escape")
            expect(opener).to_be_focused()
        # a page that is chosen takes the drawer away
        opener.press("Enter")
        page.get_by_test_id("stSidebarNavLink").get_by_text("Dual", exact=True).tap()
        page.wait_for_url("**/dual?**")
        expect(page.get_by_test_id("stSidebar")).to_be_hidden()
        page.locator(".svm-rows").wait_for()
        canvas.wait_ready()
        assert page.evaluate(SMALL) == []
        # the phone on its side: the tools are no wider than the page, and no smaller
        page.set_viewport_size({"width": 844, "height": 390})
        eventually(page, WIDER, lambda by: by <= 0)
        eventually(page, SMALL, lambda found: found == [])  # the sidebar comes in slowly


def test_a_tap_counts_before_plotly_has_come(browser: Browser, app_url: str):
    held: list[Route] = []

    def hold_plotly(page: Page) -> None:
        page.route("**/svm-files/plotly-*.js", lambda route: held.append(route))

    first = ".svm-canvas[data-painted]"
    with open_page(browser, app_url, phone=True, before=hold_plotly, ready=first) as page:
        expect(page.locator(".svm-hint")).to_be_visible()
        page.touchscreen.tap(*page.evaluate(PLACES)["empty"])
        # the server's next picture has it, and is painted
        eventually(page, "svmCanvas.get('main').points.ids.length", lambda n: n == 91)
        expect(page.locator(".svm-hint")).to_have_count(0)
        assert page.evaluate("typeof Plotly") == "undefined"
        for route in held:
            route.continue_()
        until_points(page, 91)


def test_a_goal_stays_in_sight_and_an_enlarged_window_has_room_for_its_buttons(browser, app_url):
    with open_page(browser, f"{app_url}/challenges?ch_view=goals", phone=True) as page:
        press_dock(page, "Controls")
        goal, sidebar = page.locator(".svm-goal"), page.get_by_test_id("stSidebar")
        ends = at_rest(page, lambda: sum(goal.bounding_box()[side] for side in ("y", "height")))
        assert ends <= sidebar.bounding_box()["y"] + 1
        for text in goal.locator("li, .svm-badge").all():
            assert text.evaluate(ON_TOP)
        page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024, four times as large
        buttons = page.locator(".svm-dock, .st-key-actions").locator("button >> visible=true")
        shown = eventually(page, lambda: [one.evaluate(ON_TOP) for one in buttons.all()], all)
        assert len(shown) >= 4


@pytest.mark.parametrize(
    ("address", "views"),
    few(
        ("data?t_real=wine", DATA),
        ("kernels", KERNELS),
        ("dual?i_point=20", DUAL),
        ("regression", REGRESSION),
    ),
)
def test_all_views_of_a_page_fit_a_phone(browser: Browser, app_url: str, address: str, views):
    with open_page(browser, f"{app_url}/{address}", phone=True, color_scheme="dark") as page:
        views_fit_a_phone(page, [view.title for view in views.values()])
