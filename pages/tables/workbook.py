"""Sheets of Excel workbooks."""

import io
import re
import zipfile
import zlib
from typing import Any

from pages.tables.raw import RawTable, from_records, refuse_large, text_of
from pages.tables.record import TableError, refuse_wide, shown

# 75 MB of sheets take 115 MB and 0.8 s to read, and 30 columns of 50,000 rows are as much
MAX_SHEETS = 80_000_000  # bytes of a workbook, unpacked
_PIECE = 1 << 20  # bytes
_CELL = re.compile(rb"<(?:c|row)\s([^<>]*[^<>/])>")  # the attributes of a cell or a row with cells
_PLACE = re.compile(rb"\sr\s*=\s*[\"']([A-Za-z]*)(\d+)[\"']")
_FAR = " One cell far away from the others makes a sheet large."
_DAMAGED = "The workbook cannot be read: save the sheet as CSV first."


def is_workbook(content: bytes) -> bool:
    """Whether this is an .xlsx file."""
    return content.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in content


def sheet_names(content: bytes) -> tuple[str, ...]:
    """The names of the sheets of a workbook that are seen, or of all where none is.

    Raises TableError if it is damaged, too large, or there is no reader for it.
    """
    return tuple(_names(_workbook(content)))


def _names(book: Any) -> list[str]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    seen = SheetTypeEnum.WorkSheet, SheetVisibleEnum.Visible
    found = [one.name for one in book.sheets_metadata if (one.typ, one.visible) == seen]
    return found or list(book.sheet_names)


def workbook_table(content: bytes, sheet: str = "") -> RawTable:
    """One sheet of a workbook, the first by default: of formulas the values kept in the file.

    Raises TableError as `sheet_names` does, or if the sheet is empty, absent or too wide.
    """
    book = _workbook(content)
    from python_calamine import CalamineError

    known = _names(book)
    if not known:
        raise TableError(_DAMAGED)
    if sheet and sheet not in known:
        raise TableError(f"There is no sheet named {shown(sheet)}.")
    name = sheet or known[0]
    try:
        found = book.get_sheet_by_name(name)
    except CalamineError:
        raise TableError(_DAMAGED) from None
    high, wide = found.height, found.width
    if not high or not wide:
        raise TableError(f"The sheet {shown(name)} is empty.")
    refuse_wide(wide)
    rows = (list(map(text_of, row)) for row in found.iter_rows())
    raw = from_records(enumerate(rows, start=1))
    notes = list(raw.notes)
    if len(known) > 1:
        notes.append(f"Sheet {shown(name)} of {len(known)} was read.")
    if merged := getattr(found, "merged_cell_ranges", None):
        many = "1 group" if len(merged) == 1 else f"{len(merged):,} groups"
        notes.append(f"{many} of merged cells: the value counts for the first cell only.")
    return raw._replace(notes=tuple(notes))


def _workbook(content: bytes) -> Any:
    _check_size(content)
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        raise TableError("This is an Excel workbook: save the sheet as CSV first.") from None
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content))
    except CalamineError:
        raise TableError(_DAMAGED) from None


def _refuse_far(archive: zipfile.ZipFile) -> None:
    """Refuse sheets of many cells: their reader makes room for all between the outermost ones."""
    for part in archive.infolist():
        columns, high, rest = {b"A"}, 1, b""
        with archive.open(part) as file:
            while piece := file.read(_PIECE):
                piece, _, rest = (rest + piece).rpartition(b"<")
                rest = b"<" + rest
                places = _PLACE.findall(b" " + b" > ".join(_CELL.findall(piece)))
                if places:
                    letters, rows = zip(*places, strict=True)
                    columns.update(letters)
                    high = max(high, int(max(rows, key=lambda row: (len(row), row))))
        refuse_large(high, max(map(_column_number, columns)), _FAR)


def _column_number(letters: bytes) -> int:
    """The place of a column by its letters: 1 for A, 27 for AA; no sheet has more than 16,384."""
    number = 0
    for letter in letters[:4].upper():
        number = 26 * number + letter - 64
    return number


def _check_size(content: bytes) -> None:
    """Refuse a workbook that is damaged, or large when unpacked or read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            large = sum(part.file_size for part in archive.infolist())
            if large > MAX_SHEETS:
                raise TableError(
                    f"The workbook holds {large / 1e6:,.0f} MB when unpacked, more than "
                    f"{MAX_SHEETS // 10**6}: save the sheet as CSV first."
                )
            whole = archive.testzip() is None  # no part holds more than it says
            if whole:
                _refuse_far(archive)
    except TableError:
        raise
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError):
        raise TableError(_DAMAGED) from None
    if not whole:
        raise TableError(_DAMAGED)
