"""What a table suggests for its class and its coordinates."""

from __future__ import annotations

import pytest

from svmcore.datasets.table import ColumnChoice, guess, paste, prepare
from tests.helpers.tables import counting

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
