"""Workbooks, Parquet and large JSON files are read by a process of their own, of bounded memory.

A library of compiled code ends its whole process where memory runs out, as that of workbooks does
for a sheet with one cell far away from the others. That must not be the process of a server, nor
may its other visitors wait. Of JSON, Python makes up to ninety times as many bytes.
"""

import json
import subprocess
import sys
from collections.abc import Callable

from svmcore.datasets.table.formats import parquet_text
from svmcore.datasets.table.json_text import json_text
from svmcore.datasets.table.record import TableError
from svmcore.datasets.table.workbook import sheet_names, workbook_text
from svmcore.datasets.table.written import Text
from svmcore.optim.bounded_process import behind_others, limit_memory, python_environment

LONGEST = 60.0  # seconds
READERS: dict[str, Callable[..., Text]] = {
    "workbook": workbook_text,
    "sheets": sheet_names,
    "parquet": parquet_text,
    "json": json_text,
}
TOO_LARGE = (
    "The file takes too much memory or time to read: save the table as CSV first. In a workbook, "
    "one cell far away from the others makes a sheet large."
)

FAILED = "Reading the file failed: save the table as CSV first."


def read_apart(reader: str, content: bytes, *more: str) -> Text:
    """What one of `READERS` makes of a file.

    Raises TableError as the reader does, if it takes more than MOST_MEMORY or LONGEST, and if it
    fails in a way that nobody foresaw: the log of errors then has its traceback.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", __spec__.name, reader, *more],
            input=content,
            stdout=subprocess.PIPE,
            env=python_environment(),
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TableError(TOO_LARGE) from None
    if done.returncode:  # negative: by a signal, as compiled code ends without memory
        raise TableError(TOO_LARGE if done.returncode < 0 else FAILED)
    head, _, text = done.stdout.partition(b"\n")
    found = json.loads(head)
    if "error" in found:
        raise TableError(found["error"])
    return Text(text, tuple(found["names"]), tuple(found["notes"]))


def main(reader: str, *more: str) -> None:
    """Read the file at standard input; write a line of JSON and the text to standard output."""
    limit_memory()
    behind_others()
    try:
        text = READERS[reader](sys.stdin.buffer.read(), *more)
        head: dict[str, object] = {"names": text.names, "notes": text.notes}
    except TableError as error:
        text, head = Text(b""), {"error": str(error)}
    except MemoryError:
        text, head = Text(b""), {"error": TOO_LARGE}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + text.content)


if __name__ == "__main__":
    main(*sys.argv[1:])
