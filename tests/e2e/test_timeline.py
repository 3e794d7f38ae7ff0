"""The timeline with a real mouse and keys, and what follows it; films.py knows what is right."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.e2e.browser import APPS, Canvas, open_page, start_app
from tests.films import EXTENT, Setting, blobs, film, points, trained

STILL = {"reduced_motion": "reduce"}  # no film plays by itself
SETTING = Setting()


@pytest.fixture(scope="module")
def url():
    with start_app(APPS / "film_app.py") as address:
        yield address


@pytest.fixture
def still(browser, url):
    with open_page(browser, url, **STILL) as page:
        yield Timeline(page)


class Timeline:
    """What a test does to the timeline, and what it reads of all that follows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hero = Canvas(page, "main")
        page.wait_for_selector(".svm-timeline[data-update]")
        page.wait_for_selector('.svm-canvas[data-key="main"][data-frame]')

    def __getitem__(self, name: str) -> str:
        return self.page.get_attribute(".svm-timeline", f"data-{name}")

    @property
    def update(self) -> int:
        return int(self["update"])

    def press(self, name: str) -> None:
        # by force: playwright does not press what says that it would do nothing
        self.page.click(f".svm-timeline .svm-tl-{name}", force=True)

    def wait(self, **wanted: object) -> None:
        css = "".join(f'[data-{name}="{value}"]' for name, value in wanted.items())
        self.page.wait_for_selector(f".svm-timeline{css}", timeout=12_000)

    def go(self, update: int) -> None:
        """To an update that is among the film's moments; waits for the hero."""
        self.page.evaluate(
            """u => {
                const slider = document.querySelector(".svm-timeline input");
                slider.value = u;
                for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));
            }""",
            update,
        )
        self.shown(update)

    def shown(self, update: int) -> None:
        self.wait(update=update)
        self.page.wait_for_selector(f'.svm-canvas[data-key="main"][data-frame="{update}"]')

    def path(self, name: str, key: str = "main") -> list[list[tuple[float, float]]]:
        """The polylines of a part of the layer, in pixels of the window."""
        d, left, top = self.page.evaluate(
            """([key, name]) => {
                const stage = document.querySelector(`[data-key="${key}"] .svm-stage`);
                const { left, top } = stage.getBoundingClientRect();
                return [stage.querySelector(".svm-film-" + name).getAttribute("d"), left, top];
            }""",
            [key, name],
        )
        number = re.compile(r"-?[\d.]+")
        lines = []
        for piece in d.split("M")[1:]:
            xy = [float(word) for word in number.findall(piece)]
            lines.append([(left + x, top + y) for x, y in zip(xy[::2], xy[1::2], strict=True)])
        return lines

    def rings(self) -> list[tuple[float, float]]:
        return self.page.evaluate(
            """() => [...document.querySelectorAll('[data-key="main"] .svm-film-rings circle')].map(
                (c) => { const b = c.getBoundingClientRect();
                         return [b.left + b.width / 2, b.top + b.height / 2]; })"""
        )

    def report(self) -> dict:
        return json.loads(self.page.locator('[data-testid="stText"]').last.inner_text())

    def panel(self) -> str:
        return self.page.locator(".svm-why").inner_text().replace("−", "-")

    def is_aligned(self, setting: Setting = SETTING) -> bool:
        """Whether the three lines end where w x + b is -1, 0 and 1 for the update that is shown."""
        axes = self.hero.axes()
        k = self.update
        w, b = film(setting)["w"][k], film(setting)["b"][k]
        per_pixel = (axes["x"][1] - axes["x"][0]) / axes["width"]
        for name, level in (("below", -1), ("boundary", 0), ("above", 1)):
            [line] = self.path(name)
            for px, py in line:
                x = axes["x"][0] + (px - axes["left"]) * per_pixel
                y = axes["y"][1] - (py - axes["top"]) * per_pixel
                off = abs(w @ [x, y] + b - level) / np.linalg.norm(w) / per_pixel
                edge = min(
                    abs(px - axes["left"]),
                    abs(px - axes["left"] - axes["width"]),
                    abs(py - axes["top"]),
                    abs(py - axes["top"] - axes["height"]),
                )
                if off > 1.5 or edge > 1.5:
                    return False
        return True


