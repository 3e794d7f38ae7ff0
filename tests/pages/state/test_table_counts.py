"""What is counted, kept and named when a table becomes points: small tables, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.table_points import stratified
from svmcore.datasets.table import ColumnChoice, guess, paste, prepare


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
