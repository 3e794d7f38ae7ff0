"""Scores of an example on points that its model did not learn from, as the page Evaluation has.

scikit-learn is loaded by the first step that needs it, and not with the app.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pages.model_selection.splits import Split, k_fold, train_test
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from svmcore.arrays import Array, Indices

if TYPE_CHECKING:
    from pages.model_selection.candidate import Candidate
    from pages.model_selection.cross_validation import Validation
    from pages.model_selection.curves import ScoreCurve
    from pages.model_selection.grid_search import Grid, Map
    from pages.model_selection.kernel_choice import KernelChoice
    from pages.model_selection.nested import Nested

SHARE, FOLDS = 0.3, 5  # as the page begins


class Held(NamedTuple):
    """The accuracy on both parts of a split; of the test part the areas under the ROC curve from
    f and from predicted labels, and the number of points.
    """

    train: float
    test: float
    f_area: float
    label_area: float
    n: int


def examples(experiment: Experiment) -> tuple[Array, Indices]:
    """The points, (n, 2), and their classes 0 and 1, (n,)."""
    data = data_of(experiment)
    return data.X, (data.y > 0.0).astype(np.intp)


def candidate(experiment: Experiment, scaling: str = "none") -> Candidate:
    """The model of an experiment, to be trained on parts of its points."""
    from pages.model_selection.candidate import Candidate

    names = [p.name for p in experiment.parameters()["kernel"]]
    words = tuple((name, experiment[name]) for name in names)
    return Candidate(kernel=experiment.kernel, parameters=words, C=experiment.C, scaling=scaling)


@lru_cache(maxsize=32)
def held_out(experiment: Experiment, seed: int = 0) -> Held:
    """One split into training and test points."""
    from pages.model_selection.holdout import trial
    from pages.model_selection.scoring import ranking

    X, y = examples(experiment)
    split = train_test(y, data_of(experiment).ids, share=SHARE, seed=seed)
    found = trial(candidate(experiment), X, y, split)
    called = found.called()
    scores = found.scores[split.test], called.predicted[split.test].astype(np.float64)
    areas = [curves.AUC for one in scores if (curves := ranking(y[split.test], one))]
    train, test = (called.part(name).accuracy for name in ("train", "test"))
    return Held(train, test, areas[0], areas[1], len(split.test))


def folds_of(experiment: Experiment) -> tuple[Split, ...]:
    """The stratified folds of its points."""
    return k_fold(examples(experiment)[1], FOLDS, data_of(experiment).ids)


@lru_cache(maxsize=32)
def folds(experiment: Experiment, scaling: str = "none") -> Validation:
    """Five-fold cross-validation."""
    from pages.model_selection.cross_validation import cross_validate

    return cross_validate(
        candidate(experiment, scaling), *examples(experiment), folds_of(experiment)
    )


@lru_cache(maxsize=8)
def curve(experiment: Experiment, kind: str) -> ScoreCurve:
    """The scores over the number of points ("learning"), C or gamma."""
    from pages.model_selection.curves import growing

    splits = folds_of(experiment)
    *_, last = growing(candidate(experiment), *examples(experiment), splits, kind)
    assert last.found is not None
    return last.found


def grid_of(experiment: Experiment, cells: int) -> Grid:
    """The values of C and gamma of the page's map, rounded as there."""
    from pages.model_selection.grid_search import Grid

    found = Grid.square(experiment.kernel, cells)
    Cs, values = (tuple(float(f"{v:.3g}") for v in axis) for axis in (found.Cs, found.values))
    return Grid(Cs, values)


@lru_cache(maxsize=8)
def grid_map(experiment: Experiment, cells: int) -> Map:
    """Every C with every gamma, by cross-validation."""
    from pages.model_selection.grid_search import sweep

    points, grid = examples(experiment), grid_of(experiment, cells)
    splits = folds_of(experiment)
    *_, last = sweep(candidate(experiment), *points, splits, grid, workers=1)
    assert last.found is not None
    return last.found


@lru_cache(maxsize=8)
def nested_map(experiment: Experiment, cells: int) -> Nested:
    """Nested cross-validation over every second value of the map, as on the page."""
    from pages.model_selection.grid_search import Grid
    from pages.model_selection.nested import nested

    points, grid = examples(experiment), grid_of(experiment, cells)
    *_, last = nested(
        candidate(experiment),
        *points,
        folds_of(experiment),
        Grid(grid.Cs[::2], grid.values[::2]),
        folds=FOLDS,
        ids=data_of(experiment).ids,
        workers=1,
    )
    assert last.found is not None
    return last.found


@lru_cache(maxsize=8)
def kernel_choices(experiment: Experiment) -> tuple[KernelChoice, ...]:
    """The best settings of three kernels, as the page Kernels compares them."""
    from pages.model_selection.compare_kernels import comparing

    data = data_of(experiment)
    *_, last = comparing(data.X, data.y, data.ids, seed=experiment.seed)
    assert last.found is not None
    return last.found