def test_play_advances_and_ends_and_starts_again(browser, url):
    with open_page(browser, f"{url}/?epochs=2", **STILL) as page:
        timeline = Timeline(page)
        page.select_option(".svm-tl-speed", "epochs")
        timeline.press("toggle")
        timeline.wait(playing="true")
        page.wait_for_function("document.querySelector('.svm-timeline').dataset.update > 5")
        timeline.wait(playing="false", update=80)
        timeline.shown(80)
        assert int(timeline["frames"]) > 10
        timeline.press("toggle")
        timeline.wait(playing="true")
        assert timeline.update < 60


def test_a_film_plays_by_itself_when_it_comes_and_pauses_where_it_is(browser, url):
    with open_page(browser, url) as page:
        timeline = Timeline(page)
        timeline.wait(playing="true")
        page.wait_for_function("document.querySelector('.svm-timeline').dataset.update > 12")
        timeline.press("toggle")
        timeline.wait(playing="false")
        here = timeline.update
        assert 12 < here < 200
        page.wait_for_timeout(400)
        assert timeline.update == here
        timeline.shown(here)


def test_nothing_moves_by_itself_where_less_motion_is_wanted(still):
    still.page.wait_for_timeout(600)
    assert (still["playing"], still.update) == ("false", 0)
    assert "nothing learnt yet" in still.panel()


def test_a_film_is_played_without_a_message_to_the_server(browser, url):
    with open_page(browser, url, **STILL) as page:
        timeline = Timeline(page)
        page.wait_for_timeout(500)
        page.evaluate(
            """() => {
                globalThis.sent = 0;
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (...args) {
                    globalThis.sent += 1;
                    return send.apply(this, args);
                };
            }"""
        )
        before = timeline.report()["runs"]
        page.select_option(".svm-tl-speed", "epochs")
        timeline.press("toggle")
        timeline.wait(update=200)
        timeline.press("back")
        timeline.shown(199)
        assert (page.evaluate("globalThis.sent"), timeline.report()["runs"]) == (0, before)


def test_steps_of_one_update_and_of_one_epoch(still):
    for name, update in [
        ("forward", 1),
        ("forward", 2),
        ("back", 1),
        ("epochForward", 40),
        ("forward", 41),
        ("epochBack", 40),
        ("epochBack", 0),
        ("back", 0),
        ("end", 200),
        ("forward", 200),
        ("epochForward", 200),
        ("epochBack", 160),
        ("start", 0),
    ]:
        still.press(name)
        still.shown(update)


def test_keys_on_the_timeline_and_on_the_picture(still):
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
    page.keyboard.press("Space")
    still.wait(playing="true")
    page.keyboard.press("Space")
    still.wait(playing="false")


def test_while_there_is_a_cross_hair_its_keys_are_its_own(still):
    page = still.page
    page.locator('[data-key="main"] .svm-plot').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("]")
    page.keyboard.press(" ")  # picks the point up
    page.wait_for_timeout(150)
    assert (still["playing"], still.update) == ("false", 0)
    assert page.evaluate("globalThis.svmCanvas.get('main').carry") == 0
    page.keyboard.press(".")
    still.shown(1)
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    still.shown(40)


def test_the_slider_is_dragged_to_any_moment(still):
    box = still.page.locator(".svm-timeline input").bounding_box()
    y = box["y"] + box["height"] / 2
    at = [box["x"] + 9 + share * (box["width"] - 18) for share in (0, 0.3, 0.65)]
    still.page.mouse.move(at[0], y)
    still.page.mouse.down()
    for x in at[1:]:
        still.page.mouse.move(x, y, steps=5)
        wanted = round(200 * (x - box["x"] - 9) / (box["width"] - 18))
        still.page.wait_for_timeout(120)
        assert abs(still.update - wanted) <= 1
        still.shown(still.update)
    still.page.mouse.up()
    assert still.is_aligned()


