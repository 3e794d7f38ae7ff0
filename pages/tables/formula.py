"""Texts that a spreadsheet would run as formulas: an apostrophe in front keeps it from that.

Where cells are parted by semicolons or tabs, a formula may also begin behind one of these.

Source: https://owasp.org/www-community/attacks/CSV_Injection
"""

import re

_BEGINS = r"[=+\-@\t\r＝＋－＠]"  # a formula; full-width signs count in some spreadsheets
_RUNS = re.compile(rf"(?:^|(?<=[;\t]))(?='*{_BEGINS})")
_KEPT = re.compile(rf"(?:^|(?<=[;\t]))'(?='*{_BEGINS})")
_NUMBER = re.compile(r"[+-]\d+(?:\.\d+)?")


def neutral(text: str) -> str:
    """The text, with an apostrophe where a spreadsheet would begin to run it; a number stays.

    A text that looks like that already gets one more, so that `as_it_was` gives every text back.
    """
    return text if _NUMBER.fullmatch(text) else _RUNS.sub("'", text)


def as_it_was(text: str) -> str:
    """The text before `neutral`."""
    return _KEPT.sub("", text)
