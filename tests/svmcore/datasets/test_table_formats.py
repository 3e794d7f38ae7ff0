"""Excel, Parquet and JSON: what is read of them, and what is refused before it is read."""

import io
import json
import struct
import subprocess
import sys
import zipfile
from types import SimpleNamespace

import pandas as pd
import pytest

from svmcore.datasets.table import TableError, apart, read_table
from svmcore.datasets.table.apart import FAILED, READERS, TOO_LARGE, read_apart
from svmcore.datasets.table.formats import parquet_text
from svmcore.datasets.table.workbook import workbook_text
from svmcore.datasets.table.written import Text
from svmcore.optim.bounded_process import MOST_MEMORY

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


def test_json_of_more_than_one_megabyte_is_read_by_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
):
    asked = []

    def apart(reader: str, content: bytes) -> Text:
        asked.append((reader, len(content)))
        return READERS[reader](content)

    monkeypatch.setattr("svmcore.datasets.table.reading.read_apart", apart)
    for size in (1_000_000, 1_000_001):
        table = read_table(b'[{"x": 1, "y": 2}, {"x": 3, "y": 5}]'.ljust(size), "t.json")
        assert table.column("y").cells == [2.0, 5.0]
    assert asked == [("json", 1_000_001)]


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
    monkeypatch.setattr("svmcore.datasets.table.formats.MAX_UNPACKED", 10)
    with pytest.raises(TableError, match="and 0 MB can be read"):
        parquet_text(file.getvalue())
    monkeypatch.setattr("svmcore.datasets.table.formats.MAX_PARQUET_CELLS", 9)
    with pytest.raises(TableError, match="holds 2 rows of 7 columns: at most 9 cells"):
        parquet_text(file.getvalue())


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


def test_a_long_sheet_is_sampled_below_its_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("svmcore.datasets.table.record.MAX_ROWS", 2)
    text = workbook_text(workbook("one"))
    assert text.content.splitlines()[0] == b'"one","kind"'
    assert text.notes == ("An even sample of 2 of the 3 rows is kept.",)


def test_hidden_sheets_are_passed_over_and_merged_cells_said():
    book = workbook("one", "two", hidden="one")
    assert read_apart("sheets", book).names == ("two",)
    merged = SHEET.replace("</sheetData>", MERGED)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook("one"))) as archive, zipfile.ZipFile(file, "w") as new:
        for name in archive.namelist():
            sheet = name.endswith("sheet1.xml")
            new.writestr(name, merged.format("one") if sheet else archive.read(name))
    assert workbook_text(file.getvalue()).notes == (
        "1 group of merged cells: the value counts for the first cell only.",
    )


def test_the_process_of_a_reader_has_bounded_memory():
    code = (
        "import resource; from svmcore.datasets.table.apart import limit_memory; limit_memory();"
        "print(resource.getrlimit(resource.RLIMIT_AS)[0])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert int(found.stdout) == MOST_MEMORY


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


def test_an_error_of_a_reader_is_no_lack_of_memory(capfd: pytest.CaptureFixture):
    with pytest.raises(TableError) as refusal:
        read_apart("unknown", b"")
    assert str(refusal.value) == FAILED
    assert "KeyError: 'unknown'" in capfd.readouterr().err


def test_a_reader_without_memory_says_so(monkeypatch: pytest.MonkeyPatch):
    def hungry(_: bytes):
        raise MemoryError

    out = io.BytesIO()
    monkeypatch.setattr(apart, "limit_memory", lambda: None)
    monkeypatch.setitem(apart.READERS, "hungry", hungry)
    for name, stream in (("stdin", io.BytesIO()), ("stdout", out)):
        monkeypatch.setattr(sys, name, SimpleNamespace(buffer=stream))
    apart.main("hungry")
    assert json.loads(out.getvalue())["error"] == TOO_LARGE


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
