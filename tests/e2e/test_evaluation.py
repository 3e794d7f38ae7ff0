"""The page Evaluation with a real mouse: the threshold, and a cell of the map."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.evaluation.figures.map import FIRST
from pages.state.experiment import Experiment
from pages.state.run import data_of
from svmcore.model_selection.candidate import Candidate, fitted
from svmcore.model_selection.splits import train_test
from tests.e2e.browser import Canvas, eventually, open_page

DATA = data_of(Experiment())
X, Y = DATA.X, (DATA.y > 0).astype(int)
PLACES = "([key, uid]) => [[...(traceOf(key, uid)?.x ?? [])], [...(traceOf(key, uid)?.y ?? [])]]"
TEXT = "() => traceOf('matrix', 'matrix')?.text"


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/evaluation"


def places(page, key: str, uid: str) -> np.ndarray:
    found = np.array(page.evaluate(PLACES, [key, uid]), dtype=float).T
    return found[np.isfinite(found).all(axis=1)]


def said_at(t: float) -> tuple[list[list[str]], int, np.ndarray]:
    """The test part's matrix, its points that are right, and all crosses; from alpha and b."""
    split = train_test(Y, DATA.ids, share=0.3)
    positive = f(X) >= t
    own, yes = Y[split.test] == 1, positive[split.test]
    counts = [[(~yes & ~own).sum(), (yes & ~own).sum()], [(~yes & own).sum(), (yes & own).sum()]]
    return [[str(v) for v in row] for row in counts], int((yes == own).sum()), X[positive != Y]


def f(Z: np.ndarray) -> np.ndarray:
    split = train_test(Y, DATA.ids, share=0.3)
    found = fitted(Candidate(parameters=(("gamma", 0.5),)), X[split.train], Y[split.train])
    there = X[split.train][found.estimator.support_]
    squares = ((Z[:, None] - there[None]) ** 2).sum(2)
    return np.exp(-0.5 * squares) @ found.estimator.dual_coef_[0] + found.estimator.intercept_[0]


def test_the_threshold_moves_line_accuracy_and_matrix_together(browser, url):
    with open_page(browser, url) as page:
        slider = page.get_by_role("slider", name="Threshold t")
        slider.focus()
        for key, times in (("ArrowRight", 6), ("ArrowLeft", 14)):
            for _ in range(times):
                slider.press(key)
            agree(page, float(slider.input_value()))


def agree(page, t: float) -> None:
    matrix, right, crosses = said_at(t)
    assert abs(t) > 0.05
    page.get_by_text(re.compile(f"At t = {t:g}: {right} of 28 test points")).wait_for()
    page.wait_for_function(
        f"wanted => JSON.stringify(({TEXT})()) === wanted",
        arg=str(matrix).replace("'", '"').replace(" ", ""),
    )

    def agreed() -> bool:
        wrong, line = places(page, "main", "wrong"), places(page, "main", "boundary")
        return (
            wrong.shape == crosses.shape
            and np.allclose(wrong, crosses, rtol=0, atol=1e-6)
            and len(line) > 10
            and np.allclose(f(line), t, rtol=0, atol=2e-3)
        )

    eventually(page, agreed)
    card = page.locator(".svm-card", has_text="Accuracy").locator("dd").first
    wanted = pytest.approx(100.0 * right / 28, abs=0.051)
    eventually(page, card.inner_text, lambda said: float(said.split()[0]) == wanted)


def test_a_click_on_a_cell_loads_it_and_undo_gives_it_back(browser, url):
    with open_page(browser, f"{url}?e_view=map&e_cells=4") as page:
        page.get_by_role("button", name="Compute the map").click()
        page.get_by_text("is best").wait_for(timeout=120_000)
        page.wait_for_function(
            "() => traceOf('map', 'best') !== undefined",
        )
        Canvas(page, "map").click(FIRST + 2, FIRST + 1)
        page.get_by_text("Loaded C = 21.5, γ = 0.215").wait_for()
        page.wait_for_function("() => location.search.includes('gamma=0.215')")
        page.wait_for_url("**C=21.5**")
        page.wait_for_function(
            f"(wanted) => {{ const [[x], [y]] = ({PLACES})(['map', 'now']);"
            "return Math.abs(x - wanted[0]) + Math.abs(y - wanted[1]) < 1e-6; }",
            arg=[FIRST + 2, FIRST + 1],
        )
        page.get_by_role("button", name="Undo", exact=True).last.click()
        page.wait_for_function("() => !location.search.includes('gamma')")
        page.get_by_text("Loaded").wait_for(state="detached")


def test_the_map_can_be_broken_off(browser, url):
    with open_page(browser, f"{url}?e_view=map&e_cells=20&n_samples=300") as page:
        page.get_by_role("button", name="Compute the map").click()
        page.get_by_role("button", name="Cancel").click(timeout=20_000)
        page.get_by_text("Cancelled: the finished").wait_for(timeout=60_000)
        assert page.get_by_role("button", name="Compute the map").is_enabled()


@pytest.mark.exhaustive
def test_the_threshold_stays_where_it_is_when_the_range_of_scores_changes(browser, url):
    with open_page(browser, url) as page:
        slider = page.get_by_role("slider", name="Threshold t")
        typed = page.get_by_role("textbox", name="C, typed", exact=True)
        for C in ("10", "100", "0.1", "30"):
            before = (slider.get_attribute("min"), slider.get_attribute("max"))
            typed.fill(C)
            typed.press("Enter")
            ends = eventually(
                page,
                lambda: (slider.get_attribute("min"), slider.get_attribute("max")),
                lambda now, before=before: now != before,
            )
            assert float(ends[0]) < 0.0 < float(ends[1])
            assert float(slider.input_value()) == pytest.approx(0.0, abs=1e-9)
        page.wait_for_url("**C=30**")
        slider.press("ArrowRight")
        t = float(slider.input_value())
        assert 0.0 < t <= 0.02 * (float(ends[1]) - float(ends[0]))
        page.get_by_text(re.compile(rf"At t = {t:g}: ")).wait_for()
