"""The visitor's own table as one word of a link, where it is small enough for that."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pages.state.link import base64_text
from pages.state.table.table_settings import MINE
from pages.tables.record import Table, once_a_table
from pages.tables.saved import bytes_at_most, from_saved, to_saved

PREFIX, WORD = "t_", "t_cells"
LONGEST = 7_500  # characters of a link's words: browsers and servers take addresses of 8,000
MOST_BYTES = 200_000  # of what a word unpacks to


@dataclass(frozen=True)
class OwnTable:
    """A table as a link holds it: `cells` is its JSON, packed; "" for none, or one too large.

    Raises ValueError for a text that no table was packed into.
    """

    cells: str = ""

    def __post_init__(self) -> None:
        if self.cells:
            unpacked(self.cells)


@once_a_table
def packed(table: Table) -> str:
    """The table as a word of a link; "" where no link holds it."""
    if bytes_at_most(table) > MOST_BYTES:
        return ""
    text = json.dumps(to_saved(table), ensure_ascii=False, separators=(",", ":"))
    word = base64_text.packed(text.encode())
    return word if len(word) <= LONGEST else ""


def unpacked(cells: str) -> Table:
    """The table in the word of a link.

    Raises ValueError if no table was packed into the text.
    """
    try:
        return from_saved(json.loads(base64_text.unpacked(cells, MOST_BYTES)))
    except (ValueError, RecursionError) as error:
        raise ValueError("a table must be copied whole, this one is damaged") from error


def without_table(words: Mapping[str, str]) -> dict[str, str]:
    """The words of a link but the one that holds the table."""
    return {name: text for name, text in words.items() if name != WORD}


def fitting(words: Mapping[str, str]) -> dict[str, str]:
    """The words of a link: without the table where another one is shown, or it is too long."""
    wanted = words.get(f"{PREFIX}real") == MINE and len(urlencode(words)) <= LONGEST
    return dict(words) if wanted else without_table(words)