@pytest.mark.parametrize("update", [3, 37, 200])
def test_the_lines_are_those_of_the_update(still, update):
    still.go(update)
    assert still.is_aligned()
    run = trained(SETTING)
    w = film(SETTING)["w"][update]
    [[tail, tip]] = still.path("normal")[:1]
    axes = still.hero.axes()
    scale = axes["width"] / (axes["x"][1] - axes["x"][0])
    drawn = np.array([tip[0] - tail[0], tail[1] - tip[1]])
    longest = 0.3 * min(axes["width"], axes["height"])
    assert np.linalg.norm(drawn) == pytest.approx(min(scale * np.linalg.norm(w), longest), abs=1.5)
    assert drawn @ w == pytest.approx(np.linalg.norm(drawn) * np.linalg.norm(w), rel=1e-3)
    at = points(SETTING)
    i = film(SETTING)["sample"][update, 0]
    [ring] = still.rings()
    assert math.dist(ring, still.hero.pixel(at["x"][i], at["y"][i])) <= 1.5
    assert len(run["b"]) == 201


def test_a_point_that_pushed_is_tied_to_its_margin(still):
    data = film(SETTING)
    X, y = blobs(SETTING)
    short = (
        1
        - y[data["sample"][:, 0]] * np.einsum("ij,ij->i", X[data["sample"][:, 0]], data["w"])
        - y[data["sample"][:, 0]] * data["b"]
    )
    left = y[data["sample"][:, 0]] < 0
    pushed = next(k for k in range(20, 200) if data["active"][k] and short[k] > 0.1 and left[k])
    alone = next(k for k in range(20, 200) if not data["active"][k])
    still.go(pushed)
    [[start, end]] = still.path("slack")
    axes = still.hero.axes()
    scale = axes["width"] / (axes["x"][1] - axes["x"][0])
    assert math.dist(start, still.rings()[0]) <= 1.5
    wanted = scale * short[pushed] / np.linalg.norm(data["w"][pushed])
    assert math.dist(start, end) == pytest.approx(wanted, abs=1.5)
    i = data["sample"][pushed, 0]
    foot = X[i] + y[i] * short[pushed] * data["w"][pushed] / np.sum(data["w"][pushed] ** 2)
    assert math.dist(end, still.hero.pixel(*foot)) <= 1.5
    still.go(alone)
    assert still.path("slack") == []


def test_w_0_has_no_lines_and_one_shade(still):
    assert still.path("boundary") == still.path("below") == still.path("normal") == []
    assert still.rings() == []
    assert len(shades(still)) == 1
    still.go(40)
    assert len(shades(still)) > 3


def shades(timeline: Timeline) -> set[tuple[int, ...]]:
    """The colours of the regions at places all over the picture."""
    seen = timeline.page.evaluate(
        """() => {
            const canvas = document.querySelector('[data-key="main"] canvas.svm-film');
            const { width, height } = canvas;
            const at = (x, y) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
            return Array.from({ length: 20 }, (_, n) =>
                at(Math.floor(((n + 0.5) / 20) * width), Math.floor(height / 2)));
        }"""
    )
    return {tuple(color) for color in seen}


