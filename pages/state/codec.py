"""The one codec of links, share codes and the browser's history: frozen values <-> parameters.

A link holds, as query parameters, the fields in which each value of the registry differs from its
start. Nothing that comes in is evaluated or unpickled. A parameter that cannot be read is left at
its start: a link may be cut off or made up, and must still open.
"""

import binascii
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pages.state.formats import FORMATS, from_base64, read_scalar, to_base64, write_scalar
from svmcore.params import Parameter

CODE_PREFIX = "SVM1-"
MAX_QUERY = 100_000  # characters of a word; 600 points take about 5,000


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
    kept : whether a link that says nothing of the value leaves it as it is.
    """

    start: Any
    prefix: str = ""
    change: Callable[..., Any] = replace
    default: Callable[[Any], Any] | None = None
    order: Mapping[str, int] = field(default_factory=dict)
    optional: Callable[[], Mapping[str, Parameter]] = dict
    normalise: Callable[[Any], Any] = lambda value: value
    kept: bool = False

    def encode(self, value: Any) -> dict[str, str]:
        """The query parameters in which a value differs from its default."""
        default = self.start if self.default is None else self.default(value)
        found = {}
        for name in _names(value):
            one = getattr(value, name)
            if one != getattr(default, name):
                found[name] = FORMATS[name].write(one) if name in FORMATS else write_scalar(one)
        found.update((name, write_scalar(one)) for name, one in getattr(value, "options", ()))
        return {self.prefix + name: text for name, text in found.items()}

    def decode(self, words: Mapping[str, str]) -> Any:
        """The value that a link describes; invalid parameters are ignored."""
        default = {name: getattr(self.start, name) for name in _names(self.start)}
        default |= {name: p.default for name, p in self.optional().items() if name not in default}
        value = self.start
        for name in sorted(default, key=lambda name: self.order.get(name, 0)):
            text = words.get(self.prefix + name)
            if text is not None and len(text) <= MAX_QUERY:
                with suppress(ValueError, OverflowError):
                    form = FORMATS.get(name)
                    new = form.read(text) if form else read_scalar(default[name], text)
                    value = self.change(value, **{name: new})
        return self.normalise(value)

    def opened(self, words: Mapping[str, str], now: Any) -> Any:
        """The value after a link was opened; `now` before."""
        silent = self.kept and not any(self.prefix + name in words for name in _names(self.start))
        return now if silent else self.decode(words)


def _names(value: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(value) if f.name != "options")


def to_code(words: Mapping[str, str]) -> str:
    """The query parameters of a link as a share code."""
    return CODE_PREFIX + to_base64(zlib.compress(urlencode(words).encode(), 9))


def from_code(code: str) -> dict[str, str]:
    """The query parameters of a share code.

    Raises ValueError if the text is not a share code; a link is not guessed from it.
    """
    text = "".join(code.split())
    if not text.startswith(CODE_PREFIX):
        raise ValueError(f"a share code must start with {CODE_PREFIX}, got {text[:12]!r}")
    try:
        unpack = zlib.decompressobj()
        words = unpack.decompress(from_base64(text.removeprefix(CODE_PREFIX)), MAX_QUERY)
        if not unpack.eof:
            raise ValueError("not complete")
        return dict(parse_qsl(words.decode(), max_num_fields=100))
    except (ValueError, binascii.Error, zlib.error) as error:
        raise ValueError("a share code must be copied whole, this one is damaged") from error
