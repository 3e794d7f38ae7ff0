"""Papers and books by short names, in groups, and how one is cited."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

# --- Papers and books by short names, in groups: what `publications.toml` lists ---


@dataclass(frozen=True)
class Publication:
    """A paper or a book: who, when, its title, and where it is read."""

    authors: str
    year: int
    title: str
    link: str

    @property
    def short(self) -> str:
        """Authors and year, as Markdown with the link."""
        return f"[{self.authors} {self.year}]({self.link})"

    @property
    def full(self) -> str:
        """Authors, title and year, as Markdown with the link."""
        return f"{self.authors}, [*{self.title}*]({self.link}) ({self.year})"


def _read(file: Path) -> dict[str, dict[str, Publication]]:
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        title: {key: Publication(**words) for key, words in group.items()}
        for title, group in groups.items()
    }


READING = _read(Path(__file__).with_suffix(".toml"))  # by the groups of the Guide's list


# --- Where the formulas come from: papers and books by short names, and how one is cited ---
# A page says in its `PAGE` what each of its views cites (`sources`), and shows it below the
# picture; other texts use `source_line`. The Guide lists all of `READING`.

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
