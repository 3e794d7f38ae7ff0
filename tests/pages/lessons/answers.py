"""What computes the answers of scenarios again, and the points that their links open."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cvxpy as cp
import numpy as np

from pages.lessons.text.courses import LESSONS
from pages.lessons.text.scenario import Scenario
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from tests.helpers.links import from_query

EXACT = 1e10  # C of a hard margin
Answer = str | tuple[str, ...]  # the whole answer, or parts of it that hold all its numbers
EXPECTED: dict[str, Callable[[str], Answer]] = {}


def answers(*titles: str) -> Callable[[Callable[[str], Answer]], Callable[[str], Answer]]:
    """Register a function as what computes the answer of the scenarios of these titles."""

    def registered(compute: Callable[[str], Answer]) -> Callable[[str], Answer]:
        EXPECTED.update(dict.fromkeys(titles, compute))
        return compute

    return registered


class Opened(NamedTuple):
    """What a scenario's link opens on the Playground's board: its experiment and points."""

    experiment: Experiment
    X: np.ndarray
    y: np.ndarray
    ids: tuple[int, ...]


def scenario(title: str) -> Scenario:
    """The scenario of a title."""
    every = dict.fromkeys(s for lesson in LESSONS.values() for s in lesson.scenarios)
    (found,) = [s for s in every if s.title == title]
    return found


def opened(title: str) -> Opened:
    """The board that the link of a scenario opens; y is -1 and +1."""
    experiment = from_query(scenario(title).link.words)
    data = data_of(experiment)
    return Opened(experiment, data.X, data.y, data.ids)


def joint(
    X: np.ndarray,
    labels: np.ndarray,
    C: float,
    delta: float = 1.0,
    loss: str = "weston_watkins",
) -> tuple[np.ndarray, np.ndarray]:
    """W, (k, 2), and b, (k,), of 1/2 |W|^2 + C sum of the losses of a joint scheme, by cvxpy."""
    n, k = len(X), labels.max() + 1
    W, b = cp.Variable((k, 2)), cp.Variable(k)
    scores = X @ W.T + np.ones((n, 1)) @ cp.reshape(b, (1, k), order="C")
    own = cp.sum(cp.multiply(scores, np.eye(k)[labels]), axis=1, keepdims=True) @ np.ones((1, k))
    short = delta * (1.0 - np.eye(k)[labels]) - own + scores  # 0 for the class itself
    losses = cp.sum(cp.pos(short)) if loss == "weston_watkins" else cp.sum(cp.max(short, axis=1))
    cp.Problem(cp.Minimize(0.5 * cp.sum_squares(W) + C * losses)).solve(solver="CLARABEL")
    return W.value, b.value


def percent(share: float) -> str:
    """A share as the page Evaluation writes it."""
    return f"{round(100.0 * share, 1):g} %"
