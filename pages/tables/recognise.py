"""Recognition of file types and text encodings."""

import codecs
import re

from pages.tables.record import MAX_BYTES, MAX_LINES, TableError

_ZIPS = (
    (b"xl/", "an Excel workbook: save the sheet as CSV first"),
    (b"opendocument.spreadsheet", "an OpenDocument workbook: save the sheet as CSV first"),
    (b"word/", "a Word document: put its table into a CSV file"),
    (b"[Content_", "an Excel workbook or another Office file: save the sheet as CSV first"),
)
_STARTS = (
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook: save the sheet as CSV first"),
    (b"\x89PNG", "a PNG picture: a table of text is needed, such as a CSV file"),
    (b"\xff\xd8\xff", "a JPEG picture: a table of text is needed, such as a CSV file"),
    (b"GIF8", "a GIF picture: a table of text is needed, such as a CSV file"),
    (b"%PDF", "a PDF document: put its table into a CSV file"),
    (b"{\\rtf", "a rich text document: save it as plain text first"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"BZh", "a bzip2 archive: unpack it first"),
    (b"\xfd7zXZ", "an xz archive: unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive: unpack it first"),
    (b"Rar!", "a RAR archive: unpack it first"),
    (b"ARROW1", "an Arrow file: save it as CSV first"),
    (b"\x93NUMPY", "a NumPy array: save it as CSV first"),
    (b"\x89HDF", "an HDF5 file: save it as CSV first"),
    (b"SQLite format 3", "an SQLite database: export a table as CSV first"),
    (b"MATLAB ", "a MATLAB file: save it as CSV first"),
    (b"RIFF", "a sound, a film or a picture: a table of text is needed, such as a CSV file"),
)
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_MARKUP = re.compile(r"\s*(?:(<!doctype html|<html|<head|<body|<table)|(<[?!a-z])|([{\[]))", re.I)
_ARFF = re.compile(r"^[ \t]*@(relation|attribute|data)\b", re.I | re.M)
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\ufffe\uffff]")
_PIECE = 1 << 20


def encoding(content: bytes) -> str:
    """The encoding of a table's text, as Python names it.

    Raises TableError if the bytes are too many, none at all, or some other kind of file.
    """
    if len(content) > MAX_BYTES:
        raise TableError(f"The file is larger than {MAX_BYTES // 10**6} MB.")
    if not content.strip():
        raise TableError("The file is empty.")
    _refuse_known(content)
    _refuse_lines(content)
    for name in _candidates(content):
        trouble = _decodes(content, name)
        if trouble is None:
            _refuse_markup(content[:4096].decode(name, "ignore"))
            return name
    raise TableError("This is not a text file: a table of text is needed, such as a CSV file.")


def _refuse_lines(content: bytes) -> None:
    """Each line takes a microsecond, however short it is."""
    many = content.count(b"\n") + content.count(b"\r") - content.count(b"\r\n")
    if many > MAX_LINES:
        raise TableError(f"The file has {many:,} lines: at most {MAX_LINES:,} can be read.")


def _refuse_known(content: bytes) -> None:
    if content.startswith(b"PK\x03\x04"):
        for mark, kind in _ZIPS:
            if mark in content:
                raise TableError(f"This is {kind}.")
        raise TableError("This is a ZIP archive: unpack it first.")
    for start, kind in _STARTS:
        if content.startswith(start) and _LOCKED in content:
            raise TableError("This workbook has a password: save it without one.")
        if content.startswith(start):
            raise TableError(f"This is {kind}.")


def _refuse_markup(text: str) -> None:
    text = text.lstrip("\ufeff")
    found = _MARKUP.match(text)
    if found:
        kind = "an HTML page" if found[1] else "an XML file" if found[2] else "a JSON file"
        raise TableError(f"This is {kind}: save its table as CSV first.")
    if _ARFF.search(text):
        raise TableError("This is an ARFF file: save it as CSV first.")


def _candidates(content: bytes) -> tuple[str, ...]:
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return ("utf-32",)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ("utf-16",)
    head = content[:2000]
    if head[1::2].count(0) > len(head) // 4:  # a Western text without its mark
        return ("utf-16-le",)
    if head[0::2].count(0) > len(head) // 4:
        return ("utf-16-be",)
    return ("utf-8-sig", "cp1252", "latin-1")


def _decodes(content: bytes, name: str) -> str | None:
    """What keeps the bytes from being text in this encoding; None if nothing does.

    In pieces: the text may take four times as much.
    """
    decoder = codecs.getincrementaldecoder(name)()
    try:
        for start in range(0, len(content), _PIECE):
            piece = decoder.decode(content[start : start + _PIECE], start + _PIECE >= len(content))
            if _NOT_TEXT.search(piece):
                return "a control character"
    except UnicodeError as error:
        return str(error)
    return None
