"""Examples of several classes, and how many points and places each scheme gets wrong."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.lessons.model.two_classes import OVERLAP, weights
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import fit_view
from pages.state.multiclass.multiclass_run import MulticlassRun, Scheme, multiclass_run
from pages.state.multiclass.multiclass_scene import multiclass_scene
from pages.state.multiclass.multiclass_verdict import unclear
from svmcore.arrays import Array

THREE = change(Experiment(), dataset="blobs", classes=3, n_samples=90, kernel="linear", noise=0.6)
FOUR = change(THREE, classes=4, n_samples=120)
ROW = change(Experiment(), dataset="linear", classes=3, n_samples=90, kernel="linear", gap=0.4)
# two classes with one score each: C' = 1 and delta = 0.5
PAIR = change(OVERLAP, classes=2)
PAIR_SCHEME = Scheme("weston_watkins", delta=0.5)
CONSTANT = 1e-9  # values that differ by less are the same but for rounding
OVR, OVO, CS, WW = (Scheme(name) for name in ("ovr", "ovo", "crammer_singer", "weston_watkins"))


@lru_cache(maxsize=8)
def ambiguous(experiment: Experiment, scheme: Scheme) -> dict[str, float]:
    """The share of the picture of each kind of zone in which the classifiers do not agree."""
    run = multiclass_run(experiment, scheme)
    return unclear(run, multiclass_scene(run, fit_view(run.data)))


def scores_of(run: MulticlassRun, label: int) -> Array:
    """The f of a class against the rest at the points of this class, shape (m,)."""
    assert run.many is not None
    return np.asarray(run.many.values(run.data.X)[run.labels == label, label])


class PairWeights(NamedTuple):
    """C of the binary SVM, its w, and (w_1 - w_0) / delta of the two scores."""

    C: float
    binary: Array
    scores: Array


def pair_weights() -> PairWeights:
    """Two classes, trained with a score each and as one binary SVM with C = 2 C' / delta.

    Source: `svmcore.multiclass.joint_problem`.
    """
    many = multiclass_run(PAIR, PAIR_SCHEME).many
    assert many is not None
    C, delta = 2.0 * PAIR.C / PAIR_SCHEME.delta, PAIR_SCHEME.delta
    w = many.coef @ many.X  # a row a class: the kernel is linear
    return PairWeights(C, weights(run(change(PAIR, C=C)))[0], (w[1] - w[0]) / delta)
