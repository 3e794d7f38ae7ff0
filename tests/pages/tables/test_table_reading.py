"""Tables as people keep them, and the numbers that must come out."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pages.tables import record
from pages.tables.reading import paste, read_table, write_csv
from pages.tables.record import Column, Table, TableError, tidy

NAN = math.nan


def cells(table: Table) -> dict[str, list[float | str | None]]:
    return {column.name: column.cells for column in table.columns}


THREE = {"x": [1.5, 3.0], "y": [2.0, -4.0], "class": ["a", "b"]}
LIGHT = {"x1": [0.5, 0], "x2": [0, 1], "x3": [2, 0], "label": [1, -1]}
BARE = {f"column {k + 1}": values for k, values in enumerate(THREE.values())}
GOOD = {
    "commas": ("x,y,class\n1.5,2,a\n3,-4,b\n", THREE),
    "tabs": ("x\ty\tclass\n1.5\t2\ta\n3\t-4\tb\n", THREE),
    "semicolons": ("x;y;class\n1.5;2;a\n3;-4;b\n", THREE),
    "blanks": ("x y class\n1.5 2 a\n3 -4 b\n", THREE),
    "commas and blanks": ("x, y, class\n1.5, 2, a\n3, -4, b\n", THREE),
    "decimal commas": ("x;y;class\n1,5;2;a\n3;-4,0;b\n", THREE),
    "no header": ("1.5,2,a\n3,-4,b\n", BARE),
    "windows": ("x,y,class\r\n1.5,2,a\r\n3,-4,b\r\n", THREE),
    "old mac": ("x,y,class\r1.5,2,a\r3,-4,b\r", THREE),
    "quotes": ('"x","y","class"\n"1.5","2","a"\n"3","-4","b"\n', THREE),
    "blank lines": ("\n\nx,y,class\n\n1.5,2,a\n   \n3,-4,b\n\n", THREE),
    "comments": ("# from a lab\n\n# in 2019\nx,y,class\n1.5,2,a\n3,-4,b\n", THREE),
    "empty rows": ("x,y,class\n1.5,2,a\n,,\n3,-4,b\n,,\n", THREE),
    "commas at the end": ("x,y,class,\n1.5,2,a,\n3,-4,b,\n", THREE),
    "excel's hint": ("sep=;\nx;y;class\n1.5;2;a\n3;-4;b\n", THREE),
    "exponents": ("x,y,class\n15e-1,+2.,a\n.3E1,-4,b\n", THREE),
    "names of rows in R": (
        "x y\nu 1.5 2\nv 3 4\n",
        {"row": ["u", "v"], "x": [1.5, 3], "y": [2, 4]},
    ),
    "a header of savetxt": ("# x y\n1.5 2\n3 -4\n", {"x": [1.5, 3.0], "y": [2.0, -4.0]}),
    "a header with numbers": ("x,2019\n1,2\n3,4\n", {"x": [1, 3], "2019": [2, 4]}),
    "only texts": ("a,b\nu,v\nw,v\n", {"a": ["u", "w"], "b": ["v", "v"]}),
    "one column": ("x\n1\n2\n", {"x": [1, 2]}),
    "missing": ("x,y\n1,NA\n,u\n?,v\n", {"x": [1, None, None], "y": [None, "u", "v"]}),
    "a separator in quotes": ('x,y\n1,"a,b"\n2,"c ""d"""\n', {"x": [1, 2], "y": ["a,b", 'c "d"']}),
    "a line end in quotes": ('x,y\n1,"a\nb"\n2,c\n', {"x": [1, 2], "y": ["a b", "c"]}),
    "infinite among decimal commas": (
        "x;y\n1,5e1;-Inf\n;1,5\n",
        {"x": [15, None], "y": [-math.inf, 1.5]},
    ),
    "infinite": ("x,y\n1e999,-inf\n1,2\n", {"x": [math.inf, 1], "y": [-math.inf, 2]}),
    "not a number in a table": ("x,y\n1_000,1\n2,1\n", {"x": ["1_000", "2"], "y": [1, 1]}),
    "true and false": ("x,y\nTRUE,1\nfalse,2\n", {"x": ["TRUE", "false"], "y": [1, 2]}),
    "beyond all numbers": ("x,y\n" + "9" * 5000 + ",1\n2,1\n", {"x": [math.inf, 2], "y": [1, 1]}),
    "svmlight": ("1 1:0.5 3:2\n-1 2:1 # two\n", LIGHT),
    "svmlight from zero": ("+1 0:0.5\n-1 1:1\n", {"x1": [0.5, 0], "x2": [0, 1], "label": [1, -1]}),
}
CODES = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]


@pytest.mark.parametrize("case", GOOD)
def test_the_numbers_come_out(case: str):
    text, expected = GOOD[case]
    for code in CODES:
        assert cells(read_table(text.encode(code), "f.csv")) == expected, code


