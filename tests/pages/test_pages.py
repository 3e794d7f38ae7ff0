"""Every page through Streamlit's own test harness: no browser, but real widgets and links."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.dual.model.leave_one_out import difference, without
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.verdict import badge, sentence
from pages.ui.canvas import Command
from tests.helpers import ROOT
from tests.helpers.links import to_query
from tests.helpers.opened import control, controls, move


@pytest.fixture
def open_app() -> Callable[..., AppTest]:
    def start(query: dict[str, str] | None = None) -> AppTest:
        app = AppTest.from_file(f"{ROOT}/app.py", default_timeout=30)
        for name, value in (query or {}).items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return start


def verdict(app: AppTest) -> str:
    return next(h.value for h in app.get("html") if "svm-verdict" in h.value)


def experiment_of(app: AppTest) -> Experiment:
    return app.session_state["session"].experiment


def test_the_playground_opens_with_a_certified_machine(open_app):
    app = open_app()
    result = run(Experiment())
    assert badge(result).kind == "certified"
    assert badge(result).text in verdict(app)
    assert sentence(result, ("support",)) in verdict(app)
    assert dict(app.query_params) == {}


def test_the_guide_says_what_a_point_without_a_ring_decides(open_app):
    """Without a free support vector b is the middle of an interval that such a point can end."""
    few = change(Experiment(), dataset="blobs", n_samples=10, kernel="linear", seed=2)
    bound = run(change(few, C=0.05))
    assert bound.bound[bound.support].all()
    rest = without(bound, 3)
    assert not bound.support[3]
    np.testing.assert_allclose(rest.model.weights, bound.model.weights, atol=1e-9)
    assert abs(rest.model.intercept - bound.model.intercept) > 0.1
    free = run(few)
    idle = np.flatnonzero(~free.support)
    assert not free.bound[free.support].all()
    assert all(difference(free, k).same for k in idle)
    app = open_app()
    app.switch_page("pages/guide/page.py").run()
    text = " ".join(h.value for h in app.get("html"))
    assert "w would be the same without it, and so would b where a support vector is free" in text
    assert "model would be the same" not in text


def test_widgets_change_the_experiment_and_the_link(open_app):
    app = open_app()
    move(app, "w_C", 10.0)
    app.button_group(key="w_kernel").set_value("poly").run()
    move(app, "w_degree", 2)
    assert not app.exception
    expected = change(Experiment(), C=10.0, kernel="poly", degree=2)
    assert experiment_of(app) == expected
    assert dict(app.query_params) == to_query(expected)
    assert sentence(run(expected), ("support",)) in verdict(app)


def test_a_link_opens_what_it_says(open_app):
    board = Experiment().board().apply(Edit("add", points=((1.5, 1.5), (-2.0, 0.25)), label=1))
    board = board.apply(Edit("delete", ids=(0, 3)))
    wanted = change(Experiment().with_board(board), kernel="linear", C=0.5)
    app = open_app(to_query(wanted))
    opened = experiment_of(app)
    assert to_query(opened) == to_query(wanted)
    assert sentence(run(wanted), ("support",)) in verdict(app)
    assert control(app, "w_C")["value"] == 0.5
    assert not app.session_state["session"].history.past, "a fresh link has nothing to undo"


def test_only_what_applies_is_offered(open_app):
    app = open_app({"kernel": "sigmoid", "detail": "expert"})
    assert app.button_group(key="w_margin").disabled
    assert app.button_group(key="w_formulation").disabled
    assert any("not positive semi-definite" in c.value for c in app.caption)
    assert [o for o in app.selectbox(key="w_solver").options] == [
        "Automatic",
        "SMO",
        "Projected gradient",
    ]
    app = open_app({"margin": "hard"})
    assert control(app, "w_C")["off"] == "∞"
    app = open_app({"kernel": "linear"})
    assert "w_gamma" not in controls(app)
    words = {"formulation": "primal", "solver": "subgradient"}
    assert "w_learning_rate" not in controls(open_app(words))
    assert "w_learning_rate" in controls(open_app(words | {"detail": "expert"}))


def test_undo_of_a_sample_is_seen_in_the_sidebar_and_keeps_redo(open_app):
    app = open_app()
    session = app.session_state["session"]
    session.edit([Edit("move", ids=(5,), points=((0.5, 0.5),), stroke=1)])
    move(app, "w_n_samples", 40)
    move(app, "w_C", 10.0)
    for value, size in ((1.0, 40), (1.0, 90)):
        session.edit([Command.UNDO])
        assert session.stale()
        app.run()
        assert control(app, "w_C")["value"] == value
        assert control(app, "w_n_samples")["value"] == size
    assert [p.id for p in experiment_of(app).placed] == [5]
    session.edit([Command.REDO, Command.REDO])
    app.run()
    assert (experiment_of(app).n_samples, experiment_of(app).C) == (40, 10.0)


def test_what_is_not_shown_is_in_the_link(open_app):
    app = open_app()
    app.button_group(key="w_show").set_value(["regions", "margins", "weights"]).run()
    assert dict(app.query_params) == {"hide": "support"}
    again = open_app({"hide": "slack.nonsense.support", "C": "10"})
    assert again.session_state["session"].show == ("regions", "margins", "weights", "zones", "tube")
    assert experiment_of(again).C == 10.0


def test_fit_shows_what_was_placed_outside_and_the_picture_stays(open_app):
    app = open_app()
    session = app.session_state["session"]
    opening, fits = session.home, session.fits
    session.edit([Edit("add", points=((0.5, 2.9),), stroke=1)])
    assert session.home == opening, "visible already"
    session.edit([Edit("add", points=((7.0, 0.5),), stroke=2, live=True)])
    assert session.home == opening, "not while the gesture goes on"
    session.edit([Edit("add", points=((8.0, 0.5),), stroke=3)])
    assert session.home[1] > 8.0
    assert session.fits == fits, "the visitor's zoom stays"
    app.run()
    assert "far from" not in verdict(app)
    session.edit([Edit("add", points=((5000.0, 0.5), (6000.0, 0.5)), stroke=4)])
    app.run()
    assert session.home[1] < 20.0
    assert "2 lie far from the others" in verdict(app)


def test_a_kernel_is_built_by_its_formula_and_a_wrong_one_is_kept_with_the_reason(open_app):
    app = open_app({"kernel": "built"})
    app.text_input(key="w_recipe").set_value("2 * rbf + linear").run()
    assert experiment_of(app) == change(Experiment(), kernel="built", recipe="2 * rbf + linear")
    app.text_input(key="w_recipe").set_value("2 * sin").run()
    assert not app.exception
    assert experiment_of(app).recipe == "2 * rbf + linear"
    assert app.text_input(key="w_recipe").value == "2 * sin"
    assert any("got &#x27;sin&#x27; at place 5" in h.value for h in app.get("html"))
    move(app, "w_C", 10.0)
    assert app.text_input(key="w_recipe").value == "2 * sin", "nothing typed is lost"
    app.text_input(key="w_recipe").set_value("linear^2").run()
    assert experiment_of(app).recipe == "linear^2"
    assert not any("svm-wrong" in h.value for h in app.get("html") if "<p" in h.value)
