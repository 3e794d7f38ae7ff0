"""The question which points are support vectors, and the marks of an answer."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.predict.model.drawing import ATTEMPTS, is_clear, sampled
from pages.state.board.experiment import change
from pages.state.model.run import Run, data_of, run
from svmcore.arrays import Array, Indices

# --- Points that were marked as support vectors, compared with those that are ---


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


# --- Tasks of marking support vectors: a small sample and its model, by a number ---

SIZE = 20  # points of a sample
APART = 0.1  # between any two points: each can be clicked
FEWEST, MOST = 3, 12  # support vectors: neither two at once, nor most of the points
MODELS = (  # by the kernel: its datasets and the values of C
    ({"kernel": "linear"}, ("linear", "blobs", "outlier"), (0.3, 1.0, 10.0)),
    ({"kernel": "linear"}, ("linear", "blobs", "outlier"), (0.3, 1.0, 10.0)),
    ({"kernel": "rbf", "gamma": 0.5}, ("blobs", "moons", "circles"), (1.0, 10.0)),
)


@lru_cache(maxsize=64)
def support_task(number: int) -> Run:
    """The trained model of the task with a number: the same one everywhere.

    Raises RuntimeError if no sample of `ATTEMPTS` makes one.
    """
    rng = np.random.default_rng([number, 5])
    words, datasets, constants = MODELS[(number - 1) % len(MODELS)]
    dataset = datasets[int(rng.integers(len(datasets)))]
    for _ in range(ATTEMPTS):
        sample = change(sampled(rng, (dataset,), SIZE), **words, C=float(rng.choice(constants)))
        if _least_distance(data_of(sample).X) < APART:
            continue
        found = run(sample)
        if FEWEST <= int(found.support.sum()) <= MOST and is_clear(found):
            return found
    raise RuntimeError(f"no task in {ATTEMPTS} samples")


def _least_distance(X: Array) -> float:
    """The distance of the two nearest points."""
    distances = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=2))
    return float(distances[np.triu_indices(len(X), 1)].min())