NOTES = {
    "a,a,,a\n1,2,3,4\n": [
        "Two columns were named 'a': one is 'a (2)' now.",
        "Two columns were named 'a': one is 'a (3)' now.",
        "Column 3 had no name: it is 'column 3' now.",
    ],
    "a,,,,\n1,2,3,4,5\n": [
        "Column 2 had no name: it is 'column 2' now.",
        "Column 3 had no name: it is 'column 3' now.",
        "Column 4 had no name: it is 'column 4' now.",
        "The same goes for 1 more column.",
    ],
    "a;b;c;d;e\n1,5;2,5;3;4,5;5\n1;2;3;4;5,5\n": [
        "Column 'a' is parsed with a decimal comma. '1,5' was read as 1.5.",
        "Column 'b' is parsed with a decimal comma. '2,5' was read as 2.5.",
        "Column 'd' is parsed with a decimal comma. '4,5' was read as 4.5.",
        "The same goes for 1 more column.",
    ],
    "a;b\n1,5;2\n2;3\n": ["Column 'a' is parsed with a decimal comma. '1,5' was read as 1.5."],
    "a,b\n1,2\n3,x\n5,6\n7,8\n": ["Column 'b' counts as text: row 2 holds 'x'."],
    "a,b\n1,2\n,\n3,4\n": ["1 empty row was left out."],
    "a;b\n1,5;2\n1.5;3\n2,5;3\n": ["Column 'a' counts as text: row 2 holds '1.5'."],
    "a;b\n1,5;2\nx;3\n2,5;3\n": ["Column 'a' counts as text: row 2 holds 'x'."],
    "1 1:2\n1 2:1\n": ["What a row does not name was read as 0."],
    "a,b\n1,2\n": [],
}


@pytest.mark.parametrize("text", NOTES)
def test_what_was_done_is_said(text: str):
    assert list(read_table(text.encode(), "f.csv").notes) == NOTES[text]


def test_letters_in_old_encodings():
    table = read_table("größe,σ\n".replace("σ", "b").encode("latin-1") + b"1,2\n", "f.csv")
    assert table.names == ("größe", "b")
    assert table.notes == ("The file is not in UTF-8: its letters were read as Latin-1.",)
    assert read_table("größe,σ\n1,2\n".encode("utf-16"), "f.csv").names == ("größe", "σ")


def test_a_table_is_a_value_that_stays_what_it_is():
    table = paste("x\ty\n1\t2\n")
    assert table.title == "Pasted table"
    assert len({table, table, paste("x\ty\n1\t2\n")}) == 2
    with pytest.raises(ValueError, match="read-only"):
        table.columns[0].values[0] = 3.0


@pytest.fixture
def room_for_1000(monkeypatch: pytest.MonkeyPatch):
    """1,000 rows of up to 50 columns are kept."""
    monkeypatch.setattr(record, "MAX_ROWS", 1_000)
    monkeypatch.setattr(record, "MAX_CELLS", 50_000)


