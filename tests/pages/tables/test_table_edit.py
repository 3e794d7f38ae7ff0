"""Cells changed in a grid: what becomes of the table, and what is refused."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pages.tables.editing import edited, to_frame
from pages.tables.reading import paste, write_csv
from pages.tables.real import real
from pages.tables.record import MAX_ROWS, TableError
from tests.helpers.refusals import is_one_sentence, refuses

TABLE = paste("x,y,kind\n1,10,a\n2,,b\n3,30,\n")


def frame(table):
    return {name: list(cells) for name, cells in to_frame(table).items()}


def test_what_is_shown():
    assert to_frame(TABLE) == {
        "x": [1.0, 2.0, 3.0],
        "y": [10.0, None, 30.0],
        "kind": ["a", "b", None],
    }
    shown = pd.DataFrame(to_frame(real("iris")))
    assert shown.shape == (150, 5)
    assert [kind.kind for kind in shown.dtypes][:4] == ["f"] * 4
    assert shown["species"].tolist() == real("iris").columns[-1].cells


EDITS = {
    "digits as texts": (
        {"edited_rows": {"0": {"x": " 7.5 ", "y": ""}}},
        {"x": [7.5, 2, 3], "y": [None, None, 30], "kind": ["a", "b", None]},
    ),
    "rows come": (
        {"added_rows": [{"x": 4, "kind": " d  e "}, {}, {"_index": 9, "y": 1}]},
        {
            "x": [1, 2, 3, 4, None, None],
            "y": [10, None, 30, None, None, 1],
            "kind": ["a", "b", None, "d e", None, None],
        },
    ),
    "all at once": (
        {
            "edited_rows": {2: {"x": 8}, 0: {"x": 9}},
            "deleted_rows": [0],
            "added_rows": [{"x": 5, "y": 6, "kind": "a"}],
        },
        {"x": [2, 8, 5], "y": [None, 30, 6], "kind": ["b", None, "a"]},
    ),
    "a text that means missing": (
        {"edited_rows": {0: {"kind": "N/A"}}},
        {"x": [1, 2, 3], "y": [10, None, 30], "kind": [None, "b", None]},
    ),
    "texts that have become numbers": (
        {"edited_rows": {0: {"kind": "5"}, 1: {"kind": 6}}},
        {"x": [1, 2, 3], "y": [10, None, 30], "kind": [5.0, 6.0, None]},
    ),
}


@pytest.mark.parametrize("case", EDITS)
def test_an_edit_is_applied(case: str):
    edits, expected = EDITS[case]
    before = frame(TABLE)
    after = edited(TABLE, edits)
    assert frame(after) == expected
    assert (after.title, after.names) == (TABLE.title, TABLE.names)
    assert frame(TABLE) == before


def test_words_that_are_gone_are_no_classes():
    assert edited(TABLE, {"edited_rows": {0: {"kind": "b"}}}).column("kind").words == ("b",)


BAD = {
    "a text among numbers": ({"edited_rows": {1: {"x": "abc"}}}, "Row 2, column 'x': 'abc' is not"),
    "a text in a new row": ({"added_rows": [{}, {"y": "u"}]}, "Row 5, column 'y': 'u' is not"),
    "yes or no": ({"edited_rows": {0: {"x": True}}}, "'True' is not a number"),
    "a list": ({"edited_rows": {0: {"x": [1]}}}, "'[1]' is not a number"),
    "a list among texts": ({"edited_rows": {0: {"kind": ["a"]}}}, "is not a text"),
    "infinite": ({"edited_rows": {0: {"x": math.inf}}}, "Row 1, column 'x': the number is too"),
    "too large": ({"edited_rows": {0: {"x": 10**400}}}, "too large"),
    "too long": ({"edited_rows": {0: {"kind": "a" * 2000}}}, "at most 1,000 characters"),
    "no such column": ({"edited_rows": {0: {"z": 1}}}, "no column named 'z'"),
    "no such row": ({"edited_rows": {3: {"x": 1}}}, "no row 4 in a table of 3 rows"),
    "no such row to delete": ({"deleted_rows": [7]}, "no row 8"),
    "before the first": ({"deleted_rows": [-1]}, "no row 0"),
    "half a row": ({"deleted_rows": [0.5]}, "no row '0.5'"),
    "a word for a row": ({"edited_rows": {"first": {"x": 1}}}, "no row 'first'"),
    "nothing left": ({"deleted_rows": [0, 1, 2]}, "No row is left"),
    "too many": ({"added_rows": [{}] * MAX_ROWS}, "100,000 rows at most"),
    "no mapping": ({"edited_rows": [1]}, "which cells it changes"),
    "no cells": ({"edited_rows": {0: 5}}, "which cells it changes"),
    "no list": ({"deleted_rows": "all"}, "list the rows"),
}


@pytest.mark.parametrize("case", BAD)
def test_one_sentence_says_what_is_wrong(case: str):
    edits, words = BAD[case]
    assert is_one_sentence(refuses(words, lambda: edited(TABLE, edits)))


numbers = some.none() | some.floats(allow_nan=False, allow_infinity=False)
texts = some.none() | some.sampled_from(["a", "b", "c d"])
rows = some.fixed_dictionaries({}, optional={"x": numbers, "y": numbers, "kind": texts})


@given(
    some.dictionaries(some.integers(0, 2), rows),
    some.lists(some.integers(0, 2), unique=True, max_size=2),
    some.lists(rows, max_size=3),
)
def test_streamlit_s_own_order(changed, deleted, added):
    """Cells change, then rows go, then rows come, as a list of dictionaries would do it."""
    table = edited(TABLE, {"edited_rows": changed, "deleted_rows": deleted, "added_rows": added})
    old = frame(TABLE)
    lines = [{name: old[name][k] for name in old} | changed.get(k, {}) for k in range(3)]
    lines = [line for k, line in enumerate(lines) if k not in deleted] + added
    new = frame(table)
    for name in old:
        assert new[name] == [line.get(name) for line in lines]


@pytest.mark.parametrize(("typed", "wanted"), [("2,7", 2.7), ("-4,50", -4.5), ("0,123", 0.123)])
def test_a_decimal_comma_in_a_cell_is_one(typed: str, wanted: float):
    found = edited(paste("a\tb\n1\t2\n3\t4\n"), {"edited_rows": {0: {"a": typed}}})
    assert found.columns[0].values.tolist() == [wanted, 3.0]


@pytest.mark.parametrize("typed", ["1,234", "-12,500", "1,234.5"])
def test_a_comma_that_may_part_thousands_changes_no_cell(typed: str):
    with pytest.raises(TableError, match="Row 1, column 'a'"):
        edited(paste("a\tb\n1\t2\n3\t4\n"), {"edited_rows": {0: {"a": typed}}})


def test_dates_of_a_csv_stay_dates_and_no_number_is_0_0():
    table = paste("id,seen,y\n0,2024-03-01,u\n1,2024-03-05,v\n2,2024-02-28,u\n")
    assert table.columns[1].values.tolist() == [2.0, 6.0, 0.0]
    changed = edited(table, {"edited_rows": {"0": {"y": "v"}}, "deleted_rows": [1]})
    for each, rows in ((table, '0,"2024-03-01","u"\n1,'), (changed, '0,"2024-03-01","v"\n2,')):
        assert write_csv(each).split("\n", 1)[1].startswith(rows)
