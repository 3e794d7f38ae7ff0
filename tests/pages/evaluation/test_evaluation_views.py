"""The page Evaluation without a browser: its views, its sources, the threshold, long work."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.evaluation.panels import grid_map as view
from pages.evaluation.panels.grid_map import IDS
from pages.evaluation.settings import EvaluationSettings
from pages.model_selection.candidate import Candidate, fitted
from pages.model_selection.grid_search import sweep
from pages.model_selection.splits import k_fold
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment
from tests.helpers.evaluation_app import DATA, VIEWS, X, Y, opened, waited, with_table
from tests.helpers.opened import (
    again,
    blocks,
    board_of,
    captions,
    gram,
    jobs_of,
    move,
    numbers,
    open_page,
    plain,
    sent,
    until_done,
    verdict,
    visit_of,
)

pytestmark = pytest.mark.usefixtures("no_processes")


def validated(order: str):
    """What each fold's machine calls the points that it has not seen."""
    verdict = np.empty(len(Y), dtype=int)
    each = []
    for part in k_fold(Y, 5, DATA.ids, order=order):
        machine = fitted(Candidate(parameters=(("gamma", 0.5),)), X[part.train], Y[part.train])
        found = machine.estimator
        K = gram({"gamma": "0.5"}, X[part.test], X[part.train][found.support_])
        verdict[part.test] = K @ found.dual_coef_[0] + found.intercept_[0] >= 0.0
        each.append((verdict[part.test] == Y[part.test]).mean())
    return verdict, np.array(each)


def blocks_in(block):
    """All blocks in a block of a page."""
    inner = [child for child in block.children.values() if hasattr(child, "children")]
    return [*inner, *(deeper for child in inner for deeper in blocks_in(child))]


def id_of(block) -> str:
    """The id of a block, which ends with its key; columns have none."""
    return getattr(block.proto, "id", "")


def used(app) -> tuple[int, int]:
    """Of the column beside the picture: places with something in them, and all that are written."""
    [beside] = [block for block in blocks_in(app.main) if id_of(block).endswith("-beside")]
    places = beside.children
    return 1 + max(k for k, one in places.items() if one.type != "empty"), len(places)


def test_a_view_leaves_no_place_as_another_had_it():
    """The browser may take nothing away while long work goes on: all is written over."""
    views = [used(opened(view=view)) for view in VIEWS]
    assert min(written for _, written in views) >= max(longest for longest, _ in views)


@pytest.mark.parametrize(("order", "lacking"), [("given", 5), ("stratified", 0)])
def test_folds_without_a_class_are_counted(order: str, lacking: int):
    # the classes of iris come one after the other
    app = until_done(with_table("iris", view="folds", order=order))
    told = f"{lacking} of 5 folds hold no point of some class"
    assert (told in captions(app)) == (lacking > 0)
    rows = sent(app)["folds"].trace("means")["y"]
    assert len(rows) == (4 if lacking else 6)  # no AUC, no average precision


def test_folds_without_a_point_called_wrong_speak_of_no_crosses():
    words = {"dataset": "blobs", "noise": "0.05", "e_view": "folds"}
    told = verdict(open_page("evaluation", words))
    assert "None is misclassified." in told
    assert "Crosses" not in told


def test_folds_cross_out_what_was_called_wrong_unseen():
    app = opened(view="folds", order="shuffled")
    given, each = validated("shuffled")
    cross = sent(app)["main"].trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[given != Y])
    folds = sent(app)["folds"].trace("folds")
    np.testing.assert_allclose(folds["x"][:5], 100.0 * each)
    error = 100.0 * each.std(ddof=1) / np.sqrt(5)
    assert sent(app)["folds"].trace("means")["error_x"]["array"][0] == pytest.approx(error)
    assert "(standard error)" in verdict(app)
    assert numbers(verdict(app).split("folds: ")[1])[:2] == pytest.approx(
        [100.0 * each.mean(), error], abs=0.051
    )


