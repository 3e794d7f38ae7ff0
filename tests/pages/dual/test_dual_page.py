"""The page Dual without a browser: clicks on points, links and what the Playground keeps."""

from __future__ import annotations

from pages.dual.settings import DualView
from pages.ui.board.inspected_point import dual_experiment
from tests.helpers.links import to_query
from tests.helpers.opened import (
    badge,
    board_of,
    experiment,
    machine,
    move,
    open_page,
    verdict,
    visit_of,
)


def test_views_and_the_sidebar_are_words_of_the_link():
    app = open_page("dual")
    app.button_group(key="w_view").set_value("beside").run()
    assert visit_of(app).value(DualView).dual == "beside"
    assert set(app.query_params) == {"i_dual"}
    move(app, "w_C", 10.0)
    app.button_group(key="w_kernel").set_value("linear").run()
    app.button_group(key="w_view").set_value("points").run()
    assert not app.exception
    wanted = experiment({"C": "10", "kernel": "linear"})
    assert board_of(app).experiment == wanted
    assert dict(app.query_params) == to_query(wanted)
    keys = {w.key for w in (*app.selectbox, *app.button_group)}
    assert not keys & {"w_solver", "w_formulation"}, "the page is about one of each"


def test_the_primal_of_the_playground_stays_what_it_was():
    query = {"formulation": "primal", "solver": "newton", "kernel": "linear"}
    app = open_page("dual", query)
    assert badge(app).startswith("optimal")
    assert board_of(app).experiment.formulation == "primal"
    assert dual_experiment(board_of(app)) == experiment({"kernel": "linear"})
    found = machine({"kernel": "linear"})
    assert f"{(found.case > 0).sum()} of 90 points" in verdict(app)
