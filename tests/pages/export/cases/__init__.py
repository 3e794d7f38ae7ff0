"""Models of all pages as they are exported, with the values that the pages show."""

from __future__ import annotations

from collections.abc import Callable

from tests.pages.export.case import Case
from tests.pages.export.cases.boards import BOARDS
from tests.pages.export.cases.courses import COURSES
from tests.pages.export.cases.rows import ROWS
from tests.pages.export.cases.several import SEVERAL
from tests.pages.export.cases.tubes import TUBES

CASES: dict[str, Callable[[], Case]] = BOARDS | TUBES | SEVERAL | COURSES | ROWS
CHOICE = (
    "split",
    "folds of scores",
    "table of all columns",
    "own table in a file",
    "race",
    "words",
    "descent stopped",
    "Crammer-Singer",
    "class descent ovr",
    "sphere",
    "weighed",
    "hard",
    "logistic",
    "squared hinge",
    "nu tube",
    "tube descent weighed",
)
