"""Tables that a visitor brings: files and pasted cells, and the edits of the grid."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from benchmarks.fuzz import inputs
from pages.export.notebook import neutral_table
from pages.tables.columns import guess
from pages.tables.editing import edited
from pages.tables.preparing import prepare
from pages.tables.reading import paste, read_table, write_csv
from pages.tables.record import MAX_COLUMNS, MAX_ROWS, Table
from pages.tables.workbook import sheet_names
from pages.ui.table.reading import LIMITS

Call = Callable[[bytes], object]


class TableBorder(NamedTuple):
    """A border of tables, as `Border` in `borders.py`."""

    call: Call
    corpus: Callable[[], Sequence[bytes]]
    mutate: inputs.Mutate
    share: float
    apart: bool = False
    memory: int = 0
    seconds: float = 0.0


TEXTS = (
    "x,y,label\n" + "".join(f"{k / 7:.3f},{k % 5},{'ab'[k % 2]}\n" for k in range(30)),
    "sep=;\nLänge;Breite;Art\n1,5;2,25;rot\n2,5;;blau\n-3;4;rot\n",
    "a\tb\tc\n1\t2\t2024-05-01 12:30\n3\tNA\t2024-06-01 08:00\n5\t6\t2024-07-01 00:00\n",
    '"1 250 €";"12 %";"ja"\n"2 500 €";"8,5 %";"nein"\n"990 €";"3 %";"ja"\n',
    "# x y class\n0.1 0.2 0\n0.3 0.4 1\n0.5 0.6 0\n",
    "150,4,setosa,versicolor\n5.1,3.5,1.4,0.2,0\n4.9,3.0,1.4,0.2,0\n7,3.2,4.7,1.4,1\n",
    'name,"a ""quoted"" text, with comma",z\n=cmd|x,1,2\n@b,3,4\n',
    "price;date\n1.234.567,89;31.12.2020\n2,5;1.1.2021\n",
    "1|2|yes\n3|4|no\n\n5|6|yes\n",
)
SVMLIGHT = ("+1 1:0.5 3:-2 # c\n-1 2:1e-3\n+1 1:7 2:8 3:9\n", "0 qid:1 1:1\n1 qid:2 2:2\n")
TREES = (
    [{"x": 1.5, "y": 2, "kind": "a"}, {"x": 2, "kind": "b", "z": {"u": 1}}, {"x": 3, "kind": "b"}],
    {"x": [1, 2, 3], "y": [4.5, 5, 6], "label": ["a", "b", "a"]},
    {"columns": ["x", "y"], "index": [0, 1], "data": [[1, 2], [3, 4]]},
    [["x", "y"], [1, 2], [3, 4], [5, 6]],
    {"x": {"0": 1, "1": 2}, "y": {"0": "a", "1": "b"}},
    {"status": "ok", "result": {"records": [{"a": 1, "b": 2}, {"a": 2, "b": 3}]}},
)
EDITS = (
    {"edited_rows": {"0": {"x": 1.5}, "2": {"label": "b"}}, "deleted_rows": [1], "added_rows": []},
    {"edited_rows": {}, "deleted_rows": [], "added_rows": [{"x": "2,5", "label": None}, {}]},
    {"edited_rows": {"3": {"y": "", "x": None}}, "deleted_rows": [5, 6], "added_rows": [{"y": 3}]},
)


def used(table: Table) -> None:
    """The table as the page Data takes it up: its guess, its points, and the file it leaves as."""
    assert 1 <= len(table) <= MAX_ROWS
    assert 1 <= len(table.columns) <= MAX_COLUMNS
    assert len({*table.names}) == len(table.names)
    for column in table.columns:
        assert len(column.values) == len(table)
        there = column.values[~np.isnan(column.values)]
        assert not column.words or (there.size == 0 or there.max() < len(column.words))
        assert list(column.words) == sorted({*column.words})
    text = write_csv(neutral_table(table))
    assert text.startswith('"'), text[:20]
    prepared = prepare(table, guess(table))
    assert np.isfinite(prepared.X).all()
    assert prepared.X.shape == (len(prepared.y), len(prepared.feature_names))
    assert {*prepared.y.tolist()} == {*range(len(prepared.class_names))}


def file(data: bytes) -> None:
    used(read_table(data, "file.csv"))


def pasted(data: bytes) -> None:
    # some with lone surrogates: a browser can send them, no file can hold them
    used(paste(data.decode("utf-8", "surrogateescape" if data[:1] == b"\xed" else "replace")))


def svmlight(data: bytes) -> None:
    used(read_table(data, "file.svm"))


@cache
def _typed() -> Table:
    return read_table(TEXTS[0].encode(), "t")


def cells(data: bytes) -> None:
    """The edits of the grid, as Streamlit keeps them."""
    edits = inputs.tree_of(data)
    found = edited(_typed(), edits if isinstance(edits, dict) else {"edited_rows": edits})
    assert found.names == _typed().names
    assert not any(np.isinf(column.values).any() for column in found.columns)


def workbook(data: bytes) -> None:
    sheet_names(data)
    used(read_table(data, "file.xlsx"))


def texts() -> list[bytes]:
    plain = [text.encode() for text in TEXTS]
    return [*plain, TEXTS[1].encode("latin-1"), TEXTS[0].encode("utf-16")]


def of_table(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """A table with changes; one of 50 is long."""
    return (inputs.long_one if rng.random() < 0.02 else inputs.of_bytes)(rng, corpus)


def parquets() -> list[bytes]:
    import pandas as pd

    frame = pd.DataFrame({"x": [1.5, 2, 3], "n": [1, 2, 3], "t": ["a", "b", "a"]})
    frame["when"] = pd.to_datetime(["2024-01-01", None, "2024-05-05"])
    return [frame.to_parquet(None), frame[["x"]].to_parquet(None, compression=None)]


_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_P = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS = {
    "[Content_Types].xml": f"{_HEAD}<Types "
    'xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'{_HEAD}<Relationships xmlns="{_P}"><Relationship Id="rId1" '
    f'Type="{_R}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'{_HEAD}<workbook {_NS} xmlns:r="{_R}"><sheets>'
    '<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_P}"><Relationship Id="rId1" '
    f'Type="{_R}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": f"{_HEAD}<worksheet {_NS}><sheetData>"
    + "".join(
        f'<row r="{r}"><c r="A{r}"><v>{r * 1.5}</v></c><c r="B{r}" t="inlineStr"><is><t>t{r % 2}'
        f"</t></is></c></row>"
        for r in range(1, 6)
    )
    + "</sheetData></worksheet>",
}


def _zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def workbooks() -> list[bytes]:
    return [_zipped({name: part.encode() for name, part in PARTS.items()})]


def of_workbook(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """A workbook that is changed inside, or as a file."""
    if rng.random() < 0.3:
        return inputs.of_bytes(rng, corpus)
    parts = {name: part.encode() for name, part in PARTS.items()}
    name = rng.choice([*parts])
    parts[name] = inputs.of_bytes(rng, [parts[name]])
    return _zipped(parts)


def trees(values: Sequence[object]) -> Callable[[], list[bytes]]:
    return lambda: [json.dumps(one).encode() for one in values]


BORDERS = {
    "table, text": TableBorder(file, texts, of_table, 0.3),
    "table, pasted": TableBorder(pasted, texts, of_table, 0.2),
    "table, JSON": TableBorder(file, trees(TREES), inputs.of_json, 0.2),
    "table, svmlight": TableBorder(
        svmlight, lambda: [text.encode() for text in SVMLIGHT], of_table, 0.2
    ),
    "table, cells": TableBorder(cells, trees(EDITS), inputs.of_tree, 8.0),
    "table, repeated": TableBorder(
        file, texts, inputs.repeated, 9.6, apart=True, memory=LIMITS.memory, seconds=5.0
    ),
    "table, workbook": TableBorder(workbook, workbooks, of_workbook, 0.1, apart=True),
    "table, Parquet": TableBorder(file, parquets, inputs.of_bytes, 0.1, apart=True),
}
