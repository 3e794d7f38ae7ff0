"""The page of the kernels with a real mouse: gallery, lift, Gram matrix, f taken apart."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pages.kernels.model.decomposition import apart
from pages.kernels.model.gram import gram_view
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.verdict import number
from svmcore.kernels.feature_maps import LIFTS
from tests.e2e.browser import Canvas, open_page

DATA = run(Experiment()).data


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/kernels"


def text(page, css: str) -> str:
    return page.locator(css).first.inner_text()


def until(page, script: str, arg: object = None) -> None:
    page.wait_for_function(script, arg=arg, timeout=20_000)


def test_a_kernel_is_taken_from_the_gallery(browser, url):
    with open_page(browser, url) as page:
        Canvas(page, "cell5").wait_ready()
        expected = run(change(Experiment(), kernel="laplacian"))
        words = f"{int(expected.support.sum())} SVs, {int(expected.wrong.sum())} wrong"
        assert words in page.locator(".svm-cell").nth(3).inner_text()
        page.get_by_role("button", name="Laplacian", exact=True).last.click()
        page.wait_for_url("**kernel=laplacian**")
        until(page, "() => document.querySelector('.svm-verdict').innerText.includes('points')")
        held = int(expected.support.sum())
        until(
            page,
            "n => document.querySelector('.svm-verdict').innerText.includes(`${n} of 90`)",
            held,
        )


def test_the_lift_is_turned_and_two_points_show_both_sides_of_the_kernel(browser, url):
    with open_page(browser, f"{url}?i_kernels=lift&dataset=circles") as page:
        data = run(change(Experiment(), dataset="circles")).data
        lift, hero = Canvas(page, "lift"), Canvas(page, "main")
        lift.wait_ready()
        until(page, "() => document.querySelector('[data-key=lift] .gl-container canvas')")
        eye = """() => { const s = document.querySelector('[data-key=lift] .svm-plot')._fullLayout
            .scene._scene; const { eye } = s.getCamera(); return [eye.x, eye.y, eye.z]; }"""
        before = page.evaluate(eye)
        box = page.locator("[data-key=lift] .svm-plot").bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + 120, middle[1], steps=8)
        page.mouse.up()
        after = page.evaluate(eye)
        assert math.dist(before, after) > 0.3
        for k in (3, 7):
            hero.click(*data.X[k])
            until(page, "k => location.search.includes(`i_point=${k}`)", data.ids[k])
        page.wait_for_selector(".svm-agreement")
        phi = LIFTS["homogeneous"].map(data.X[[3, 7]])
        total = float(phi[0] @ phi[1])
        assert total == pytest.approx(float(data.X[3] @ data.X[7]) ** 2, rel=1e-12)
        said = text(page, ".svm-agreement")
        assert said.count(f"= {number(total, 4)}") >= 2, "both sides are the same number"
        assert math.dist(page.evaluate(eye), after) < 1e-6, "an answer does not turn it back"


def test_a_row_of_the_matrix_lights_its_points_and_shows_who_is_like_it(browser, url):
    view = gram_view(Experiment(), "class")
    with open_page(browser, f"{url}?i_kernels=gram") as page:
        gram, hero = Canvas(page, "gram"), Canvas(page, "main")
        gram.wait_ready()
        page.mouse.move(*gram.pixel(40, 12))
        until(
            page, "() => document.querySelectorAll('[data-key=main] .svm-light circle').length == 2"
        )
        at = page.evaluate(
            """() => [...document.querySelectorAll('[data-key=main] .svm-light circle')].map(
                (c) => { const b = c.getBoundingClientRect();
                         return [b.left + b.width / 2, b.top + b.height / 2]; })"""
        )
        wanted = [hero.pixel(*DATA.X[view.order[k]]) for k in (12, 40)]
        assert all(min(math.dist(a, w) for a in at) <= 1.5 for w in wanted)
        picked = int(view.order[12])  # by the pointer that rests there
        until(page, "k => location.search.includes(`i_point=${k}`)", DATA.ids[picked])
        hero.wait_ready()
        field = page.evaluate(
            """() => { const t = traceOf('main', 'similarity');
                return [t.x0, t.dx, t.y0, t.dy, t.z.length, t.z[30][20]]; }"""
        )
        place = np.array([field[0] + 20 * field[1], field[2] + 30 * field[3]])
        wanted = np.exp(-0.5 * np.sum((place - DATA.X[picked]) ** 2))
        assert field[5] == pytest.approx(wanted, rel=1e-5)
        page.mouse.click(*gram.pixel(40, 12))  # which does not let go of it
        page.mouse.click(*gram.pixel(8, 30))
        until(page, "k => location.search.includes(`i_point=${k}`)", DATA.ids[int(view.order[30])])
        page.get_by_text("by distance").click()
        until(page, "() => location.search.includes('i_order=distance')")


def test_f_is_taken_apart_at_the_place_that_was_clicked(browser, url):
    with open_page(browser, f"{url}?i_kernels=apart") as page:
        hero, bars = Canvas(page, "main"), Canvas(page, "apart")
        hero.click(1.2, -2.0)
        until(page, "() => location.search.includes('i_place=')")
        bars.wait_ready()
        until(
            page,
            "() => tracesOf('apart')[0]?.y?.length",
        )
        x, y = (float(v) for v in page.url.split("i_place=")[1].split("&")[0].split("%2C"))
        found = apart(run(Experiment()), (x, y))
        assert number(found.value, 4) in text(page, ".svm-verdict")
        heights = page.evaluate("[...tracesOf('apart')[0].y]")
        assert sum(heights) == pytest.approx(found.value, abs=1e-6)
        assert heights[0] == pytest.approx(found.terms[0], rel=1e-6)
        bars.wait_ready()
        page.mouse.move(*bars.pixel(0, heights[0] / 3))
        page.mouse.move(*bars.pixel(0, heights[0] / 2), steps=5)
        until(page, "() => document.querySelectorAll('[data-key=main] .svm-light circle').length")


@pytest.mark.parametrize("view", ["gallery", "lift", "gram", "apart", "choose"])
def test_a_phone_shows_the_picture_first_and_nothing_wider(browser, url, view):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
    with open_page(browser, f"{url}?i_kernels={view}", **phone) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert Canvas(page, "main").root.bounding_box()["y"] < 300
