"""The page Evaluation in states that are seldom: weights, schemes, tables, far scores, failures."""

from __future__ import annotations

import gc
from dataclasses import replace

import numpy as np
import pytest

from pages.evaluation.panels.grid_map import MapMemory, apply_cell
from pages.evaluation.panels.holdout import stops
from pages.evaluation.panels.source import Source, _of_board, machine
from pages.evaluation.settings import MOST, EvaluationSettings
from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid, GridCell, sweep
from pages.model_selection.nested import nested
from pages.model_selection.splits import k_fold
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
from pages.ui.board.board_state import new_board
from pages.ui.visit.visit import Visit, remembered
from tests.helpers.evaluation_app import opened, waited, with_table
from tests.helpers.links import to_query
from tests.helpers.opened import (
    badge,
    board_of,
    captions,
    gram,
    open_page,
    sent,
    until_done,
    verdict,
)

pytestmark = pytest.mark.usefixtures("no_processes")

RBF = Candidate(parameters=(("gamma", 0.5),))


def test_the_map_and_nested_cross_validation_use_weights_and_the_folds_of_the_sidebar():
    edit = Edit("weigh", ids=tuple(range(0, 90, 3)), factor=8.0)
    heavy = Experiment().with_board(Experiment().board().apply(edit))
    data = data_of(heavy)
    X, y, ids, w = data.X, (data.y > 0).astype(int), data.ids, data.own_weight
    words = {"e_view": "map", "e_cells": "3", "e_folds": "3", "e_order": "shuffled"}
    app = open_page("evaluation", to_query(heavy) | words)
    app.button(key="map_start").click().run()
    found = waited(app, "map").latest.found
    folds = k_fold(y, 3, ids, order="shuffled")
    *_, weighted = sweep(RBF, X, y, folds, found.grid, w=w)
    *_, plainly = sweep(RBF, X, y, folds, found.grid)
    assert found.cells == weighted.found.cells != plainly.found.cells
    app.button(key="true_start").click().run()
    true = waited(app, "nested").latest.found
    small = Grid(found.grid.Cs[::2], found.grid.values[::2])
    *_, last = nested(RBF, X, y, folds, small, folds=3, ids=ids, w=w)
    assert true == last.found
    assert "Weights are used in training" in captions(app)


@pytest.mark.parametrize("scheme", ["ovr", "ovo", "weston_watkins", "crammer_singer"])
def test_the_board_of_classes_is_judged_by_its_own_scheme(scheme: str):
    """The machine of all points is that of the page Classes; f is recomputed at its crosses."""
    app = open_page("evaluation", {"e_view": "map", "e_source": "classes", "c_scheme": scheme})
    here = board_of(app, "classes").experiment
    run = multiclass_run(here, Scheme(scheme))
    values = gram({"gamma": "0.5"}, run.data.X, run.many.X) @ run.many.coef.T + run.many.intercept
    called = run.many.judge(values).predicted
    cross = sent(app)["main"].trace("wrong")
    there = run.data.X[called != run.labels]
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), there)
    right = (called == run.labels).sum()
    assert f"{right} of {len(called)} are predicted correctly" in verdict(app)
    assert badge(app).startswith("optimal to")
    app.segmented_control(key="w_view").set_value("test").run()
    how = "vote for the class" if scheme == "ovo" else "a score of its own"
    assert how in captions(app)


@pytest.mark.parametrize("view", ["test", "map"])
def test_a_joint_scheme_says_that_it_needs_another_kernel(view: str):
    words = {"e_source": "classes", "c_scheme": "weston_watkins", "m_kernel": "sigmoid"}
    app = open_page("evaluation", words | {"e_view": view})
    assert "needs a positive semi-definite kernel" in verdict(app)
    assert "no model" in badge(app)


def test_two_classes_are_one_machine_in_every_scheme_but_the_joint_ones():
    of = Source(
        title="x", X=np.zeros((2, 2)), y=np.array([0, 1]), class_names=("0", "1"), numbers=(0, 1)
    )
    schemes = [machine(of, Experiment(), Scheme(name)).scheme for name in ("ovr", "ovo")]
    assert schemes == ["svc", "svc"]
    joint = machine(of, Experiment(), Scheme("crammer_singer", 2.0, "column"))
    assert (joint.scheme, joint.delta, joint.bias_inside) == ("crammer_singer", 2.0, True)


def test_standardised_columns_have_no_row_without_scaling():
    app = until_done(with_table("iris", view="folds"))
    assert set(sent(app)["scalings"].trace("means")["y"]) == {"in the fold", "before"}
    raw = sent(opened(view="folds"))["scalings"].trace("means")["y"]
    assert set(raw) == {"none", "in the fold", "before"}


def test_the_same_points_made_anew_are_the_same_source():
    """Caches are small and shared: what was forgotten in them must not make a map old."""
    first = _of_board(Experiment(), many=False)
    _of_board.cache_clear()
    gc.collect()
    second = _of_board(Experiment(), many=False)
    assert first is not second
    assert (first, hash(first)) == (second, hash(second))
    for other in (change(Experiment(), seed=2), change(Experiment(), class_weight="balanced")):
        assert _of_board(other, many=False) != first
    assert replace(first, X=first.X + 1e-12) != first


def test_a_slider_ends_where_a_threshold_may_be():
    class Far:
        scores = np.array([-3e17, 5e18])

    low, high, step = stops(Far, 0.0)
    assert (low, high) == (-MOST, MOST)
    assert EvaluationSettings(t=low).t == -MOST
    assert step > 0.0


def test_a_cell_that_is_loaded_twice_still_gives_back_what_was_before():
    here, cell = new_board(Experiment(), Visit()), GridCell(10.0, 2.0, 0.0, 0.1, 0.1, 0.05, 12)
    for _ in range(2):
        apply_cell((here, "gamma"), cell, 2.0)
        assert (here.experiment.C, here.experiment["gamma"]) == (10.0, 2.0)
        assert remembered(MapMemory).loaded.before == {"C": 1.0, "gamma": 0.5}
