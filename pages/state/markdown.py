"""A visitor's own words in Markdown."""

import re


def unmarked(text: str) -> str:
    """A text with a visitor's own words in it, as Markdown that shows just these signs."""
    return re.sub(r"([\\`*_$~<>\[\]&]|:(?=\S))", r"\\\1", text)
