"""Fuzz one border by atheris, which changes what reaches new branches of the code.

    pip install -r .ci/requirements-fuzz.txt
    python benchmarks/fuzz/guided.py "formula of a kernel" [--count 100000] [--seconds 0]

Ends with code 1 at the first input that escapes, which is printed and kept in `.fuzz/`.
Source: https://github.com/google/atheris
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["pages", "svmcore"]):
    from benchmarks.fuzz.borders import BORDERS
    from benchmarks.fuzz.run import LONGEST, Found, _kept


def main() -> None:
    """Fuzz until the count or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=[*BORDERS])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=0)
    asked = parser.parse_args()
    border, found = BORDERS[asked.name], Found()

    def each(data: bytes) -> None:
        found.take(border, data)
        if found.escaped or found.slow:
            path = _kept(asked.name, "guided", data)
            what = next(iter(found.escaped), f"more than {LONGEST:g} s")
            raise RuntimeError(f"{what}, at input {found.inputs:,}: {path}")

    with tempfile.TemporaryDirectory() as folder:
        for k, data in enumerate(border.corpus()):
            (Path(folder) / str(k)).write_bytes(data)
        limits = [f"-runs={asked.count}", f"-max_total_time={asked.seconds}", "-max_len=5000"]
        atheris.Setup([sys.argv[0], *limits, folder], each)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
