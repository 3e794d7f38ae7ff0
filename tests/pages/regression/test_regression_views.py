"""The page Regression without a browser: its views, its choices, its words in the link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression
from pages.state.board import Edit
from pages.state.verdict import number
from tests.helpers.opened import again, control, controls, move, open_page, sent, verdict
from tests.helpers.regression_app import keys, sheet


class TestDescent:
    def test_the_epoch_of_the_link_is_drawn_with_the_exact_curve_behind_it(self):
        words = {"rv_view": "descent", "rv_epoch": "7", "rs_epochs": "20", "rs_batch": "all"}
        app = open_page("regression", words)
        course = descend(Regression(), RegressionDescent(batch="all", epochs=20))
        line = sent(app)["main"].trace("f")
        np.testing.assert_allclose(line["y"], course.curves(line["x"], [7])[0], atol=1e-9)
        assert verdict(app).startswith("After 7 epochs")
        assert control(app, "w_tube_epoch")["value"] == 7
        move(app, "w_tube_epoch", 3)
        assert app.query_params["rv_epoch"] == "3"
        move(app, "w_tube_epoch", 20)
        assert "rv_epoch" not in app.query_params

    def test_its_choices_travel_in_the_link(self):
        app = open_page("regression", {"rv_view": "descent"})
        app.segmented_control(key="w_tube_batch").set_value("some").run()
        app.selectbox(key="w_tube_schedule").set_value("pegasos").run()
        move(app, "w_batch_size", 10)
        assert dict(app.query_params) == {
            "rv_view": "descent",
            "rs_batch": "some",
            "rs_schedule": "pegasos",
            "rs_batch_size": "10",
        }
        assert "w_eta0" not in controls(app)

    def test_what_is_asked_about_is_told_of_the_epoch_that_is_drawn(self):
        words = {"rv_view": "descent", "rv_epoch": "3", "rs_epochs": "9"}
        course = descend(Regression(), RegressionDescent(epochs=9))
        app = open_page("regression", words | {"rv_place": "0.5,1"})
        f = course.curves([0.5], [3])[0, 0]
        assert verdict(app) == (
            f"After 3 epochs, at x = 0.5: f = {number(f)}, and the tube goes from "
            f"{number(f - 0.3)} to {number(f + 0.3)}."
        )
        ring = sent(app)["main"].trace("asked")
        assert ring["x"] == [0.5]
        assert ring["y"][0] == pytest.approx(f, abs=2e-3)
        app = open_page("regression", words | {"rv_point": "5"})
        x, z = course.fitted.x[5], course.fitted.z[5]
        r = z - course.curves([x], [3])[0, 0]
        assert verdict(app).startswith(f"After 3 epochs z lies {number(abs(r))} ")

    def test_a_long_descent_waits_for_the_end_of_a_gesture_and_says_so(self):
        app = open_page("regression", {"rv_view": "descent", "rs_epochs": "1000"})
        here = sheet(app)
        move = Edit("move", ids=(3,), points=((0.5, 0.25),), stroke=1, live=True)
        here.edit([move], many=True)
        [note] = sent(again(app))["course"].figure["layout"]["annotations"]
        assert note["text"] == "computed on release"
        here.edit([replace(move, live=False)], many=True)
        assert sent(again(app))["course"].trace("cost") is not None
        app = open_page("regression", {"rv_view": "descent", "r_curve": "own"})
        [note] = sent(app)["course"].figure["layout"]["annotations"]
        assert note["text"] == "no model"


class TestSweep:
    @pytest.mark.parametrize(("word", "measure"), [("epsilon", "mae"), ("C", "rmse")])
    def test_the_best_is_taken_by_a_button_and_any_by_the_slider(self, word, measure):
        words = {"rv_view": "sweep", "rv_sweep": word, "rv_measure": measure, "r_n_samples": "40"}
        app = open_page("regression", words)
        test = sent(app)["sweep"].trace("test")
        best = test["x"][int(np.argmin(test["y"]))]
        app.button(key="tube_best").click().run()
        assert sheet(app).experiment[word] == best
        again(app)
        other = float(test["x"][9])
        move(app, "w_tube_value", other)
        assert sheet(app).experiment[word] == other
        [mark] = sent(again(app))["sweep"].figure["layout"]["shapes"]
        assert mark["x0"] == other

    def test_many_points_wait_for_the_button(self):
        app = open_page("regression", {"rv_view": "sweep", "r_n_samples": "260"})
        assert not sent(app)["sweep"].figure["data"]
        app.button(key="tube_measure").click().run()
        assert sent(app)["sweep"].trace("train") is not None
        assert "tube_measure" not in keys(again(app).button)
        sheet(app).choose(seed=5)
        assert not sent(again(app))["sweep"].figure["data"]
