"""Links as a mail or a chat program hands them on: what was added to them is taken away again.

Marks of a sentence at the end, percent signs for percent signs, line breaks and characters that
nobody sees in the middle, `&amp;` for `&`, a blank for `+`. A text is read as it came, and only if
that makes no sense in the other ways that it may have been meant.
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl, unquote

INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|=?[\r\n\t]+"
)
ENDS = ".,;:!?…)]}>'\"`´»«“”„’‘*_~|\\/"  # what a sentence may put behind a link
TWICE = 2  # times that percent signs are taken for characters, beyond the first
MAX_ENDS = 6


def ordered(words: Mapping[str, str]) -> dict[str, str]:
    """Words first, then numbers, and points at the end.

    A link is cut off at its end, or a mark of the sentence follows it: points have a checksum, and
    no number ends with such a mark.
    """
    return dict(sorted(words.items(), key=lambda word: word[1][:1].isdecimal() and len(word[1])))


def repaired(words: Mapping[str, str]) -> dict[str, str]:
    """The parameters of an address by their names; one that is there as it should be counts."""
    found = dict[str, str]()
    for name, text in words.items():
        plain = INVISIBLE.sub("", name).strip()
        while plain.startswith("amp;"):
            plain = plain.removeprefix("amp;")
        for _ in range(TWICE):
            plain = plain if "=" in plain else unquote(plain)
        if "=" in plain:  # the signs between words were encoded, too
            found |= repaired(dict(parse_qsl(f"{plain}={text}" if text else plain)))
        elif plain == name or plain not in words:
            found[plain] = text
    return found


def meanings(text: str) -> Iterator[str]:
    """What a text may have been, the likeliest first."""
    seen = set[str]()
    for one in _all_meanings(text):
        if one not in seen:
            seen.add(one)
            yield one


def _all_meanings(text: str) -> Iterator[str]:
    yield INVISIBLE.sub("", text)
    for _ in range(TWICE + 1):
        text = INVISIBLE.sub("", text).strip()
        for whole in (text, re.sub(r"\s{3,}", " + ", text), re.sub(r"\s+", "", text)):
            yield whole
            for end in range(1, 1 + min(MAX_ENDS, len(whole) - len(whole.rstrip(ENDS)))):
                yield whole[:-end]
        text = unquote(text)
