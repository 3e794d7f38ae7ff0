"""Where the goals begin: an experiment each, by the key that stands in a link."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pages.state.board.experiment import Experiment, change

MOONS = {"dataset": "moons", "n_samples": 60, "noise": 0.4}
LINE = {"dataset": "linear", "n_samples": 20, "gap": 0.3, "kernel": "linear", "margin": "hard"}
OWN = {"dataset": "own", "margin": "hard"}
WORDS: Mapping[str, Mapping[str, Any]] = {
    "bound": {"dataset": "linear", "n_samples": 30, "kernel": "linear", "C": 0.1},
    "free": {"dataset": "blobs", "n_samples": 20, "kernel": "linear"},
    "outlier": {"dataset": "outlier", "n_samples": 30, "kernel": "linear", "C": 1000.0},
    "few": {"dataset": "circles", "n_samples": 40, "noise": 0.1},
    "all": {"dataset": "moons", "n_samples": 40},
    "under": {"dataset": "xor", "n_samples": 60},
    "over": MOONS,
    "new": MOONS | {"gamma": 50.0, "C": 100.0},
    "without": {"dataset": "xor", "n_samples": 16, "noise": 0.15, "seed": 2, "kernel": "linear"},
    "wide": OWN | {"kernel": "linear"},
    "four": OWN,
    "double": LINE | {"seed": 27},
    "two": LINE | {"seed": 2},
    "idle": LINE | {"seed": 3},
    "mercer": {
        "dataset": "moons",
        "n_samples": 40,
        "kernel": "sigmoid",
        "gamma": 0.01,
        "coef0": 0.0,
    },
}
STARTS: Mapping[str, Experiment] = MappingProxyType(
    {key: change(Experiment(), **words) for key, words in WORDS.items()}
)
FIRST = "bound"  # links say how a board differs from this start: neither may change
