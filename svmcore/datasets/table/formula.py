"""Texts that a spreadsheet would run as formulas: an apostrophe in front keeps it from that.

Source: https://owasp.org/www-community/attacks/CSV_Injection
"""

import re

_RUNS = re.compile(r"'*[=+\-@\t\r]")  # with what a formula may begin, and what keeps it from that
_KEPT = re.compile(r"'+[=+\-@\t\r]")


def neutral(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would run it.

    A text that looks like that already gets one more, so that `as_it_was` gives every text back.
    """
    return f"'{text}" if _RUNS.match(text) else text


def as_it_was(text: str) -> str:
    """The text before `neutral`."""
    return text[1:] if _KEPT.match(text) else text
