"""Hold-out validation: a model trained on one part and scored on the other at a threshold."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import (
    Candidate,
    FittedCandidate,
    checked,
    fitted_on,
    scaled_before,
)
from pages.model_selection.scoring import Ranking, ScoreSummary, judged, ranking
from pages.model_selection.splits import Split
from svmcore.arrays import Array, Bools, Indices


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions for every point at the threshold t: `predicted`, (n,).

    p : the probabilities of class 1, (n,), where there are some.
    """

    t: float
    predicted: Indices
    y: Indices
    split: Split
    p: Array | None = None

    @cached_property
    def wrong(self) -> Bools:
        """The points that are called another class than their own, shape (n,)."""
        return np.asarray(self.predicted != self.y)

    def part(self, name: str) -> ScoreSummary:
        """Of the points "train" or "test"."""
        rows = getattr(self.split, name)
        return judged(self.y[rows], self.predicted[rows], int(self.y.max()) + 1)


@dataclass(frozen=True, eq=False)
class Trial:
    """A model trained on `split.train`.

    X : (n, d). y : (n,), classes 0 to k - 1. scores : f at all points, (n,) for two classes, else
    (n, k). voted : the class of each point where no threshold is asked for, (n,).
    """

    machine: Candidate
    fitted: FittedCandidate
    X: Array
    y: Indices
    split: Split
    scores: Array
    voted: Indices

    @property
    def k(self) -> int:
        """How many classes there are."""
        return int(self.y.max()) + 1

    @cached_property
    def support(self) -> Indices:
        """The numbers of the support vectors among all points."""
        return np.asarray(self.split.train[self.fitted.support])

    def called(self, t: float = 0.0) -> Predictions:
        """Two classes: positive where f >= t. More have no one f: t does not count there."""
        predicted = (self.scores >= t).astype(np.intp) if self.k == 2 else self.voted
        return Predictions(t if self.k == 2 else 0.0, predicted, self.y, self.split)

    def ranking(self, part: str) -> Ranking | None:
        """The curves of the part "train" or "test"; None where one of the classes is missing."""
        rows = getattr(self.split, part)
        return ranking(self.y[rows], self.scores[rows])


def trial(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    split: Split,
    w: npt.ArrayLike | None = None,
) -> Trial:
    """Hold-out: train on `split.train`, score all points. X : (n, d), y : (n,), w : (n,) or None.

    Raises ValueError if X, y, w or the model are not what they should be, or the training part has
    no point of a class.
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    found = fitted_on(machine, X, y, w, split.train)
    return Trial(machine, found, X, y, split, found.scores(X), found.predict(X))


def on_all(
    machine: Candidate, X: npt.ArrayLike, y: npt.ArrayLike, w: npt.ArrayLike | None = None
) -> Trial:
    """The model that learns from all points; nothing is left to test. See `trial`."""
    everyone = np.arange(len(np.asarray(y)))
    return trial(machine, X, y, Split(everyone, everyone[:0]), w)
