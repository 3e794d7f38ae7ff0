"""A race: several solvers on the same points and the same cost, each with its own film.

All numbers of a model are made from its coefficients and its intercept alone, whatever solver
it comes from: the cost J = 1/2 |w|^2 + C sum omega loss, and how far that is above the exact
optimum.
"""

from collections import OrderedDict
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pages.race.model.racers import RACERS, SHORT
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.optimum import optimum
from pages.state.model.run import Data, data_of, sample_C
from svmcore.arrays import Array, Bools, read_only
from svmcore.losses import LOSSES
from svmcore.model import Model
from svmcore.objective import CONVENTIONS, Objective
from svmcore.params import parameters
from svmcore.problems import DualProblem, PrimalProblem, Problem
from svmcore.problems.certificate import Status
from svmcore.sgd.parametrization import KernelWeights, weights
from svmcore.solvers.base import finished, solving

PASSES = 1000.0  # over the data, after which a racer is stopped; the clock may do so before
KEPT = 256  # runs that are remembered
TOL = 1e-12  # violation at which a racer has arrived
LEAST = 1e-16  # a smaller suboptimality cannot be told from rounding errors


Options = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Track:
    """Where the race is run: the points, the kernel and C of an experiment, and a loss."""

    experiment: Experiment
    loss: str = "hinge"

    @cached_property
    def data(self) -> Data:
        """The points."""
        return data_of(self.experiment)

    @cached_property
    def parametrization(self) -> KernelWeights:
        """The Gram matrix, the labels and the weights."""
        kernel = self.experiment.build_kernel()
        K = read_only(kernel(self.data.X, self.data.X))
        return KernelWeights(K, self.data.y, weights(self.data.weight))

    @property
    def cost(self) -> Objective:
        """J = 1/2 |w|^2 + C sum omega loss; the intercept is not penalised."""
        way = CONVENTIONS["sum"]
        return way.objective(self.experiment.C, len(self.data), LOSSES[self.loss]())

    def values(self, coef: Array, intercept: Array) -> Array:
        """J of m models: coef (m, n), intercept (m,)."""
        data = self.parametrization
        with np.errstate(over="ignore", invalid="ignore"):  # of a racer that is diverging
            margins = data.y * (data.all_scores(coef) + intercept[:, None])
            terms = self.cost.terms(margins, data.square(coef), intercept, data.weight)
            total = terms.total
        return np.nan_to_num(total, nan=np.inf, posinf=np.inf)

    def model(self, coef: Array, intercept: float) -> Model:
        """A model of this race."""
        return Model(self.experiment.build_kernel(), self.data.X, coef, intercept)

    def refusal(self) -> str:
        """Why no race can be run here, in one sentence; empty where one can."""
        if not len(self.data):
            return "The board is empty: place points of both classes, or choose a sample."
        if np.ptp(self.data.y) == 0.0:
            return "There is only one class: place points of the other class too."
        kernel = self.experiment.build_kernel()
        if not kernel.psd:
            return (
                f"The {kernel.title.lower()} kernel is not positive semi-definite with these "
                "parameters: its primal has no optimum. Choose another kernel."
            )
        if best(self) is None:
            return "No certified optimum was found for these points, so no race is possible."
        return ""


@dataclass(frozen=True, eq=False)
class Entrant:
    """How one racer ran. Arrays have one entry, or row, a moment; the start is the first.

    passes : over the data so far; seconds : of work so far
    value, suboptimality : J, and (J - J*) / J*, not less than LEAST
    coef, intercept : the model, shapes (moments, n) and (moments,)
    status : how its run ended
    """

    racer: str
    status: Status
    passes: Array
    seconds: Array
    value: Array
    suboptimality: Array
    coef: Array
    intercept: Array

    def __len__(self) -> int:
        return len(self.passes)

    @property
    def ms(self) -> Array:
        """Milliseconds of work so far."""
        return np.asarray(1e3 * self.seconds)

    def at(self, moment: float, by: str) -> int:
        """The last moment that is not after so many "passes" or "ms"."""
        return max(int(np.searchsorted(getattr(self, by), moment, side="right")) - 1, 0)


