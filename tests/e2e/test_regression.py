"""The page Regression with a real mouse: a point is dragged and the curve follows."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.model.fit import fit
from pages.regression.text import regression_sentence
from tests.e2e.browser import Canvas, at_rest, eventually, go_to, open_page
from tests.helpers.links import board


def curve(page) -> np.ndarray:
    """The polyline of f as plotly.js has it, (2, m)."""
    return np.array(eventually(page, "(({ x, y }) => [[...x], [...y]])(traceOf('main', 'f'))"))


def words(page) -> dict[str, str]:
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")


def f_at(found, x):
    """f from alpha, b and the kernel."""
    K = np.exp(-0.5 * (found.x[:, None] - x[None]) ** 2)
    return (found.alpha - found.alpha_star) @ K + found.intercept


@pytest.mark.exhaustive
def test_a_point_is_dragged_and_the_curve_and_the_sentence_follow_and_back_loses_nothing(
    browser, app_url
):
    before = fit(board("regression").decode({"r_C": "20"}))
    k = int(np.flatnonzero(before.learned & ~before.support)[0])
    x, z = float(before.x[k]), float(before.z[k])
    with open_page(browser, f"{app_url}/regression?r_C=20") as page:
        hero = Canvas(page, "main")
        page.get_by_text(regression_sentence(before)).wait_for()
        first = curve(page)
        axes = hero.axes()
        page.mouse.move(*hero.pixel(x, z, axes))
        page.mouse.down()
        page.mouse.move(*hero.pixel(x, 2.2, axes), steps=8)
        page.wait_for_function(
            """old => { const t = traceOf('main', 'f');
                return t && (t.y.length !== old.length || old.some((y, k) => y !== t.y[k])); }""",
            arg=first[1].tolist(),
        )  # while the button is still down
        page.mouse.up()
        page.wait_for_url("**r_placed=**")
        hero.wait_ready()
        after = fit(board("regression").decode(words(page)))
        page.get_by_text(regression_sentence(after)).wait_for()
        assert regression_sentence(after) != regression_sentence(before)
        moved = int(np.abs(after.z - 2.2).argmin())
        # pixels of a unit: not the same both ways
        assert abs(after.x[moved] - x) * axes["width"] / 6.0 < 1.0
        assert abs(after.z[moved] - 2.2) * axes["height"] / 4.8 < 1.0

        def off() -> float:
            line = curve(page)
            at = line[:, (line[0] > -3.0) & (line[0] < 3.0)]
            return float(np.abs(at[1] - f_at(after, at[0])).max())

        eventually(page, off, lambda most: most < 2e-3)
        hero.button(".svm-undo")
        page.get_by_text(regression_sentence(before)).wait_for()
        page.wait_for_url("**/regression?r_C=20")

        # Back to a page that was opened by its name
        go_to(page, "ν-SVM")
        page.wait_for_url("**/nu?r_C=20")
        page.get_by_role("radio", name="One class").click()
        page.wait_for_url("**/nu?n_mode=one_class&r_C=20")
        page.go_back()
        page.wait_for_url("**/nu?r_C=20")
        page.wait_for_function(
            "() => document.querySelector('.svm-verdict').innerText.includes('C\\u00a0=')"
        )
        page.go_back()
        page.wait_for_url("**/regression?r_C=20")  # and not to the bare name of the page before
        at_rest(page, "location.href + document.querySelector('.svm-verdict').innerText")
        go_to(page, "ν-SVM")
        page.wait_for_url("**/nu?r_C=20")
        go_to(page, "Regression")
        page.wait_for_url("**/regression?r_C=20")
