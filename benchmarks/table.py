"""The table that a benchmark prints: figures, and what each must reach."""

from __future__ import annotations

from collections.abc import Sequence

Row = tuple[str, float, float, bool]  # name, value, target, and whether it is reached


def printed(rows: Sequence[Row]) -> bool:
    """Print the rows; whether all targets are reached."""
    wide = max(len(name) for name, *_ in rows)
    for name, value, target, good in rows:
        print(f"{'ok  ' if good else 'MISS'} {name:{wide}s} {value:10.3g}  (target {target:g})")
    return all(good for *_, good in rows)
