"""Excel, Parquet and JSON: what is read of them, and what is refused before it is read."""

import io
import json
import struct
import sys
import tracemalloc
import zipfile

import pandas as pd
import pytest

from pages.tables.parquet import parquet_table
from pages.tables.reading import read_table
from pages.tables.record import TableError
from pages.tables.workbook import sheet_names, workbook_table
from tests.helpers.refusals import refuses

FRAME = pd.DataFrame({"x": [1.5, None], "city": ["Rome", "#1"], "flag": [True, False]})
SHAPES = {
    "records": FRAME.to_json(orient="records"),
    "lines": FRAME.to_json(orient="records", lines=True),
    "columns": FRAME.to_json(orient="columns"),
    "split": FRAME.to_json(orient="split"),
    "lists": json.dumps({"x": [1.5, None], "city": ["Rome", "#1"], "flag": [True, False]}),
    "answer": json.dumps(
        {"links": [{"next": 1}], "rows": json.loads(FRAME.to_json(orient="records"))}
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_json(shape: str):
    table = read_table(SHAPES[shape].encode(), "t.json")
    assert {c.name: c.cells for c in table.columns} == {
        "x": [1.5, None],
        "city": ["Rome", "#1"],
        "flag": ["True", "False"],
    }


def test_a_line_break_in_a_text_is_a_blank():
    text = '[{"x": 1, "city": "New\\nYork"}, {"x": 2, "city": "Rome"}]'
    assert read_table(text.encode(), "t.json").column("city").words == ("New York", "Rome")


def test_a_long_parquet_file_is_sampled_before_its_cells_become_texts(monkeypatch):
    written = []
    monkeypatch.setattr("pages.tables.record.MAX_ROWS", 10)
    monkeypatch.setattr("pages.tables.raw.text_of", lambda cell: written.append(cell) or str(cell))
    file = io.BytesIO()
    pd.DataFrame({"a": range(1000), "b": range(1000)}).to_parquet(file)
    table = read_table(file.getvalue(), "t.parquet")
    assert (len(table), len(written)) == (10, 20)
    assert "An even sample of 10 of the 1,000 rows is kept." in table.notes


def test_parquet_is_read_and_its_size_is_known_before(monkeypatch: pytest.MonkeyPatch):
    file = io.BytesIO()
    when = pd.to_datetime(["2024-01-01", "2024-01-02 12:00"], format="ISO8601")
    frame = FRAME.assign(when=when, group=[{"u": 1}, {"u": 2}], many=[[1], [2]])
    frame.set_index(pd.Index(["u", "v"])).to_parquet(file)
    table = read_table(file.getvalue(), "t.parquet")
    assert table.column("when").cells == [0.0, 1.5]
    assert table.column("group.u").cells == [1.0, 2.0]
    assert "'many' holds lists or groups" in table.notes[0]
    assert set(table.names) == {"x", "city", "flag", "when", "group.u"}
    monkeypatch.setattr("pages.tables.parquet.MAX_UNPACKED", 10)
    refuses("holds 0 MB when unpacked, more than 0", lambda: parquet_table(file.getvalue()))
    monkeypatch.setattr("pages.tables.raw.MAX_UNPACKED_CELLS", 9)
    refuses("has 2 rows of 7 columns: at most 9 cells", lambda: parquet_table(file.getvalue()))


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>kind</t></is></c></row>'
    '<row r="2"><c r="A2"><v>1.5</v></c><c r="B2" t="inlineStr"><is><t>a</t></is></c></row>'
    '<row r="3"><c r="A3"><f>A2*2</f><v>3</v></c>'
    '<c r="B3" t="inlineStr"><is><t>b</t></is></c></row></sheetData></worksheet>'
)
MERGED = '</sheetData><mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>'
HIDDEN = ' state="hidden"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(*names: str, hidden: str = "") -> bytes:
    file = io.BytesIO()
    listed = "".join(
        f'<sheet name="{n}" sheetId="{k}" r:id="r{k}"{HIDDEN * (n == hidden)}/>'
        for k, n in enumerate(names, 1)
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
    assert sheet_names(book) == ("one", "two")
    table = read_table(book, "t.xlsx")
    assert table.names == ("one", "kind")
    assert table.column("one").cells == [1.5, 3.0]
    assert table.notes == ("Sheet 'one' of 2 was read.",)
    assert read_table(book, "t.xlsx", "two").names == ("two", "kind")
    refuses("There is no sheet named 'three'", lambda: read_table(book, "t.xlsx", "three"))
    monkeypatch.setattr("pages.tables.workbook.MAX_SHEETS", 1000)
    refuses("MB when unpacked", lambda: workbook_table(book))


def test_hidden_sheets_are_passed_over_and_merged_cells_said():
    book = workbook("one", "two", hidden="one")
    assert sheet_names(book) == ("two",)
    merged = SHEET.replace("</sheetData>", MERGED)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook("one"))) as archive, zipfile.ZipFile(file, "w") as new:
        for name in archive.namelist():
            sheet = name.endswith("sheet1.xml")
            new.writestr(name, merged.format("one") if sheet else archive.read(name))
    assert workbook_table(file.getvalue()).notes == (
        "1 group of merged cells: the value counts for the first cell only.",
    )


