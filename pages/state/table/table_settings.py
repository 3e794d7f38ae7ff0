"""What is asked of a table: which columns, which model, which picture; words of the link."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import ClassVar

from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.shared_parameters import penalty, split_seed
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import PLAIN_RINGS, SEVERAL_LAYERS
from pages.state.screen.view import View
from pages.state.table.table_pair import pair_with_gaps
from pages.state.table.table_points import WEIGHT
from pages.tables.columns import MISSING_WAYS, ColumnChoice, guess
from pages.tables.real import REAL, real
from pages.tables.record import Table, once_a_table
from pages.tables.treating import MOST, Changes, changed
from svmcore.params import param

MINE = "mine"  # a table that came from the visitor: a link cannot hold it
TABLES = {name: one.title for name, one in REAL.items()} | {MINE: "My own table"}
LEARN = {"columns": "2 columns", "pca": "2 directions", "all": "All"}
PLANES = {"columns": "2 columns", "pca": "2 directions"}
# what a model of a table can have: no parameter but gamma, which `reach` says
OFFERED = {
    name: kind.title
    for name, kind in KERNELS.items()
    if kind().psd and set(signature(kind).parameters) <= {"gamma"}
}
VIEWS = {
    name: View(title, SEVERAL_LAYERS, PLAIN_RINGS)
    for name, title in {"result": "Result", "columns": "Columns", "table": "Table"}.items()
}
LETTERS = {"text": "t", "number": "n", "one-hot": "o", "drop": "d"}  # of `changes`
_CHANGE = re.compile(r"(\d{1,5})([a-z])")


@dataclass(frozen=True, kw_only=True)
class TableSettings(CheckedChoices):
    """All that can be chosen on the page Data.

    real : a set of `REAL`, or "mine". digit, versus : the pair of the digits. label, first,
    second : names of columns, of which "" leaves the choice to the table; changes : columns read
    otherwise, by place and letter ("3t.5d"); weight : the column that says how often a row counts,
    "" for once; balanced : whether classes then count the same; features : their places in the
    table, joined by dots. learn : what the model sees. plane : where one that sees all columns is
    cut. reach : gamma times the number of coordinates times their variance. held : percent of each
    class that is kept apart, by the lot of `lot`.
    """

    real: str = "iris"
    digit: int = param(3, 0, 9, label="Digit")
    versus: int = param(8, 0, 9, label="against")
    label: str = ""
    features: str = ""
    missing: str = "drop"
    standardise: bool = True
    halves: bool = False
    weight: str = ""
    changes: str = ""
    balanced: bool = False
    learn: str = "columns"
    plane: str = "columns"
    first: str = ""
    second: str = ""
    kernel: str = "rbf"
    C: float = penalty()
    reach: float = param(
        1.0,
        0.01,
        100.0,
        log=True,
        label="γ / γ₀",
        help="γ₀ = 1 / (coordinates × their variance): a width that fits most tables.",
    )
    held: int = param(
        25, 0, 90, label="Test share (%)", help="Share of each class that is used for testing only."
    )
    lot: int = split_seed()
    density: bool = False
    view: str = "result"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "real": (*REAL, MINE),
        "missing": MISSING_WAYS,
        "learn": tuple(LEARN),
        "plane": tuple(PLANES),
        "kernel": tuple(OFFERED),
        "view": tuple(VIEWS),
    }

    def table(self) -> Table | None:
        """The real table that is asked for; None for the visitor's own.

        Raises TableError if the two digits are the same.
        """
        return None if self.real == MINE else real(self.real, (self.digit, self.versus))


def fresh(settings: TableSettings, source: str) -> TableSettings:
    """The same model for another table, whose columns have other names."""
    kept = {
        name: getattr(settings, name)
        for name in ("kernel", "C", "reach", "held", "lot", "view", "balanced")
    }
    return replace(TableSettings(real=source), digit=settings.digit, versus=settings.versus, **kept)


def choice_of(table: Table, settings: TableSettings) -> ColumnChoice:
    """What is learnt from a table: what was asked for, as far as the table has it, else a guess."""
    read, changes = table, changes_of(table, settings)
    table = changed(table, changes)
    guessed = guess(table, changes)
    label = settings.label if settings.label in table.names else guessed.label
    features = features_of(table, settings, label, guessed)
    halves = settings.halves and not table.column(label).words  # texts have no median
    weight = settings.weight if settings.weight in weighing(table, label) else ""
    scaled = settings.standardise
    choice = ColumnChoice(label, features, settings.missing, scaled, halves, weight, changes)
    if settings.learn != "columns" or settings.missing != "drop":
        return choice
    pair = pair_with_gaps(read, choice, (settings.first, settings.second))
    return replace(choice, pair=pair)


def offered(table: Table, label: str) -> tuple[str, ...]:
    """The columns that can be coordinates beside a label: numbers, and texts of a few values."""
    return tuple(
        c.name
        for c in table.columns
        if len(c.words) in (0, *range(2, MOST + 1)) and c.name != label
    )


@once_a_table
def weighing(table: Table, label: str) -> tuple[str, ...]:
    """The columns that can say how often a row counts: numbers from 0."""
    return tuple(
        c.name
        for c in table.columns
        if not c.words and c.name != label and not (c.values < 0.0).any()
    )


def features_of(
    table: Table, settings: TableSettings, label: str, guessed: ColumnChoice
) -> tuple[str, ...]:
    """The columns that were asked for by their places; without any, all that count something."""
    parts = settings.features.split(".")
    places = {int(part) for part in parts if part.isdecimal() and len(part) < 6}
    known = offered(table, label)
    asked = tuple(n for k, n in enumerate(table.names) if k in places and n in known)
    if asked:
        return asked
    usual = {*guessed.features} - {WEIGHT, settings.weight}
    if not table.column(guessed.label).words:
        usual.add(guessed.label)
    return tuple(name for name in known if name in usual)


def changes_of(table: Table, settings: TableSettings) -> Changes:
    """The changes that the settings name, as far as the table has the columns."""
    words = {letter: word for word, letter in LETTERS.items()}
    found = {}
    for part in settings.changes.split("."):
        match = _CHANGE.fullmatch(part)
        if match and int(match[1]) < len(table.names) and match[2] in words:
            found[table.names[int(match[1])]] = words[match[2]]
    return tuple(found.items())


def word_of(table: Table, changes: Mapping[str, str]) -> str:
    """The word for some changes, by the names of their columns."""
    places = {name: k for k, name in enumerate(table.names)}
    return ".".join(f"{places[name]}{LETTERS[change]}" for name, change in changes.items())


def places_of(table: Table, names: list[str]) -> str:
    """The word for a choice of columns."""
    return ".".join(str(k) for k, name in enumerate(table.names) if name in names)
