"""What a descent on an experiment minimises, from where, and what is known of it beforehand."""

from functools import lru_cache

from pages.descent.model.start import StartWeights
from pages.model_selection.splits import Split, held_out
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from pages.state.model.optimum import optimum, radius, street
from pages.state.model.run import data_of
from svmcore.arrays import Array, Indices
from svmcore.kernels import Linear
from svmcore.sgd.driver import DescentState
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization, weights


def obstacle(experiment: Experiment, descent: Descent) -> str:
    """Why there can be no film, as a sentence; empty if there can."""
    if descent.space == "kernel" and not experiment.build_kernel().psd:
        return (
            "This kernel is not positive semi-definite, so the descent has no w: choose "
            "another kernel or the linear weights w."
        )
    return ""


def has_weights(experiment: Experiment, descent: Descent) -> bool:
    """Whether the model is w and b, and not kernel coefficients."""
    return descent.space == "plane" or isinstance(experiment.build_kernel(), Linear)


@lru_cache(maxsize=16)
def halves(experiment: Experiment, space: str, share: float) -> tuple[Split, Parametrization]:
    """The points that are learnt from, those that are not, and where the model lives."""
    data = data_of(experiment)
    split = Split.of(held_out(data.ids, data.y, share, experiment.seed))
    return split, part_of(experiment, space, split.train)


def part_of(experiment: Experiment, space: str, rows: Indices) -> Parametrization:
    """Where the model lives that learns from some of the points."""
    data = data_of(experiment)
    X, y, weight = (values[rows] for values in (data.X, data.y, data.weight))
    if has_weights(experiment, Descent(space=space)):
        return LinearWeights(X, y, weights(weight))
    return KernelWeights(experiment.build_kernel()(X, X), y, weights(weight))


def begins(data: Parametrization, start: StartWeights) -> DescentState:
    """The model before the first update."""
    if isinstance(data, LinearWeights):
        return DescentState.start(data.size, start.w, start.b)
    return DescentState.start(data.size)


@lru_cache(maxsize=16)
def exact_optimum(
    experiment: Experiment, space: str, share: float, objective: str, loss: str
) -> tuple[Array, float] | None:
    """The (v, b) with the least cost over the training points; None without a proof of one."""
    data = halves(experiment, space, share)[1]
    how = Descent(space=space, test_share=share, objective=objective, loss=loss)
    return optimum(data, how.cost(experiment.C, len(data.y)))


@lru_cache(maxsize=16)
def mistake_limit(experiment: Experiment, space: str, share: float) -> float | None:
    """(R / gamma)^2 of Novikoff's theorem, for the points omega x' where they have weights."""
    data = halves(experiment, space, share)[1]
    gamma = street(data)
    return None if gamma is None else (radius(data) / gamma) ** 2
