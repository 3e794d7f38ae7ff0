"""The page Evaluation in states that are seldom: weights, schemes, tables, far scores, failures."""

from __future__ import annotations

import gc
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from pages.evaluation.panels.holdout import stops
from pages.evaluation.panels.map import apply_cell
from pages.evaluation.panels.source import Source, _of_board, machine
from pages.evaluation.settings import MOST, EvaluationSettings
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.multiclass_run import Scheme, multiclass_run
from pages.state.run import data_of
from pages.state.table_settings import TableSettings
from pages.ui.jobs import FAILED, Job
from pages.ui.session import new_session
from svmcore.datasets.table import read_table
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.grid_search import Grid, GridCell, sweep
from svmcore.model_selection.nested import nested
from svmcore.model_selection.splits import k_fold
from tests.helpers.evaluation_app import VIEWS, opened, waited, with_table
from tests.helpers.evaluation_samples import curve_of
from tests.helpers.links import from_query, to_query
from tests.helpers.opened import (
    again,
    badge,
    blocks,
    captions,
    control,
    gram,
    move,
    open_page,
    sent,
    until_done,
    verdict,
)

RBF = Candidate(parameters=(("gamma", 0.5),))


def heavy() -> dict[str, str]:
    """The link of a board whose first points weigh eight times as much."""
    usual = Experiment()
    edit = Edit("weigh", ids=tuple(range(0, 90, 3)), factor=8.0)
    return to_query(usual.with_board(usual.board().apply(edit)))


def weighed():
    data = data_of(from_query(heavy()))
    return data.X, (data.y > 0).astype(int), data.ids, data.own_weight


def test_weights_of_points_count_in_curves():
    X, y, ids, w = weighed()
    assert len(set(w)) == 2
    app = open_page("evaluation", heavy() | {"e_view": "curves"})
    found = waited(app, "curve").latest.found
    parts_of = k_fold(y, 5, ids)
    sizes = [int(v) for v in found.places]
    expected = curve_of(RBF, X, y, parts_of, "learning", sizes, w=w)
    plainly = curve_of(RBF, X, y, parts_of, "learning", sizes)
    np.testing.assert_allclose(found.validation, expected.validation)
    assert not np.allclose(expected.validation, plainly.validation)
    drawn = sent(app)["curve"].trace("validation")["y"]
    np.testing.assert_allclose(drawn, 100.0 * expected.validation.mean(1))
    assert "Weights are used in training" in captions(app)


def test_weights_of_points_count_in_the_map_and_in_nested_cross_validation():
    X, y, ids, w = weighed()
    app = open_page("evaluation", heavy() | {"e_view": "map", "e_cells": "3", "e_folds": "3"})
    app.button(key="map_start").click().run()
    found = waited(app, "map").latest.found
    folds = k_fold(y, 3, ids)
    *_, weighted = sweep(RBF, X, y, folds, found.grid, w=w)
    *_, plainly = sweep(RBF, X, y, folds, found.grid)
    assert found.cells == weighted.found.cells != plainly.found.cells
    app.button(key="true_start").click().run()
    true = waited(app, "nested").latest.found
    small = Grid(found.grid.Cs[::2], found.grid.values[::2])
    *_, last = nested(RBF, X, y, folds, small, folds=3, ids=ids, w=w)
    assert true == last.found
    assert "Weights are used in training" in captions(app)


def test_the_outer_folds_of_nested_are_those_of_the_sidebar():
    app = opened(view="map", cells="3", folds="3", order="shuffled")
    assert app.selectbox(key="w_fold_order").value == "shuffled"
    app.button(key="true_start").click().run()
    true = waited(app, "nested").latest.found
    data = data_of(Experiment())
    y = (data.y > 0).astype(int)
    folds = k_fold(y, 3, data.ids, order="shuffled")
    Cs, values = (0.01, 1000.0), (0.01, 100.0)
    *_, last = nested(RBF, data.X, y, folds, Grid(Cs, values), folds=3, ids=data.ids)
    assert true == last.found


@pytest.mark.parametrize("scheme", ["ovr", "ovo", "weston_watkins", "crammer_singer"])
def test_the_board_of_classes_is_judged_by_its_own_scheme(scheme: str):
    """The machine of all points is that of the page Classes; f is recomputed at its crosses."""
    app = open_page("evaluation", {"e_view": "map", "e_source": "classes", "c_scheme": scheme})
    here = app.session_state["sessionclasses"].experiment
    run = multiclass_run(here, Scheme(scheme))
    values = gram({"gamma": "0.5"}, run.data.X, run.many.X) @ run.many.coef.T + run.many.intercept
    called = run.many.judge(values).predicted
    cross = sent(app)["main"].trace("wrong")
    there = run.data.X[called != run.labels]
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), there)
    assert f"{(called == run.labels).sum()} of {len(called)} are predicted correctly" in verdict(
        app
    )
    assert badge(app).startswith("optimal to")
    app.segmented_control(key="w_evaluation").set_value("test").run()
    how = "vote for the class" if scheme == "ovo" else "a score of its own"
    assert how in captions(app)
    app.selectbox(key="w_scheme").set_value("crammer_singer").run()
    assert app.query_params.get("c_scheme") == "crammer_singer"
    assert "a score of its own" in captions(app)