@dataclass(frozen=True, eq=False)
class Race:
    """All who ran, in the order of the menu. optimum : J*, the exact least J."""

    track: Track
    entrants: tuple[Entrant, ...]
    optimum: float

    def wrong(self, entrant: Entrant, k: int) -> Bools:
        """Which points the model of a moment has on the wrong side (f = 0 is class +1)."""
        scores = self.track.parametrization.matrix @ entrant.coef[k] + entrant.intercept[k]
        return np.asarray((scores >= 0.0) != (self.track.data.y > 0.0))


def track_of(experiment: Experiment, loss: str) -> Track:
    """The track of an experiment, without what does not matter for a race.

    Formulation, solver, margin and tolerance are not part of it, so changing one on another page
    does not run the race again.
    """
    return Track(with_default_training(experiment), loss)


@lru_cache(maxsize=32)
def best(track: Track) -> tuple[Array, float, float] | None:
    """The exact optimum (coef, b) and its J*; None where there is no proof of one."""
    found = optimum(track.parametrization, track.cost)
    if found is None:
        return None
    coef, b = found
    return coef, b, float(track.values(coef[None], np.array([b]))[0])


def options_of(racer: str, experiment: Experiment) -> Options:
    """The numbers that a racer declares, as the experiment has them."""
    return tuple((p.name, experiment[p.name]) for p in parameters(RACERS[racer].kind))


_ran: OrderedDict[tuple[Track, str, Options], Entrant] = OrderedDict()


def entered(track: Track, racer: str, options: Options = ()) -> Entrant | None:
    """A racer's run, if it was run already."""
    return _ran.get((track, racer, options))


def enter(track: Track, racer: str, options: Options = ()) -> Entrant:
    """A racer's run, within its budget of passes and seconds. Equal runs are run once.

    Raises ValueError if the track has no exact optimum to race for.
    """
    known = entered(track, racer, options)
    return finished(_entering(track, racer, options)) if known is None else known


def racing(track: Track, racers: Mapping[str, Options]) -> Generator[str, None, None]:
    """Let racers run that have not run yet, those that end by themselves first.

    Yields the name of who is running, a hundred times a second: to be closed there, if another
    race is wanted by then.
    """
    for name in sorted(racers, key=lambda name: RACERS[name].seconds == SHORT):
        if entered(track, name, racers[name]) is None:
            yield name
            for _ in _entering(track, name, racers[name]):
                yield name


def _entering(track: Track, racer: str, options: Options) -> Generator[None, None, Entrant]:
    found = _ran[track, racer, options] = yield from _running(track, racer, options)
    while len(_ran) > KEPT:
        _ran.popitem(last=False)
    return found


def _running(track: Track, racer: str, options: Options) -> Generator[None, None, Entrant]:
    ideal = best(track)
    if ideal is None:
        raise ValueError("a race needs an exact optimum to race for, and these points have none")
    solver = RACERS[racer].build(dict(options))
    a_pass = solver.passes(len(track.data))
    solution = yield from solving(
        _problem(track, solver.formulations[0]),
        solver,
        tol=TOL,
        max_iter=int(PASSES / a_pass),
        max_seconds=RACERS[racer].seconds,
        evenly=False,
    )
    trace = solution.trace
    value = track.values(trace.coef, trace.intercept)
    return Entrant(
        racer=racer,
        status=solution.status,
        passes=read_only(trace.iteration * a_pass),
        seconds=trace.seconds,
        value=read_only(value),
        suboptimality=read_only(np.maximum((value - ideal[2]) / ideal[2], LEAST)),
        coef=trace.coef,
        intercept=trace.intercept,
    )


def _problem(track: Track, formulation: str) -> Problem:
    data, C = track.parametrization, sample_C(track.experiment, track.data)
    if formulation == "dual" and track.loss == "hinge":
        return DualProblem(data.matrix, data.y, C, psd=True)
    return PrimalProblem(data.matrix, data.y, C, psd=True, loss=LOSSES[track.loss]())


def race(track: Track, entrants: Iterable[Entrant]) -> Race:
    """The race of those who have run on a track."""
    ideal = best(track)
    if ideal is None:
        raise ValueError("a race needs an exact optimum to race for, and these points have none")
    order = {name: k for k, name in enumerate(RACERS)}
    return Race(track, tuple(sorted(entrants, key=lambda e: order[e.racer])), ideal[2])