def test_the_playhead_stands_at_the_epoch_over_all_charts(still):
    still.go(70)
    axes = Canvas(still.page, "cost").axes()
    low, high = axes["x"]
    x = axes["left"] + (math.log10(70 / 40) - low) / (high - low) * axes["width"]
    [[top, bottom]] = still.path("playhead", "cost")
    assert (top[0], bottom[0]) == (pytest.approx(x, abs=1), pytest.approx(x, abs=1))
    chart = still.page.evaluate(
        """() => {
            const plot = document.querySelector('[data-key="cost"] .svm-plot');
            const { yaxis, yaxis2 } = plot._fullLayout;
            const top = plot.getBoundingClientRect().top;
            const value = plot._fullData[0].y[70];
            return [top + yaxis._offset, top + yaxis2._offset + yaxis2._length,
                    top + yaxis._offset + yaxis.d2p(value)];
        }"""
    )
    assert (top[1], bottom[1]) == (pytest.approx(chart[0], abs=1), pytest.approx(chart[1], abs=1))
    dots = dots_of(still.page, "cost")
    assert len(dots) == 2  # not on the line of the optimum
    assert dots[0] == (pytest.approx(x, abs=1), pytest.approx(chart[2], abs=1))
    still.go(0)
    assert still.path("playhead", "cost")[0][0][0] == pytest.approx(axes["left"], abs=1)


def dots_of(page: Page, key: str) -> list[tuple[float, float]]:
    found = page.evaluate(
        """key => [...document.querySelectorAll(`[data-key="${key}"] .svm-film-dots circle`)].map(
            (c) => { const b = c.getBoundingClientRect();
                     return [b.left + b.width / 2, b.top + b.height / 2]; })""",
        key,
    )
    return [tuple(at) for at in found]


def test_the_path_leads_over_the_landscape_to_the_machine(still):
    still.go(25)
    landscape = Canvas(still.page, "landscape")
    path = film(SETTING)["path"]
    [line] = still.path("path", "landscape")
    assert math.dist(line[0], landscape.pixel(*path[0])) <= 1.5
    assert math.dist(line[-1], landscape.pixel(*path[25])) <= 1.5
    [dot] = dots_of(still.page, "landscape")
    assert math.dist(dot, landscape.pixel(*path[25])) <= 1.5


def test_zoom_pan_and_resize_keep_the_layer_on_the_plot(still):
    still.go(60)
    page, hero = still.page, still.hero
    page.mouse.move(*hero.pixel(0.5, 0.2))
    before = hero.axes()["x"]
    for _ in range(4):
        page.mouse.wheel(0, -100)
        page.wait_for_timeout(120)
    page.wait_for_timeout(300)
    assert hero.axes()["x"][1] - hero.axes()["x"][0] < 0.9 * (before[1] - before[0])
    assert still.is_aligned()
    hero.tool("pan")
    a, b = hero.pixel(0, 0), hero.pixel(0.4, -0.5)
    page.mouse.move(*a)
    page.mouse.down()
    page.mouse.move(*b, steps=8)
    page.wait_for_timeout(250)
    assert still.is_aligned()  # in the middle of the drag too
    page.mouse.up()
    page.set_viewport_size({"width": 1150, "height": 800})
    page.wait_for_timeout(900)
    assert still.is_aligned()


def test_the_ring_goes_along_with_a_point_that_is_dragged(still):
    still.go(60)
    at = points(SETTING)
    i = film(SETTING)["sample"][60, 0]
    # the server's answer would have it painted as well
    still.page.evaluate("globalThis.svmCanvas.get('main').send = () => {}")
    still.page.mouse.move(*still.hero.pixel(at["x"][i], at["y"][i]))
    still.page.mouse.down()
    there = still.hero.pixel(2.0, -2.5)
    still.page.mouse.move(*there, steps=4)
    still.page.wait_for_timeout(150)
    [ring] = still.rings()
    assert math.dist(ring, there) <= 1.5
    still.page.mouse.up()


def test_the_other_theme_repaints_in_its_colours(still):
    still.go(60)
    stroke = """() => document.querySelector('[data-key="main"] .svm-film-boundary')
        .getAttribute("stroke")"""
    assert still.page.evaluate(stroke) == "#1b1f24"
    light = shades(still)
    still.page.emulate_media(color_scheme="dark")
    still.page.wait_for_function(f"({stroke})() === '#eef1f4'")
    assert not light & shades(still)
    assert still.update == 60


