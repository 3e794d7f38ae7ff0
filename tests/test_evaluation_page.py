"""The page Evaluation without a browser: its views, its sources, the threshold, long work."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import numpy as np
import pytest

from pages.ui.evaluation.map import IDS, half
from pages.ui.evaluation.source import Source
from pages.ui.evaluation.work import Work
from svmcore.board import Edit
from svmcore.evaluate.machine import Machine, fitted
from svmcore.evaluate.nested import Nested
from svmcore.evaluate.splits import k_fold, train_test
from svmcore.evaluate.sweep import Grid, sweep
from svmcore.experiment import Experiment
from svmcore.run import data_of
from svmcore.table_lesson import Lesson
from tests.opened import (
    ONE_CLASS,
    again,
    badge,
    blocks,
    captions,
    desk,
    gram,
    numbers,
    open_page,
    plain,
    said,
    sent,
)

VIEWS = ("test", "folds", "curves", "map")
DATA = data_of(Experiment())
X, Y = DATA.X, (DATA.y > 0).astype(int)


def opened(**words: str):
    return open_page("evaluation", {f"e_{name}": text for name, text in words.items()})


def cards(app) -> dict[str, list[float]]:
    """The numbers of every card: test, training."""
    [block] = blocks(app, "svm-cards")
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd><small>(.*?)</small>", block)
    return {name: [*numbers(value), *numbers(detail)] for name, value, detail in found}


def waited(app, name: str):
    """The page after a work has ended."""
    work = app.session_state["evaluation_works"][name]
    assert work.over.wait(120)
    again(app)
    return work


def with_table(name: str, **words: str):
    asked = {"e_source": "table"} | {f"e_{word}": text for word, text in words.items()}
    return open_page("evaluation", asked | ({} if name == "iris" else {"t_real": name}))


def test_a_link_opens_the_table_that_it_was_made_with():
    app = with_table("wine")
    assert app.session_state["own"].prepared().title == "Wine"
    assert dict(app.query_params) == {"e_source": "table", "t_real": "wine"}
    desk(app).values["t_"] = replace(desk(app).values["t_"], real="cancer")
    again(app)
    assert app.session_state["own"].prepared().title == "Breast cancer"
    assert desk(app).values["t_"] != Lesson()


def test_it_opens_on_the_board_of_the_playground_and_writes_nothing():
    app = opened()
    assert dict(app.query_params) == {}
    assert "28 test points are right" in said(app)
    assert badge(app).startswith("optimal to")
    assert set(sent(app)) == {"main", "roc", "precision", "matrix"}


def agrees(app, t: float) -> None:
    """Line, regions, crosses, cards, matrix and dots are those of t, from alpha and b alone."""
    split = train_test(Y, DATA.ids, share=0.3)
    machine = fitted(Machine(parameters=(("gamma", 0.5),)), X[split.train], Y[split.train])
    there = X[split.train][machine.estimator.support_]
    alpha, b = machine.estimator.dual_coef_[0], machine.estimator.intercept_[0]

    def f(Z):
        return gram({"gamma": "0.5"}, Z, there) @ alpha + b

    shown, positive = sent(app), f(X) >= t
    line = np.column_stack([shown["main"].trace("boundary")[axis] for axis in "xy"])
    line = line[np.isfinite(line[:, 0])].astype(float)
    assert len(line) > 10 or not f(X).min() < t < f(X).max()
    np.testing.assert_allclose(f(line), t, atol=2e-3)
    cross = shown["main"].trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[positive != Y])
    found = cards(app)
    for k, rows in enumerate((split.test, split.train)):
        own, yes = Y[rows] == 1, positive[rows]
        tp, fp, fn = (yes & own).sum(), (yes & ~own).sum(), (~yes & own).sum()
        values = {
            "Accuracy": (yes == own).mean(),
            "Precision": tp / (tp + fp) if tp + fp else 0.0,
            "Recall": tp / (tp + fn),
            "F1": 2 * tp / (2 * tp + fp + fn),
        }
        for name, value in values.items():
            assert found[name][k] == pytest.approx(100.0 * value, abs=0.051)
        right = int((yes == own).sum())
        assert f"{right} of {len(rows)} {'training' if k else 'test'} points are right" in said(app)
    own, yes = Y[split.test] == 1, positive[split.test]
    tp, fp, fn = (yes & own).sum(), (yes & ~own).sum(), (~yes & own).sum()
    tn = (~yes & ~own).sum()
    assert shown["matrix"].trace("matrix")["text"] == [[f"{tn}", f"{fp}"], [f"{fn}", f"{tp}"]]
    dot = shown["roc"].trace("here")
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((fp / (fp + tn), tp / (tp + fn)))
    dot = shown["precision"].trace("here")
    share = tp / (tp + fp) if tp + fp else 1.0
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((tp / (tp + fn), share))


def test_one_threshold_moves_everything():
    app = opened()
    agrees(app, 0.0)
    slider = app.slider(key="w_threshold")
    for t in (0.4, -0.7, 1.02, slider.max, slider.min):
        app.slider(key="w_threshold").set_value(t).run()
        assert dict(app.query_params) == {"e_t": f"{t:g}"}
        agrees(app, t)


def test_a_threshold_beyond_all_scores_is_kept_by_the_link():
    app = opened(t="7.5")
    assert app.slider(key="w_threshold").value == 7.5
    agrees(app, 7.5)


def test_the_matrix_and_the_curves_can_be_those_of_the_training_part():
    app = opened()
    app.segmented_control(key="w_part").set_value("train").run()
    assert dict(app.query_params) == {"e_part": "train"}
    text = sent(app)["matrix"].trace("matrix")["text"]
    assert sum(int(v) for row in text for v in row) == 62


def test_the_split_is_chosen_in_the_sidebar():
    app = opened()
    app.slider(key="w_share").set_value(0.5).run()
    app.toggle(key="w_stratified").set_value(False).run()
    app.number_input(key="w_lot").set_value(4).run()
    assert dict(app.query_params) == {"e_share": "0.5", "e_stratified": "0", "e_lot": "4"}
    split = train_test(Y, DATA.ids, share=0.5, stratified=False, seed=4)
    assert f"of {len(split.test)} test points" in said(app)
    symbols = sent(app)["main"].trace("points")["marker"]["symbol"]
    hollow = [i for i, symbol in enumerate(symbols) if symbol.endswith("-open")]
    assert hollow == split.test.tolist()


def test_several_classes_have_no_threshold_and_say_why():
    app = opened(source="classes")
    assert "No threshold" in captions(app)
    assert "w_threshold" not in [s.key for s in app.slider]
    shown = sent(app)
    assert len(shown["matrix"].trace("matrix")["text"]) == 4
    assert "AUC" in shown["roc"].figure["layout"]["title"]["text"]
    here = app.session_state["deskclasses"]
    here.edit([Edit("add", points=((0.0, 0.0),), label=5, stroke=1)], many=True)
    again(app)
    assert "Class 5 has too few points" in said(app)
    assert desk(app).experiment.n_classes == 2


def test_points_are_edited_here_too():
    app = opened()
    desk(app).edit([Edit("add", points=((0.1, 2.0), (0.2, 2.0)), label=1, stroke=1)])
    again(app)
    assert "placed" in app.query_params
    assert len(sent(app)["main"].trace("points")["x"]) == 92


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"dataset": "own"}, "The board is empty"),
        (ONE_CLASS, "points share a class"),
        ({"e_source": "table", "t_real": "mine"}, "There is no table yet"),
        ({"dataset": "own", "placed": "18MMTkE6Bph2PTg"}, ""),
    ],
)
def test_what_cannot_be_judged_says_why(view: str, words: dict[str, str], why: str):
    app = open_page("evaluation", words | {"e_view": view})
    assert why in said(app)
    assert "no machine" in badge(app) or not why


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "words",
    [
        {"kernel": "linear", "margin": "hard"},
        {"kernel": "sigmoid", "C": "0.5"},
        {"kernel": "built", "recipe": "2 * rbf(gamma=3) + linear"},
        {"class_weight": "balanced"},
        {"e_source": "classes", "m_class_weight": "own", "m_weights": "1_2_1_3"},
        {"classes": "3", "class_weight": "own", "weights": "1_2_3"},
    ],
)
def test_every_machine_in_every_view(view: str, words: dict[str, str]):
    app = open_page("evaluation", words | {"e_view": view})
    assert " right" in said(app)


@pytest.mark.parametrize("view", VIEWS)
def test_a_table_of_many_columns_is_shown_on_a_plane_that_says_so(view: str):
    app = with_table("iris", view=view)
    words = sent(app)["main_table"].figure["layout"]["annotations"][0]["text"]
    assert "4 columns" in words.replace("<br>", " ")
    assert " right" in said(app)


def test_a_table_of_two_classes_has_a_threshold():
    app = with_table("cancer")
    slider = app.slider(key="w_threshold")
    slider.set_value(slider.max).run()
    assert cards(app)["Recall"][0] == 0.0


@pytest.mark.parametrize(
    "words",
    [{"view": "x"}, {"share": "2"}, {"t": "nan"}, {"folds": "1"}, {"cells": "99"}, {"part": ""}],
)
def test_words_that_make_no_sense_are_left_out(words):
    assert "28 test points" in said(opened(**words))


def test_messages_name_classes_as_the_picture_does():
    of = Source("x", X, Y, ("−1", "+1"), (0, 1))
    assert of.named("Class 0 has 3, class 1 none.") == "Class −1 has 3, class +1 none."
    assert of.named("class 7") == "class 7"


def validated(order: str = "stratified"):
    """What each fold's machine calls the points that it has not seen."""
    said = np.empty(len(Y), dtype=int)
    each = []
    for part in k_fold(Y, 5, DATA.ids, order=order):
        machine = fitted(Machine(parameters=(("gamma", 0.5),)), X[part.train], Y[part.train])
        found = machine.estimator
        K = gram({"gamma": "0.5"}, X[part.test], X[part.train][found.support_])
        said[part.test] = K @ found.dual_coef_[0] + found.intercept_[0] >= 0.0
        each.append((said[part.test] == Y[part.test]).mean())
    return said, np.array(each)


