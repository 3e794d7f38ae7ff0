"""The hard margin: decided first, then trained."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.active_set import finish
from svmcore.engine.answer import Answer, Proved
from svmcore.engine.origin import answer_of
from svmcore.engine.spaces import FeatureSpace, Space
from svmcore.engine.tasks import State, classification
from svmcore.problems.separation import Separation, separation, separation_of

FINISHED = 1e-10  # violation with which the exact finish is content


def hard_margin(space: Space, y: Array, *, tol: float = 1e-6) -> tuple[Separation, Answer | None]:
    """Whether the classes y in {-1, +1} can be separated in `space`, and the machine if so.

    The nearest points of the convex hulls give the multipliers, alpha = 2 a / distance^2.

    Raises
    ------
    ValueError
        If a class is empty or the space is not positive semi-definite.
    """
    if isinstance(space, FeatureSpace):
        parted = separation_of(space.phi, y)
    else:
        everyone = np.arange(len(space))
        parted = separation(space.block(everyone, everyone), y)
    if not parted.separable:
        return parted, None
    task = classification(y, np.full(len(y), np.inf))
    alpha = task.feasible(parted.alpha)

    def method(there: Space) -> tuple[Proved, int]:
        scores = there.scores(task.coef(alpha))
        state = State(alpha, scores, task.best_multipliers(scores))
        return finish(there, task, state, FINISHED), 0

    return parted, answer_of(space, task, method, tol, 1)
