"""Every page through Streamlit's own test harness: no browser, but real widgets and links."""

from __future__ import annotations

import numpy as np

from pages.dual.model.leave_one_out import difference, without
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.verdict import badge, sentence
from pages.ui.canvas.events import Command
from tests.helpers.opened import board_of, control, controls, move, open_page, plain, verdict


def test_the_playground_opens_with_a_certified_machine():
    app = open_page("playground")
    result = run(Experiment())
    assert badge(result).kind == "certified"
    assert verdict(app).startswith(badge(result).text)
    assert plain(sentence(result, ("support",))) in verdict(app)


def test_the_guide_says_what_a_point_without_a_ring_decides():
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
    app = open_page("guide")
    text = " ".join(h.value for h in app.get("html"))
    assert "w would be the same without it, and so would b where a support vector is free" in text
    assert "model would be the same" not in text


def test_only_what_applies_is_offered():
    app = open_page("playground", {"kernel": "sigmoid", "detail": "expert"})
    assert app.button_group(key="w_margin").disabled
    assert app.button_group(key="w_formulation").disabled
    assert any("not positive semi-definite" in c.value for c in app.caption)
    assert [o for o in app.selectbox(key="w_solver").options] == [
        "Automatic",
        "SMO",
        "Projected gradient",
    ]
    app = open_page("playground", {"margin": "hard"})
    assert control(app, "w_C")["off"] == "∞"
    app = open_page("playground", {"kernel": "linear"})
    assert "w_gamma" not in controls(app)
    words = {"formulation": "primal", "solver": "subgradient"}
    assert "w_learning_rate" not in controls(open_page("playground", words))
    assert "w_learning_rate" in controls(open_page("playground", words | {"detail": "expert"}))


def test_undo_of_a_sample_is_seen_in_the_sidebar_and_keeps_redo():
    app = open_page("playground")
    here = board_of(app)
    here.edit([Edit("move", ids=(5,), points=((0.5, 0.5),), stroke=1)])
    move(app, "w_n_samples", 40)
    move(app, "w_C", 10.0)
    for value, size in ((1.0, 40), (1.0, 90)):
        here.edit([Command.UNDO])
        assert not here.is_shown_by_widgets()
        app.run()
        assert control(app, "w_C")["value"] == value
        assert control(app, "w_n_samples")["value"] == size
    assert [p.id for p in board_of(app).experiment.placed] == [5]
    here.edit([Command.REDO, Command.REDO])
    app.run()
    assert (board_of(app).experiment.n_samples, board_of(app).experiment.C) == (40, 10.0)


def test_fit_shows_what_was_placed_outside_and_the_picture_stays():
    app = open_page("playground")
    here = board_of(app)
    opening, fits = here.home, here.fits
    here.edit([Edit("add", points=((0.5, 2.9),), stroke=1)])
    assert here.home == opening, "visible already"
    here.edit([Edit("add", points=((7.0, 0.5),), stroke=2, live=True)])
    assert here.home == opening, "not while the gesture goes on"
    here.edit([Edit("add", points=((8.0, 0.5),), stroke=3)])
    assert here.home[1] > 8.0
    assert here.fits == fits, "the visitor's zoom stays"
    app.run()
    assert "far from" not in verdict(app)
    here.edit([Edit("add", points=((5000.0, 0.5), (6000.0, 0.5)), stroke=4)])
    app.run()
    assert here.home[1] < 20.0
    assert "2 lie far from the others" in verdict(app)


def test_a_kernel_is_built_by_its_formula_and_a_wrong_one_is_kept_with_the_reason():
    app = open_page("playground", {"kernel": "built"})
    app.text_input(key="w_recipe").set_value("2 * rbf + linear").run()
    assert board_of(app).experiment.recipe == "2 * rbf + linear"
    app.text_input(key="w_recipe").set_value("2 * sin").run()
    assert not app.exception
    assert board_of(app).experiment.recipe == "2 * rbf + linear"
    assert app.text_input(key="w_recipe").value == "2 * sin"
    assert any("got &#x27;sin&#x27; at place 5" in h.value for h in app.get("html"))
    move(app, "w_C", 10.0)
    assert app.text_input(key="w_recipe").value == "2 * sin", "nothing typed is lost"
    app.text_input(key="w_recipe").set_value("linear^2").run()
    assert board_of(app).experiment.recipe == "linear^2"
    assert not any("svm-wrong" in h.value for h in app.get("html") if "<p" in h.value)
