"""The state of the address bar and of the widgets in a session, and values as widgets see them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pages.state.codec import Entry
from pages.state.nested_text import NO_WORDS
from pages.state.registry import ENTRIES

NO_MISTAKE = ("", "", "")


@dataclass
class Address:
    """Where the visitor is, and the words of the link there.

    page : the title of the page.
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
            of = (value, beside if entry.nested else NO_WORDS)
            found = entry.encode(value, beside) if entry.nested else entry.encode(value)
            known = self.encoded[name] = (of, found)
        return known[1]


@dataclass
class WidgetMemory:
    """The values that the widgets of this page show.

    drawn_from : the experiment that they were last drawn from.
    behind : whether a control was moved since then, beside the canvas.
    since : when the visitor came to the page, on the clock `time.monotonic`.
    known : the value that each was given or has changed to last, by its key.
    late : the old value of a changed widget, and until when a late message with it is ignored.
    controls : what is told the value of a numeric control, by the control's key.
    mistake : a formula that cannot be read: the old one, what was typed, and the error.
    """

    drawn_from: Any = None
    behind: bool = False
    since: float = 0.0
    known: dict[str, Any] = field(default_factory=dict)
    late: dict[str, tuple[Any, float]] = field(default_factory=dict)
    controls: dict[str, Callable[[object], None]] = field(default_factory=dict)
    mistake: tuple[str, str, str] = NO_MISTAKE


class ValueKeeper(Protocol):
    """What keeps the registered values of a visitor: a session."""

    def value(self, kind: type) -> Any:
        """The value of a kind."""

    def store(self, value: Any) -> None:
        """Replace the value of its kind."""


@dataclass(frozen=True)
class Choices:
    """The fields of one registered value, read and changed as those of an experiment are."""

    session: ValueKeeper
    kind: type

    def __getitem__(self, name: str) -> Any:
        """The value of a field."""
        return getattr(self.session.value(self.kind), name)

    def choose(self, **changes: Any) -> None:
        """A widget of the value was moved."""
        change = ENTRIES[self.kind].change
        self.session.store(change(self.session.value(self.kind), **changes))