def test_only_what_is_wanted_is_painted(still):
    still.go(60)
    still.page.get_by_text("Lines only").click()
    still.page.wait_for_function(
        """() => document.querySelector('[data-key="main"] .svm-film-normal')
            .getAttribute("d") === "" """
    )
    assert shades(still) == {(0, 0, 0, 0)}
    assert len(still.path("above")) == 1
    assert still.update == 60


def test_another_film_is_played_from_its_start(browser, url):
    with open_page(browser, url) as page:
        timeline = Timeline(page)
        timeline.press("end")
        timeline.wait(update=200, playing="false")
        old = timeline["film"]
        page.get_by_text("Other C").click()
        timeline.wait(playing="true")
        assert timeline["film"] != old
        assert timeline.update < 60


def test_a_film_of_a_gesture_keeps_its_place_and_its_end_is_played(browser, url):
    with open_page(browser, url) as page:
        timeline = Timeline(page)
        timeline.press("toggle")
        timeline.go(100)
        for _ in range(2):
            old = timeline["film"]
            page.get_by_text("Drag").click()
            page.wait_for_function(
                "old => document.querySelector('.svm-timeline').dataset.film !== old", arg=old
            )
            page.wait_for_timeout(300)
            assert (timeline["playing"], timeline.update) == ("false", 100)
        page.get_by_text("Let go").click()
        timeline.wait(playing="true")
        assert timeline.update < 60


def test_a_step_into_a_gap_asks_the_server_once(browser, url):
    with open_page(browser, f"{url}/?every=25", **STILL) as page:
        timeline = Timeline(page)
        timeline.go(50)
        timeline.press("forward")
        timeline.shown(51)
        timeline.press("forward")
        timeline.shown(52)
        assert timeline.report()["focuses"] == [51]
        assert timeline.is_aligned()
        page.locator(".svm-timeline input").focus()
        page.keyboard.press("End")
        timeline.shown(200)
        page.keyboard.press(",")
        page.keyboard.press(",")
        timeline.shown(199)
        assert timeline.report()["focuses"] == [51, 199]


def test_an_answer_that_has_not_what_was_asked_for_is_not_taken_for_it(browser, url):
    with open_page(browser, f"{url}/?every=25&answers=late", **STILL) as page:
        timeline = Timeline(page)
        timeline.go(50)
        timeline.press("forward")
        page.wait_for_selector(".svm-timeline[data-busy]")
        page.wait_for_function("document.body.innerText.includes('[51]')")
        page.wait_for_timeout(300)
        assert timeline.update == 50
        assert timeline["busy"] is not None
        # who goes elsewhere does not want it any more
        timeline.go(150)
        assert timeline["busy"] is None
        timeline.press("back")
        timeline.shown(149)
        assert timeline.report()["focuses"] == [51, 149]


def test_the_panel_says_what_the_update_did(still):
    data = film(SETTING)
    X, y = blobs(SETTING)
    pushed = next(k for k in range(20, 200) if 0 < data["margin"][k] < 1)
    still.go(pushed)
    i = data["sample"][pushed, 0]
    text = still.panel()
    w, b = data["w_before"][pushed].astype(float), float(data["b_before"][pushed])
    margin = y[i] * (X[i] @ w + b)
    rate = float(data["rate"][pushed])
    new = w - rate * (w - 4.0 * y[i] * X[i])
    for words in (
        f"Update {pushed} · epoch {pushed / 40:.1f} · step η = {rate:.4g}",
        f"class {'+1' if y[i] > 0 else '-1'} at ({X[i, 0]:.4g}, {X[i, 1]:.4g})",
        f"= {margin:.4g} < 1: inside its margin",
        f"max(0, 1 - {margin:.4g}) = {1 - margin:.4g}",
        "Pushed",
        f"({w[0]:.4g}, {w[1]:.4g})",
        f"= ({new[0]:.4g}, {new[1]:.4g})",
        f"→ {float(data['b'][pushed]):.4g}",
    ):
        assert words in text, f"{words!r} is not in {text!r}"
    alone = next(k for k in range(20, 200) if not data["active"][k])
    still.go(alone)
    assert "Left alone" in still.panel()
    assert "no push" in still.panel()


