"""Fuzz every border: changed valid inputs, and what hypothesis makes of nothing.

    python benchmarks/fuzz/run.py [--count 100000] [--seconds 0] [--seed 0] [--only NAME ...]

Prints a line for each border: how many inputs, how many were refused by a sentence, how many
escaped (another exception, or a result that is not valid), and the slowest call in processor
seconds. Inputs that escaped, and the slowest ones, are kept in `.fuzz/`. A border's inputs follow
from the seed and their number. Ends with code 1 if one escaped or took more than a second.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.fuzz.borders import BORDERS, LONGEST_SENTENCE, Border
from benchmarks.fuzz.inputs import of_json, of_tree
from pages.state.server.bounded_process import MOST_MEMORY
from pages.tables.record import TableError

KEPT = Path(".fuzz")
LONGEST = 1.0  # processor seconds of a call
GIVEN_UP = 20.0  # the same, after which a call is ended
SHARE = 0.02  # of the inputs that hypothesis makes
LETTERS = st.characters(exclude_categories=())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(LETTERS, max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


class GivenUpError(Exception):
    """A call that takes too long."""


@dataclass
class Found:
    """What came of one border's inputs; `escaped` by where it was raised, `seconds` of a call."""

    inputs: int = 0
    refused: int = 0
    ended: int = 0
    slow: int = 0
    seconds: float = 0.0
    slowest: bytes = b""
    escaped: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def take(self, border: Border, data: bytes) -> None:
        """Call the border once."""
        self.inputs += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, border.seconds or GIVEN_UP)
        start = time.thread_time()
        try:
            border.call(data)
        except ValueError as error:
            if _foreseen(error):
                self.refused += 1
            else:
                self._escape(error, data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            self._escape(error, data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        seconds = time.thread_time() - start
        self.slow += seconds > LONGEST
        if seconds > self.seconds:
            self.seconds, self.slowest = seconds, data

    def _escape(self, error: BaseException, data: bytes) -> None:
        frames = [
            f for f in traceback.extract_tb(error.__traceback__) if "/fuzz/run" not in f.filename
        ]
        where = "/".join(frames[-1].filename.split("/")[-2:]) + f":{frames[-1].lineno}"
        what = f"{type(error).__name__} at {where}: {str(error)[:80]!r}"
        for known in self.escaped:
            if known.startswith(f"{type(error).__name__} at {where}:"):
                what = known
        count, first = self.escaped.get(what, (0, data))
        self.escaped[what] = count + 1, min(first, data, key=len)


def _foreseen(error: ValueError) -> bool:
    """Whether it is a refusal that a visitor can read."""
    said = str(error)
    return (
        type(error) in (ValueError, TableError)
        and "\n" not in said
        and 0 < len(said) < LONGEST_SENTENCE
    )


def _given_up(*_: object) -> None:
    raise GivenUpError


def changed(name: str, border: Border, seed: int, first: int, count: int) -> Iterator[bytes]:
    """The valid inputs, then changed ones, from number `first` on."""
    corpus = border.corpus()
    if first == 0:
        yield from corpus
    for k in range(first, count):
        yield border.mutate(random.Random(f"{seed} {name} {k}"), corpus)


def made(border: Border, found: Found, seed: int, count: int) -> None:
    """Inputs that hypothesis makes of nothing."""

    strategy = st.binary(max_size=300) | st.text(LETTERS).map(
        lambda t: t.encode("utf-8", "surrogatepass")
    )
    if border.mutate in (of_json, of_tree):
        strategy = JSON.map(lambda tree: json.dumps(tree).encode())

    @settings(
        max_examples=max(1, count),
        database=None,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def each(data: bytes) -> None:
        found.take(border, data)

    each()


def fuzz(name: str, seed: int, first: int, count: int, seconds: float, pipe: Any) -> None:
    """One border, in a process of its own; tells of each thousandth input how far it is."""
    signal.signal(signal.SIGVTALRM, _given_up)
    border = BORDERS[name]
    if border.apart:
        most = border.memory or 2 * MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    for one in border.corpus():  # what is loaded once is no call's time
        Found().take(border, one)
    found, end = Found(), time.monotonic() + (seconds or 1e9)
    for k, data in enumerate(changed(name, border, seed, first, count), start=first):
        found.take(border, data)
        if border.apart and k % 20 == 0:
            pipe.send((k + 1, found))
        if time.monotonic() > end:
            break
    if first == 0:
        made(border, found, seed, int(SHARE * count) if not seconds else 200)
    pipe.send((count, found))


def apart(name: str, seed: int, count: int, seconds: float) -> Found:
    """The same, begun again behind an input that ends the process."""
    whole, first, ended = Found(), 0, 0
    while True:
        here, there = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(
            target=fuzz, args=(name, seed, first, count, seconds, there)
        )
        process.start()
        there.close()
        at, part = first, Found()
        try:
            while True:
                at, part = here.recv()
        except EOFError:
            process.join()
        whole = _both(whole, part)
        if process.exitcode == 0 or ended > 50:
            whole.ended = ended
            return whole
        first, ended = at + 20, ended + 1


def _both(a: Found, b: Found) -> Found:
    slower = max(a, b, key=lambda one: one.seconds)
    escaped = dict(a.escaped)
    for what, (count, data) in b.escaped.items():
        more, first = escaped.get(what, (0, data))
        escaped[what] = count + more, min(first, data, key=len)
    totals = (a.inputs + b.inputs, a.refused + b.refused, 0, a.slow + b.slow)
    return Found(*totals, slower.seconds, slower.slowest, escaped)


def _kept(name: str, what: str, data: bytes) -> Path:
    KEPT.mkdir(exist_ok=True)
    stem = "".join(c if c.isalnum() else "_" for c in name)
    path = KEPT / f"{stem}-{what}.bin"
    path.write_bytes(data)
    return path


def main() -> None:
    """Fuzz, print the table, and say whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000, help="inputs over all borders")
    parser.add_argument("--seconds", type=float, default=0.0, help="at most, over all borders")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", choices=[*BORDERS], default=[*BORDERS])
    asked = parser.parse_args()
    shares = sum(BORDERS[name].share for name in asked.only)
    heads = ("border", "inputs", "refused", "escaped", "slow", "slowest")
    print("{:22s} {:>9s} {:>9s} {:>8s} {:>5s} {:>9s}".format(*heads), flush=True)
    total = escaped = slow = 0
    for name in asked.only:
        border = BORDERS[name]
        count = int(asked.count * border.share / shares)
        found = apart(name, asked.seed, count, asked.seconds / len(asked.only))
        wrong = sum(n for n, _ in found.escaped.values())
        total, escaped = total + found.inputs, escaped + wrong
        slow += 0 if border.apart else found.slow
        note = f"  {found.ended} ended their process" if found.ended else ""
        print(
            f"{name:22s} {found.inputs:9,d} {found.refused:9,d} {wrong:8,d} {found.slow:5d} "
            f"{found.seconds:7.3f} s  {_kept(name, 'slowest', found.slowest)}{note}",
            flush=True,
        )
        for k, (what, (n, data)) in enumerate(found.escaped.items()):
            print(f"    {n:,} x {what}  {_kept(name, f'escape{k}', data)}", flush=True)
    print(f"{'all':22s} {total:9,d} {'':9s} {escaped:8,d} {slow:5d}")
    sys.exit(bool(escaped or slow))


if __name__ == "__main__":
    main()
