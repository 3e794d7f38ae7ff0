"""Weights of rows and balanced classes of a table, against repeated rows and scikit-learn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.data.figures import table_figure
from pages.data.model import table_scene
from pages.state.board import Edit, Placed
from pages.state.run import data_of, run
from pages.state.table_job import learn
from pages.state.table_points import to_board
from pages.state.table_run import run_from, task, trained, trained_on_sample
from pages.state.table_settings import TableSettings, choice_of, weighing
from pages.state.table_sources import WEIGHT, of_board
from svmcore.datasets.table import ColumnChoice, TableError, guess, paste, prepare
from tests.helpers.opened import again, captions, open_page, sent, session, until_done
from tests.helpers.table_settings import plan_of

RNG = np.random.default_rng(3)
XY = RNG.normal(size=(60, 2)) + np.repeat([[0.0, 0.0], [1.2, 0.8]], [45, 15], axis=0)
TIMES = RNG.integers(1, 4, 60)
LINES = [
    f"{x:.6f},{y:.6f},{w},{'ab'[k >= 45]}"
    for k, ((x, y), w) in enumerate(zip(XY, TIMES, strict=True))
]
TABLE = paste("x,y,often,kind\n" + "\n".join(LINES))
ASKED = TableSettings(real="mine", weight="often", standardise=False, held=0, first="x", second="y")


def machine(table, settings: TableSettings):
    return trained_on_sample(plan_of(settings, table))


def test_a_row_of_weight_2_is_two_rows():
    settings = replace(ASKED, kernel="linear", C=0.7)
    found = machine(TABLE, settings)
    copies = [line for line, w in zip(LINES, TIMES, strict=True) for _ in range(w)]
    plain = replace(settings, weight="", features="0.1")
    repeated = machine(paste("x,y,often,kind\n" + "\n".join(copies)), plain)
    assert found.plan.prepared.weight.tolist() == TIMES.tolist()
    f = found.many.values(XY)[:, 0]
    np.testing.assert_allclose(f, repeated.many.values(XY)[:, 0], atol=2e-5)
    assert np.abs(f - machine(TABLE, plain).many.values(XY)[:, 0]).max() > 0.01


def test_a_curved_machine_weighs_as_scikit_learns():
    found = machine(TABLE, replace(ASKED, kernel="rbf", C=0.7))
    y = found.plan.prepared.y
    theirs = SVC(C=0.7, gamma="scale", tol=1e-8).fit(found.plan.X, y, TIMES)
    f = found.many.values(found.plan.X)[:, 0]
    np.testing.assert_allclose(np.abs(f), np.abs(theirs.decision_function(found.plan.X)), atol=2e-5)


@pytest.mark.parametrize("weight", ["", "often"])
def test_balanced_classes_are_scikit_learns(weight: str):
    settings = replace(ASKED, kernel="linear", balanced=True, weight=weight, features="0.1")
    found = machine(TABLE, settings)
    y = found.plan.prepared.y
    w = np.ones(60) if not weight else TIMES.astype(float)
    factor = w.sum() / (2.0 * np.bincount(y, w))
    np.testing.assert_allclose(found.many.C, w * factor[y])
    theirs = SVC(kernel="linear", tol=1e-8).fit(XY, y, w * factor[y])
    f = np.abs(found.many.values(XY)[:, 0])
    np.testing.assert_allclose(f, np.abs(theirs.decision_function(XY)), atol=2e-4)


def test_long_training_has_the_prices_too():
    plan = machine(TABLE, replace(ASKED, balanced=True)).plan
    (only,) = learn([task(plan, plan.rows)])
    here, found = trained(plan, plan.rows), run_from(plan, plan.rows, only.worked)
    np.testing.assert_allclose(found.many.coef, here.many.coef)
    w = plan.prepared.weight
    factor = w.sum() / (2.0 * np.bincount(plan.prepared.y, w))
    np.testing.assert_allclose(found.many.C, w * factor[plan.prepared.y])


def test_a_rare_class_is_found_when_it_counts_as_much():
    plain = machine(TABLE, replace(ASKED, kernel="linear", weight=""))
    fair = machine(TABLE, replace(ASKED, kernel="linear", weight="", balanced=True))
    y = plain.plan.prepared.y
    rows = np.flatnonzero(y == 1)
    assert (fair.given(rows) == 1).sum() > (plain.given(rows) == 1).sum()


def test_what_weighs_and_what_is_said_of_it():
    table = paste("x,w,name,kind\n1,2,u,a\n2,0,v,b\n3,,u,a\n4,1.5,v,b\n-5,1,u,a\n")
    assert weighing(table, "kind") == ("w",)
    made = prepare(table, ColumnChoice("kind", ("x",), weight="w", standardise=False))
    assert made.weight.tolist() == [2.0, 1.5, 1.0]
    assert made.rows.tolist() == [0, 3, 4]
    assert made.notes == (
        "In training each row counts as many times as column 'w' says.",
        "2 rows without a weight were left out.",
        "Column 'name' holds texts and is not used.",
    )
    assert choice_of(table, TableSettings(real="mine", weight="w")).features == ("x", "name")
    assert choice_of(table, TableSettings(real="mine", weight="name")).weight == ""
    for weight, why in (
        ("x", r"^Column 'x' holds a weight below 0 in row 5\.$"),
        ("name", r"^Column 'name' holds texts: weights are numbers\.$"),
        ("nothing", "no column named 'nothing'"),
    ):
        with pytest.raises(TableError, match=why):
            prepare(table, ColumnChoice("kind", ("w",), weight=weight))
    wide = paste("x,w,kind\n1,1e9,a\n2,1,b\n3,1,a\n")
    with pytest.raises(TableError, match=r"^Column 'w' holds weights beyond 10⁻⁶ to 10⁶\.$"):
        prepare(wide, ColumnChoice("kind", ("x",), weight="w"))


def test_weights_go_to_a_board_as_far_as_it_has_such():
    made = prepare(TABLE, ColumnChoice("kind", ("x", "y"), weight="often", standardise=False))
    placed, notes = to_board(made, (0, 1))
    assert [p.weight for p in placed] == TIMES.tolist()
    assert notes == ()
    heavy = replace(made, weight=np.where(np.arange(60) < 2, 100.0, 1.0))
    placed, notes = to_board(heavy, (0, 1))
    assert [p.weight for p in placed[:3]] == [16.0, 16.0, 1.0]
    assert notes == ("A point of a board weighs 0.0625 to 16: 2 were clipped.",)


def test_marks_grow_with_the_weight():
    run_ = machine(TABLE, ASKED)
    [points] = [t for t in table_figure(table_scene(run_))["data"] if t["uid"] == "points"]
    size = np.array(points["marker"]["size"])
    held = np.isin(run_.plan.drawn, run_.support)
    for ring in (True, False):
        few, many = size[(TIMES == 1) & (held == ring)], size[(TIMES == 3) & (held == ring)]
        assert many.min() == pytest.approx(few.max() * 3.0**0.5, abs=0.15)
    assert f", weight {TIMES[0]}" in points["customdata"][0]


def test_a_board_is_the_same_machine_on_the_page_data():
    app = open_page("playground", {"kernel": "linear"})
    ids = [p.id for p in session(app).experiment.board().all_points[:20]]
    session(app).edit([Edit("weigh", ids=tuple(ids), factor=4.0)])
    experiment = session(app).experiment
    app.switch_page("pages/data/page.py").query_params.clear()  # as the menu does
    again(app)
    app.button(key="t_from_Playground").click().run()
    assert app.query_params["t_weight"] == WEIGHT
    for word, chosen in (("standardise", False), ("kernel", "linear"), ("held", 0)):
        session(app).values[TableSettings] = replace(
            session(app).values[TableSettings], **{word: chosen}
        )
    again(app)
    there = app.session_state["own"].last
    theirs = run(experiment)
    X = data_of(experiment).X
    np.testing.assert_allclose(
        np.abs(there.many.values(X)[:, 0]), np.abs(theirs.model(X)), atol=1e-4
    )
    assert f"column '{WEIGHT}' says" in captions(app)
    sizes = np.array(sent(app)["main"].trace("points")["marker"]["size"])
    assert np.ptp(sizes) > 5.0


def test_weights_and_balance_are_asked_for_on_the_page():
    app = open_page("data", {"t_real": "wine"})
    before = app.session_state["own"].last.many.coef
    app.toggle(key="w_t_balanced").set_value(True).run()
    assert app.query_params["t_balanced"] == "1"
    last = app.session_state["own"].last
    assert last.many.coef.shape != before.shape or np.abs(last.many.coef - before).max() > 1e-3
    box = next(one for one in app.selectbox if one.label == "Weights")
    box.set_value("alcohol").run()
    assert app.query_params["t_weight"] == "alcohol"
    chosen = app.session_state["own"].choice
    assert chosen.weight == "alcohol"
    assert "alcohol" not in chosen.features


def test_a_board_without_weights_has_no_such_column():
    points = [Placed(0.5, -1.0, 0, 1), Placed(1.0, 2.0, 1, 2)]
    table = of_board(points, "Board")
    assert WEIGHT not in table.names
    assert guess(table).weight == ""


def test_the_page_evaluation_judges_with_the_weights_of_the_table():
    asked = {"e_source": "table", "t_real": "wine", "e_view": "folds"}
    weigh = " Weights are used in training; the scores count every point once."
    for words, said in (({}, False), ({"t_weight": "proline"}, True)):
        app = until_done(open_page("evaluation", asked | words), "evaluation")
        assert (weigh in captions(app)) == said
