"""What a visitor has on the desk: the experiment, its history, and what the picture shows.

One mutable object per browser session. Widgets are only a view of it: before a widget is drawn
its value is set from the desk, and when it is moved its callback changes the desk. So undo, a
link, a reload and a change of page all work the same way: by changing the desk.

Streamlit may interrupt a script, a callback too, at any access to `st.session_state`; setting an
attribute of the desk cannot be interrupted, so a change is made whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.ui.canvas import Command, Event
from svmcore.board import Edit, History
from svmcore.datasets import DATASETS
from svmcore.experiment import CLASSES, SAMPLE_FIELDS, Experiment, change
from svmcore.figures.decision import SHOWN
from svmcore.grid import Extent
from svmcore.params import parameters
from svmcore.run import data_of
from svmcore.scene import fit_view

_KEY = "desk"
Words = tuple[tuple[str, Any], ...]


@dataclass
class Desk:
    """See the module's text. `view` is what is visible, `home` what "fit" returns to."""

    experiment: Experiment
    history: History[Words]
    home: Extent
    view: Extent
    show: tuple[str, ...] = SHOWN
    fits: int = 0  # a new number tells the canvas to forget the visitor's zoom
    touched: bool = False  # changed by the visitor since the link was last written
    live: bool = False  # a gesture is going on: the link waits for its end
    page: str = ""  # where the visitor is
    written: dict[str, str] | None = None  # the link's words as last written

    def choose(self, **changes: Any) -> None:
        """A widget was moved."""
        self._become(change(self.experiment, **changes))

    def edit(self, events: list[Event]) -> None:
        """The board was edited, or an edit is taken back."""
        experiment, history, live = self.experiment, self.history, False
        for event in events:
            live = isinstance(event, Edit) and event.live
            if isinstance(event, Edit):
                board = experiment.board().apply(event, classes=CLASSES)
                experiment = experiment.with_board(board)
                history = history.push(_data_words(experiment), event.stroke)
            elif event is not Command.REST:
                history = history.undo() if event is Command.UNDO else history.redo()
                experiment = change(experiment, **dict(history.present))
        resampled = experiment.dataset != self.experiment.dataset
        self.experiment, self.history, self.live, self.touched = experiment, history, live, True
        if resampled:
            self.fit()

    def arrive(self, page: str) -> None:
        """Another page was opened; its address has no words, and that is no wish of the visitor."""
        self.touched = self.touched or self.page not in ("", page)
        self.page = page

    def keep(self) -> None:
        """Every point on the board becomes the visitor's own; the generator steps back."""
        points = self.experiment.board().all_points
        self._become(change(self.experiment, dataset="own", placed=points, removed=()))

    def load(self, experiment: Experiment) -> None:
        """A link or a share code was opened: the whole experiment changes, undo can return."""
        self._become(experiment)
        self.fit()

    def look(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """The visible box changed: the surface is wanted there."""
        self.view = (x0, x1, y0, y1)

    def fit(self) -> None:
        """Show all points."""
        self.home = self.view = fit_view(data_of(self.experiment))
        self.fits += 1

    def _become(self, experiment: Experiment) -> None:
        resampled = experiment.dataset != self.experiment.dataset
        history = self.history.push(_data_words(experiment))
        self.experiment, self.history, self.touched = experiment, history, True
        if resampled:
            self.fit()


def new_desk(experiment: Experiment) -> Desk:
    """A fresh desk for an experiment."""
    view = fit_view(data_of(experiment))
    return Desk(experiment, History(_data_words(experiment)), view, view)


def desk() -> Desk:
    """This session's desk."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = new_desk(Experiment())
    kept: Desk = st.session_state[_KEY]
    return kept


def _data_words(experiment: Experiment) -> Words:
    """What undo and redo restore: the data, not the machine that is trained on them."""
    names = [*SAMPLE_FIELDS, "removed", "placed"]
    names += dict.fromkeys(p.name for cls in DATASETS.values() for p in parameters(cls))
    return tuple((name, experiment[name]) for name in names)
