"""The page of the kernels with a real mouse: gallery, lift, Gram matrix, f taken apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.kernels.model.decomposition import decompose
from pages.kernels.model.gram import gram_view
from pages.kernels.settings import VIEWS
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.verdict import number
from svmcore.kernels.feature_maps import LIFTS
from tests.e2e.browser import Canvas, at_rest, eventually, go_to, open_page, views_fit_a_phone

DATA = run(Experiment()).data


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/kernels"


LIT = """() => [...document.querySelectorAll('[data-key=main] .svm-highlight circle')].map((c) => {
    const b = c.getBoundingClientRect();
    return [b.left + b.width / 2, b.top + b.height / 2]; })"""


def test_a_visitor_from_the_playground_inspects_and_adds_nothing(browser, app_url):
    with open_page(browser, f"{app_url}?i_kernels=apart") as page:
        hero = Canvas(page, "main")
        expect(hero.root).to_have_attribute("data-tool", "add")
        for name in ("Kernels", "Classes"):
            go_to(page, name)
            expect(hero.root).to_have_attribute("data-tool", "pick")
        go_to(page, "Playground")
        expect(hero.root).to_have_attribute("data-tool", "add")


def test_a_kernel_is_taken_from_the_gallery(browser, url):
    with open_page(browser, url) as page:
        views = page.get_by_role("radiogroup", name="View").get_by_role("radio").all()
        boxes = at_rest(page, lambda: [view.bounding_box() for view in views])
        rows = sorted({box["y"] for box in boxes})
        assert len(rows) == 2
        assert rows[1] > rows[0] + boxes[0]["height"] + 2, "each view has a frame of its own"
        Canvas(page, "cell5").wait_ready()
        expected = run(change(Experiment(), kernel="laplacian"))
        words = f"{int(expected.support.sum())} SVs, {int(expected.wrong.sum())} wrong"
        expect(page.locator(".svm-cell").nth(3)).to_contain_text(words)
        page.get_by_role("button", name="Laplacian", exact=True).last.click()
        page.wait_for_url("**kernel=laplacian**")
        expect(page.locator(".svm-verdict")).to_contain_text(f"{int(expected.support.sum())} of 90")


@pytest.mark.exhaustive
def test_the_lift_is_turned_and_two_points_show_both_sides_of_the_kernel(browser, url):
    with open_page(browser, f"{url}?i_kernels=lift&dataset=circles") as page:
        data = run(change(Experiment(), dataset="circles")).data
        lift, hero = Canvas(page, "lift"), Canvas(page, "main")
        lift.wait_ready()
        page.wait_for_selector("[data-key=lift] .gl-container canvas")
        eye = """() => { const s = document.querySelector('[data-key=lift] .svm-plot')._fullLayout
            .scene._scene; const { eye } = s.getCamera(); return [eye.x, eye.y, eye.z]; }"""
        before = at_rest(page, eye)
        box = page.locator("[data-key=lift] .svm-plot").bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + 120, middle[1], steps=8)
        page.mouse.up()
        after = at_rest(page, eye)
        assert math.dist(before, after) > 0.3
        for k in (3, 7):
            hero.click(*data.X[k])
            page.wait_for_url(f"**i_point={data.ids[k]}**")
        phi = LIFTS["homogeneous"].map(data.X[[3, 7]])
        total = float(phi[0] @ phi[1])
        assert total == pytest.approx(float(data.X[3] @ data.X[7]) ** 2, rel=1e-12)
        both = f"= {number(total, 4)}"  # both sides are the same number
        said = page.locator(".svm-agreement").first
        eventually(page, said.inner_text, lambda text: text.count(both) >= 2)
        assert math.dist(at_rest(page, eye), after) < 1e-6, "an answer does not turn it back"


def test_a_row_of_the_matrix_lights_its_points_and_shows_who_is_like_it(browser, url):
    view = gram_view(Experiment(), "class")
    with open_page(browser, f"{url}?i_kernels=gram") as page:
        gram, hero = Canvas(page, "gram"), Canvas(page, "main")
        gram.resting_axes()
        page.mouse.move(*gram.pixel(40, 12))
        at = eventually(page, LIT, lambda at: len(at) == 2)
        wanted = [hero.pixel(*DATA.X[view.order[k]]) for k in (12, 40)]
        assert all(min(math.dist(a, w) for a in at) <= 1.5 for w in wanted)
        named = " and ".join(str(view.order[k] + 1) for k in (12, 40))
        hover = """() => document.querySelector('[data-key="gram"] .hoverlayer').textContent"""
        eventually(page, hover, lambda text: text.endswith(f"points {named}"))
        picked = int(view.order[12])  # by the pointer that rests there
        page.wait_for_url(f"**i_point={DATA.ids[picked]}**")
        field = eventually(
            page,
            """() => { const t = traceOf('main', 'similarity');
                return [t.x0, t.dx, t.y0, t.dy, t.z.length, t.z[30][20]]; }""",
        )
        place = np.array([field[0] + 20 * field[1], field[2] + 30 * field[3]])
        wanted = np.exp(-0.5 * np.sum((place - DATA.X[picked]) ** 2))
        assert field[5] == pytest.approx(wanted, rel=1e-5)
        page.mouse.click(*gram.pixel(40, 12))  # which does not let go of it
        page.mouse.click(*gram.pixel(8, 30))
        page.wait_for_url(f"**i_point={DATA.ids[int(view.order[30])]}**")
        page.get_by_text("by distance").click()
        page.wait_for_url("**i_order=distance**")


def test_f_is_taken_apart_at_the_place_that_was_clicked(browser, url):
    with open_page(browser, f"{url}?i_kernels=apart") as page:
        hero, bars = Canvas(page, "main"), Canvas(page, "apart")
        hero.click(1.2, -2.0)
        page.wait_for_url("**i_place=**")
        x, y = (float(v) for v in page.url.split("i_place=")[1].split("&")[0].split("%2C"))
        found = decompose(run(Experiment()), (x, y))
        expect(page.locator(".svm-verdict")).to_contain_text(number(found.value, 4))
        heights = eventually(page, "[...tracesOf('apart')[0].y]")
        assert sum(heights) == pytest.approx(found.value, abs=1e-6)
        assert heights[0] == pytest.approx(found.terms[0], rel=1e-6)
        bars.resting_axes()
        page.mouse.move(*bars.pixel(0, heights[0] / 3))
        page.mouse.move(*bars.pixel(0, heights[0] / 2), steps=5)
        eventually(page, LIT)


@pytest.mark.exhaustive
def test_a_phone_shows_the_picture_first_and_nothing_wider(browser, url):
    with open_page(browser, url, phone=True, color_scheme="dark") as page:
        buttons = "[...document.querySelectorAll('[class*=st-key-cell_] button')]"
        tops = f"{buttons}.filter(b => b.offsetHeight).map(b => b.getBoundingClientRect().top)"
        tops = eventually(page, f"{tops}.map(Math.round)", lambda tops: len(tops) == 6)
        assert len(set(tops)) == 2  # rows of three
        views_fit_a_phone(page, [*VIEWS.values()])
