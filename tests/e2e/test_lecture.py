"""What a lecturer does in front of a hall, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import Canvas, at_rest, eventually, open_page
from tests.helpers.grids import few

LEAST = 18.0  # pixels of type, as they are on the screen
# The smallest type of what can be read, and where; of a canvas as it is scaled.
SMALLEST = """() => {
    const sizes = [...document.querySelectorAll("body *")].filter((node) => {
        const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
        return own && node.checkVisibility({ visibilityProperty: true })
            && !node.closest("style, script, .svm-live, [aria-live=polite]")
            && node.getBoundingClientRect().width > 1
            && getComputedStyle(node).fontSize !== "0px"; // the word of an icon that is drawn
    }).map((node) => {
        const root = node.closest(".svm-canvas") ?? document.body;
        const scale = new DOMMatrix(getComputedStyle(root).transform).a;
        return [parseFloat(getComputedStyle(node).fontSize) * scale, node.textContent.trim()];
    });
    return sizes.sort((a, b) => a[0] - b[0])[0];
}"""
# The widths of the lines, and the size of the smallest point.
STROKES = """() => {
    const S = svmCanvas.get("main");
    const scale = S.geom.scale;
    const widths = ["below", "boundary", "above"].map((name) =>
        scale * S.dom.layers.under.nodes.get(name).getAttribute("stroke-width"));
    return { widths, point: scale * S.points.size };
}"""
PARTS = [
    ".st-key-lecture",
    ".st-key-w_C .svm-range",
    ".st-key-w_gamma .svm-range",
    ".st-key-actions",
    ".st-key-lesson",
    ".svm-stage",
    ".svm-verdict",
]
BOXES = """(parts) => parts.map((css) => {
    const { left, top, right, bottom } = document.querySelector(css).getBoundingClientRect();
    return [left, top, right, bottom];
})"""


def apart(a: list[float], b: list[float]) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def a_dot_follows_the_mouse(canvas: Canvas) -> None:
    """While its key is held; and nothing is pressed with it."""
    page, before = canvas.page, canvas.points
    dot, place = page.locator(".svm-spot"), canvas.pixel(-2.5, 1.5)
    page.mouse.move(*place)
    page.keyboard.down("l")
    page.mouse.move(place[0] + 40, place[1] + 10, steps=3)
    box = eventually(page, dot.bounding_box)
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert middle == pytest.approx((place[0] + 40, place[1] + 10), abs=0.5)
    page.mouse.down()
    page.mouse.up()
    page.mouse.click(*place, button="right")
    assert canvas.attribute("status") == "ready"
    page.mouse.move(5, 5)
    expect(dot).to_be_hidden()  # beside the pictures
    page.keyboard.up("l")
    expect(dot).to_have_count(0)
    page.mouse.click(*place)  # what was clicked before added nothing
    eventually(page, lambda: canvas.points, lambda now: now == before + 1)


def test_a_lecture_shows_the_picture_and_its_sentence_large(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/?lesson=soft-margin&step=2") as page:
        page.keyboard.press("m")
        page.wait_for_url("**mode=lecture**")
        for width, height in ((853, 480), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            Canvas(page, "main").wait_ready()
            size, text = eventually(page, SMALLEST, lambda found: found[0] >= LEAST)
            assert size >= LEAST, text
            strokes = page.evaluate(STROKES)
            assert min(strokes["widths"]) >= 3.0
            assert strokes["point"] >= 12.0
            boxes = at_rest(page, lambda: page.evaluate(BOXES, PARTS))
            for k, one in enumerate(boxes):
                assert min(one) >= 0.0, PARTS[k]
                assert one[2] <= width, PARTS[k]
                assert one[3] <= height, PARTS[k]
                for j, other in enumerate(boxes[:k]):
                    assert apart(one, other), (PARTS[k], PARTS[j])
            stage = boxes[PARTS.index(".svm-stage")]
            assert stage[3] - stage[1] > 0.45 * height
        expect(page.locator(".st-key-w_n_samples")).to_be_hidden()
        expect(page.locator(".svm-cards")).to_be_hidden()
        canvas = Canvas(page, "main")
        before, axes = canvas.points, canvas.resting_axes()
        page.mouse.click(*canvas.pixel(-2.5, 1.0, axes))
        eventually(page, lambda: canvas.points, lambda now: now == before + 1)
        x, y = page.evaluate("(({ x, y }) => [x.at(-1), y.at(-1)])(svmCanvas.get('main').points)")
        assert (x, y) == pytest.approx((-2.5, 1.0), abs=0.02), "a click lands where it was made"
        a_dot_follows_the_mouse(canvas)
        page.keyboard.press("m")
        expect(page.locator(".st-key-w_n_samples")).to_be_visible()
        eventually(page, lambda: "mode=" not in page.url)


@pytest.mark.exhaustive
def test_the_figure_of_a_view_fills_a_lecture_and_keys_move_C(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/kernels?i_kernels=gram&mode=lecture") as page:
        page.set_viewport_size({"width": 853, "height": 480})
        Canvas(page, "main").wait_ready()
        matrix, board = page.locator(".st-key-gram .svm-stage"), page.locator(".st-key-main")
        expect(matrix).to_be_hidden()
        page.keyboard.press("g")
        page.wait_for_url("**large=gram**")
        parts = [".st-key-lecture", ".st-key-shrink", ".st-key-w_C .svm-range", ".st-key-actions"]
        parts += [".st-key-gram .svm-stage", ".svm-verdict"]
        for width, height in ((853, 480), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            expect(matrix).to_be_visible()
            boxes = at_rest(page, lambda: page.evaluate(BOXES, parts))
            for k, one in enumerate(boxes):
                assert one[2] <= width, parts[k]
                assert one[3] <= height, parts[k]
                assert all(apart(one, other) for other in boxes[:k]), parts[k]
            stage = boxes[parts.index(".st-key-gram .svm-stage")]
            assert stage[3] - stage[1] > 0.75 * height
            size, text = eventually(page, SMALLEST, lambda found: found[0] >= LEAST)
            assert size >= LEAST, text
        expect(board).to_be_visible()  # where there is room for it
        page.keyboard.press("+")
        page.wait_for_url("**C=1.5**")
        page.keyboard.press("-")
        eventually(page, lambda: "C=" not in page.url)
        page.keyboard.press("Escape")
        expect(matrix).to_be_hidden()
        Canvas(page, "main").wait_ready()
        eventually(page, lambda: "large=" not in page.url)


@pytest.mark.parametrize(
    ("address", "words"),
    few(
        ("predict?mode=lecture", "Which points will be its support vectors?"),
        ("?C=100&frozen=-C&mode=lecture", "B: C = 100 instead of 1."),
        ("evaluation?mode=lecture", "Threshold t"),
        ("challenges?cl_moved=1&mode=lecture", "Largest move r"),
    ),
)
def test_what_is_talked_about_stays_beside_the_picture(
    browser: Browser, app_url: str, address: str, words: str
):
    with open_page(browser, f"{app_url}/{address}") as page:
        page.set_viewport_size({"width": 853, "height": 480})
        expect(page.get_by_text(words).first).to_be_visible()
        parts = [".svm-stage", ".st-key-talk", ".st-key-lecture"]
        boxes = at_rest(page, lambda: page.evaluate(BOXES, parts))
        for k, one in enumerate(boxes):
            assert one[2] <= 853
            assert one[0] >= 0
            assert all(apart(one, other) for other in boxes[:k]), parts[k]


@pytest.mark.exhaustive
def test_a_race_is_played_in_a_lecture(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/race?racers=smo&mode=lecture") as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        boxes = at_rest(page, lambda: page.evaluate(BOXES, [".svm-stage", ".svm-timeline"]))
        assert apart(*boxes)
        assert boxes[1][3] <= 720
        page.click(".svm-timeline .svm-tl-back")