def test_curves_come_by_themselves():
    app = opened(view="curves", curve="gamma")
    work = waited(app, "curve")
    drawn = sent(app)["curve"]
    assert len(drawn.trace("validation")["x"]) == work.latest.total
    assert drawn.trace("choseny")["x"].tolist() == [0.5] * 2


def test_a_kernel_without_gamma_has_no_curve_in_it():
    app = open_page("evaluation", {"e_view": "curves", "e_curve": "gamma", "kernel": "linear"})
    assert any("has no γ" in html.value for html in app.get("html"))


def mapped(**words: str):
    app = opened(view="map", cells="3", **words)
    app.button(key="map_start").click().run()
    return app, waited(app, "map").latest.found


def test_a_cell_loads_its_settings_and_gives_them_back():
    app, found = mapped()
    *_, last = sweep(Candidate(), X, Y, k_fold(Y, 5, DATA.ids), found.grid)
    assert last.found.cells == found.cells
    drawn = sent(app)["map"]
    np.testing.assert_allclose(drawn.trace("shades")["z"], 100.0 * found.table("cv_error"))
    assert drawn.header["linkedIds"] == [IDS + k for k in range(9)]
    app.segmented_control(key="w_shade").set_value("n_support").run()
    np.testing.assert_allclose(sent(app)["map"].trace("shades")["z"], found.table("n_support"))
    click(app, 5)
    again(app)
    cell = found.cells[5]
    assert (board_of(app).experiment.C, board_of(app).experiment["gamma"]) == (cell.C, cell.value)
    assert cell.value == found.grid.values[1]
    assert f"Loaded C = {cell.C:g}, γ = {cell.value:g}" in captions(app)
    assert f"{cell.n_support} support vectors." in captions(app)
    held = sent(app)["main"].trace("points")["marker"]["line"]["color"].count("$ink")
    assert held == cell.n_support
    app.button(key="map_undo").click().run()
    assert board_of(app).experiment == Experiment()
    assert "Loaded" not in captions(app)


def click(app, k: int) -> None:
    """What the canvas calls after a click on cell k."""
    cell = view.cell_of(jobs_of(app)["map"], IDS + k)
    assert cell is not None
    words = {"C": cell.C, "gamma": cell.value}
    before = {name: float(board_of(app).experiment[name]) for name in words}
    visit_of(app).remembered(view.MapMemory).loaded = view.Loaded(cell, words, before)
    board_of(app).choose(C=cell.C, gamma=cell.value)


def test_a_change_of_the_board_makes_the_map_old_and_keeps_it():
    app, found = mapped()
    move(app, "w_folds", 4)
    assert "Compute it again" in plain(blocks(app, "svm-wrong svm-old")[0])
    shades = sent(app)["map"].trace("shades")["z"]
    np.testing.assert_allclose(shades, 100.0 * found.table("cv_error"))
    move(app, "w_folds", 5)
    assert blocks(app, "svm-wrong svm-old") == []
    board_of(app).edit([Edit("add", points=((0.1, 2.0),), label=1, stroke=1)])
    again(app)
    assert blocks(app, "svm-wrong svm-old")


def test_a_kernel_without_gamma_has_a_map_of_c_alone():
    app = open_page("evaluation", {"e_view": "map", "e_cells": "4", "kernel": "linear"})
    app.button(key="map_start").click().run()
    waited(app, "map")
    assert sent(app)["map"].trace("shades")["z"].shape == (1, 4)


def test_a_map_goes_on_while_its_visitor_looks_at_the_test():
    app = opened(view="map", cells="20")
    app.button(key="map_start").click().run()
    visit_of(app).values[EvaluationSettings] = replace(
        visit_of(app).values[EvaluationSettings], view="test"
    )
    known = jobs_of(app)["map"]
    known.poll()
    before = known._looked
    again(app)
    assert "Still running in another view: the map." in captions(app)
    assert known._looked > before
    known.stop()
    waited(app, "map")
    assert "Still running" not in captions(app)
