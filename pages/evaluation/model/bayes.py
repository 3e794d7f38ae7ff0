"""The population behind the sample of a board, and its Bayes boundary."""

from functools import lru_cache
from typing import Any

from pages.datasets.density import class_densities
from pages.datasets.extent import Extent
from pages.datasets.two_class import DATASETS
from pages.evaluation.model import plane_nodes
from pages.model_selection.bayes import Population
from pages.state.board.experiment import Experiment, build
from pages.state.model.grid import COARSE, DecisionGrid, level_lines
from pages.state.model.scene import simplify_polyline
from svmcore.arrays import Array, read_only


def population(experiment: Experiment) -> Population:
    """The population that the sample of an experiment is drawn from.

    Raises ValueError, with the reason, where the density of its classes is not known.
    """
    if experiment.n_classes > 2:
        raise ValueError("The Bayes boundary is computed for samples with two classes.")
    dataset: Any = build(DATASETS[experiment.dataset], dict(experiment.options))
    share = experiment.balance * getattr(dataset, "share", 1.0)
    return _population(dataset, share, experiment.seed)


@lru_cache(maxsize=16)
def _population(dataset: Any, share: float, seed: int) -> Population:
    return Population(class_densities(dataset, seed), share)


@lru_cache(maxsize=8)
def bayes_boundary(of: Population, extent: Extent) -> Array:
    """Where both classes are equally likely, over a rectangle: a polyline parted by NaN, (m, 2)."""
    xs, ys, points = plane_nodes(extent, COARSE)
    odds = DecisionGrid(xs, ys, read_only(of.log_odds(points).reshape(COARSE, COARSE)))
    return simplify_polyline(level_lines(odds, (0.0,), of.log_odds)[0], extent)


def edited(experiment: Experiment) -> int:
    """How many points of the sample were removed, moved or placed by hand."""
    placed = {point.id for point in experiment.placed}
    return len(placed | set(experiment.removed))