@pytest.mark.parametrize("order", ["stratified", "shuffled"])
def test_folds_cross_out_what_was_called_wrong_unseen(order: str):
    app = opened(view="folds")
    app.selectbox(key="w_fold_order").set_value(order).run()
    given, each = validated(order)
    cross = sent(app)["main"].trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[given != Y])
    folds = sent(app)["folds"].trace("folds")
    np.testing.assert_allclose(folds["x"][:5], 100.0 * each)
    spread = sent(app)["folds"].trace("means")["error_x"]["array"][0]
    assert spread == pytest.approx(100.0 * each.std(ddof=1))
    assert numbers(said(app).split("folds: ")[1])[:2] == pytest.approx(
        [100.0 * each.mean(), 100.0 * each.std(ddof=1)], abs=0.051
    )


def test_leave_one_out_says_what_it_saved():
    app = opened(view="folds")
    found = waited(app, "leave one out").latest.found
    right = 0
    for i in range(len(Y)):
        rows = np.delete(np.arange(len(Y)), i)
        machine = fitted(Machine(parameters=(("gamma", 0.5),)), X[rows], Y[rows])
        right += int(machine.predict(X[i : i + 1])[0] == Y[i])
    [block] = blocks(app, "svm-advice")
    assert numbers(plain(block)) == pytest.approx(
        [100.0 * right / len(Y), found.fits, found.saved], abs=0.051
    )
    assert found.fits + found.saved == len(Y) + 1


