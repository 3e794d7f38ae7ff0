"""No regular expression takes more than linear time: `re` holds Python's lock while it matches.

Every expression of the product is run on texts that repeat a part of what it matches, by a matcher
that tries what `re` tries and counts the characters it compares. Four times the text may take four
times as many steps; where an expression backtracks over what it has read, it takes sixteen times.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from tests.test_architecture import sources

AT_START = {"match", "fullmatch"}
METHODS = AT_START | {"search", "sub", "subn", "findall", "finditer", "split"}
SHORT, LONG = 20, 80  # characters of a text
MOST = 6_000  # steps: a linear expression takes a fifth of them
MANY = 8  # times as many steps of four times the text are too many
FEW = 10  # steps a character, at which the shorter text need not be compared
CATEGORIES = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    op.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    op.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    op.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}
SIGNS = "".join(map(chr, (*range(32, 127), *range(32), *range(127, 0x10000))))
CHARACTERS = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


class TooManyError(Exception):
    """More steps than any linear expression takes."""


@cache
def items_of(expression: re.Pattern) -> list[Any]:
    """What an expression consists of."""
    return list(_parser.parse(expression.pattern, expression.flags))


class Matcher:
    """An expression run on a text, as `re` runs it; `steps` counts what is compared."""

    def __init__(self, expression: re.Pattern, text: str) -> None:
        self.text, self.steps = text, 0
        flags = (re.DOTALL, re.IGNORECASE, re.MULTILINE)
        self.dot_all, self.any_case, self.lines = (bool(expression.flags & flag) for flag in flags)
        self.items = items_of(expression)

    def run(self, method: str) -> int:
        """The steps to find the first match at the start, or all that there are anywhere."""
        at, size = 0, len(self.text)
        try:
            while at <= size:
                ends = self.ends(self.items, at)
                if method == "fullmatch":
                    any(end == size for end in ends)
                    break
                end = next(ends, at)
                if method == "match":
                    break
                at = max(end, at + 1)
        except TooManyError:
            pass
        return self.steps

    def ends(self, items: list[Any], at: int) -> Iterator[int]:
        """Where these items may end that begin at a place, in the order that `re` tries."""
        if not items:
            yield at
            return
        for end in self._item(*items[0], at):
            yield from self.ends(items[1:], end)

    def is_one(self, kind: Any, what: Any, sign: str) -> bool:
        """Whether a character is the one that an item stands for."""
        if kind is op.ANY:
            return sign != "\n" or self.dot_all
        if kind is op.IN:
            negated = what[0][0] is op.NEGATE
            return any(self._part(*part, sign) for part in what[negated:]) is not negated
        return self._part(op.LITERAL, what, sign) is (kind is op.LITERAL)

    def _part(self, kind: Any, what: Any, sign: str) -> bool:
        signs = {sign, sign.lower(), sign.upper()} if self.any_case else {sign}
        if kind is op.CATEGORY:
            return CATEGORIES[what](sign)
        low, high = what if kind is op.RANGE else (what, what)
        return any(len(s) == 1 and low <= ord(s) <= high for s in signs)

    def _item(self, kind: Any, what: Any, at: int) -> Iterator[int]:
        self.steps += 1
        if self.steps > MOST:
            raise TooManyError
        if kind in CHARACTERS:
            if at < len(self.text) and self.is_one(kind, what, self.text[at]):
                yield at + 1
        elif kind is op.AT:
            if self._is_at(what, at):
                yield at
        elif kind is op.BRANCH:
            for branch in what[1]:
                yield from self.ends(list(branch), at)
        elif kind is op.SUBPATTERN:
            yield from self.ends(list(what[3]), at)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            behind = what[1].getwidth()[0] if what[0] < 0 else 0
            holds = at >= behind and any(True for _ in self.ends(list(what[1]), at - behind))
            if holds is (kind is op.ASSERT):
                yield at
        elif kind is op.ATOMIC_GROUP:
            yield from [*self.ends(list(what), at)][:1]
        elif kind in REPEATS:
            ends = self._repeated(kind, *what[:2], list(what[2]), at)
            yield from [next(ends)] if kind is op.POSSESSIVE_REPEAT else ends
        else:
            raise NotImplementedError(kind)

    def _is_at(self, where: Any, at: int) -> bool:
        if where in (op.AT_BOUNDARY, op.AT_NON_BOUNDARY):
            word = CATEGORIES[op.CATEGORY_WORD]
            before, behind = self.text[max(0, at - 1) : at], self.text[at : at + 1]
            return (word(before) != word(behind)) is (where is op.AT_BOUNDARY)
        if where is op.AT_BEGINNING:
            return at == 0 or (self.lines and self.text[at - 1] == "\n")
        return at == len(self.text) or (self.lines and self.text[at] == "\n")

    def _repeated(self, kind: Any, low: int, high: int, items: list[Any], at: int) -> Iterator[int]:
        if kind is op.MIN_REPEAT and low == 0:
            yield at
        if high:
            more = high if high is op.MAXREPEAT else high - 1
            for end in self.ends(items, at):
                if end > at:
                    yield from self._repeated(kind, max(low - 1, 0), more, items, end)
        if kind is not op.MIN_REPEAT and low == 0:
            yield at


def samples(matcher: Matcher, items: list[Any]) -> list[str]:
    """Short texts that the items match, one for each branch."""
    found = [""]
    for kind, what in items:
        if kind in CHARACTERS:
            ends = [next(sign for sign in SIGNS if matcher.is_one(kind, what, sign))]
        elif kind is op.BRANCH:
            ends = [text for branch in what[1] for text in samples(matcher, list(branch))]
        elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            ends = samples(matcher, list(what[3] if kind is op.SUBPATTERN else what))
        elif kind in REPEATS:
            ends = [text * max(1, what[0]) for text in samples(matcher, list(what[2]))]
        else:
            continue
        found = [found[0] + end for end in ends] + [text + ends[0] for text in found[1:]]
    return found[:12]


def attacks(expression: re.Pattern) -> Iterator[tuple[str, str]]:
    """Beginnings, and parts to repeat; at the end is what the expression does not match."""
    matcher = Matcher(expression, "")
    texts = samples(matcher, matcher.items)
    parts = {text[a : a + n] for text in texts for a in (0, 1) for n in range(1, 16)} - {""}
    parts |= {sign for text in texts for sign in text} | {" ", "1", "a", "\n"}
    for part in sorted(parts):
        yield "", part
        yield texts[0][: len(texts[0]) // 2], part


def slow(expression: re.Pattern, method: str) -> str:
    """The text of which four times as much takes more than `MANY` times the steps; "" for none."""
    for first, part in attacks(expression):
        few, many = (first + part * (size // len(part)) + "\0" for size in (SHORT, LONG))
        steps = Matcher(expression, many).run(method)
        if steps > FEW * LONG and (
            steps > MOST or steps > MANY * Matcher(expression, few).run(method)
        ):
            return repr((first, part))
    return ""


def expressions() -> Iterator[tuple[str, re.Pattern, str]]:
    """Where each expression of the product is, and by which method it is used."""
    modules = {name: source for name, source in sources().items() if re.search(r"\bre\.", source)}
    used: dict[str, set[str]] = {}
    for source in sources().values():
        for name, method in re.findall(rf"\b(_?[A-Z]\w*)\.({'|'.join(METHODS)})\b", source):
            used.setdefault(name, set()).add(method)
    for module, source in modules.items():
        named = {}
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("re.compile("):
                named[node.value] = node.targets[0].id
            if _is_re(node):
                place = f"{module}:{node.lineno}"
                name = named.get(node)
                if name:
                    expression = getattr(import_module(module), name)
                else:
                    expression = re.compile(ast.literal_eval(node.args[0]), _flags(node))
                inline = "search" if node.func.attr == "compile" else node.func.attr
                for method in sorted(used[name]) if name else [inline]:
                    yield f"{place} {method}", expression, method


def _is_re(node: ast.AST) -> bool:
    """Whether this is a call of a function of `re` that takes an expression."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    where, method = node.func.value, node.func.attr
    return isinstance(where, ast.Name) and where.id == "re" and method in METHODS | {"compile"}


