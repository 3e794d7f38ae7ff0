"""Tables in words, for tests."""

from __future__ import annotations


def counting(n: int, **columns: object) -> str:
    """A table of n rows in which {k} in a column's text is the row's number."""
    head = ",".join(columns)
    rows = (",".join(str(c(k) if callable(c) else c) for c in columns.values()) for k in range(n))
    return "\n".join([head, *rows])
