"""An experiment as a JSON file: the words of its link, and the points to be read by others."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pages.export.program import PointsTable

KIND, VERSION = "svm-playground experiment", 1
MOST_BYTES = 300_000  # 600 points take 50,000
MOST_NUMBERS = 6_000  # of points that go with it: more are not tried
MOST_WORDS, LONGEST_WORD = 200, 100_000
NOT_OURS = "The file must be an experiment's JSON file, as Export writes it."
TOO_LARGE = f"The file must have at most {MOST_BYTES // 1000} kB."
DAMAGED = "The file must be whole, this one is damaged: its page and its link's words are texts."


class SavedExperiment(NamedTuple):
    """The folder of a page, and the query parameters of a link to it."""

    page: str
    words: dict[str, str]


def write_experiment(page: str, words: Mapping[str, str], table: PointsTable | None) -> str:
    """The file; `words` alone open it again, the points are for other programs.

    They are left out where the file would be too large to be read.
    """
    found: dict[str, Any] = {"kind": KIND, "version": VERSION, "page": page, "words": dict(words)}
    if table is not None and len(table) * len(table.columns) <= MOST_NUMBERS:
        text = _written(found | {"points": table.rows})
        if len(text.encode()) <= MOST_BYTES:
            return text
    return _written(found)


def _written(found: Mapping[str, Any]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False)


def read_experiment(text: bytes) -> SavedExperiment:
    """What is in such a file. Raises ValueError with one sentence about what is wrong."""
    if len(text) > MOST_BYTES:
        raise ValueError(TOO_LARGE)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(NOT_OURS) from error
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise ValueError(NOT_OURS)
    if found.get("version") != VERSION:
        raise ValueError(f"The file must have the version {VERSION}.")
    page, words = found.get("page"), found.get("words")
    if not isinstance(page, str) or not re.fullmatch("[a-z]+", page):
        raise ValueError(DAMAGED)
    if not isinstance(words, dict) or len(words) > MOST_WORDS:
        raise ValueError(DAMAGED)
    if not all(isinstance(one, str) and len(one) <= LONGEST_WORD for one in words.values()):
        raise ValueError(DAMAGED)
    return SavedExperiment(page, words)
