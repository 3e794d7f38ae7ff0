"""The answer of a scenario by its title, and the points that its own link opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from pages.lessons.text import LESSONS
from pages.lessons.text.scenario import Scenario, spoken
from pages.state.experiment import Experiment
from pages.state.run import data_of
from tests.helpers.links import from_query

Expected = Mapping[str, Callable[[], str]]


class Opened(NamedTuple):
    """What a scenario's link opens on the Playground's board: its experiment and points."""

    experiment: Experiment
    X: np.ndarray
    y: np.ndarray
    ids: tuple[int, ...]


def scenarios() -> list[Scenario]:
    """All scenarios, those of two lessons once."""
    return list(dict.fromkeys(s for lesson in LESSONS.values() for s in lesson.scenarios))


def scenario(title: str) -> Scenario:
    """The scenario of a title."""
    (found,) = [s for s in scenarios() if s.title == title]
    return found


def answer(title: str) -> str:
    """What a scenario answers."""
    return spoken(scenario(title)).answer


def opened(title: str) -> Opened:
    """The board that the link of a scenario opens; y is -1 and +1."""
    experiment = from_query(scenario(title).link.words)
    data = data_of(experiment)
    return Opened(experiment, data.X, data.y, data.ids)


def percent(share: float) -> str:
    """A share as the page Evaluation writes it."""
    return f"{round(100.0 * share, 1):g} %"
