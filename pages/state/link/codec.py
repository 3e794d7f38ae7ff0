"""The one codec of links, share codes and the browser's history: frozen values <-> parameters.

A link holds, as query parameters, the fields in which each value of the registry differs from its
start. Nothing that comes in is evaluated or unpickled. A parameter that cannot be read is left at
its start: a link may be cut off, changed on its way (`mangled.py`) or made up, and must still open.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any, Optional
from urllib.parse import parse_qsl, urlencode

from pages.state.link.base64_text import packed, unpacked
from pages.state.link.formats import FORMATS, read_scalar, write_scalar
from pages.state.link.mangled import meanings
from pages.state.link.nested_text import NO_WORDS, read_changes, write_changes
from svmcore.params import Parameter

CODE_PREFIX = "SVM1-"
STAYS = {"travels": False}  # metadata of a field that no link holds
MAX_QUERY = 100_000  # bytes of a word; 600 points of a sample take 3,400


@dataclass(frozen=True)
class Entry:
    """How one frozen value is written to a link and read from it.

    start : the value that a link without words stands for.
    prefix : of each of its query parameters; entries of one prefix have no field in common.
    change : a value with some fields replaced by name; raises ValueError for what makes no sense.
    default : given a value, the one whose fields are left out of the link; None for the start.
    order : fields read before (< 0) or after (> 0) the others: they decide what is possible.
    optional : the parameters that may stand in the field `options`, by name.
    normalise : applied to the value when all its parameters have been read.
    nested : the entry of the fields, where each of them is None or such a value of its own. Each is
        one parameter, the words in which it differs from the value that the link has of that entry.
    kept : whether a link that says nothing of the value leaves it as it is.
    """

    start: Any
    prefix: str = ""
    change: Callable[..., Any] = replace
    default: Callable[[Any], Any] | None = None
    order: Mapping[str, int] = field(default_factory=dict)
    optional: Callable[[], Mapping[str, Parameter]] = dict
    normalise: Callable[[Any], Any] = lambda value: value
    nested: Optional["Entry"] = None
    kept: bool = False

    def encode(self, value: Any, beside: Mapping[str, str] = NO_WORDS) -> dict[str, str]:
        """The query parameters in which a value differs from its default.

        beside : those of the boards, from which a nested value's differ.
        """
        default = self.start if self.default is None else self.default(value)
        found = {}
        for name in _names(value):
            one = getattr(value, name)
            if one != getattr(default, name):
                found[name] = self._written(name, one, beside)
        found.update((name, write_scalar(one)) for name, one in getattr(value, "options", ()))
        return {self.prefix + name: text for name, text in found.items()}

    def decode(self, words: Mapping[str, str], *, strict: bool = False) -> Any:
        """The value that a link describes; invalid parameters are ignored.

        Raises ValueError for the first one if `strict`.
        """
        value, unread = self._decoded(words)
        if strict and unread:
            raise next(iter(unread.values()))
        return value

    def damage(self, words: Mapping[str, str]) -> tuple[str, ...]:
        """The parameters of a link that cannot be read."""
        _, unread = self._decoded(words)
        return tuple(unread)

    def _decoded(self, words: Mapping[str, str]) -> tuple[Any, dict[str, ValueError]]:
        """The value, and why parameters cannot be read."""
        names = dict.fromkeys((*_names(self.start), *self.optional()))
        value, unread = self.start, dict[str, ValueError]()
        for name in sorted(names, key=lambda name: self.order.get(name, 0)):
            text = words.get(self.prefix + name)
            if text is not None and _can_be_written(text):
                try:
                    value = self._with(value, name, text, words)
                except ValueError as error:
                    unread[self.prefix + name] = error
        return self.normalise(value), unread

    @property
    def parameters(self) -> frozenset[str]:
        """The query parameters that the entry knows."""
        return frozenset(self.prefix + name for name in (*_names(self.start), *self.optional()))

    def _with(self, value: Any, name: str, text: str, words: Mapping[str, str]) -> Any:
        """The value with one more field, read as whatever makes sense of the text.

        Raises ValueError if nothing does.
        """
        for meaning in meanings(text):
            with suppress(ValueError, OverflowError):
                return self.change(value, **{name: self._read(name, meaning, words)})
        raise ValueError(f"{name} must make sense, got {text[:20]!r}")

    def _read(self, name: str, text: str, words: Mapping[str, str]) -> Any:
        if self.nested is not None:
            whole = self.nested.encode(self.nested.decode(words))
            changed = read_changes(text, whole, self.nested.parameters)
            return self.nested.decode(changed, strict=True)
        if name in FORMATS:
            return FORMATS[name].read(text)
        own = hasattr(self.start, name)
        usual = getattr(self.start, name) if own else self.optional()[name].default
        return read_scalar(usual, text)

    def _written(self, name: str, one: Any, beside: Mapping[str, str]) -> str:
        if self.nested is not None:
            whole = self.nested.encode(self.nested.decode(beside))
            return write_changes(self.nested.encode(one), whole)
        return FORMATS[name].write(one) if name in FORMATS else write_scalar(one)

    def opened(self, words: Mapping[str, str], now: Any) -> Any:
        """The value after a link was opened; `now` before.

        One that is `kept` is replaced only by what the link says whole.
        """
        if not self.kept:
            return self.decode(words)
        if any(self.prefix + name in words for name in _names(self.start)):
            with suppress(ValueError):
                return self.decode(words, strict=True)
        return now


def _names(value: Any) -> tuple[str, ...]:
    travel = (f.name for f in fields(value) if f.metadata.get("travels", True))
    return tuple(name for name in travel if name != "options")


def _can_be_written(text: str) -> bool:
    """Whether a text can be a word of a link: half of a pair of signs, as JSON has it, cannot."""
    try:
        return len(text.encode()) <= MAX_QUERY
    except UnicodeEncodeError:
        return False


def to_code(words: Mapping[str, str]) -> str:
    """The query parameters of a link as a share code."""
    return CODE_PREFIX + packed(urlencode(words).encode())


def from_code(code: str) -> dict[str, str]:
    """The query parameters of a share code.

    Raises ValueError if the text is not a share code; a link is not guessed from it.
    """
    text = re.sub("[^A-Za-z0-9_-]", "", code)
    if CODE_PREFIX not in text:
        raise ValueError(f"a share code must start with {CODE_PREFIX}, got {text[:12]!r}")
    try:
        words = unpacked(text.partition(CODE_PREFIX)[2], MAX_QUERY)
        return dict(parse_qsl(words.decode(), max_num_fields=100))
    except ValueError as error:
        raise ValueError("a share code must be copied whole, this one is damaged") from error
