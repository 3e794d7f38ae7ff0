"""The page ν without a browser: its machines, its cards, its chart, its way to the soft margin."""

from __future__ import annotations

import numpy as np
import pytest

from pages.nu.model import NuSettings, nu_run
from pages.nu.text import SLOW, nu_figures, soft_margin, whole_sentence
from pages.state.board.board import Edit
from pages.state.model.run import data_of, run
from tests.helpers.links import from_query, to_query
from tests.helpers.opened import (
    ONE_CLASS,
    again,
    blocks,
    board_of,
    gram,
    move,
    open_page,
    plain,
    sent,
    visit_of,
)
from tests.helpers.opened import verdict as whole_verdict
from tests.helpers.weighted import weighed

WITHOUT = {
    "one class": (ONE_CLASS, "points share a class: add a point of class +1"),
    "too large": ({"balance": "0.2", "n_nu": "0.5"}, "ν = 0.5 is too large"),
    "no width": ({"kernel": "linear", "dataset": "xor"}, "no margin was found"),
}


def verdict(app) -> str:
    """The sentence, in which no formula is broken at the end of a line."""
    return whole_verdict(app).replace("\u00a0", " ")


def cards(app) -> dict[str, tuple[str, str]]:
    [block] = blocks(app, "svm-cards")
    found = {}
    for part in block.split("<dt>")[1:]:
        name, rest = part.split("</dt>")
        value, detail, _ = rest.split("</dd>")
        found[name] = plain(value), plain(detail)
    return found


@pytest.mark.parametrize("mode", ["nu_svc", "one_class", "sphere"])
def test_the_page_shows_the_sentence_and_the_cards(mode: str):
    app = open_page("nu", {"n_mode": mode, "n_nu": "0.3", "kernel": "poly"})
    run = nu_run(from_query({"kernel": "poly"}), NuSettings(mode, 0.3))
    assert whole_sentence(run).replace("\u00a0", " ") in verdict(app)
    assert cards(app) == {card.name: (card.value, card.detail) for card in nu_figures(run)}
    assert len(sent(app)["main"].trace("wrong")["x"]) == int(run.outside.sum())
    assert sent(app)["sweep"].figure["layout"]["shapes"][0]["x0"] == pytest.approx(30.0)


def test_one_class_is_grey_everywhere_and_the_labels_are_kept():
    app = open_page("nu", {"n_mode": "one_class"})
    header, _ = sent(app)["main"]
    for theme, colors in header["palette"].items():
        assert colors["class0"] == colors["class1"] == colors["muted"], theme
    assert header["pointLabels"] == list(data_of(board_of(app).experiment).labels)
    app.button_group(key="w_nu_mode").set_value("nu_svc").run()
    header, _ = sent(app)["main"]
    assert header["palette"]["light"]["class0"] != header["palette"]["light"]["class1"]


@pytest.mark.parametrize("name", WITHOUT)
def test_without_a_machine_it_says_why_and_offers_no_C(name: str):
    query, words = WITHOUT[name]
    app = open_page("nu", query)
    assert words in verdict(app)
    assert "cross" not in verdict(app).lower()
    assert app.button(key="use_C").disabled
    found = cards(app)
    assert {"C", "ρ"}.isdisjoint(found)
    assert sent(app)["main"].trace("wrong")["x"] == []
    n = len(data_of(board_of(app).experiment))
    assert found["ν"][1].endswith(f"of {n} points")


@pytest.mark.parametrize(
    "query", [{}, {"margin": "hard"}, {"class_weight": "own", "weights": "1_4"}]
)
def test_the_button_gives_the_playground_the_same_machine(query):
    app = open_page("nu", query)
    assert ("each point counts once" in verdict(app)) == ("weights" in query)
    assert not app.button(key="use_C").disabled
    app.button(key="use_C").click().run()
    assert not app.exception
    assert app.button(key="use_C").disabled
    assert app.button(key="use_C").label == "The Playground has this C"
    taken = board_of(app).experiment
    theirs, ours = run(taken), nu_run(from_query(query), NuSettings())
    f = gram({}, theirs.data.X, theirs.data.X) @ ours.model.coef + ours.model.intercept
    assert taken.margin == "soft"
    np.testing.assert_allclose(theirs.scores, f, atol=1e-4)
    assert float(app.query_params["C"]) == pytest.approx(taken.C)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"kernel": "poly", "degree": "6", "gamma": "10", "n_nu": "0.9"}, "out of the range 0.001"),
        ({"kernel": "sigmoid", "n_nu": "0.5"}, "not positive semi-definite: another solution"),
        ({"n_mode": "sphere"}, "A sphere has no soft margin"),
        (to_query(weighed(20)), "weight of their own"),
    ],
)
def test_a_C_that_is_not_handed_over(query, why):
    app = open_page("nu", query)
    assert app.button(key="use_C").disabled
    assert why in app.button(key="use_C").help
    run = nu_run(from_query(query), visit_of(app).value(NuSettings))
    assert soft_margin(run) == {}


def test_a_gesture_keeps_the_chart_until_its_end():
    app = open_page("nu")
    before = sent(app)["sweep"].trace("support")["y"]
    here = board_of(app)
    first = here.experiment.board().ids[0]
    for live in (True, False):
        move = Edit("move", ids=(first,), points=((2.5, 2.5),), stroke=1, live=live)
        here.edit([move])
        again(app)
        same = np.array_equal(sent(app)["sweep"].trace("support")["y"], before)
        assert same is live


def test_a_slow_chart_waits_for_its_button():
    query = {"n_samples": "320", "kernel": "laplacian"}
    app = open_page("nu", query)
    assert sent(app)["sweep"].figure["data"] == []
    app.button(key="draw_sweep").click().run()
    assert not app.exception
    assert len(sent(app)["sweep"].trace("outside")["x"]) == SLOW
    assert "draw_sweep" not in [b.key for b in app.button]
    move(app, "w_gamma", 2.0)
    assert "draw_sweep" in [b.key for b in app.button]
