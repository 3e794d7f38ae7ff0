"""An experiment carried out: the data, the model, its proof, and what there is to say of it."""

import time
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE, UNFINISHED_MARGIN_TOLERANCE
from pages.state.board.experiment import Experiment
from pages.state.server.log import note
from svmcore.arrays import Array, Bools, read_only
from svmcore.class_weight import compute_sample_weight
from svmcore.engine.methods.hulls import decide
from svmcore.engine.solve import space_of
from svmcore.engine.spaces import FeatureSpace, GramSpace
from svmcore.kernels import Kernel
from svmcore.model import Model
from svmcore.problems import DualProblem, PrimalProblem, Problem
from svmcore.problems.certificate import Status
from svmcore.problems.separation import Separation
from svmcore.solvers.base import Solution, solve
from svmcore.solvers.interior_point import InteriorPoint

LONGEST_STEP = 10.0  # times C: a step that is longer would only magnify the rounding errors of f


@dataclass(frozen=True, eq=False)
class Data:
    """The points in the order of the board: X (n, 2), y (n,) in {-1, +1}, ids (n,).

    `labels` are the classes from 0, of which y tells one from all others; `weight`, shape (n,), is
    the factor of each point's C: `own_weight`, shape (n,), times the weight of its class.
    """

    X: Array
    y: Array
    ids: tuple[int, ...]
    labels: tuple[int, ...]
    weight: Array
    own_weight: Array

    def __len__(self) -> int:
        return len(self.y)

    def check(self, k: int) -> None:
        """Raise ValueError if there is no point number `k`."""
        if not 0 <= k < len(self):
            raise ValueError(f"k must be from 0 to {len(self) - 1}, got {k}")

    @property
    def weighed(self) -> bool:
        """Whether some points count more than others."""
        return bool(len(self)) and float(np.ptp(self.weight)) > 0.0

    @property
    def top(self) -> str:
        """What the bound of alpha is called: C, or with weights their product."""
        return "C" if (self.weight == 1.0).all() else "C × weight"

    @property
    def contradicts(self) -> bool:
        """Whether two points of different classes lie on the same place."""
        positive, negative = ({*map(tuple, self.X[self.y == sign])} for sign in (1.0, -1.0))
        return not positive.isdisjoint(negative)


@dataclass(frozen=True, eq=False)
class Run:
    """What came out. `model` and `solution` are None where no model exists.

    `alpha` and `margins` (y f) have one entry a point; `floor` is the optimal value if the solver
    did not reach it itself and it is known; `spread` is the mean square distance of the points
    from their mean in feature space.
    """

    experiment: Experiment
    data: Data
    model: Model | None = None
    solution: Solution | None = None
    separation: Separation | None = None
    floor: float | None = None
    spread: float = 1.0
    seconds: float = 0.0

    @cached_property
    def C(self) -> Array:
        """The bound of each alpha, shape (n,): see `sample_C`."""
        return sample_C(self.experiment, self.data)

    @cached_property
    def alpha(self) -> Array:
        """y_i coef_i; zeros without a model."""
        return self.data.y * self.model.coef if self.model else np.zeros(len(self.data))

    @cached_property
    def scores(self) -> Array:
        """f(x_i); zeros without a model."""
        if self.model is None:
            return np.zeros(len(self.data))
        if self.solution is None:  # a model that came from elsewhere
            return self.model(self.data.X)
        return self.solution.scores + self.model.intercept

    @cached_property
    def margins(self) -> Array:
        """y_i f(x_i), the functional margin."""
        return np.asarray(self.data.y * self.scores)

    @property
    def finished(self) -> bool:
        """Whether the multipliers are those of an optimum, or at least of a stationary point."""
        reached = (Status.OPTIMAL, Status.STATIONARY)
        return self.solution is not None and self.solution.status in reached

    @cached_property
    def _gradient_step(self) -> tuple[Array, Array]:
        """alpha after one gradient step of the dual, and the change below which it is rounding.

        At the optimum the step, cut off at 0 and C, changes nothing. Near it a point that is on
        its way to a bound has mostly not arrived there, and some arrived that have to leave again;
        alpha and y f together tell where it goes, as in `finish`.
        """
        step = np.minimum(1.0 / self.spread if self.spread > 0.0 else np.inf, LONGEST_STEP * self.C)
        return self.alpha + step * (1.0 - self.margins), MARGIN_TOLERANCE * step

    @cached_property
    def support(self) -> Bools:
        """alpha_i > 0 at the optimum. An unfinished model is far from it: there, y f up to 1."""
        if not self.finished:
            return np.asarray(
                (self.margins <= 1.0 + UNFINISHED_MARGIN_TOLERANCE) & (self.model is not None)
            )
        ahead, nothing = self._gradient_step
        return np.asarray(ahead > nothing)

    @cached_property
    def bound(self) -> Bools:
        """alpha_i = C at the optimum, or y f below 1 where unfinished; nobody in a hard margin."""
        if self.experiment.margin == "hard":
            return np.zeros(len(self.data), dtype=bool)
        if not self.finished:
            return np.asarray(
                (self.margins < 1.0 - UNFINISHED_MARGIN_TOLERANCE) & (self.model is not None)
            )
        ahead, nothing = self._gradient_step
        return np.asarray(ahead >= self.C - nothing)

    @cached_property
    def wrong(self) -> Bools:
        """Points on the wrong side of f = 0 (f = 0 itself is class +1)."""
        if self.model is None:
            return np.zeros(len(self.data), dtype=bool)
        return np.asarray((self.scores >= 0.0) != (self.data.y > 0.0))

    @property
    def accuracy(self) -> float:
        """The share of the training points on their own side."""
        return float(1.0 - self.wrong.sum() / max(1, len(self.data)))

    @property
    def width(self) -> float | None:
        """2 / |w|, the width of the street: in the plane for the linear kernel, else among phi.

        |w|^2 = coef'K coef; None without a model, for w = 0, and for a kernel that has no phi.
        """
        if self.model is None or not self.model.kernel.psd:
            return None
        square = float(self.model.coef @ (self.scores - self.model.intercept))
        return float(2.0 / np.sqrt(square)) if square > 0.0 else None

    @property
    def constant(self) -> bool:
        """Whether the model is the same everywhere: w = 0 but for rounding."""
        return self.model is not None and float(np.ptp(self.scores)) <= 1e-9


