"""Where the formulas come from: papers and books by short names, and how one is cited.

A page says in its `PAGE` what each of its views cites (`sources`), and shows it below the picture;
other texts use `source_line`. The Guide lists all of `READING`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pages.state.text.publications import READING

SOURCES = {key: one for group in READING.values() for key, one in group.items()}


class Cited(NamedTuple):
    """What is taken from a source: "soft margin", a key of `SOURCES`, and the place in it."""

    what: str
    key: str
    place: str = ""


def cite(key: str, place: str = "") -> str:
    """A source and the place in it, as Markdown: "[Bishop 2006](link), §7.1"."""
    return f"{SOURCES[key].short}, {place}" if place else SOURCES[key].short


def source_line(cited: Iterable[Cited]) -> str:
    """What comes from where, as one line of Markdown: "Sources · soft margin: [..](..), §3"."""
    places: dict[str, list[str]] = {}
    for one in cited:
        places.setdefault(one.what, []).append(cite(one.key, one.place))
    parts = [f"{what}: {'; '.join(found)}" for what, found in places.items()]
    return f"Sources · {' · '.join(parts)}" if parts else ""
