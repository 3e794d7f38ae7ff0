"""The view Leave-one-out: against refits, and its sentences on bounds."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from pages.evaluation.figures.charts import bounds_figure
from pages.evaluation.panels import leave_one_out
from pages.evaluation.text.leave_one_out import (
    bounds_sentence,
    error_bars,
    left_out_sentence,
)
from pages.model_selection.candidate import Candidate, Progress, fitted
from pages.model_selection.leave_one_out_bounds import leave_one_out_bounds
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from pages.state.text.job_words import NOT_BEGUN
from pages.ui.server.jobs import Job
from tests.helpers import ENDLESS
from tests.helpers.evaluation_app import cards, waited, with_table
from tests.helpers.evaluation_samples import leave_each_out
from tests.helpers.opened import again, captions, jobs_of, open_page, sent, verdict

LINE, SIDES = np.array([[-3.0], [-1.0], [1.0], [3.0]]), np.array([0, 0, 1, 1])


def linear(C: float, **words) -> Candidate:
    return Candidate(kernel="linear", parameters=(), C=C, **words)


def test_the_crosses_are_the_points_that_refits_misclassify_and_a_cancelled_job_waits():
    words = {"dataset": "mixture", "n_samples": "40"}
    app = open_page("evaluation", words | {"e_view": "leave_one_out"})
    known = waited(app, "leave one out")
    data, by = data_of(Experiment(dataset="mixture", n_samples=40)), known.key[1]
    y, wrong = (data.y > 0).astype(int), np.zeros(40, dtype=bool)
    for i in range(40):
        rest = np.delete(np.arange(40), i)
        wrong[i] = fitted(by, data.X[rest], y[rest]).predict(data.X[i : i + 1])[0] != y[i]
    cross = sent(app)["main"].trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), data.X[wrong])
    assert f"{wrong.sum()} points are misclassified by the model trained without" in verdict(app)
    whole = fitted(by, data.X, y)
    shown = cards(app)
    assert shown["Leave-one-out"][0] == pytest.approx(100.0 * wrong.mean(), abs=0.051)
    assert shown["SV / N"][0] == pytest.approx(100.0 * len(whole.support) / 40, abs=0.051)

    taken, held = threading.Event(), threading.Event()

    def endless():
        yield Progress(3, 30, None)
        taken.set()
        held.wait(ENDLESS)
        yield Progress(4, 30, None)

    slow = jobs_of(app)["leave one out"] = Job(replace(known.work, make=endless))
    assert taken.wait(ENDLESS)
    again(app)
    app.button(key="leave one out_cancel").click()
    again(app)
    held.set()
    assert "Cancelled after 3 of 30 models." in captions(app)
    assert slow.over.wait(ENDLESS)
    again(app)  # it does not begin by itself
    assert "Cancelled after 4 of 30 models." in captions(app)
    app.button(key="leave one out_start").click()
    again(app)
    waited(app, "leave one out")
    assert "misclassified by the model trained without" in verdict(app)


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        (linear(10.0), "Smallest bound: SV / N, 50 %"),
        (linear(10.0), "above 100 % and says nothing here"),  # 4 * 9 / 4, by hand
        (linear(0.01), "no support vector has 0 < α < C"),
        (linear(10.0, balanced=True), "leaving out any point changes the model"),
        (Candidate(kernel="sigmoid", parameters=(("gamma", 0.5),)), "no feature space"),
    ],
)
def test_a_bound_that_does_not_hold_says_why(machine: Candidate, told: str):
    bounds = leave_one_out_bounds(machine, LINE, SIDES)
    assert told in bounds_sentence(None, bounds)


def test_a_point_inside_the_margin_leaves_no_radius_margin_bound():
    data, machine = data_of(Experiment()), Candidate(parameters=(("gamma", 0.5),))
    y = (data.y > 0).astype(int)
    inside = (data.y * fitted(machine, data.X, y).scores(data.X) < 1.0 - 1e-6).sum()
    bounds = leave_one_out_bounds(machine, data.X, y)
    assert f"here {inside} points violate the margin" in bounds_sentence(None, bounds)
    assert [row.name for row in error_bars(None, bounds)] == ["SV / N", "ξα estimate"]


def test_the_bars_are_the_error_and_the_bounds_cut_at_100_percent():
    near = np.array([[-1.1], [-1.0], [1.0], [1.1]])  # without -1 the boundary is at -0.05
    found, bounds = (
        one(linear(10.0), near, SIDES) for one in (leave_each_out, leave_one_out_bounds)
    )
    rows = error_bars(found, bounds)
    assert [row.share for row in rows] == pytest.approx([0.0, 0.5, 0.5, 1.21])
    [trace] = bounds_figure(rows)["data"]
    np.testing.assert_allclose(trace["x"], [0.0, 50.0, 50.0, 100.0], atol=1e-6)
    assert trace["text"] == ["0 %", "50 %", "50 %", "121 %"]
    assert left_out_sentence(found).startswith("No point is misclassified")
    assert bounds_figure(())["data"] == []


def test_leave_one_out_of_a_long_table_begins_when_it_is_asked_for(monkeypatch):
    monkeypatch.setattr(leave_one_out, "BY_ITSELF", 1.0)
    app = with_table("iris", view="leave_one_out")
    assert NOT_BEGUN in captions(app)
    assert "leave one out" not in jobs_of(app)