def _flags(call: ast.Call) -> int:
    """The flags among the arguments of a call."""
    parts = [part for argument in call.args[1:] for part in ast.walk(argument)]
    names = [part.attr for part in parts if isinstance(part, ast.Attribute)]
    return sum({getattr(re, name) for name in names if hasattr(re.RegexFlag, name)})


@pytest.fixture(autouse=True)
def deep():
    """Each repetition takes some calls within each other."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize(
    ("expression", "method"),
    [
        (r"(a+)+$", "match"),
        (r"\s+$", "search"),
        (r"<extra>.*?</extra>", "sub"),
        (r"%\{(\w+)(?::([^}]*))?\}", "sub"),
        (r"^([+-]?)\s*(?:[$])\s*|\s*(?:[$]|\s(?:USD|EUR))$", "sub"),
    ],
)
def test_an_expression_that_takes_more_is_found(expression: str, method: str):
    assert slow(re.compile(expression), method)


@pytest.mark.parametrize("text", ["a1 b22", "ab,  12;", "", "xx-1.5e3"])
def test_the_matcher_finds_what_re_finds(text: str):
    for pattern in (r"\d+", r"(?:a|b)+?\b", r"[^\s,]*;?$", r"x+(?<=x)-?\d(?!f)", r".{2,3}"):
        matcher = Matcher(re.compile(pattern), text)
        wanted = re.match(pattern, text)
        assert next(matcher.ends(matcher.items, 0), None) == (wanted and wanted.end())


def test_every_expression_takes_linear_time():
    complaints = {place: slow(*words) for place, *words in expressions()}
    assert not {place: text for place, text in complaints.items() if text}
