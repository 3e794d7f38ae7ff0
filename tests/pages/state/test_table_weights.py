"""What is counted, weighed and named when a table becomes points: small tables, by hand."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.state.table.table_job import learn
from pages.state.table.table_points import stratified, to_board
from pages.state.table.table_run import run_from, task, trained, trained_on_sample
from pages.state.table.table_settings import TableSettings, choice_of, weighing
from pages.tables.columns import ColumnChoice, guess
from pages.tables.preparing import prepare
from pages.tables.reading import paste
from pages.tables.record import TableError
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
    np.testing.assert_allclose(found.many.C, here.many.C)


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


def made_of(text: str, *features: str, **words: object):
    return prepare(paste(text), ColumnChoice("kind", features, **{"standardise": False, **words}))


def test_gaps_are_filled_with_the_mean_and_counted_cell_by_cell():
    """The means 4 and 6 are not the medians 2 and 3, and one row has both gaps."""
    made = made_of("x,z,kind\n1,2,a\n2,3,b\n9,13,a\n,,b\n", "x", "z", missing="mean")
    assert made.X.tolist() == [[1, 2], [2, 3], [9, 13], [4, 6]]
    assert made.notes == ("2 missing values were filled with the mean of the column.",)


def test_a_row_is_left_out_once():
    """One row has neither class nor x: it is not among the rows with missing values."""
    made = made_of("x,z,kind\n1,2,a\n2,3,b\n,5,\n,6,a\n", "x", "z")
    assert made.rows.tolist() == [0, 1]
    assert made.notes == (
        "1 row without a class was left out.",
        "1 row with missing values was left out.",
    )


def test_an_even_number_of_rows_is_split_below_its_upper_middle():
    made = made_of("x,kind\n1,4\n2,3\n3,2\n4,1\n", "x", split_at_median=True)
    assert made.y.tolist() == [1, 1, 0, 0]
    assert made.class_names == ("kind ≤ 2", "kind > 2")


def test_a_class_by_name_with_few_values_goes_before_a_quantity_by_name():
    """The name "label" stands before "class", but its column holds eleven numbers."""
    rows = "".join(f"{k},{k % 2},{k * k}\n" for k in range(11))
    assert guess(paste(f"label,class,x\n{rows}")).label == "class"
    assert guess(paste(f"label,size,x\n{rows}")).label == "label"


def test_ten_values_suggest_a_class_and_eleven_do_not():
    for n, label in ((10, "a"), (11, "c")):
        rows = "".join(f"w{k % n},{k},{0.5 * k}\n" for k in range(22))
        assert guess(paste(f"a,b,c\n{rows}")).label == label


@pytest.mark.parametrize(
    ("counts", "most", "kept"),
    [((11, 6, 3), 7, [4, 2, 1]), ((3, 40, 1, 1, 1), 5, [1] * 5), ((2, 2), 4, [2, 2])],
    ids=["largest remainder", "one of each", "room for all"],
)
def test_a_sample_of_each_class(counts, most, kept):
    """Of 20 rows 7 are shares of 3.85, 2.1 and 1.05: the one that is left goes to the first."""
    y = np.repeat(np.arange(len(counts)), counts)
    assert np.bincount(y[stratified(y, most)]).tolist() == kept
