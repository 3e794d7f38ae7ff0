"""How many small mistakes the tests find: one line changed at a time, the same ones in two suites.

    python benchmarks/mutants.py list                      # the mutations, from the base commit
    python benchmarks/mutants.py run [--log FILE]          # takes hours; goes on where it was ended
    python benchmarks/mutants.py report [--log FILE]

A seed chooses the mutations from the code of the base commit: an operator, a constant, a sign, a
condition or a word of a sentence, in svmcore, in pages and in the browser's code. Each is applied
to a copy of the present code (where the same line is still there, in whatever folder), and the
tests of `make test` run until the first fails: units near the changed file, other units that import
it, tests of the app, tests in a browser. Only for a mutation that survives these, the base commit's
own tests run on the base commit's code. A test that fails without the mutation does not count.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASE = "3faa8b77"
COUNTS = {"svmcore": 26, "pages": 26, "js": 8}
KINDS = ("operator", "constant", "sign", "condition", "sentence")
SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not"}
SWAPPED |= {"+": "-", "-": "+", "*": "/", "/": "*", "and": "or", "or": "and", "===": "!=="}
SYMBOLS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SYMBOLS |= {ast.Is: "is", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
STAGE_SECONDS = 3600  # after which a mutation has made something endless


@dataclass(frozen=True)
class Mutation:
    """`old` at this place of this line becomes `new`."""

    file: str
    line: int  # from 1
    column: int
    old: str
    new: str
    kind: str
    text: str  # the whole line, by which it is found in later code

    def applied(self, source: str) -> str | None:
        """The source with the mutation in the nearest line with this text, if there is one."""
        lines = source.splitlines(keepends=True)
        places = [k for k, line in enumerate(lines) if line.rstrip("\n") == self.text]
        if not places:
            return None
        at = min(places, key=lambda k: abs(k - self.line + 1))
        line = lines[at]
        assert line[self.column :].startswith(self.old)
        lines[at] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return "".join(lines)


def git(*words: str, at: Path = ROOT) -> str:
    return subprocess.run(
        ["git", *words], cwd=at, capture_output=True, text=True, check=True
    ).stdout


def mutation(file: str, lines: list[str], place: tuple[int, int], old: str, new: str, kind: str):
    row, column = place
    return Mutation(file, row, column, old, new, kind, lines[row - 1])


def python_mutations(file: str, source: str) -> Iterator[Mutation]:
    """All that could be changed in a module of Python."""
    tree, lines = ast.parse(source), source.splitlines()
    ascii_lines = [line.isascii() for line in lines]  # an offset of ast counts bytes
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }

    def between(left: ast.expr, right: ast.expr, symbol: str, kind: str) -> Iterator[Mutation]:
        row, start = left.end_lineno, left.end_col_offset
        if row != right.lineno or not ascii_lines[row - 1]:
            return
        found = re.search(rf" ({re.escape(symbol)}) ", lines[row - 1][start : right.col_offset])
        if found:
            place = (row, start + found.start(1))
            yield mutation(file, lines, place, symbol, SWAPPED[symbol], kind)

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SYMBOLS:
            yield from between(
                node.left, node.comparators[0], SYMBOLS[type(node.ops[0])], "operator"
            )
        elif isinstance(node, ast.BinOp) and type(node.op) in SYMBOLS:
            symbol = SYMBOLS[type(node.op)]
            kind = "sign" if symbol in "+-" else "operator"
            yield from between(node.left, node.right, symbol, kind)
        elif isinstance(node, ast.BoolOp):
            symbol = "and" if isinstance(node.op, ast.And) else "or"
            yield from between(node.values[0], node.values[1], symbol, "condition")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            if ascii_lines[node.lineno - 1]:
                yield mutation(file, lines, (node.lineno, node.col_offset), "-", "+", "sign")
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            test = node.test
            if test.lineno == test.end_lineno and ascii_lines[test.lineno - 1]:
                old = lines[test.lineno - 1][test.col_offset : test.end_col_offset]
                place = (test.lineno, test.col_offset)
                yield mutation(file, lines, place, old, f"(not ({old}))", "condition")
        elif isinstance(node, ast.Constant) and ascii_lines[node.lineno - 1]:
            if node.lineno != node.end_lineno or id(node) in docs:
                continue
            old = lines[node.lineno - 1][node.col_offset : node.end_col_offset]
            place = (node.lineno, node.col_offset)
            if isinstance(node.value, int | float) and not isinstance(node.value, bool):
                new = f"({old} + 1)" if isinstance(node.value, int) else f"({old} * 1.25 + 0.1)"
                yield mutation(file, lines, place, old, new, "constant")
            elif isinstance(node.value, str) and old[:1] in "\"'" and node.value.count(" ") >= 3:
                yield from sentence(file, lines, place, old)


def sentence(file: str, lines: list[str], place: tuple[int, int], old: str) -> Iterator[Mutation]:
    """One word of a sentence read backwards: the longest that is a plain one."""
    words = [m for m in re.finditer(r"(?<= )[a-z]{4,}(?= )", old) if m[0] != m[0][::-1]]
    if words:
        word = max(words, key=lambda m: len(m[0]))
        row, column = place
        yield mutation(
            file, lines, (row, column + word.start()), word[0], word[0][::-1], "sentence"
        )


def script_mutations(file: str, source: str) -> Iterator[Mutation]:
    """Operators, signs and constants of JavaScript, outside of comments and texts."""
    lines = source.splitlines()
    for row, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if re.match(r"\s*(\*|/\*|import|export \{)", line) or re.search(r"[\"'`]", code):
            continue
        for found in re.finditer(
            r"(?<= )(===|[<>]=?|[-+*])(?= )|(?<=[ (])\d+(\.\d+)?(?=[,;) ])", code
        ):
            old = found[0]
            kind = "constant" if old[0].isdigit() else "sign" if old in "+-" else "operator"
            new = f"({old} + 1)" if kind == "constant" else SWAPPED[old]
            yield mutation(file, lines, (row, found.start()), old, new, kind)


def mutations(base: str = BASE, seed: int = 0) -> list[Mutation]:
    """The same list whenever it is asked for: files by their size, kinds in turn."""
    rng, chosen = random.Random(seed), []
    names = git("ls-tree", "-r", "--name-only", base, "svmcore", "pages").splitlines()
    for part, count in COUNTS.items():
        files = [
            name
            for name in names
            if (
                name.endswith(".js")
                if part == "js"
                else name.endswith(".py") and name.startswith(part)
            )
        ]
        sources = {name: git("show", f"{base}:{name}") for name in files}
        sizes = [sources[name].count("\n") for name in files]
        taken: set[tuple[str, int]] = set()
        turn = 0
        while turn < count:
            file = rng.choices(files, sizes)[0]
            make = script_mutations if part == "js" else python_mutations
            kinds = KINDS[:3] if part == "js" else KINDS
            ready = [m for m in make(file, sources[file]) if m.kind == kinds[turn % len(kinds)]]
            ready = [m for m in ready if (m.file, m.line) not in taken]
            if ready:
                chosen.append(rng.choice(ready))
                taken.add((file, chosen[-1].line))
                turn += 1
    return chosen


IMPORT = re.compile(r"^\s*(?:from ([\w.]+) import \(?([\w, ]*)|import ([\w.]+))", re.MULTILINE)


class Suite:
    """A copy of the project at a commit, with a mutation at a time, and its own tests."""

    def __init__(self, name: str, commit: str, folder: Path) -> None:
        self.name, self.place = name, folder / name
        if not self.place.exists():
            git("clone", "-q", str(ROOT), str(self.place))
            (self.place / ".venv").symlink_to(Path(sys.prefix))
        git("checkout", "-q", "-f", commit, at=self.place)
        tests = self.place / "tests"
        self.files = sorted(tests.rglob("test_*.py"))
        self.red: set[str] = set()  # fails without a mutation, too

    @cache  # noqa: B019
    def imported(self, file: Path) -> frozenset[Path]:
        """The project's own files that a file imports."""
        found = set()
        for base, names, plain in IMPORT.findall(file.read_text(encoding="utf-8")):
            modules = [base or plain] + [f"{base}.{n.strip()}" for n in names.split(",") if base]
            for module in modules:
                path = self.place.joinpath(*module.split("."))
                for one in (path.with_suffix(".py"), path / "__init__.py"):
                    if one.exists():
                        found.add(one)
        return frozenset(found)

    @cache  # noqa: B019
    def distances(self, file: Path) -> dict[Path, int]:
        """How many imports lead from a file to each other one."""
        steps, queue = {file: 0}, deque([file])
        while queue:
            one = queue.popleft()
            for other in self.imported(one) - steps.keys():
                steps[other] = steps[one] + 1
                queue.append(other)
        return steps

    def kind(self, test: Path) -> str:
        text = "".join(
            one.read_text(encoding="utf-8")
            for one in self.distances(test)
            if "tests" in one.relative_to(self.place).parts
        )
        needs = set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
        return "browser" if "playwright" in needs else "app" if "streamlit" in needs else "unit"

    def stages(self, mutation: Mutation) -> Iterator[tuple[str, list[Path]]]:
        """The tests that reach the changed file, those that are most likely to fail first."""
        changed = self.place / mutation.file
        folder = changed.relative_to(self.place).parent.parts
        page = folder[1] if folder[0] == "pages" and len(folder) > 1 else ""
        general = page in ("ui", "state", "plots", "export", "") and folder[0] == "pages"
        ranked: dict[str, list[tuple[int, int, Path]]] = {"unit": [], "app": [], "browser": []}
        script = mutation.file.endswith(".js")
        for test in self.files:
            kind, words = self.kind(test), test.read_text(encoding="utf-8")
            own = test.relative_to(self.place / "tests").parent.parts
            pairs = zip(folder, own, strict=False)
            near = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            near += 2 * (changed.stem.strip("_") in test.stem and len(changed.stem) > 3)
            far = self.distances(test).get(changed, 99)
            opens = kind != "unit"  # these run what app.py names, which no import shows
            mentions = bool(page) and re.search(rf"\b{page}\b", words + str(test)) is not None
            if script:
                reaches = opens or "node" in words or "javascript" in words
            else:
                reaches = far < 99 or (opens and (general or mentions or folder[0] == "svmcore"))
            if reaches:
                ranked[kind].append((-near - 3 * mentions, far, test))
        units = [test for *_, test in sorted(ranked["unit"])]
        close = [test for near, far, test in sorted(ranked["unit"]) if near < -1 or far <= 1]
        yield "near units", close
        yield "units", [test for test in units if test not in close]
        yield "app", [test for *_, test in sorted(ranked["app"])]
        yield "browser", [test for *_, test in sorted(ranked["browser"])]

    def tests(self, names: list[str], *more: str) -> tuple[int, list[str], str]:
        """Run tests: pytest's exit code (-1: endless), and what failed."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider"]
        command += [*more, *(f"--deselect={one}" for one in sorted(self.red)), "-rfE", *names]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "400"}
        try:
            done = subprocess.run(
                command,
                cwd=self.place,
                env=environment,
                capture_output=True,
                text=True,
                timeout=STAGE_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return -1, [], ""
        said = done.stdout + done.stderr
        failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return done.returncode, failed, said

    def write(self, file: str, source: str) -> None:
        path = self.place / file
        path.write_text(source, encoding="utf-8")
        for kept in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            kept.unlink()  # two texts of one length within a second look alike to Python

    def moved(self, mutation: Mutation) -> str:
        """The file that has the line: the same, or the only other one of this name that has it."""
        files = [self.place / mutation.file, *self.place.glob(f"*/**/{Path(mutation.file).name}")]
        with_line = {
            file.relative_to(self.place).as_posix()
            for file in files
            if file.exists() and mutation.text in file.read_text(encoding="utf-8").splitlines()
        }
        [only] = with_line if len(with_line) == 1 else [mutation.file]
        return mutation.file if mutation.file in with_line else only

    def judge(self, mutation: Mutation) -> str:
        """Which test finds the mutation; "survived", or "changed" where the line is gone."""
        mutation = replace(mutation, file=self.moved(mutation))
        path = self.place / mutation.file
        whole = path.read_text(encoding="utf-8") if path.exists() else ""
        mutated = mutation.applied(whole)
        if mutated is None:
            return "changed"
        try:
            for stage, files in self.stages(mutation):
                names = [str(one.relative_to(self.place)) for one in files]
                while names:
                    self.write(mutation.file, mutated)
                    code, failed, said = self.tests(names)
                    self.write(mutation.file, whole)
                    if code == -1:
                        return f"{stage}: endless"
                    if code in (0, 5):  # all passed, or all are left to make exhaustive
                        break
                    if not failed:
                        return f"{stage}: no test can be collected: {said[-300:]}"
                    if self.tests([failed[0]])[0] in (0, 5):
                        return f"{stage}: {failed[0]}"
                    self.red.add(failed[0])
        finally:
            self.write(mutation.file, whole)
        return "survived"


def known(log: Path) -> dict[tuple[str, int], str]:
    if not log.exists():
        return {}
    rows = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return {(row["suite"], row["number"]): row["found"] for row in rows}


def run(log: Path, folder: Path, commit: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    after, before = Suite("after", git("rev-parse", commit).strip(), folder), None
    for number, one in enumerate(mutations()):
        for name in ("after", "before"):
            found = known(log)
            if (name, number) in found or (
                name == "before" and found[("after", number)] not in ("survived", "changed")
            ):
                continue  # the tests of today are, but for new ones, some of those of the base
            before = before or Suite("before", BASE, folder)
            verdict = (after if name == "after" else before).judge(one)
            row = {"suite": name, "number": number, "found": verdict, **asdict(one)}
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


def report(log: Path) -> None:
    found, counts = known(log), {"before": 0, "after": 0, "changed": 0, "open": 0}
    print("| no | file, line | kind | change | after | before |\n|---|---|---|---|---|---|")
    for number, one in enumerate(mutations()):
        after = found.get(("after", number), "")
        before = found.get(
            ("before", number), "" if after in ("", "survived", "changed") else "as after"
        )
        change = f"`{one.old[:30]}` → `{one.new[:34]}`".replace("|", "\\|")
        print(f"| {number} | {one.file}:{one.line} | {one.kind} | {change} | {after} | {before} |")
        if after == "changed":
            counts["changed"] += 1
        elif not after or not before:
            counts["open"] += 1
        else:
            counts["after"] += after != "survived"
            counts["before"] += before != "survived"
    print(f"\ndetected of those whose line is still there: {counts}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("act", choices=("list", "run", "report"))
    parser.add_argument("--log", type=Path, default=Path("/tmp/mutants/log.jsonl"))
    parser.add_argument("--folder", type=Path, default=Path("/tmp/mutants"), help="of the copies")
    parser.add_argument("--commit", default="HEAD", help="whose tests are compared with the base's")
    asked = parser.parse_args()
    if asked.act == "list":
        for number, one in enumerate(mutations()):
            print(f"{number:2} {one.file}:{one.line} {one.kind}: {one.old!r} -> {one.new!r}")
    elif asked.act == "run":
        run(asked.log, asked.folder, asked.commit)
    else:
        report(asked.log)


if __name__ == "__main__":
    main()
