"""Texts that are numbers, headers that are no rows, and what was done to each column."""

import re
from dataclasses import replace

import numpy as np
import pytest

from pages.tables.columns import guess
from pages.tables.parsing import parsed
from pages.tables.preparing import prepare
from pages.tables.reading import read_table
from pages.tables.report import treatments
from pages.tables.treating import changed


def read(text: str):
    return read_table(text.encode(), "t.csv")


@pytest.mark.parametrize(
    ("cells", "values", "done"),
    [
        (("84%", "12.5 %"), (84.0, 12.5), "parsed as percent"),
        (("$4,012", "-$3.50"), (4012.0, -3.5), "parsed as money"),
        (("1.200 €", "7,5 €"), (1200.0, 7.5), "parsed as money"),
        (("2.517,21", "1.234"), (2517.21, 1234.0), "parsed with a decimal comma"),
        (("1,234", "999"), (1234.0, 999.0), "parsed with thousands commas"),
        (("2024-01-31", "2024-02-01T12:00"), (0.0, 1.5), "parsed as date"),
        (("31.01.2024", "01.02.2024"), (0.0, 1.0), "parsed as date"),
        (("01/31/2024", "02/01/2024"), (0.0, 1.0), "parsed as date"),
        (("2010/01/01 06:00:00", "2010/01/02 12:00:00"), (0.0, 1.25), "parsed as date"),
        (("1/13/2010 6:00 AM", "1/14/2010 12:00 pm"), (0.0, 1.25), "parsed as date"),
        (("0,250 €", "1,250 €"), (0.25, 1.25), "parsed as money"),
    ],
)
def test_texts_that_are_numbers(cells, values, done):
    column = read("x|kind\n" + "".join(f"{c}|a\n" for c in cells) + "--|b\n").column("x")
    assert column.cells == [*values, None]
    assert column.done == done
    assert column.gap == "--"
    assert column.texts is not None
    assert set(column.texts.words) == set(cells)


def test_one_cell_that_does_not_agree_keeps_a_column_text():
    for odd in ("half", "3"):
        column = read(f"x|kind\n84%|a\n{odd}|b\n5%|b\n").column("x")
        assert set(column.words) == {"5%", "84%", odd}


def test_marks_that_may_mean_two_things_are_explained():
    assert "thousands mark" in read("x|kind\n$1,234|a\n$2,000|b\n").column("x").why
    either = read("x|kind\n01/02/2024|a\n03/04/2024|b\n").column("x")
    assert either.cells == [0.0, 62.0]
    assert either.why.endswith("read as day/month.")
    assert "way round" not in read("x|kind\n31/01/2024|a\n01/02/2024|b\n").column("x").why


@pytest.mark.parametrize("word", ["-", "--", ".", "None", "NA", "?", "null", "", "NaN", "N/A"])
def test_words_for_what_is_missing(word: str):
    assert read(f"x,kind\n1,a\n{word},b\n").column("x").cells == [1.0, None]


def test_a_header_of_numbers_is_no_row():
    for text, names in (
        ("0,1,2\n4,5,1\n5,6,0\n", ("0", "1", "2")),
        (",0,1\n0,4,5\n1,5,6\n", ("row", "0", "1")),
        (",1940,1945,1950\nfood,22,44,59\nhomes,10,15,29\n", ("row", "1940", "1945", "1950")),
        (",sex,alive\n1,man,yes\n2,woman,yes\n", ("column 1", "sex", "alive")),
    ):
        table = read(text)
        assert (len(table), table.names) == (2, names)
    assert len(read("0,1\n1,0\n")) == 2
    assert len(read("0,1,2\n4,5,1\n0,1,2\n")) == 3
    assert len(read(",5,4,8\n4,5,1,2\n3,5,2,2\n")) == 3
    assert len(read(",4,5,8\n4,5,1,2\n4,5,2,2\n")) == 3
    assert len(read(",4,5,8\n4,5,1,2\n,5,2,2\n")) == 3
    assert len(read(",man,yes\n1,woman,no\n1,child,no\n")) == 3


def test_lines_above_the_names_are_passed_over():
    table = read("Report;;\n;;\nx;y;kind\n1;2;a\n3;4;b\n")
    assert (table.names, len(table)) == (("x", "y", "kind"), 2)
    sizes = read("3,2,cat,dog\n1,2,0\n3,4,1\n5,6,1\n")
    assert (len(sizes), guess(sizes).label) == (3, "column 3")
    assert read("3,9,cat,dog\n1,2,0,5\n3,4,1,6\n5,6,1,7\n").names == ("3", "9", "cat", "dog")


PEOPLE = "id,city,twin,age,same,share,kind\n" + "".join(
    f"{k + 5},{('Rome', 'Oslo', 'Lima')[k % 3]},{k * k},{k * k if k != 7 else 'n/a'},1,{k}%,"
    f"{k % 2}\n"
    for k in range(20)
)


