"""A table as text that reads back as the same table."""

import csv
import io

from svmcore.datasets.table.record import Table


def write_csv(table: Table) -> str:
    """The table as comma separated text with a header.

    `read_table` gives the same columns back, to the last bit, for every table that it read itself
    and in which a column of numbers holds one. Missing cells are empty; a row of nothing else says
    NA, since empty rows are passed over.
    """
    text = io.StringIO()
    # texts in quotation marks: one that begins with # would pass for a comment
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(table.names)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        bare = all(cell is None for cell in row)
        cells = ["" if c is None else c if isinstance(c, str) else _short(c) for c in row]
        writer.writerow(["NA", *cells[1:]] if bare else cells)
    return text.getvalue()


def _short(value: float) -> float | int:
    """Whole numbers without a point; the writer takes the shortest digits that read back."""
    return int(value) if value.is_integer() and abs(value) < 1e15 and value != 0.0 else value