def changed(book: bytes, old: bytes, new: bytes) -> bytes:
    """The workbook with something else in its parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as archive, zipfile.ZipFile(file, "w") as again:
        for name in archive.namelist():
            again.writestr(name, archive.read(name).replace(old, new))
    return file.getvalue()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'r="B3"', b'r="XFD1048576"'),
        (b'r="B3"', b"r\n= 'k1048576'"),
        (b'<row r="3">', b'<row spans="1:2" r="9048576"><c r="ZZ1"><v>1</v></c>'),
    ],
)
def test_a_cell_far_away_is_refused_before_its_sheet_is_made(old, new, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(TableError, match=r"at most 10,000,000 cells .* One cell far away from"):
        read_table(changed(workbook("one"), old, new), "t.xlsx")


def test_empty_cells_and_rows_far_away_do_not_count():
    empty = b'</row><row r="1048576"/><row r="1048575"><c r="XFD1048575" s="1"/></row></sheetData>'
    book = changed(workbook("one"), b"</row></sheetData>", empty)
    assert read_table(book, "t.xlsx").column("one").cells == [1.5, 3.0]


def test_wide_json_is_refused_before_its_rows_are_made():
    content = json.dumps({f"a{i}": {f"b{i}": 1} for i in range(3000)}).encode()
    tracemalloc.start()
    refuses("3,000 columns: at most 500", lambda: read_table(content, "t.json"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 * len(content), "as much as the JSON alone takes"


def test_json_of_many_objects_or_of_long_names_is_refused_before_it_takes_memory():
    content = b'{"a":1}\n' * 1_000_001
    refuses("more than 1,000,000 objects", lambda: read_table(content, "t.json"))
    rows = [{"n" * 1001: {"a": 1, "b": 2}}]
    refuses("more than 1,000 characters", lambda: read_table(json.dumps(rows).encode(), "t.json"))


def test_json_of_many_rows_and_columns_is_refused_before_its_rows_are_made():
    rows = {f"a{i}": {f"b{i}.{k}": 1 for k in range(51)} for i in range(450)}
    with pytest.raises(TableError, match="22,950 rows of 450 columns: at most 10,000,000 cells"):
        read_table(json.dumps(rows).encode(), "t.json")


def test_a_workbook_without_sheets_and_a_name_that_is_no_text_get_a_sentence():
    refuses("The workbook cannot be read", lambda: workbook_table(workbook()))
    file = io.BytesIO()
    pd.DataFrame({"some": [1.0]}).to_parquet(file)
    with pytest.raises(TableError, match="The Parquet file cannot be read"):
        parquet_table(file.getvalue().replace(b"some", b"so\xff\xff"))


def test_a_workbook_that_holds_more_than_it_says_never_reaches_its_reader(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    book = workbook("one")
    size = struct.pack("<I", len(SHEET.format("one")))
    assert book.count(size) > 1
    with pytest.raises(TableError, match="The workbook cannot be read"):
        workbook_table(book.replace(size, struct.pack("<I", 9)))
