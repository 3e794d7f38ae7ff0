"""Points that were marked as support vectors, compared with those that are."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from pages.state.model.run import Run
from svmcore.arrays import Indices


@dataclass(frozen=True, eq=False)
class Marking:
    """Indices of points, each kind in order.

    hits : marked, and support vectors. missed : support vectors that were not marked.
    extra : marked, and no support vectors.
    """

    hits: Indices
    missed: Indices
    extra: Indices

    @property
    def score(self) -> float:
        """The Jaccard index |marked and right| / |marked or right|, from 0 to 1."""
        union = len(self.hits) + len(self.missed) + len(self.extra)
        return len(self.hits) / union if union else 1.0


def marking(run: Run, marked: Collection[int]) -> Marking:
    """The points of a run, by their ids in `marked`, against its support vectors."""
    chosen = np.array([i in marked for i in run.data.ids], dtype=bool)
    right = run.support
    pairs = (chosen & right, ~chosen & right, chosen & ~right)
    return Marking(*(np.flatnonzero(which) for which in pairs))