def test_what_was_done_to_each_column_and_why():
    table = read(PEOPLE)
    rows = {row.name: row for row in treatments(table, guess(table))}
    assert rows["id"][1:3] == ("id", "dropped")
    assert rows["city"].done == "one-hot, 3 columns"
    assert rows["age"].missing == "1, first in row 8 ('n/a'): rows dropped"
    assert rows["same"][2:4] == ("dropped", "It is the same everywhere.")
    assert rows["share"][2:4] == ("parsed as percent", "'0%' was read as 0.")
    assert rows["kind"].done == "target of 2 classes"
    made = prepare(table, guess(table))
    assert made.feature_names[:3] == ("city = Lima", "city = Oslo", "city = Rome")
    assert made.X.shape == (19, 6)


def test_each_can_be_undone():
    table = read(PEOPLE)
    choice = guess(changed(table, (("share", "text"),)), (("share", "text"), ("twin", "drop")))
    assert choice.features == ("city", "age", "same")
    rows = {row.name: row for row in treatments(table, choice)}
    assert rows["twin"][2:4] == ("dropped", "You asked for it.")
    odd = read("x,kind\n" + "1,a\n2,b\n3,a\nfoo,b\n")
    assert guess(odd).features == ()
    numbers = changed(odd, (("x", "number"),)).column("x")
    np.testing.assert_array_equal(numbers.values, [1.0, 2.0, 3.0, np.nan])
    assert "first row 4: 'foo'" in numbers.why
    rooms = (("rooms", "one-hot"),)
    known = changed(read("rooms,kind\n2,a\n3,b\n4,a\n"), rooms)
    made = prepare(known, guess(known, rooms))
    assert made.feature_names == ("rooms = 2", "rooms = 3", "rooms = 4")


GAPS = "city = Rome,city,one,two,few,kind\n" + "".join(
    f"{k},{('Rome', 'Oslo', '')[k % 3]},{k * k % 7},{k * k % 7},{k if k < 4 else ''},{k % 2}\n"
    for k in range(12)
)


def test_repeated_and_mostly_missing_columns_are_dropped_and_gaps_filled():
    table = read(GAPS)
    choice = guess(table)
    assert choice.features == ("city = Rome", "city", "one")
    rows = {row.name: row for row in treatments(table, choice)}
    assert rows["two"].why == "It is the same as 'one'."
    assert rows["few"].why == "More than half of its cells are missing."
    filled = treatments(table, replace(choice, missing="mean"))
    assert filled[1].missing == "4, first in row 3: filled with the mean"


def test_a_missing_text_is_missing_in_each_of_its_columns():
    table = read("city = Rome,city,kind\n1,Rome,a\n2,Oslo,b\n3,,a\n4,Lima,b\n5,Rome,a\n")
    made = prepare(table, replace(guess(table), standardise=False))
    assert made.feature_names == ("city = Rome", "city = Lima", "city = Oslo", "city = Rome (2)")
    np.testing.assert_array_equal(made.X[:, 3], [1.0, 0.0, 0.0, 1.0])


MARKED = {
    "minus signs": (["\u22121.5", "2"], [-1.5, 2.0]),
    "brackets and money": (["(1.20)", "3", "($4)"], [-1.2, 3.0, -4.0]),
    "brackets for losses": (["(1.20)", "3.50"], [-1.2, 3.5]),
    "brackets for losses of money": (["($1.20)", "$3"], [-1.2, 3.0]),
    "brackets everywhere": (["(1)", "(2)"], None),
    "blanks for thousands": (["1 234", "12\u202f345,5", "9"], [1234.0, 12345.5, 9.0]),
    "blanks elsewhere": (["12 34", "1 234"], None),
    "telephones": (["030 123", "040 456"], None),
    "apostrophes": (["1'234.5", "2\u2019000"], [1234.5, 2000.0]),
    "times of day": (["10:30", "0:00:36"], [10.5, 0.01]),
    "no times of day": (["10:30", "25:10"], None),
    "euros with blanks": (["1 234,50 €", "2 €"], [1234.5, 2.0]),
    "mixed currencies": (["$5", "€7"], None),
    "one currency in two ways": (["$5", "7 USD"], [5.0, 7.0]),
    "units": (["5 kg", "7 kg"], None),
}


@pytest.mark.parametrize(("texts", "values"), MARKED.values(), ids=MARKED)
def test_signs_in_and_around_numbers(texts: list[str], values: list[float] | None):
    found = parsed(texts)
    assert (found and found.values) == (values and pytest.approx(values))
    if found:
        assert re.match(r"'.*' (was read as|is) ", found.why)


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (("5 kg", "7 kg"), "its numbers have the unit 'kg': write them without it to use them."),
        (("$5", "€7"), "it mixes currencies (EUR, USD)."),
        (("5 kg", "7 g"), ""),
        (("A1", "B2"), ""),
    ],
)
def test_why_numbers_count_as_text(cells: tuple[str, str], why: str):
    rows = "".join(f"{cells[k % 2].replace('5', str(k))},{k},{'uv'[k % 2]}\n" for k in range(1, 9))
    table = read_table(f"a,b,y\n{rows}".encode(), "t.csv")
    assert table.columns[0].why == (why and f"Column 'a' counts as text: {why}")
    assert ("a" in guess(table).features) == (not why)