def run(experiment: Experiment) -> Run:
    """Carry out an experiment. Equal experiments share one read-only result.

    None is kept after one that ended by the clock: that says more of a busy moment than of the
    model.
    """
    result = _run(experiment)
    if result.solution is not None and result.solution.status is Status.TIMEOUT:
        _run.cache_clear()
    return result


@lru_cache(maxsize=32)
def _run(experiment: Experiment) -> Run:
    start = time.perf_counter()
    data = data_of(experiment)
    if len(set(data.y.tolist())) < 2:
        return Run(experiment, data)
    kernel = experiment.build_kernel()
    problem = _problem(experiment, kernel, data)
    parted = problem.hulls
    if parted is not None and not parted.separable:
        return Run(experiment, data, separation=parted, seconds=time.perf_counter() - start)
    solver = experiment.build_solver()
    budget = experiment.max_iter or solver.max_iter_default
    solution = solve(problem, solver, tol=experiment.tol, max_iter=budget, convex=kernel.psd)
    if parted is not None and problem.phi is not None and solution.status is not Status.OPTIMAL:
        parted = decide(GramSpace(problem.K), data.y)  # what coordinates tell apart, K may not
        if not parted.separable:
            return Run(experiment, data, separation=parted, seconds=time.perf_counter() - start)
    note(solver=experiment.solver, status=solution.status.value, n=len(data))
    model = Model(kernel, data.X, solution.coef, solution.intercept)
    seconds = time.perf_counter() - start
    floor = None
    if kernel.psd and solution.status is not Status.OPTIMAL:
        primal = PrimalProblem(problem.K, data.y, problem.C)
        best = solve(primal, InteriorPoint(), max_iter=100, max_seconds=0.5)
        floor = best.certificate.primal if best.status is Status.OPTIMAL else None
    spread = float(problem.K.diagonal().mean() - problem.K.mean())
    return Run(experiment, data, model, solution, parted, floor, spread, seconds)


def _problem(experiment: Experiment, kernel: Kernel, data: Data) -> Problem:
    """The problem, with all that can be known of it before a solver begins."""
    space = space_of(kernel, data.X)
    K = space.K if isinstance(space, GramSpace) else kernel(data.X, data.X)
    phi = space.phi if isinstance(space, FeatureSpace) else None
    hard = experiment.margin == "hard"
    C = sample_C(experiment, data)
    hulls = decide(GramSpace(K) if phi is None else space, data.y) if hard else None
    kind = PrimalProblem if experiment.formulation == "primal" else DualProblem
    return kind(K, data.y, C, psd=kernel.psd, phi=phi, hulls=hulls)


def sample_C(experiment: Experiment, data: Data) -> Array:
    """C_i = C times the weight of the point, shape (n,); infinite for the hard margin."""
    if experiment.margin == "hard":
        return np.full(len(data), np.inf)
    return experiment.C * data.weight


@lru_cache(maxsize=8)
def data_of(experiment: Experiment) -> Data:
    """The points of an experiment's board; class `plus` is +1, all others are -1."""
    points, plus = experiment.board().all_points, experiment.plus
    labels = tuple(p.label for p in points)
    y = read_only([1.0 if label == plus else -1.0 for label in labels])
    own = np.array([p.weight for p in points])
    return Data(
        read_only(np.array([(p.x, p.y) for p in points]).reshape(-1, 2)),
        y,
        tuple(p.id for p in points),
        labels,
        read_only(own * class_factors(experiment, labels, y, own)),
        read_only(own),
    )


def class_factors(
    experiment: Experiment, labels: npt.ArrayLike, sides: npt.ArrayLike, w: Array
) -> Array:
    """The factor of each point's class, (n,): the visitor's own by label, or those that balance.

    labels, sides : (n,), the classes, and what is told apart, which both weigh the same if
    balanced. w : (n,), the weights of the points.
    """
    if experiment.class_weight == "own":
        known = {c: experiment.class_factor(c) for c in np.unique(labels).tolist()}
        return compute_sample_weight(known, labels)
    balanced = experiment.class_weight == "balanced"
    return compute_sample_weight("weighted_balanced" if balanced else None, sides, w)
