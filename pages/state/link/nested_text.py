"""The words of a link inside one of its parameters: those in which they differ from other words.

Pairs are written "C.10~gamma.0.5", with signs that stay as they are in an address; no name has a
point, and no value a tilde. A parameter that is left out is its name after a minus, "-C": a text
never ends with a sign that a sentence could have put there.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

SAME = "same"  # no word differs
NO_WORDS: Mapping[str, str] = MappingProxyType({})
BETWEEN, OF, WITHOUT = "~", ".", "-"


def write_changes(words: Mapping[str, str], whole: Mapping[str, str]) -> str:
    """What turns the words `whole` into `words`."""
    left_out = (WITHOUT + name for name in whole if name not in words)
    changed = (name + OF + text for name, text in words.items() if whole.get(name) != text)
    return BETWEEN.join((*left_out, *changed)) or SAME


def read_changes(text: str, whole: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """The words `whole` after the changes of a text from `write_changes`.

    Raises ValueError if it is no such text, or changes a name that is not `known`.
    """
    words = dict(whole)
    for pair in text.split(BETWEEN) if text != SAME else ():
        name, _, value = pair.removeprefix(WITHOUT).partition(OF)
        if name not in known or bool(value) is pair.startswith(WITHOUT):
            raise ValueError(f"a change must name a parameter and its value, got {pair[:20]!r}")
        words.pop(name, None)
        if value:
            words[name] = value
    return words
