"""What a desk can hold: the board of most pages, and the boards that some have to themselves.

Each sheet is a frozen value with a board, and this is all that a desk has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pages.ui.judge import Judge
from pages.ui.looks import Look
from pages.ui.tube_look import TubeLook
from svmcore.experiment import Experiment, change, data_words, with_data
from svmcore.grid import Extent
from svmcore.many_course import ManyCourse
from svmcore.many_run import Scheme
from svmcore.nu import NuChoice
from svmcore.regression import choice
from svmcore.regression.descent import Steps
from svmcore.regression.link import regression_from_query, regression_to_query
from svmcore.run import data_of
from svmcore.scene import cover
from svmcore.share import from_query, to_query
from svmcore.table_lesson import Lesson

Words = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Sheet:
    """How a kind of experiment is changed, undone, drawn from and put into a link.

    `recipe` is the word that names the sample, "own" for none; `shown` is what is seen at least of
    a box that is to be shown whole; `asked` is the mark of the value whose `point` is one of the
    board, none where that is asked of the inside of a machine.
    """

    start: Any
    change: Callable[..., Any]
    data_words: Callable[[Any], Words]
    with_data: Callable[[Any, Words], Any]
    data: Callable[[Any], Any]
    to_query: Callable[[Any], dict[str, str]]
    from_query: Callable[[Mapping[str, str]], Any]
    recipe: str = "dataset"
    shown: Callable[[Extent], Extent] = cover
    asked: str = ""


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
    "rs_": Steps,
    "rv_": TubeLook,
    "n_": NuChoice,
    "t_": Lesson,
    "e_": Judge,
}
MAIN = ""
SHEETS: dict[str, Sheet] = {
    MAIN: Sheet(Experiment(), change, data_words, with_data, data_of, to_query, from_query),
    "classes": _marked("m_", change(Experiment(), dataset="blobs", classes=4, n_samples=120)),
    "regression": Sheet(
        choice.Regression(),
        choice.change_regression,
        choice.data_words,
        choice.with_data,
        choice.points_of,
        regression_to_query,
        regression_from_query,
        recipe="curve",
        shown=lambda view: view,  # its scales are not equal: nothing more is seen
        asked="rv_",
    ),
}
