"""Papers and books by short names, in groups: what `publications.toml` lists."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


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
