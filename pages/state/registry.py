"""What a page brings: its title, its boards, and the values that travel in its links.

A page declares its `PAGE` in its own `__init__.py`; `app.py` holds the table of pages and registers
them. Nothing that pages share knows a page by name.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pages.datasets.limits import Extent
from pages.state.board.board import renumbered
from pages.state.board.experiment import (
    Experiment,
    change,
    data_fields,
    optional_parameters,
)
from pages.state.board.inspected import Inspected
from pages.state.board.zoom import BoardZoom
from pages.state.link.codec import Entry
from pages.state.model.comparison import FrozenModel
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.state.screen.detail import Detail
from pages.state.screen.layers import Layers, change_layers
from pages.state.screen.own_lesson import OwnLesson, left_out_of_links
from pages.state.screen.presentation import Presentation
from pages.state.screen.screen_parts import Parts, change_parts
from pages.state.text.publications import Cited

Words = tuple[tuple[str, Any], ...]
MAIN = ""  # the board that most pages share
# fields that decide what others are possible are read first; a new sample forgets which points were
# removed and gives new ids to those that were moved
ORDER = {"classes": -3, "dataset": -2, "kernel": -1}
ORDER |= {"margin": 1, "formulation": 2, "solver": 3, "removed": 4, "placed": 4}


@dataclass(frozen=True)
class BoardKind:
    """A kind of experiment with a board: how it travels, is undone and drawn from.

    entry : its start, how it is changed, and its words in a link.
    data_fields : what determines its points.
    data : its points.
    dataset_field : the field that names the sample; "own" for none.
    shown : what is seen at least of a box that is to be shown whole.
    inspected : the kind of value that says which points of the board are inspected, None without.
    inspected_points : its fields that hold the ids of such points.
    """

    entry: Entry
    data_fields: Callable[[Any], Words] = data_fields
    data: Callable[[Any], Any] = data_of
    dataset_field: str = "dataset"
    shown: Callable[[Extent], Extent] = cover
    inspected: type | None = None
    inspected_points: tuple[str, ...] = ("point",)

    @property
    def zoom(self) -> Entry:
        """How the part of the plane that is seen travels."""
        return Entry(BoardZoom(), self.entry.prefix)


def board_of_experiments(start: Experiment, prefix: str = "") -> BoardKind:
    """A board of classes that begins with an experiment."""
    return BoardKind(Entry(start, prefix, change, None, ORDER, optional_parameters, with_own_ids))


def with_own_ids(value: Any) -> Any:
    """The same experiment, no two of whose points have one id."""
    return replace(value, placed=renumbered(value.placed, set(value.removed)))


@dataclass(frozen=True)
class Naming:
    """A field of a kind of value that tells screens of a page apart, and the names of its texts."""

    kind: type
    field: str
    titles: Mapping[str, str]


@dataclass(frozen=True)
class Page:
    """A page: its folder and address, its name in the menu, and what it brings.

    views : the switch between its views; None for a page with one view.
    names : what else tells its screens apart, beside a sample and a model.
    shows : the board whose sample it shows; None for none.
    subject : sample and model in the words of a link, where they are not those of that board.
    trains : whether it trains the kernel of that board with its C.
    of_table : whether it shows the table of the page Data, which a link to it then holds.
    sources : what each view cites, by the value that `screens` knows it by; "" for what all do.
    """

    folder: str
    title: str
    entries: tuple[Entry, ...] = ()
    boards: Mapping[str, BoardKind] = field(default_factory=dict)
    views: Naming | None = None
    names: tuple[Naming, ...] = ()
    shows: str | None = MAIN
    subject: Callable[[Mapping[str, str]], tuple[str, ...]] | None = None
    trains: bool = True
    of_table: bool = False
    sources: Mapping[str, tuple[Cited, ...]] = field(default_factory=dict)

    @property
    def screens(self) -> tuple[Naming, ...]:
        """All that tells its screens apart, beside a sample and a model."""
        return self.names if self.views is None else (self.views, *self.names)

    def cited(self, views: Iterable[str] = ()) -> tuple[Cited, ...]:
        """What the chosen views cite, and behind it what all views cite."""
        return tuple(one for name in (*views, "") for one in self.sources.get(name, ()))


_main = board_of_experiments(Experiment())
_main = replace(_main, inspected=Inspected, inspected_points=("point", "other"))
BOARDS: dict[str, BoardKind] = {MAIN: _main}
TITLES: dict[str, str] = {}  # of the pages, by their folders
PAGES: dict[str, Page] = {}  # by their folders
ENTRIES: dict[type, Entry] = {
    Layers: Entry(Layers(), change=change_layers),
    Parts: Entry(Parts(), change=change_parts),
    Detail: Entry(Detail()),
    FrozenModel: Entry(FrozenModel(), nested=BOARDS[MAIN].entry),
    Presentation: Entry(Presentation()),
    OwnLesson: Entry(OwnLesson(), default=left_out_of_links, kept=True),
}


def register(pages: Iterable[Page]) -> None:
    """Make known what pages bring; idempotent."""
    for page in pages:
        TITLES[page.folder], PAGES[page.folder] = page.title, page
        BOARDS.update(page.boards)
        ENTRIES.update((type(entry.start), entry) for entry in page.entries)