@pytest.mark.parametrize("kind", ["learning", "C", "gamma"])
def test_curves_come_by_themselves(kind: str):
    app = opened(view="curves", curve=kind)
    work = waited(app, "curve")
    drawn = sent(app)["curve"]
    assert len(drawn.trace("validation")["x"]) == work.latest.total
    chosen = {"learning": 72.0, "C": 1.0, "gamma": 0.5}[kind]
    assert drawn.trace("choseny")["x"].tolist() == [chosen] * 2


def test_a_kernel_without_gamma_has_no_curve_in_it():
    app = open_page("evaluation", {"e_view": "curves", "e_curve": "gamma", "kernel": "linear"})
    assert any("has no γ" in html.value for html in app.get("html"))


def mapped(**words: str):
    app = opened(view="map", cells="3", **words)
    app.button(key="map_start").click().run()
    return app, waited(app, "map").latest.found


def test_a_cell_loads_its_settings_and_gives_them_back():
    app, found = mapped()
    *_, last = sweep(Machine(), X, Y, k_fold(Y, 5, DATA.ids), found.grid)
    assert last.found.cells == found.cells
    drawn = sent(app)["map"]
    np.testing.assert_allclose(drawn.trace("shades")["z"], 100.0 * found.table("cv_error"))
    assert drawn.header["links"] == [IDS + k for k in range(9)]
    app.segmented_control(key="w_shade").set_value("n_support").run()
    np.testing.assert_allclose(sent(app)["map"].trace("shades")["z"], found.table("n_support"))
    click(app, 5)
    again(app)
    cell = found.cells[5]
    assert (desk(app).experiment.C, desk(app).experiment["gamma"]) == (cell.C, cell.value)
    assert cell.value == found.grid.values[1]
    assert f"Loaded C = {cell.C:g}, γ = {cell.value:g}" in captions(app)
    assert f"{cell.n_support} support vectors." in captions(app)
    held = sent(app)["main"].trace("points")["marker"]["line"]["color"].count("$ink")
    assert held == cell.n_support
    assert "compute it again" not in str(blocks(app, "svm-wrong")).lower()
    app.button(key="map_undo").click().run()
    assert desk(app).experiment == Experiment()
    assert "Loaded" not in captions(app)


