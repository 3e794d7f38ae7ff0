"""The film of SMO on the page Dual: stepped, painted as it was recorded, and played from a file."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from pages.dual.model.smo_record import smo_record
from pages.state.board.experiment import Experiment, change
from tests.e2e.browser import eventually, open_page
from tests.e2e.test_pictures import saved
from tests.e2e.timeline import STILL, Timeline


def test_smo_goes_forward_and_back_and_shows_its_pair_and_plays_from_a_file(
    browser: Browser, app_url: str
):
    experiment = change(Experiment(), kernel="linear", n_samples=20)
    record = smo_record(change(experiment, formulation="dual", solver="auto"))
    total = int(record.update[-1])

    def on_the_line(k: int) -> None:
        w = (record.states.alpha[k] * record.data.y) @ record.data.X
        b = float(record.states.b[k])
        eventually(page, lambda: timeline.off_the_line(w, b), lambda off: off < 1.5)

    words = "i_dual=smo&kernel=linear&n_samples=20"
    with open_page(browser, f"{app_url}/dual?{words}", **STILL) as page:
        timeline = Timeline(page)
        timeline.says("corner of the box")
        for press, step in (("forward", 1), ("forward", 2), ("back", 1), ("forward", 2)):
            timeline.press(press)
            timeline.shown(step)
        eventually(page, lambda: len(timeline.rings()), (2).__eq__)
        y, coef, K = record.data.y, record.coef[2], record.data.X @ record.data.X.T
        wrong = y * (K @ coef + record.states.b[2]) < 0.0
        crosses = "document.querySelector('[data-key=main] .svm-film-crosses').getAttribute('d')"
        assert wrong.any()
        eventually(page, crosses, lambda d: d.count("M") == wrong.sum())
        said = timeline.says("Step 2")
        shown = [int(n) for n in re.findall(r"(\d+) (?:has|gives) the largest", said)]
        assert shown == [int(k) + 1 for k in record.steps.pair[2]]
        on_the_line(2)
        timeline.press("epochForward")
        timeline.shown(next(int(m) for m in record.marks if m > 2))
        timeline.press("end")
        timeline.shown(total)
        on_the_line(-1)
        page.get_by_role("button", name="Export").click()
        film = saved(page, "Film as HTML")
        assert film.name == "svm-playground_dual_solvers_moons_linear_C1_film.html"
    with browser.new_context(offline=True, **STILL) as elsewhere:
        page = elsewhere.new_page()
        page.goto(film.as_uri())
        place, line = page.locator(".svm-tl-place"), page.locator(".svm-film-boundary")
        expect(place).to_have_text(f"step 0 of {total}")
        expect(line).to_have_attribute("d", "")
        drawn = []
        for button, step in (("One step forward", 1), ("To the end", total)):
            page.get_by_role("button", name=button).click()
            expect(place).to_have_text(f"step {step} of {total}")
            drawn.append(line.get_attribute("d"))
        assert all(d.startswith("M") for d in drawn)
        assert drawn[0] != drawn[1]
        expect(page.locator(".panel").first.locator("path.point")).to_have_count(20)
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        dot = page.locator(".panel").nth(1).locator(".svm-film-dots circle").first
        eventually(page, lambda: dot.get_attribute("cx"), lambda cx: float(cx) > 0)
