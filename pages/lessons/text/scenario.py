"""A scenario: one screen of a lesson, with what is said, tried, asked and answered there."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from pages.state.link.example_links import Link, of_board, of_settings, playground


@dataclass(frozen=True)
class Spoken:
    """One sentence to say, one thing to try, a question, and its answer with its numbers."""

    say: str
    attempt: str
    question: str
    answer: str


@dataclass(frozen=True, eq=False)
class Scenario:
    """A title, the screen as a link, and what is said; the last two are made when first asked for.

    Links know the settings of pages only when all pages are registered, and what is said is
    computed.
    """

    title: str
    screen: Callable[[], Link]
    make: Callable[[], Spoken]

    @property
    def link(self) -> Link:
        """The link that opens the screen."""
        return self.screen()


@dataclass(frozen=True, eq=False)
class Lesson:
    """Scenarios in their order; `minutes` is about the time that they take in a lecture."""

    key: str
    title: str
    minutes: int
    scenarios: tuple[Scenario, ...]


@lru_cache(maxsize=128)
def spoken(scenario: Scenario) -> Spoken:
    """What is said in a scenario; equal for everybody, so made once."""
    return scenario.make()


def board(experiment: Experiment, **shown: Any) -> Callable[[], Link]:
    """An experiment on the Playground; `shown` as in `playground`."""
    return lambda: playground(experiment, "", **shown)


def view(
    folder: str, prefix: str, experiment: Experiment, detail: str = "basic", **settings: Any
) -> Callable[[], Link]:
    """An experiment on another page, with settings of it, see `of_settings`."""
    return lambda: Link(
        folder,
        "",
        of_board(experiment) | of_settings(prefix, **settings) | of_settings("", detail=detail),
    )


def descent(experiment: Experiment, chosen: Descent, **start: float) -> Callable[[], Link]:
    """A descent on the page Descent; `start` has its weights w1, w2, b before the first update."""
    own = {f.name: getattr(chosen, f.name) for f in fields(chosen)}
    return lambda: Link(
        "descent",
        "",
        of_board(experiment) | of_settings("d_", **own) | of_settings("d_", **start),
    )


def evaluation(experiment: Experiment, name: str, **settings: Any) -> Callable[[], Link]:
    """An experiment in a view of the page Evaluation."""
    return view("evaluation", "e_", experiment, view=name, **settings)