@pytest.mark.usefixtures("room_for_1000")
def test_a_sample_is_even_and_the_same_every_time():
    total = 3_000
    content = b"k,kind\n" + b"".join(b"%d,w%d\n" % (k, k % 2) for k in range(total))
    table = read_table(content, "f.csv")
    k, kind = (column.values for column in table.columns)
    assert len(table) == 1_000
    assert table.notes == ("An even sample of 1,000 of the 3,000 rows is kept.",)
    assert (np.diff(k) > 0).all()
    assert np.array_equal(kind, k % 2)  # cells of one row stay together
    # each tenth of the file has its share: four deviations of a hypergeometric count
    assert np.abs(np.bincount((k // 300).astype(int)) - 100).max() < 4 * 8
    assert np.array_equal(read_table(content, "f.csv").columns[0].values, k)
    quoted = content.replace(b",w0\n", b',"w\n0"\n')
    again = read_table(quoted, "f.csv")
    assert np.array_equal(again.columns[0].values, k)
    assert again.columns[1].words == ("w 0", "w1")


@pytest.mark.usefixtures("room_for_1000")
def test_wide_tables_keep_fewer_rows_and_a_line_that_does_not_fit_is_named_in_a_sample_too():
    table = read_table((b",".join(b"%d" % k for k in range(500)) + b"\n") * 105, "f.csv")
    assert table.notes == ("An even sample of 100 of the 105 rows is kept.",)
    content = b"x,y\n" + b"1,2\n" * 1_000 + b"1,2,3\n" * 1_000
    with pytest.raises(ValueError, match=r"^Line 10\d\d has 3 cells: 2 are needed\.$"):
        read_table(content, "f.csv")


word = some.text("abcXYZé,;\t\"'# -.5σ", min_size=1, max_size=8).map(lambda t: " ".join(t.split()))
words = word.filter(lambda t: any(c.isalpha() for c in t) and t.lower() != "na")
figures = some.floats(allow_nan=False) | some.integers(-1000, 1000).map(float)


@some.composite
def tables(draw: some.DrawFn) -> Table:
    n = draw(some.integers(1, 6))
    names = draw(some.lists(words.map(lambda t: f"name {t}"), min_size=2, max_size=4, unique=True))
    columns = [Column(names[0], np.array(draw(some.lists(figures, min_size=n, max_size=n))))]
    for name in names[1:]:
        if draw(some.booleans()):
            row = draw(some.lists(figures | some.just(NAN), min_size=n, max_size=n))
            columns.append(Column(name, np.array(row)))
        else:
            texts = draw(some.lists(words | some.none(), min_size=n, max_size=n))
            texts[0] = texts[0] or "abc"
            different = tuple(sorted({t for t in texts if t}))
            codes = np.array([different.index(t) if t else NAN for t in texts])
            columns.append(Column(name, codes, different))
    return Table("t", tuple(columns[::-1]))


@given(tables())
def test_what_is_written_reads_back(table: Table):
    again = read_table(write_csv(table).encode(), "t")
    assert again.names == table.names
    assert again.notes == () or "counts as text" in again.notes[0]
    for one, other in zip(table.columns, again.columns, strict=True):
        assert one.words == other.words
        assert np.array_equal(one.values, other.values, equal_nan=True)
        assert np.array_equal(np.signbit(one.values), np.signbit(other.values))


def test_names_and_words_hold_only_what_can_be_sent_and_printed():
    rows = [
        {"\ud800x": k, "_index": k % 3, "a\u0000b": 2 * k, "y": f"k\u0000{k % 2}"} for k in range(4)
    ]
    table = read_table(json.dumps(rows).encode(), "t.json")
    assert table.names == ("x", "index", "a b", "y")
    assert table.columns[3].words == ("k 0", "k 1")
    assert "Column '_index' is 'index' now: the grid uses that name." in table.notes
    persian = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # written with a joiner
    assert tidy(persian) == persian


HASHES = {
    "in the first column": ("a,b,c\n#sun,1,u\n#N/A,2,v\nx,3,u\n", ["#sun", None, "x"]),
    "a header": ("#,b,c\n1,1,u\n2,2,v\n", [1.0, 2.0]),
    "rows without a header": ("#sun,1,u\n#moon,2,v\nx,3,u\n", ["#sun", "#moon", "x"]),
    "every row": ("#F00;1\n#0F0;2\n#00F;3\n", ["#F00", "#0F0", "#00F"]),
    "beside comments": ("# by hand\n#,b,c\n1,1,u\n2,2,v\n", [1.0, 2.0]),
}


@pytest.mark.parametrize(("text", "first"), HASHES.values(), ids=HASHES)
def test_a_row_or_a_header_that_begins_with_a_hash_is_kept(text: str, first: list[object]):
    table = read_table(text.encode(), "t.csv")
    assert table.columns[0].cells == first
    left = ("1 line at the top that begins with # was left out.",) if "# by" in text else ()
    assert tuple(note for note in table.notes if "begin" in note) == left


def test_comments_at_the_top_are_left_out_with_a_sentence():
    notes = read_table(b"# a\n# b\nx,y\n1,2\n3,4\n", "t.csv").notes
    assert "2 lines at the top that begin with # were left out." in notes
    notes = read_table(b"# a\n# x y\n1.5 2\n3 -4\n", "t.txt").notes
    assert notes == (
        "The names of the columns stand in a line at the top that begins with #.",
        "1 line at the top that begins with # was left out.",
    )
    with pytest.raises(TableError, match=r"^Line 3 has 1 cell: 2 are needed"):
        read_table(b"x,y\n1,2\n# a pause\n3,4\n", "t.csv")


def test_rows_without_a_value_take_no_places_in_the_sample(monkeypatch):
    """As in a sheet whose used range is far too long."""
    monkeypatch.setattr("pages.tables.record.MAX_ROWS", 10)
    monkeypatch.setattr("pages.tables.raw._BATCH", 8)
    text = "a,b\n" + "".join(f"{k},1\n" for k in range(9)) + " ,\n" * 500
    table = paste(text)
    assert table.column("a").values.tolist() == list(range(9))
    assert table.notes == ("500 empty rows were left out.",)


def test_a_sample_of_rows_is_the_same_whatever_the_batches(monkeypatch):
    monkeypatch.setattr("pages.tables.record.MAX_ROWS", 10)
    text = "a,b\n" + "".join(f"{k},{k}\n" for k in range(400))
    samples = []
    for cells in (2, 14, 10_000):
        monkeypatch.setattr("pages.tables.raw._BATCH", cells)
        samples.append(paste(text).column("a").values.tolist())
    assert samples[0] == samples[1] == samples[2]
    assert len(samples[0]) == 10
    assert samples[0] == sorted(samples[0])
