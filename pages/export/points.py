"""Points as files: CSV, and the format of LIBSVM."""

import csv
import io

from pages.export.program import PointsTable
from pages.state.model.run import Data
from pages.tables.formula import neutral


def two_class_table(data: Data) -> PointsTable:
    """x1, x2, y; the class where there are several, the weight where it matters."""
    columns = {"x1": data.X[:, 0], "x2": data.X[:, 1], "y": data.y.astype(int)}
    found = {name: values.tolist() for name, values in columns.items()}
    if len(set(data.labels)) > 2:
        found["class"] = list(data.labels)
    if data.weighed:
        found["weight"] = data.weight.tolist()
    return PointsTable(found, ("x1", "x2"), "y")


def points_csv(table: PointsTable) -> str:
    """A header and one row a point, without texts that a spreadsheet would run.

    Source: https://www.rfc-editor.org/rfc/rfc4180
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(neutral, table.columns))
    for row in zip(*table.lists().values(), strict=True):
        writer.writerow([neutral(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def points_libsvm(table: PointsTable) -> str:
    """One line a point: "+1 1:0.5 2:-1.25", the target and the features.

    Source: https://www.csie.ntu.edu.tw/~cjlin/libsvm/
    """
    columns = table.lists()
    features = [columns[name] for name in table.features]
    sides = set(columns[table.target]) <= {-1, 1}
    lines = []
    for target, *row in zip(columns[table.target], *features, strict=True):
        numbers = " ".join(f"{j}:{value!r}" for j, value in enumerate(row, start=1))
        lines.append(f"{f'{target:+d}' if sides else repr(target)} {numbers}\n")
    return "".join(lines)
