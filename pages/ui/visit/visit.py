"""A visit: what a visitor has chosen on all pages, what pages remember, and the address.

There is one mutable `Visit` for each browser session. Widgets are only a view of it: before a
widget is drawn it is given the chosen value if it shows another, and when it is moved its callback
changes the visit. So undo, a link, a reload and a change of page all work the same way.

Streamlit may interrupt a script, a callback too, at any access to `st.session_state`; setting an
attribute cannot be interrupted, so a change is made as a whole or not at all.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from threading import local
from typing import Any, TypeVar

import streamlit as st

from pages.state.link.codec import Entry
from pages.state.link.nested_text import NO_WORDS
from pages.state.registry import ENTRIES
from pages.state.screen.layers import Layers

T = TypeVar("T")
KEY = "visit"


@dataclass
class Address:
    """Where the visitor is, and the words of the link there.

    page : the folder of the page.
    before : that of the page that the visitor comes from; "" for none.
    arrived : on another page, and its address was not read yet.
    written : the words as last written; None before the first run.
    sent : whether the browser was told of them, and did not show or choose them itself.
    damaged : the page where a link with an own lesson was opened that is not whole; "" for none.
    unread : the words of the link opened last that could not be read; of one that holds points,
        its name alone.
    unread_at : the page where that link was opened.
    bare : what was on the boards when a page was opened by its name, whose address has no words.
    encoded : what was encoded last, beside which words, and its own, by the board's name or the
        kind of value.
    """

    page: str = ""
    before: str = ""
    arrived: bool = False
    written: dict[str, str] | None = None
    sent: bool = False
    damaged: str = ""
    unread: tuple[str, ...] = ()
    unread_at: str = ""
    bare: dict[str, dict[str, str]] = field(default_factory=dict)
    encoded: dict[str | type, tuple[Any, dict[str, str]]] = field(default_factory=dict)

    def arrive(self, page: str) -> bool:
        """Another page was opened, by its name (an address without words) or by Back.

        Returns whether it is another one than before.
        """
        other = self.page != page
        if other:
            self.before = self.page
        self.arrived = self.arrived or self.page not in ("", page)
        self.page = page
        return other

    def words(
        self, name: str | type, entry: Entry, value: Any, beside: Mapping[str, str] = NO_WORDS
    ) -> dict[str, str]:
        """The words of a value; those of an equal one are not written twice.

        beside : the words of the boards, which a nested value depends on.
        """
        known = self.encoded.get(name)
        # mostly it is the same value, which costs less to see than an equal one
        if known is None or (known[0][0] is not value and known[0][0] != value):
            known = None
        if known is None or (entry.nested and known[0][1] != beside):
            source = (value, beside if entry.nested else NO_WORDS)
            words = entry.encode(value, beside) if entry.nested else entry.encode(value)
            known = self.encoded[name] = (source, words)
        return known[1]


@dataclass
class Visit:
    """What one visitor has chosen, and what the pages remember.

    values : what travels in the link beside the boards, by its kind.
    memory : what travels in no link, by its kind.
    boards : those that the visitor has used, a `BoardState` each, by their names.
    touched : whether the visitor has changed something since the link was last written.
    """

    values: dict[type, Any] = field(default_factory=dict)
    memory: dict[type, Any] = field(default_factory=dict)
    address: Address = field(default_factory=Address)
    boards: dict[str, Any] = field(default_factory=dict)
    touched: bool = False

    def value(self, kind: type[T]) -> T:
        """What is chosen of a kind that is registered to travel in links."""
        chosen: T = self.values.get(kind) or _start(kind)
        return chosen

    def store(self, *values: Any) -> None:
        """Replace the values of these kinds."""
        self.values |= {type(value): value for value in values}
        self.touched = True

    def set_fields(self, kind: type, **changes: Any) -> None:
        """Change fields of the value of that kind."""
        self.store(replace(self.value(kind), **changes))

    def remembered(self, kind: type[T]) -> T:
        """What a page remembers for this visit, made on first use."""
        if kind not in self.memory:
            self.memory[kind] = kind()
        memory: T = self.memory[kind]
        return memory


@cache
def _start(kind: type) -> Any:
    """The value of a kind with which every visit begins: it is asked for at every click."""
    return kind()


class _Known(local):
    """The visit of this thread's run, once it was asked for; None where there is no run."""

    visit: Visit | None = None


_KNOWN = _Known()


@contextmanager
def same_visit() -> Iterator[None]:
    """Ask Streamlit for the visit once, and not 25 times a click, in a run that goes on inside.

    It may end the run where it is asked: here before anything is changed, or not at all.
    """
    before = _KNOWN.visit
    _KNOWN.visit = visit()
    try:
        yield
    finally:
        _KNOWN.visit = before


def visit() -> Visit:
    """The visit of the browser session for which this script runs."""
    known: Visit | None = _KNOWN.visit or st.session_state.get(KEY)
    if known is None:
        known = st.session_state[KEY] = Visit()
    return known


def value(kind: type[T]) -> T:
    """What this visitor has chosen of a kind that is registered to travel in links."""
    return visit().value(kind)


def store(*values: Any) -> None:
    """Replace this visitor's values of these kinds, all of them or none."""
    visit().store(*values)


def set_fields(kind: type, **changes: Any) -> None:
    """Change fields of this visitor's value of that kind."""
    visit().set_fields(kind, **changes)


def remembered(kind: type[T]) -> T:
    """What a page remembers for this visit, made on first use."""
    return visit().remembered(kind)


def touch() -> None:
    """Note that the visitor did something that changes no value, like opening a popover."""
    visit().touched = True


def shown_layers() -> tuple[str, ...]:
    """The layers that pictures show: one choice for all boards."""
    return value(Layers).shown


@dataclass(frozen=True)
class Choices:
    """The fields of one registered value, read and changed as those of an experiment are."""

    visit: Visit
    kind: type

    def __getitem__(self, name: str) -> Any:
        """The value of a field."""
        return getattr(self.visit.value(self.kind), name)

    def choose(self, **changes: Any) -> None:
        """A widget of the value was moved."""
        change = ENTRIES[self.kind].change
        self.visit.store(change(self.visit.value(self.kind), **changes))


def choices(kind: type) -> Choices:
    """The fields of what this visitor has chosen of that kind, for widgets."""
    return Choices(visit(), kind)
