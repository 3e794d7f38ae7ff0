"""The page of the kernels with a real mouse: the lift is turned, the Gram matrix pointed at."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pages.kernels.model.gram import gram_view
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.number_format import number
from tests.e2e.browser import Canvas, at_rest, eventually, open_page

DATA = run(Experiment()).data


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/kernels"


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
        # both sides are the same number
        both = f"= {number(float(data.X[3] @ data.X[7]) ** 2, 4)}"
        said = page.locator(".svm-agreement").first
        eventually(page, said.inner_text, lambda text: text.count(both) >= 2)
        assert math.dist(at_rest(page, eye), after) < 1e-6, "an answer does not turn it back"


@pytest.mark.exhaustive
def test_a_row_of_the_matrix_lights_its_points_and_shows_who_is_like_it(browser, url):
    view = gram_view(Experiment(), "class")
    with open_page(browser, f"{url}?i_kernels=gram") as page:
        gram, hero = Canvas(page, "gram"), Canvas(page, "main")
        gram.resting_axes()
        page.mouse.move(*gram.pixel(40, 12))
        at = eventually(page, lambda: hero.circles(".svm-highlight"), lambda at: len(at) == 2)
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
