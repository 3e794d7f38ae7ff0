"""What a page brings: its title, its boards, and the values that travel in its links.

A page declares its `PAGE` in its own `__init__.py`; `app.py` holds the table of pages and registers
them. Nothing that pages share knows a page by name.
"""

import dataclasses
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
from pages.state.screen.view import View
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
    """A field of a kind of value that tells screens of a page apart.

    titles : the names of its values. sources : what is cited where one of these is chosen.
    """

    kind: type
    field: str
    titles: Mapping[str, str]
    sources: Mapping[str, tuple[Cited, ...]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Views:
    """The views of a page by name, and the field of a kind of value that says which is open."""

    kind: type
    field: str
    by_name: Mapping[str, View]

    @property
    def titles(self) -> dict[str, str]:
        """What the switch calls them."""
        return {name: view.title for name, view in self.by_name.items()}

    @property
    def sources(self) -> dict[str, tuple[Cited, ...]]:
        """What each of them cites."""
        return {name: view.sources for name, view in self.by_name.items()}


@dataclass(frozen=True)
class Page:
    """A page: its folder and address, its name in the menu, and what it brings.

    views : its views; of a page with one view, this one.
    names : what else tells its screens apart, beside a sample and a model.
    detail : whether its sidebar has a Basic and an Expert form.
    shows : the board whose sample it shows; None for none.
    subject : sample and model in the words of a link, where they are not those of that board.
    trains : whether it trains the kernel of that board with its C.
    of_table : whether it shows the table of the page Data, which a link to it then holds.
    sources : what all views cite.
    """

    folder: str
    title: str
    entries: tuple[Entry, ...] = ()
    boards: Mapping[str, BoardKind] = field(default_factory=dict)
    views: Views | View = field(default_factory=View)
    names: tuple[Naming, ...] = ()
    shows: str | None = MAIN
    subject: Callable[[Mapping[str, str]], tuple[str, ...]] | None = None
    trains: bool = True
    of_table: bool = False
    sources: tuple[Cited, ...] = ()
    detail: bool = True

    @property
    def screens(self) -> tuple[Naming | Views, ...]:
        """All that tells its screens apart, beside a sample and a model."""
        return self.names if isinstance(self.views, View) else (self.views, *self.names)

    def view(self, name: str = "") -> View:
        """The view of that name; of a page with one view, this one."""
        return self.views if isinstance(self.views, View) else self.views.by_name[name]

    def cited(self, chosen: Iterable[str] = ()) -> tuple[Cited, ...]:
        """What is cited where these values of `screens` are chosen; last, what all views cite."""
        own = [
            cited
            for screen, name in zip(self.screens, chosen, strict=False)
            for cited in screen.sources.get(name, ())
        ]
        return (*own, *self.sources)


_main = board_of_experiments(Experiment())
_main = replace(_main, inspected=Inspected, inspected_points=("point", "other"))
BOARDS: dict[str, BoardKind] = {MAIN: _main}
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
        PAGES[page.folder] = page
        BOARDS.update(page.boards)
        ENTRIES.update((type(entry.start), entry) for entry in page.entries)
