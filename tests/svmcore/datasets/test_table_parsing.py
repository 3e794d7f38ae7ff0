"""Texts that are numbers, headers that are no rows, and what was done to each column."""

import io
import json
import struct
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest

from svmcore.datasets.table import TableError, guess, prepare, read_table
from svmcore.datasets.table.apart import TOO_LARGE, read_apart
from svmcore.datasets.table.formats import parquet_text
from svmcore.datasets.table.report import treatments
from svmcore.datasets.table.treating import changed
from svmcore.datasets.table.workbook import workbook_text


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
    column = read("x|kind\n84%|a\nhalf|b\n3%|b\n").column("x")
    assert column.words == ("3%", "84%", "half")


@pytest.mark.parametrize("word", ["-", "--", ".", "None", "NA", "?", "null", "", "NaN", "N/A"])
def test_words_for_what_is_missing(word: str):
    assert read(f"x,kind\n1,a\n{word},b\n").column("x").cells == [1.0, None]


def test_a_header_of_numbers_is_no_row():
    for text, names in (
        ("0,1,2\n4,5,1\n5,6,0\n", ("0", "1", "2")),
        (",0,1\n0,4,5\n1,5,6\n", ("row", "0", "1")),
    ):
        table = read(text)
        assert (len(table), table.names) == (2, names)
    assert len(read("0,1\n1,0\n")) == 2
    assert len(read("0,1,2\n4,5,1\n0,1,2\n")) == 3


def test_lines_above_the_names_are_passed_over():
    table = read("Report;;\n;;\nx;y;kind\n1;2;a\n3;4;b\n")
    assert (table.names, len(table)) == (("x", "y", "kind"), 2)
    sizes = read("3,2,cat,dog\n1,2,0\n3,4,1\n5,6,1\n")
    assert (len(sizes), guess(sizes).label) == (3, "column 3")


def test_a_quantity_is_the_target_and_not_the_rooms_beside_it():
    rows = "".join(f"{k % 5},{k * k}\n" for k in range(30))
    table = read(f"rooms,value\n{rows}")
    assert guess(table).label == "value"
    with pytest.raises(TableError, match="30 different numbers: to predict it would be regression"):
        prepare(table, guess(table))


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


FRAME = pd.DataFrame({"x": [1.5, None], "city": ["Rome", "#1"], "flag": [True, False]})
SHAPES = {
    "records": FRAME.to_json(orient="records"),
    "lines": FRAME.to_json(orient="records", lines=True),
    "columns": FRAME.to_json(orient="columns"),
    "split": FRAME.to_json(orient="split"),
    "lists": json.dumps({"x": [1.5, None], "city": ["Rome", "#1"], "flag": [True, False]}),
    "answer": json.dumps({"count": 2, "rows": json.loads(FRAME.to_json(orient="records"))}),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_json(shape: str):
    table = read_table(SHAPES[shape].encode(), "t.json")
    assert {c.name: c.cells for c in table.columns} == {
        "x": [1.5, None],
        "city": ["Rome", "#1"],
        "flag": ["True", "False"],
    }


def test_parquet_is_read_and_its_size_is_known_before(monkeypatch: pytest.MonkeyPatch):
    file = io.BytesIO()
    when = pd.to_datetime(["2024-01-01", "2024-01-02 12:00"], format="ISO8601")
    FRAME.assign(when=when, group=[{"u": 1}, {"u": 2}], many=[[1], [2]]).to_parquet(file)
    table = read_table(file.getvalue(), "t.parquet")
    assert table.column("when").cells == [0.0, 1.5]
    assert table.column("group.u").cells == [1.0, 2.0]
    assert "'many' holds lists or groups" in table.notes[0]
    monkeypatch.setattr("svmcore.datasets.table.formats.MAX_PARQUET_CELLS", 9)
    with pytest.raises(TableError, match="holds 2 rows of 6 columns: at most 9 cells"):
        parquet_text(file.getvalue())


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>kind</t></is></c></row>'
    '<row r="2"><c r="A2"><v>1.5</v></c><c r="B2" t="inlineStr"><is><t>a</t></is></c></row>'
    '<row r="3"><c r="A3"><f>A2*2</f><v>3</v></c>'
    '<c r="B3" t="inlineStr"><is><t>b</t></is></c></row></sheetData></worksheet>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(*names: str) -> bytes:
    file = io.BytesIO()
    listed = "".join(
        f'<sheet name="{n}" sheetId="{k}" r:id="r{k}"/>' for k, n in enumerate(names, 1)
    )
    ties = "".join(
        f'<Relationship Id="r{k}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{k}.xml"/>'
        for k in range(1, len(names) + 1)
    )
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r" Type="{OFFICE}/officeDocument"'
            ' Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{PACKAGE}">{ties}</Relationships>',
        )
        for k, name in enumerate(names, 1):
            archive.writestr(f"xl/worksheets/sheet{k}.xml", SHEET.format(name))
    return file.getvalue()


def test_sheets_of_a_workbook_and_its_size_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch):
    book = workbook("one", "two")
    assert read_apart("sheets", book).names == ("one", "two")
    table = read_table(book, "t.xlsx")
    assert table.names == ("one", "kind")
    assert table.column("one").cells == [1.5, 3.0]
    assert table.notes == ("Sheet 'one' of 2 was read.",)
    assert read_table(book, "t.xlsx", "two").names == ("two", "kind")
    with pytest.raises(TableError, match="There is no sheet named 'three'"):
        read_table(book, "t.xlsx", "three")
    monkeypatch.setattr("svmcore.datasets.table.workbook.MAX_SHEETS", 1000)
    with pytest.raises(TableError, match="MB when unpacked"):
        workbook_text(book)


def test_a_cell_far_away_ends_the_reader_and_not_the_server():
    with zipfile.ZipFile(io.BytesIO(workbook("one"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part.replace(b'r="B3"', b'r="XFD1048576"'))
    with pytest.raises(TableError) as refusal:
        read_table(file.getvalue(), "t.xlsx")
    assert str(refusal.value) == TOO_LARGE


def test_a_workbook_without_sheets_and_a_name_that_is_no_text_get_a_sentence():
    with pytest.raises(TableError, match="The workbook cannot be read"):
        workbook_text(workbook())
    file = io.BytesIO()
    pd.DataFrame({"some": [1.0]}).to_parquet(file)
    with pytest.raises(TableError, match="The Parquet file cannot be read"):
        parquet_text(file.getvalue().replace(b"some", b"so\xff\xff"))


def test_a_workbook_that_holds_more_than_it_says_never_reaches_its_reader(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    book = workbook("one")
    size = struct.pack("<I", len(SHEET.format("one")))
    assert book.count(size) > 1
    with pytest.raises(TableError, match="The workbook cannot be read"):
        workbook_text(book.replace(size, struct.pack("<I", 9)))
