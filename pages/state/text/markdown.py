"""A visitor's own words, such as names in a table, in Markdown and in figures."""

import re
from html import escape

_SIGNS = re.compile(r"([\\`*_$~<>\[\]&|]|:(?=\S))")
_STARTS = re.compile(r"^[ \t]*(\d*)([#+=.)-])", re.M)  # of a heading, a list, a rule
_ADDRESSES = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)(?=\w)", re.I)
_JOINER = "\u2060"  # which has no width, and ends what Markdown takes for an address


def unmarked(text: str) -> str:
    """A text with a visitor's own words in it, as Markdown that shows just these signs."""
    plain = _SIGNS.sub(r"\\\1", _ADDRESSES.sub(_JOINER, text))
    return _STARTS.sub(r"\1\\\2", plain)


def plotted(text: str) -> str:
    """A visitor's own words for plotly.js and the canvas, which show just these signs.

    They take <b> for markup, %{x} for a number of a template, and "$ink" for a colour.
    """
    return escape(text, quote=False).replace("$", "&#36;").replace("%", "&#37;")
