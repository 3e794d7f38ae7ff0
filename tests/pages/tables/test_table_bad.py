"""Whatever is handed in as a table: a table, or one sentence that says what is wrong."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import sys
import zipfile
import zlib

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from pages.tables.reading import paste, read_table
from pages.tables.record import MAX_BYTES, TableError
from tests.helpers.refusals import is_one_sentence, refuses

GOOD = b"x,y,class\n1,2,a\n3,4,b\n5,6,a\n"


def zipped(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "<xml/>")
    return file.getvalue()


def numpy_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.eye(3))
    return file.getvalue()


EXCEL = zipped("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml")
KIND = b"application/vnd.oasis.opendocument.spreadsheet"
OPEN_DOCUMENT = zipped("mimetype", "content.xml").replace(b"<xml/>", KIND, 1)
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + zlib.compress(bytes(100))

BAD = {
    "nothing": (b"", "empty"),
    "only a mark of order": (b"\xef\xbb\xbf", "no rows"),
    "only comments": (b"# a\n# b\n", "no rows"),
    "only a header": (b"x,y,class\n", "names 3 columns: no values"),
    "excel": (EXCEL, ": save the sheet as CSV"),
    "old excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old Excel workbook"),
    "open document": (OPEN_DOCUMENT, "OpenDocument"),
    "word": (zipped("word/document.xml"), "Word document"),
    "zip": (zipped("data.csv"), "ZIP archive: unpack"),
    "gzip": (gzip.compress(GOOD), "gzip"),
    "bzip2": (bz2.compress(GOOD), "bzip2"),
    "xz": (lzma.compress(GOOD), "xz"),
    "7z": (b"7z\xbc\xaf\x27\x1c" + bytes(40), "7z"),
    "rar": (b"Rar!\x1a\x07\x01\x00", "RAR"),
    "png": (PNG, "PNG"),
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "JPEG"),
    "gif": (b"GIF89a\x01\x00", "GIF"),
    "sound": (b"RIFF\x24\x00\x00\x00WAVE", "sound"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "PDF"),
    "rich text": (b"{\\rtf1\\ansi x,y\\par}", "rich text"),
    "parquet": (b"PAR1\x15\x04\x15PAR1", "Parquet file cannot be read"),
    "arrow": (b"ARROW1\x00\x00", "Arrow"),
    "hdf5": (b"\x89HDF\r\n\x1a\n", "HDF5"),
    "sqlite": (b"SQLite format 3\x00", "SQLite"),
    "matlab": (b"MATLAB 5.0 MAT-file, Platform", "MATLAB"),
    "numpy": (numpy_file(), "NumPy"),
    "pickle": (pickle.dumps({"x": [1, 2]}), "not a text file"),
    "html": (b"<!DOCTYPE html><html><table><tr><td>1</td></tr></table>", "HTML"),
    "xml": (b'<?xml version="1.0"?><rows/>', "XML"),
    "json": (json.dumps([{"x": [1], "y": [2]}]).encode(), "JSON file holds no table"),
    "json, cut": (b'{"x": [1, 2', "JSON"),
    "arff": (b"% iris\n@relation iris\n@attribute x numeric\n@data\n1\n", "ARFF"),
    "zeros": (bytes(50), "not a text file"),
    "long row": (b"x,y\n1,2\n3,4,5\n6,7\n", "Line 3 has 3 cells: 2 are needed"),
    "short row": (b"x,y,z\n1,2,3\n4,5\n6,7,8\n", "Line 3 has 2 cells: 3 are needed"),
    "an open quotation mark": (b'x,y\n1,2\n"3,4\n5,6\n', "after line 2 is not closed"),
    "many columns": (b"1," * 4999 + b"1\n", "5,000 columns: at most 500"),
    "a very long line": (b"1," * 10**6 + b"\n", "Line 1 has more than 1,000,000"),
    "a very long cell": (
        b"x,y\n1," + b"a" * 20_000,
        "Row 1 of column 'y' has a cell of more than 10,000",
    ),
    "a cell longer than csv takes": (b"x,y\n1," + b"a" * 200_000, "Line 2 has a cell of more"),
    "a long name": (b"x," + b"a" * 2000 + b"\n1,2\n", "name of column 2 has more than 1,000"),
    "no separator": (
        b"alpha\nbeta\ngamma\n",
        "Only one column was found, with texts such as 'beta'",
    ),
    "svmlight, no colon": (b"1 1:2 2:3\n-1 1:2 3\n", "Line 2 must be a number"),
    "svmlight, after comments": (
        b"# a\n1 1:2\n\n1 1:3\n-1 1:x\n1 1:4\n",
        "Line 5 must be a number",
    ),
    "svmlight, falling": (
        b"1 1:2 2:3\n-1 2:1 1:2\n",
        "The indices of line 2 must rise from left to right, unlike in '-1 2:1 1:2'.",
    ),
    "svmlight, wide": (b"1 1:2 900:3\n-1 2:1\n", "900 columns: at most 500"),
}


@pytest.mark.parametrize("case", BAD)
def test_one_sentence_says_what_is_wrong(case: str):
    content, words = BAD[case]
    assert is_one_sentence(refuses(words, lambda: read_table(content, f"{case}.csv")))


def test_what_is_too_large_is_not_even_looked_at():
    with pytest.raises(TableError, match=r"^The file is larger than 25 MB\.$"):
        read_table(bytes(MAX_BYTES + 1), "large.csv")


def test_lines_are_counted_before_they_are_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pages.tables.recognise.MAX_LINES", 3)
    for end in (b"\n", b"\r\n", b"\r"):
        assert len(read_table(b"a,b" + end + b"1,2" + end + b"3,4" + end, "t.csv")) == 2
        with pytest.raises(TableError, match=r"^The file has 4 lines: at most 3 can be read\.$"):
            read_table(b"a,b" + end + 3 * (b"1,2" + end), "t.csv")


@pytest.mark.parametrize("name", ["a.svm", "a.libsvm", "a.svmlight", "A.SVM"])
def test_a_name_promises_a_form(name: str):
    refuses("Line 1 must be a number", lambda: read_table(GOOD, name))


@pytest.mark.parametrize(("bad", "words"), [(None, "Only text"), ("", "empty"), ("\0", "a text")])
def test_what_is_pasted_must_be_text(bad: str | None, words: str):
    with pytest.raises(TableError, match=words):
        paste(bad)


def table_or_sentence(content: bytes, name: str = "f.csv") -> None:
    """Anything but a table or a TableError fails the test that calls this."""
    said, table = "", None
    try:
        table = read_table(content, name)
    except TableError as error:
        said = str(error)
    if table is None:
        assert is_one_sentence(said), said
        return
    assert len(table) >= 1
    assert len(set(table.names)) == len(table.columns)
    assert all(column.values.shape == (len(table),) for column in table.columns)
    assert all(is_one_sentence(note) for note in table.notes), table.notes


PIECES = [
    *",;\t| \n\r\"'#é_𝒳\ufeff\x0b\x1a\u2028",
    *["1", "2.5", "1,5", "-3e4", "nan", "inf", "NA", "a", "1_0", "1:2", "3:4.5", "qid:1", "1e999"],
    *("\r\n", "sep=;\n"),
]
CODES = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]


@example("a\n\ufeff\n", "utf-16", "f.csv")  # pandas takes the mark for no row at all
@given(
    some.lists(some.sampled_from(PIECES), max_size=40).map("".join),
    some.sampled_from(CODES),
    some.sampled_from(["f.csv", "f.svm"]),
)
def test_any_text_of_what_tables_are_made_of(text: str, code: str, name: str):
    table_or_sentence(text.encode(code), name)


def calls(content: bytes) -> int:
    """How many functions are called, those of C and steps of generators too, to read `content`."""
    found = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        table_or_sentence(content)
    finally:
        sys.setprofile(before)
    return found


LONG = {
    "commas": lambda n: b"," * n,
    "rows of commas": lambda n: (b"," * n + b"\n") * 5,
    "cells": lambda n: b"a," * n,
    "empty rows": lambda n: b"x,y\n" + b",\n" * n,
    "rows": lambda n: b"x,y\n" + b"1,a\n" * n,
    "one record": lambda n: b'x,y\n1,"' + b"a\n" * n + b'"\n',
    "an open quotation mark": lambda n: b'x,y\n1,2\n"' + b"3,4\n" * n,
    "quotation marks": lambda n: b'"' * n,
    "blanks": lambda n: b"1" + b" " * n + b"2",
    "amounts": lambda n: b"x,y\n$1,2\n$" + b" " * (n // 5) + b"1,2\n",
    "comments": lambda n: b"#\n" * n + b"1,2\n",
    "svmlight": lambda n: b"1 1:2\n" * n,
    "svmlight, a wrong line": lambda n: b"1 1:2\n" * n + b"1 1:x\n",
    "equal names": lambda n: b"a," * (n // 20) + b"\n" + b"1," * (n // 20) + b"\n",
}


@pytest.mark.parametrize("shape", LONG)
def test_twice_as_long_is_at_most_twice_the_work(shape: str):
    table_or_sentence(LONG[shape](10))  # what is done once
    once, twice = calls(LONG[shape](2_000)), calls(LONG[shape](4_000))
    assert twice < 2.5 * once
