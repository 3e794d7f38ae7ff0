"""A Jupyter notebook, and its cells."""

import json
from dataclasses import replace
from typing import Any

from pages.export.carried import carried
from pages.export.program import ModelCode
from pages.state.text.markdown import unmarked
from pages.tables.formula import neutral
from pages.tables.record import Column, Table

# --- Texts in a CSV file that a spreadsheet would run as formulas ---


def neutral_table(table: Table) -> Table:
    """The table for a CSV file: no name or text of it runs; its numbers stay as they are.

    `read_table` takes the apostrophes away again.
    """
    return Table(table.title, tuple(map(_neutral, table.columns)), table.notes)


def _neutral(column: Column) -> Column:
    texts = None if column.texts is None else _neutral(column.texts)
    words = tuple(map(neutral, column.words))
    return replace(column, name=neutral(column.name), words=words, texts=texts)


# --- A model as a notebook: points, svmcore, the picture, scikit-learn ---
# The format is https://nbformat.readthedocs.io/en/latest/format_description.html, version 4.5.

NEEDS = (
    "The notebook needs Python 3.11 or newer with numpy, scipy, scikit-learn and plotly, as Colab "
    "has them. Its first cell holds `svmcore`, the library of SVM Playground, for where it is not "
    "installed."
)
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}  # in Colab and in Jupyter


def notebook(code: ModelCode) -> str:
    """The text of the .ipynb file."""
    cells = [
        _cell("markdown", f"# {unmarked(' '.join(code.title.split()))}\n\n{NEEDS}"),
        _cell("code", carried()) | {"metadata": FOLDED},
        _cell("code", code.ours.data),
        _cell("markdown", "## svmcore"),
        _cell("code", code.ours.training),
        *([_cell("code", code.figure)] if code.figure else []),
        _cell("markdown", f"## scikit-learn\n\n{code.lacks}".rstrip()),
    ]
    if code.theirs is not None:
        cells += [_cell("code", code.second), _cell("code", code.compare)]
    for k, cell in enumerate(cells, start=1):
        cell["id"] = f"cell-{k}"
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    kernel = {"kernelspec": python, "language_info": {"name": "python"}}
    found = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(found, indent=1, ensure_ascii=False)


def _cell(kind: str, text: str) -> dict[str, Any]:
    lines = text.strip().splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": "", "metadata": {}, "source": lines}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