def click(app, k: int) -> None:
    """What the canvas calls after a click on cell k."""
    from pages.ui.evaluation import map as view

    cell = view.cell_of(app.session_state["evaluation_works"]["map"], IDS + k)
    assert cell is not None
    before = tuple((name, float(desk(app).experiment[name])) for name in ("C", "gamma"))
    app.session_state["evaluation_loaded"] = view.Loaded(cell, before)
    desk(app).choose(C=cell.C, gamma=cell.value)


def test_a_change_of_the_board_makes_the_map_old_and_keeps_it():
    app, found = mapped()
    app.slider(key="w_folds").set_value(4).run()
    assert "Compute it again" in plain(blocks(app, "svm-wrong svm-old")[0])
    shades = sent(app)["map"].trace("shades")["z"]
    np.testing.assert_allclose(shades, 100.0 * found.table("cv_error"))
    app.slider(key="w_folds").set_value(5).run()
    assert blocks(app, "svm-wrong svm-old") == []
    desk(app).edit([Edit("add", points=((0.1, 2.0),), label=1, stroke=1)])
    again(app)
    assert blocks(app, "svm-wrong svm-old")


def test_a_kernel_without_gamma_has_a_map_of_c_alone():
    app = open_page("evaluation", {"e_view": "map", "e_cells": "4", "kernel": "linear"})
    app.button(key="map_start").click().run()
    found = waited(app, "map").latest.found
    assert sent(app)["map"].trace("shades")["z"].shape == (1, 4)
    assert np.isnan(found.cells[0].value)


def test_the_map_can_be_broken_off():
    app = opened(view="map", cells="20")
    app.button(key="map_start").click().run()
    app.button(key="map_cancel").click().run()
    work = waited(app, "map")
    assert work.broken
    assert "Broken off" in captions(app)
    assert app.button(key="map_start")


def test_nested_cross_validation_says_what_the_best_score_is_worth():
    app = opened(view="map", cells="4", folds="3")
    app.button(key="true_start").click().run()
    found = waited(app, "nested").latest.found
    assert isinstance(found, Nested)
    assert found.sentence in plain(blocks(app, "svm-advice")[0])
    assert {fold.chosen.C for fold in found.folds} <= {0.01, 21.5}
    assert half(Grid((1.0, 2.0, 3.0), (4.0, 5.0))) == Grid((1.0, 3.0), (4.0,))


def test_work_that_nobody_asks_for_ends_by_itself():
    closed = []

    def steps():
        try:
            for k in range(10_000):
                time.sleep(0.01)
                yield k
        finally:
            closed.append(True)

    work = Work("x", steps, patience=0.05)
    assert work.over.wait(20)
    assert closed == [True]
    assert work.broken
    assert not work.running


def test_work_that_cannot_be_done_says_why():
    def steps():
        yield 1
        raise ValueError("There is no way.")

    work = Work("x", steps)
    assert work.over.wait(20)
    assert (work.wrong, work.broken, work.look()) == ("There is no way.", False, 1)
