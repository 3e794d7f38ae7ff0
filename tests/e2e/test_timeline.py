"""The timeline with a real mouse and keys: playing, stepping, dragging, other films."""

from __future__ import annotations

from tests.e2e.browser import at_rest, eventually

WATCH = """() => {
    const { dataset } = document.querySelector(".svm-timeline");
    globalThis.played = [];  // the updates at which it was seen playing
    const look = () => dataset.playing === "true" && played.push(Number(dataset.update));
    new MutationObserver(look).observe(document.body, { attributes: true, subtree: true });
}"""
PLAYED = "([low, high]) => played.some((update) => update > low && update < high)"


SENT = """() => {
    globalThis.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...args) {
        globalThis.sent += 1;
        return send.apply(this, args);
    };
}"""


def test_a_film_opened_by_a_link_is_played_twice_without_a_message_to_the_server(open_film):
    timeline = open_film("epochs=2", plays=True)
    page = timeline.page
    assert (timeline.rest(), timeline["playing"]) == (0, "false"), "nothing moves by itself"
    before = at_rest(page, lambda: timeline.report()["runs"])
    page.evaluate(SENT)
    page.select_option(".svm-tl-speed", "epochs")
    page.evaluate(WATCH)  # it plays for a second or two, in which a busy test may not look
    timeline.press("toggle")
    eventually(page, PLAYED, arg=[5, 80])
    timeline.wait(playing="false", update=80)
    timeline.shown(80)
    assert int(timeline["frames"]) > 10
    page.evaluate("played.length = 0")
    timeline.press("toggle")
    eventually(page, PLAYED, arg=[-1, 60])
    timeline.wait(playing="false", update=80)
    assert (page.evaluate("sent"), timeline.report()["runs"]) == (0, before)


def test_keys_and_the_slider_lead_to_any_moment(still):
    page = still.page
    page.locator(".svm-timeline input").focus()
    steps = [(".", 1), (".", 2), (",", 1), ("]", 40), ("[", 0), ("ArrowRight", 1)]
    for key, update in [*steps, ("PageUp", 40), ("End", 200), ("Home", 0)]:
        page.keyboard.press(key)
        still.shown(update)
    page.locator('[data-key="main"] .svm-plot').focus()
    for key, update in steps[:5]:
        page.keyboard.press(key)
        still.shown(update)
    page.evaluate("document.activeElement.blur()")
    for key, update in [*steps[:5], ("End", 200), ("Home", 0)]:
        page.keyboard.press(key)
        still.shown(update)
    page.keyboard.press("Space")
    still.wait(playing="true")
    page.keyboard.press("Space")
    still.wait(playing="false")
    box = page.locator(".svm-timeline input").bounding_box()
    y = box["y"] + box["height"] / 2
    at = [box["x"] + 9 + share * (box["width"] - 18) for share in (0, 0.3, 0.65)]
    page.mouse.move(at[0], y)
    page.mouse.down()
    for x in at[1:]:
        page.mouse.move(x, y, steps=5)
        wanted = round(200 * (x - box["x"] - 9) / (box["width"] - 18))
        eventually(page, lambda: still.update, lambda at, to=wanted: abs(at - to) <= 1)
        still.shown(still.rest())
    page.mouse.up()
    eventually(page, still.is_aligned)


def test_a_step_into_a_gap_asks_the_server_once(open_film):
    timeline = open_film("every=25")
    page = timeline.page
    timeline.go(50)
    timeline.press("forward")
    timeline.shown(51)
    timeline.press("forward")
    timeline.shown(52)
    eventually(page, lambda: timeline.report()["focuses"], [51].__eq__)
    eventually(timeline.page, timeline.is_aligned)
    page.locator(".svm-timeline input").focus()
    page.keyboard.press("End")
    timeline.shown(200)
    page.keyboard.press(",")
    page.keyboard.press(",")
    timeline.shown(199)
    eventually(page, lambda: timeline.report()["focuses"], [51, 199].__eq__)


def test_the_moment_outlives_mounts_and_a_gesture_and_its_end_is_played(open_film):
    timeline = open_film(plays=True)
    page = timeline.page
    timeline.press("toggle")
    timeline.go(100)
    page.get_by_text("Blink").click()
    page.wait_for_selector(".svm-timeline", state="detached")
    page.get_by_text("Blink").click()
    timeline.shown(100)
    eventually(page, timeline.is_aligned)
    timeline.press("forward")
    timeline.shown(101)
    timeline.says("Update 101")
    for _ in range(2):
        old = timeline["film"]
        page.get_by_text("Drag").click()
        page.wait_for_function(
            "old => document.querySelector('.svm-timeline').dataset.film !== old", arg=old
        )
        assert (timeline.rest(), timeline["playing"]) == (101, "false")
    page.evaluate(WATCH)
    page.get_by_text("Let go").click()
    eventually(page, PLAYED, arg=[-1, 60])
