"""From a table to points and classes: the numbers, the notes and the refusals."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pages.tables.columns import ColumnChoice, guess
from pages.tables.preparing import prepare
from pages.tables.reading import paste, read_table
from pages.tables.real import REAL, real
from pages.tables.record import TableError
from pages.tables.report import treatments
from tests.helpers.refusals import is_one_sentence, refuses


def counting(n: int, **columns: object) -> str:
    """A table of n rows in which {k} in a column's text is the row's number."""
    head = ",".join(columns)
    rows = (",".join(str(c(k) if callable(c) else c) for c in columns.values()) for k in range(n))
    return "\n".join([head, *rows])


SMALL = paste("x,y,sex,kind\n1,10,f,b\n2,20,m,a\n3,,f,b\n6,60,m,\n5,30,f,a\n")
BOTH = ColumnChoice("kind", ("x", "y"))


def test_the_numbers():
    made = prepare(SMALL, replace(BOTH, standardise=False))
    assert made.X.tolist() == [[1, 10], [2, 20], [5, 30]]
    assert made.y.tolist() == [1, 0, 0]
    assert made.class_names == ("a", "b")
    assert made.feature_names == ("x", "y")
    assert made.rows.tolist() == [0, 1, 4]
    assert made.mean.tolist() == [0, 0]
    assert made.scale.tolist() == [1, 1]
    assert made.notes == (
        "1 row without a class was left out.",
        "Column 'sex' holds texts and is not used.",
        "1 row with missing values was left out.",
    )


def test_the_mean_fills_gaps_from_the_rows_that_are_left():
    made = prepare(SMALL, replace(BOTH, missing="mean", standardise=False))
    assert made.X.tolist() == [[1, 10], [2, 20], [3, 20], [5, 30]]
    assert made.y.tolist() == [1, 0, 1, 0]
    assert made.notes[-1:] == ("1 missing value was filled with the mean of the column.",)


@pytest.mark.parametrize("name", REAL)
def test_standardised_columns_go_back_to_the_table(name: str):
    table = real(name)
    made = prepare(table, guess(table))
    raw = np.column_stack([table.column(f).values for f in made.feature_names])
    assert np.allclose(made.X, (raw - raw.mean(0)) / raw.std(0), rtol=1e-12, atol=1e-12)
    assert np.allclose(made.X * made.scale + made.mean, raw, rtol=1e-12, atol=1e-12)
    label = table.columns[-1]
    assert [made.class_names[k] for k in made.y] == [
        c if isinstance(c, str) else f"{c:g}" for c in label.cells
    ]


@pytest.mark.parametrize("power", [-1000, -300, 300, 1000])
def test_units_do_not_matter(power: int):
    x = np.array([1.0, 2.0, 4.0, -3.0])
    text = counting(4, x=lambda k: repr(float(np.ldexp(x[k], power))), kind=lambda k: "ab"[k % 2])
    made = prepare(paste(text), ColumnChoice("kind", ("x",)))
    assert np.array_equal(made.X[:, 0], (x - x.mean()) / x.std())
    assert made.scale[0] == np.ldexp(x.std(), power)


def test_texts_of_two_values_may_be_coordinates():
    made = prepare(SMALL, ColumnChoice("kind", ("x", "sex"), standardise=False))
    assert made.X.tolist() == [[1, 0], [2, 1], [3, 0], [5, 0]]
    assert "Column 'sex' is 0 for 'f' and 1 for 'm'." in made.notes


def test_what_tells_nothing_is_left_out():
    table = paste("one,two,none,x,kind\n" + "7,8,,1,1\n7,8,,2,2\n7,8,,2,2\n")
    made = prepare(table, ColumnChoice("kind", ("one", "two", "none", "x")))
    assert made.feature_names == ("x",)
    assert made.notes == (
        "Column 'none' holds no values and was left out.",
        "2 columns are the same everywhere and were left out.",
        "Column 'x' is the class itself: it gives it away.",
    )
    made = prepare(table, ColumnChoice("kind", ("one", "x")))
    assert made.notes[0] == "Column 'one' is the same everywhere and was left out."


def test_a_quantity_is_split_at_its_median():
    table = paste(counting(21, x=lambda k: k * k, price=lambda k: (7 * k) % 21))
    made = prepare(table, ColumnChoice("price", ("x",), split_at_median=True))
    price = table.column("price").values
    assert made.y.tolist() == (price > np.median(price)).tolist()
    wide = paste(counting(21, x=lambda k: k * k, price=lambda k: 10 * k))
    made = prepare(wide, ColumnChoice("price", ("x",), split_at_median=True))
    assert made.class_names == ("price ≤ 100", "price > 100")
    assert np.bincount(made.y).tolist() == [11, 10]
    assert made.notes == ("Column 'price' was split at its median 100.",)
    top = paste("x,p\n1,1\n2,5\n3,5\n4,5\n")
    made = prepare(top, ColumnChoice("p", ("x",), split_at_median=True))
    assert (made.class_names, made.y.tolist()) == (("p < 5", "p ≥ 5"), [0, 1, 1, 1])


OF_X = ColumnChoice("kind", ("x",))
SPLIT, RAW = replace(OF_X, split_at_median=True), replace(OF_X, standardise=False)
MANY = counting(37, x=lambda k: k, kind=lambda k: f"w{k}")
QUANTITY = counting(37, x=lambda k: k, kind=lambda k: k * k)
TEXTS = counting(51, x=lambda k: k, kind=lambda k: k % 2, name=lambda k: f"u{k}")
SMALL_TEXT = "x,y,kind\n1,10,b\n2,20,a\n"
REFUSED = [
    (SMALL_TEXT, ColumnChoice("z", ("x",)), "no column named 'z'"),
    (SMALL_TEXT, ColumnChoice("kind", ("x", "z")), "no column named 'z'"),
    (SMALL_TEXT, ColumnChoice("kind", ("x", "kind")), "'kind' is the class"),
    (SMALL_TEXT, ColumnChoice("kind", ("x", "x")), "chosen twice"),
    (SMALL_TEXT, ColumnChoice("kind", ()), "At least one column of numbers"),
    (SMALL_TEXT, SPLIT, "no median"),
    (TEXTS, ColumnChoice("kind", ("x", "name")), "'name' holds texts with 51 different values"),
    ("x,kind\n1,a\n2,b\n1e999,b\n", OF_X, "Column 'x' holds an infinite number in row 3"),
    ("x,kind\n1,1\n2,-inf\n", OF_X, "Column 'kind' holds an infinite number in row 2"),
    ("x,kind\n1,a\n,b\n", OF_X, "Only one row is left"),
    ("x,kind\n1,\n2,\n", OF_X, "No row has a class"),
    ("x,kind\n1,7\n2,7\n,8\n", OF_X, "one class only, '7'"),
    ("x,y,kind\n1,,a\n,2,b\n", BOTH, "fill them with the mean"),
    ("x,kind\n,1\n,2\n", OF_X, "hold no values"),
    ("x,kind\n1,a\n1,b\n", OF_X, "nothing tells rows apart"),
    (MANY, OF_X, "Column 'kind' holds 37 classes: at most 10"),
    (QUANTITY, OF_X, "37 different numbers: to predict it would be regression. Split it at its"),
    ("x,kind\n1,7\n2,7\n", SPLIT, "cannot be split in two"),
    ("x,kind\n1e200,a\n2,b\n", RAW, "Column 'x' holds numbers beyond 10³⁰: standardise"),
    ("x,kind\n1e-160,a\n2e-160,b\n", RAW, "Column 'x' varies by less than 10⁻³⁰: standardise"),
]


@pytest.mark.parametrize(("text", "choice", "words"), REFUSED)
def test_one_sentence_says_what_is_wrong(text: str, choice: ColumnChoice, words: str):
    assert is_one_sentence(refuses(words, lambda: prepare(paste(text), choice)))


def test_choices_and_sets_that_do_not_exist():
    refuses("dropped or filled", lambda: ColumnChoice("kind", ("x",), missing="guess"))
    refuses("one of iris", lambda: real("titanic"))
    refuses("two different numbers", lambda: real("digits", (3, 3)))
    refuses("two different numbers", lambda: real("digits", (3, 10)))


cell = some.sampled_from(["", "1", "2", "2.5", "-7", "1e308", "-1e308", "5e-324", "inf", "a", "b"])


@given(
    some.lists(some.tuples(cell, cell, cell), min_size=1, max_size=8),
    some.sampled_from(["drop", "mean"]),
    some.booleans(),
    some.booleans(),
)
def test_points_or_a_sentence(rows, missing, standardise, split):
    text = "\n".join(["x,y,z", *(",".join(row) for row in [("NA", "NA", "NA"), *rows])])
    table = read_table(text.encode(), "f.csv")
    choice = replace(guess(table), missing=missing, standardise=standardise, split_at_median=split)
    said, made = "", None
    try:
        made = prepare(table, choice)
    except TableError as error:
        said = str(error)
    if made is None:
        assert said.endswith(".")
        return
    n, d = made.X.shape
    assert n >= 2
    assert d == len(made.feature_names) == len(made.mean) == len(made.scale)
    assert np.isfinite(made.X).all()
    assert set(made.y.tolist()) == set(range(len(made.class_names)))
    assert all(note.endswith(".") for note in made.notes)
    if standardise:
        assert np.allclose(made.X.mean(0), 0.0, atol=1e-9)
        assert np.allclose((made.X**2).mean(0), 1.0)
    assert math.isfinite(made.scale.sum())


def test_what_was_left_out_is_said_where_nothing_is_left_to_learn():
    gap = paste("u,v,class\n1,2,a\n3,4,a\n5,,b\n")
    refuses("needed. 1 row with missing", lambda: prepare(gap, ColumnChoice("class", ("u", "v"))))
    text = paste("u,class\n1,a\n2,b\nfoo,a\n")
    refuses("Column 'u' counts as text: row 3 holds 'foo'.", lambda: prepare(text, guess(text)))


def test_raw_cells_are_those_of_the_table():
    table = paste("x,kind,y\n0.2,a,u\n0.7,b,v\n,c,u\n0.1,a,v\n")
    made = prepare(table, ColumnChoice("y", ("x", "kind"), missing="mean"))
    mean = (0.2 + 0.7 + 0.1) / 3.0
    assert made.raw.tolist() == [[0.2, 1, 0, 0], [0.7, 0, 1, 0], [mean, 0, 0, 1], [0.1, 1, 0, 0]]
    assert made.target == "y"
    flowers = prepare(real("iris"), guess(real("iris")))
    exact = np.column_stack([c.values for c in real("iris").columns[:-1]])
    assert np.array_equal(flowers.raw, exact)
    assert not np.array_equal(flowers.X * flowers.scale + flowers.mean, exact), "it is rounded"


def test_only_gaps_of_the_two_columns_of_a_model_cost_rows():
    table = paste("a,b,age,y\n1,8,,u\n2,7,5,v\n3,,6,u\n4,5,7,u\n5,2,,u\n")
    choice = ColumnChoice("y", ("a", "b", "age"), pair=("a", "b"))
    made = prepare(table, choice)
    assert made.rows.tolist() == [0, 1, 3, 4]
    assert made.notes == ("1 row with missing values was left out.",)
    assert prepare(table, replace(choice, pair=())).rows.tolist() == [1, 3]
    missing = {one.name: one.missing for one in treatments(table, choice)}
    assert missing["b"] == "1, first in row 3: rows dropped"
    assert missing["age"] == "2, first in row 1: no row dropped, the model does not use it"


GUESSES = [
    ("x,y,kind\n1,2,a\n3,4,b\n", "kind", ("x", "y")),
    ("kind,x,z\n" + "a,1,0\nb,2,0\n" * 8, "kind", ("x", "z")),
    ("survived,x,kind\n0,1,a\n1,2,b\n", "survived", ("x", "kind")),
    ("Class,x,kind\n0,1,a\n1,2,b\n", "Class", ("x", "kind")),
    ("id,x,target\n1,5,0\n2,7,1\n3,8,1\n", "target", ("x",)),
    ("id,x,target\n1,5,0\n5,7,1\n3,8,1\n", "target", ("x",)),
    (counting(30, x=lambda k: k * k, price=lambda k: 10 * k), "price", ("x",)),
    (counting(30, x=lambda k: k % 3, price=lambda k: 10 * k), "price", ("x",)),
    (counting(30, x=lambda k: k % 3, y=lambda k: 10 * k), "y", ("x",)),
    (counting(30, a=lambda k: k, x=lambda k: k % 3, y=lambda k: k % 4), "y", ("a", "x")),
    (counting(30, x=lambda k: k, y=lambda k: k % 3, m=lambda k: k % 4), "m", ("x", "y")),
    (
        counting(30, kind=lambda k: k % 2, income=lambda k: 10 * k, z=lambda k: k),
        "kind",
        ("income", "z"),
    ),
    (counting(30, kind=lambda k: k, income=lambda k: 10 * k), "income", ("kind",)),
    ("x,z,gone\n" + "".join(f"{k},{2 * k},\n" for k in range(30)), "z", ("x",)),
    ("u,x,kind\n1,1,a\ninf,2,b\n3,4,a\n", "kind", ("x",)),
    (counting(30, x=lambda k: k, class_=lambda k: k % 3, m=lambda k: k % 4), "m", ("x", "class_")),
]


HEADERS = {  # of data sets that are often used, and how many values each column has
    "Attrition": "Age:40 Attrition:yn OverTime:yn YearsWithCurrManager:18",
    "left": "satisfaction_level:60 number_project:6 left:2 sales:abc salary:abc",
    "loan_status": "person_age:40 loan_grade:abc loan_status:2 cb_person_default_on_file:yn",
    "isFraud": "amount:60 isFraud:2 isFlaggedFraud:2",
    "airline_sentiment": "airline_sentiment:abc confidence:50 airline:abc",
    "Y1": "X1:12 X8:6 Y1:50 Y2:50",
    "progression": "age:40 sex:2 bmi:50 progression:60",
    "Churn": "tenure:50 Contract:abc Churn:yn",
    "y": "age:40 default:yn duration:60 y:yn",
    "Exited": "CreditScore:60 Gender:yn Exited:2 Balance:60",
    "Survived": "Survived:2 Pclass:3 Sex:yn Fare:60",
}


@pytest.mark.parametrize(("label", "header"), HEADERS.items(), ids=HEADERS)
def test_the_target_of_a_table_with_a_usual_header(label: str, header: str):
    columns = dict(one.split(":") for one in header.split())
    cells = {
        name: (lambda k, n=int(kind): k * 7 % n)
        if kind.isdigit()
        else (lambda k, w=kind: w[k % len(w)])
        for name, kind in columns.items()
    }
    assert guess(paste(counting(60, **cells))).label == label


@pytest.mark.parametrize(("text", "label", "features"), GUESSES)
def test_what_a_table_suggests(text: str, label: str, features: tuple[str, ...]):
    assert guess(paste(text)) == ColumnChoice(label, features)


def test_a_column_that_is_mostly_missing_is_taken_only_if_it_is_asked_for():
    table = paste("few,x,kind\n1,1,a\n,2,b\n,4,a\n2,5,b\n,7,b\n")
    assert guess(table).features == ("x",)
    made = prepare(table, guess(table))
    assert len(made.y) == 5
    assert made.notes == (
        "Column 'few' has values in 2 of 5 rows and is not used: choose it under Columns if it "
        "is needed.",
    )
    made = prepare(table, ColumnChoice("kind", ("few", "x")))
    assert made.notes == ("3 rows with missing values were left out.",)
    weigh = ColumnChoice("kind", ("x",), weight="few")
    assert prepare(table, weigh).notes == (
        "In training each row counts as many times as column 'few' says.",
        "3 rows without a weight were left out.",
    )
    half = paste("few,x,kind\n1,1,a\n,2,b\n,4,a\n2,5,b\n")
    assert guess(half).features == ("few", "x")
    assert guess(paste("few,kind\n1,a\n,b\n,a\n2,b\n,b\n")).features == ("few",)