@pytest.mark.parametrize("view", VIEWS)
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
    app = until_done(with_table("iris", view="folds"), "evaluation")
    rows = set(sent(app)["scalings"].trace("means")["y"])
    assert rows == {"in the fold", "before"}
    rows = set(sent(opened(view="folds"))["scalings"].trace("means")["y"])
    assert rows == {"none", "in the fold", "before"}


def test_the_same_points_made_anew_are_the_same_source():
    """Caches are small and shared: what was forgotten in them must not make a map old."""
    first = _of_board(Experiment(), many=False)
    _of_board.cache_clear()
    gc.collect()
    second = _of_board(Experiment(), many=False)
    assert first is not second
    assert first == second
    assert hash(first) == hash(second)
    for other in (change(Experiment(), seed=2), change(Experiment(), class_weight="balanced")):
        assert _of_board(other, many=False) != first
    moved = replace(first, X=first.X + 1e-12)
    assert moved != first


def test_a_map_is_not_old_when_its_points_were_made_anew():
    app = opened(view="map", cells="3")
    app.button(key="map_start").click().run()
    waited(app, "map")
    _of_board.cache_clear()
    again(app)
    assert blocks(app, "svm-wrong svm-old") == []


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scores_beyond_all_measure_still_have_a_slider():
    far = {"dataset": "own", "kernel": "poly", "degree": "8", "C": "10000", "gamma": "100"}
    usual = change(Experiment(), dataset="own")
    points = ((-90.0, 1.0), (80.0, 7.0), (95.0, -3.0), (-70.0, 2.0), (1.0, 60.0), (3.0, -99.0))
    board = usual.board()
    for k, place in enumerate(points):
        board = board.apply(Edit("add", points=(place,), label=k % 2, stroke=k))
    query = to_query(usual.with_board(board)) | far | {"e_share": "0.34"}
    app = open_page("evaluation", query)
    slider = control(app, "w_threshold")
    for t in (slider["high"], slider["low"]):
        move(app, "w_threshold", t)
        assert not app.exception
        assert abs(t) <= MOST
        assert f"At t = {t:g}" in verdict(app) or "right" in verdict(app)


def test_a_slider_ends_where_a_threshold_may_be():
    class Far:
        scores = np.array([-3e17, 5e18])

    low, high, step = stops(Far, 0.0)
    assert (low, high) == (-MOST, MOST)
    assert EvaluationSettings(t=low).t == -MOST
    assert step > 0.0


def test_names_of_classes_are_no_marks():
    rows = [f"{k},{k * k % 7},{'<b>5' if k < 3 else 'more'}" for k in range(20)]
    content = "\n".join(["a,b,label", *rows]).encode()
    for view in ("folds", "curves", "map"):
        app = opened(view=view, source="table")
        app.session_state["session"].values[TableSettings] = TableSettings(real="mine")
        app.session_state["own"].mine = read_table(content, "few.csv")
        again(app)
        told = [html.value for html in app.get("html") if html.value.startswith("<p>")]
        assert told == ["<p>Each class needs 5, one for each fold: class &lt;b&gt;5 has 3.</p>"]


def test_work_that_fails_says_so_and_is_not_begun_again():
    def steps():
        yield 1
        raise MemoryError

    work = Job("x", steps)
    assert work.over.wait(20)
    assert work.wrong.startswith(FAILED)
    assert (work.broken, work.finished) == (False, False)


def test_words_beside_curves_are_those_of_the_kernel():
    app = opened(view="curves", curve="gamma")
    assert "a separate peak at every point" in captions(app)
    app = open_page("evaluation", {"e_view": "curves", "e_curve": "gamma", "kernel": "poly"})
    assert "a separate peak" not in captions(app)
    assert "The dotted line is the current γ" in captions(app)
    app = open_page("evaluation", {"e_view": "map", "kernel": "linear"})
    assert "loads its C." in captions(app)


def test_a_cell_that_is_loaded_twice_still_gives_back_what_was_before():
    here, cell = new_session(Experiment()), GridCell(10.0, 2.0, 0.0, 0.1, 0.1, 0.05, 12)
    for _ in range(2):
        apply_cell((here, "gamma"), cell, 2.0)
        assert (here.experiment.C, here.experiment["gamma"]) == (10.0, 2.0)
        assert st.session_state["evaluation_loaded"].before == {"C": 1.0, "gamma": 0.5}