def test_the_panel_of_a_batch_and_of_a_kernel(browser, url):
    with open_page(browser, f"{url}/?batch=8&status=Diverged%20here", **STILL) as page:
        timeline = Timeline(page)
        timeline.go(7)
        data = film(Setting(batch=8))
        assert f"{data['active'][7]} of 8 points" in timeline.panel()
        assert page.locator(".svm-why-status").inner_text() == "Diverged here"
        assert len(timeline.rings()) == 8
    with open_page(browser, f"{url}/?kind=kernel&C=1", **STILL) as page:
        timeline = Timeline(page)
        setting = Setting(kind="kernel", C=1.0)
        data = film(setting)
        k = next(k for k in range(90, 200) if data["active"][k])
        timeline.go(k)
        before, after = (float(data[f"coef_{name}"][k]) for name in ("before", "after"))
        assert f"{before:.4g} → {after:.4g}" in timeline.panel()
        check_level_lines(timeline, data, k)


def check_level_lines(timeline: Timeline, data: dict, k: int) -> None:
    """Every place of the drawn boundary is one of the boundary that was sent."""
    low, high = data["lines_at"][k, 1:3]
    sent = data["lines_xy"][low:high]
    axes = timeline.hero.axes()
    wanted = [timeline.hero.pixel(*at, axes) for at in sent if np.isfinite(at).all()]
    drawn = [at for line in timeline.path("boundary") for at in line]
    assert len(drawn) == len(wanted) > 20
    assert max(math.dist(a, b) for a, b in zip(drawn, wanted, strict=True)) <= 1.5
    assert axes["x"][0] <= EXTENT[0]


def four(values: np.ndarray) -> str:
    return f"({', '.join(f'{float(v):.4g}' for v in values)})"


@pytest.mark.parametrize("method", ["pegasos", "mirror", "perceptron"])
def test_the_panel_of_other_methods(browser, url, method):
    setting = Setting(method=method)
    data = film(setting)
    k = next(k for k in range(9, 200) if data["active"][k])
    w = data["w"].astype(float)
    expected = {
        "pegasos": ["w ← (1 - η) w + η N C p", "|w| ≤ √(N C)", f"+ {1 / k:.4g} · 4 · "],
        "mirror": [
            f"+ 4 · {four(data['push'][k])}",
            f"= {four(w[k] * k)}",
            f"/ {k} = {four(w[k])}",
        ],
        "perceptron": ["w ← w + y x where y f(x) ≤ 0", "≤ 0: on the wrong side"],
    }[method]
    with open_page(browser, f"{url}/?method={method}", **STILL) as page:
        timeline = Timeline(page)
        timeline.go(k)
        text = timeline.panel().replace("\u00a0", " ")
        for words in (*expected, four(w[k])):
            assert words in text, f"{words!r} is not in {text!r}"
        assert ("η =" in text) == (method != "perceptron")
        if method == "pegasos":
            assert np.linalg.norm(w[k]) < 1.9
            assert "stays inside" in text
            timeline.go(3)  # left alone: w becomes shorter by itself
            assert "stays inside" in timeline.panel()
            timeline.go(1)  # 4 y x is outside of the ball
            shorter = 2.0 / np.linalg.norm(4.0 * data["push"][1])
            assert f"times {shorter:.4g}" in timeline.panel()


def test_the_moment_outlives_the_mounts(browser, url):
    with open_page(browser, url, **STILL) as page:
        timeline = Timeline(page)
        timeline.go(77)
        page.get_by_text("Blink").click()
        page.wait_for_selector(".svm-timeline", state="detached")
        page.get_by_text("Blink").click()
        again = Timeline(page)
        again.shown(77)
        assert again.is_aligned()
        again.press("forward")
        again.shown(78)
        assert "Update 78" in again.panel()
