"""The page Regression without a browser: its views, its choices, its words in the link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression
from pages.regression.model.fit import fit
from pages.regression.panels.common import inspect
from pages.regression.settings import RegressionView
from pages.regression.text import nu_sentence, regression_sentence
from pages.state.board.board import Edit
from pages.ui.canvas.events import Pick
from pages.ui.visit.visit import set_fields
from tests.helpers.links import board
from tests.helpers.opened import (
    again,
    board_of,
    captions,
    controls,
    in_session,
    move,
    open_page,
    sent,
    until_done,
    verdict,
    visit_of,
)
from tests.helpers.tube_samples import curve

# the points (-1, 0.5) and (1.5, -0.5), as a link has them
TWO = {"r_curve": "own", "r_placed": "1nPbonJvgx8wzwY-RjYFpwRxGIGJgAgAz", "r_test_share": "0"}


def sheet(app):
    return board_of(app, "regression")


def look(app):
    return visit_of(app).values[RegressionView]


def test_the_picture_is_that_of_the_machine_and_has_one_kind_of_points():
    app = open_page("regression", {"r_C": "10", "r_gamma": "2"})
    found = fit(Regression(C=10.0, options=(("gamma", 2.0),)))
    main = sent(app)["main"]
    line = main.trace("f")
    np.testing.assert_allclose(line["y"], curve(found, line["x"]), atol=1e-6)
    assert main.header["names"] == ["point"]
    assert main.header["tools"][0] == "add"
    assert main.header["palette"]["light"]["class0"] == main.header["palette"]["light"]["muted"]
    assert main.header["ids"] == list(found.ids)


STATES = {
    "usual": {},
    "two": TWO,
    "nu": {"r_machine": "nu", "r_nu": "0.2"},
    "2 points": {"r_n_samples": "2", "r_test_share": "0.5"},
    "0": {"r_epsilon": "0", "r_kernel": "laplacian"},
    "flat": {"r_epsilon": "2"},
    "huge": {"r_kernel": "poly", "r_degree": "8", "r_gamma": "10", "r_C": "10000"},
}


@pytest.mark.parametrize(
    ("view", "state"),
    [*(("fit", name) for name in STATES), ("descent", "two"), ("descent", "flat"), ("sweep", "0")],
)
def test_every_view_of_every_state(view, state):
    words = STATES[state]
    app = open_page("regression", words | {"rv_view": view})
    assert look(app).view == view
    value = board("regression").decode(words)
    found = fit(value)
    if view == "descent" and found.model is not None:
        assert "the cost is" in verdict(app)
    else:
        assert regression_sentence(found) in verdict(app)


def test_the_nu_machine_says_the_shares():
    app = open_page("regression", {"r_machine": "nu", "r_nu": "0.2"})
    found = fit(Regression(machine="nu", nu=0.2))
    assert nu_sentence(found) in verdict(app)
    r = np.abs(found.z - curve(found, found.x))[~found.test]
    out = 100.0 * (r > found.epsilon + 1e-6).mean()
    assert f"{out:.3g} % outside ≤ ν = 20 %" in verdict(app)
    assert "w_nu" in controls(app)
    app.segmented_control(key="w_machine").set_value("epsilon").run()
    assert "w_nu" not in controls(app)
    assert "ν = 20 %" not in verdict(app)


def test_the_sample_is_kept_as_ones_own():
    app = open_page("regression", {"r_n_samples": "30"})
    here = sheet(app)
    points = here.experiment.board().all_points
    here.place_all()
    again(app)
    assert here.experiment.curve == "own"
    assert [(p.x, p.y) for p in here.experiment.placed] == [(p.x, p.y) for p in points]
    assert "click on the picture to place them" in captions(app)


@pytest.mark.parametrize("picked", [{"rv_point": "5"}, {"rv_place": "0.5,1"}])
def test_of_a_point_or_place_the_page_says_f(picked):
    app = open_page("regression", picked)
    found = fit(Regression())
    x = found.x[5] if "rv_point" in picked else 0.5
    assert sent(app)["main"].trace("asked")["x"] == [x]
    said = "lies" if "rv_point" in picked else f"At x = 0.5: f = {curve(found, [x])[0]:.3g}"
    assert said in verdict(app)


@pytest.mark.parametrize(
    ("pick", "words"),
    [
        (Pick(id=5), {}),  # once more: let go of
        (Pick(id=6), {"rv_point": "6"}),
        (Pick(place=(1.0, 2.0)), {"rv_place": "1,2"}),
    ],
)
def test_a_click_asks_and_a_second_one_lets_go(pick, words):
    app = open_page("regression", {"rv_point": "5"})
    in_session(app, lambda: inspect(sheet(app), pick))
    assert dict(again(app).query_params) == words


def test_of_another_sample_no_point_is_asked_about():
    app = open_page("regression", {"rv_point": "5"})
    sheet(app).edit([Edit("add", points=((0.0, 0.0),), stroke=1)], many=True)
    assert look(again(app)).point == 5, "an edit is no other sample"
    move(app, "w_noise", 0.5)
    assert sent(app)["main"].trace("asked") is None
    assert "rv_point" not in app.query_params


def test_a_link_to_another_sample_asks_about_its_own_point():
    app = open_page("regression", {"rv_point": "5"})
    app.query_params["r_seed"] = "9"
    app.query_params["rv_point"] = "6"
    again(app)
    found = fit(sheet(app).experiment)
    assert found.regression.seed == 9
    assert sent(app)["main"].trace("asked")["x"] == [found.x[6]]
    assert not visit_of(app).touched


def test_the_epoch_of_the_link_is_drawn_with_the_exact_curve_behind_it():
    words = {"rv_view": "descent", "rv_epoch": "7", "rs_epochs": "20", "rs_batch": "all"}
    app = open_page("regression", words)
    course = descend(Regression(), RegressionDescent(batch="all", epochs=20))
    line = sent(app)["main"].trace("f")
    np.testing.assert_allclose(line["y"], course.curves(line["x"], [7])[0], atol=1e-9)
    assert verdict(app).startswith("After 7 epochs")
    film = sent(app)["tube_film"]
    assert film.header["opens"] == [7, 1]
    shown, k = film.figure["film"], 3
    exact = course.curves(shown["places"], [k])[0]
    np.testing.assert_allclose(shown["f"][k], exact, atol=1e-5)
    assert len(shown["ran"]) == len(shown["update"]), "the lines of the algorithm, too"
    in_session(app, lambda: set_fields(RegressionView, epoch=3))
    assert sent(again(app))["main"].header["still"][1] == 3
    assert app.query_params["rv_epoch"] == "3"


def test_a_long_descent_waits_for_the_end_of_a_gesture_and_says_so():
    app = open_page("regression", {"rv_view": "descent", "rs_epochs": "1000"})
    here = sheet(app)
    move = Edit("move", ids=(3,), points=((0.5, 0.25),), stroke=1, live=True)
    here.edit([move], many=True)
    [note] = sent(again(app))["course"].figure["layout"]["annotations"]
    assert note["text"] == "computed on release"
    here.edit([replace(move, live=False)], many=True)
    assert sent(again(app))["course"].trace("cost") is not None


def test_the_best_is_taken_by_a_button_and_any_by_the_slider():
    word, words = "C", {"rv_view": "sweep", "rv_sweep": "C", "rv_measure": "rmse"}
    app = until_done(open_page("regression", words | {"r_n_samples": "40"}))
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


def test_many_points_wait_for_the_button():
    app = open_page("regression", {"rv_view": "sweep", "r_n_samples": "260"})
    assert not sent(app)["sweep"].figure["data"]
    until_done(app.button(key="tube_measure").click().run())
    assert sent(app)["sweep"].trace("train") is not None
    assert "tube_measure" not in [b.key for b in again(app).button]
    sheet(app).choose(seed=5)
    assert not sent(again(app))["sweep"].figure["data"]
