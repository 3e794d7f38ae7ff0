"""What a desk can hold: the board of most pages, and the boards that some have to themselves.

Each sheet is a frozen value with a board, and this is all that a desk has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pages.ui.looks import Look
from svmcore.experiment import Experiment, change, data_words, with_data
from svmcore.many_course import ManyCourse
from svmcore.many_run import Scheme
from svmcore.nu import NuChoice
from svmcore.run import data_of
from svmcore.share import from_query, to_query
from svmcore.table_lesson import Lesson

Words = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Sheet:
    """How a kind of experiment is changed, undone, drawn from and put into a link."""

    start: Any
    change: Callable[..., Any]
    data_words: Callable[[Any], Words]
    with_data: Callable[[Any, Words], Any]
    data: Callable[[Any], Any]
    to_query: Callable[[Any], dict[str, str]]
    from_query: Callable[[Mapping[str, str]], Any]


def _marked(mark: str, start: Experiment) -> Sheet:
    """Experiments whose words stand behind a mark in the link, beginning with another one."""

    def write(experiment: Experiment) -> dict[str, str]:
        return {mark + name: text for name, text in to_query(experiment, start).items()}

    def read(query: Mapping[str, str]) -> Experiment:
        own = {
            name.removeprefix(mark): text for name, text in query.items() if name.startswith(mark)
        }
        return from_query(own, start)

    return Sheet(start, change, data_words, with_data, data_of, write, read)


# What pages ask beside their points, by the mark before its words in the link.
VALUES: dict[str, type] = {
    "c_": Scheme,
    "v_": Look,
    "cd_": ManyCourse,
    "t_": Lesson,
    "n_": NuChoice,
}
MAIN = ""
SHEETS: dict[str, Sheet] = {
    MAIN: Sheet(Experiment(), change, data_words, with_data, data_of, to_query, from_query),
    "classes": _marked("m_", change(Experiment(), dataset="blobs", classes=4, n_samples=120)),
}
