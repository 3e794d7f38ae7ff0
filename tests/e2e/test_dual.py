"""The film of SMO on the page Dual: stepped forth and back, painted as it was recorded."""

from __future__ import annotations

import re

from pages.dual.model.smo_record import smo_record
from pages.state.experiment import Experiment, change
from tests.e2e.browser import eventually, open_page
from tests.e2e.timeline import STILL, Timeline


def test_smo_goes_forward_and_back_and_shows_its_pair(browser, app_url):
    record = smo_record(change(Experiment(), kernel="linear", formulation="dual", solver="auto"))

    def on_the_line(k: int) -> None:
        w = (record.states.alpha[k] * record.data.y) @ record.data.X
        b = float(record.states.b[k])
        eventually(page, lambda: timeline.off_the_line(w, b), lambda off: off < 1.5)

    with open_page(browser, f"{app_url}/dual?i_dual=smo&kernel=linear", **STILL) as page:
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
        timeline.shown(int(record.update[-1]))
        on_the_line(-1)
