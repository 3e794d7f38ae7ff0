"""The primal beside the dual: the same model from both, what each has to find, what it costs."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.dual.model.barrier import dual_barrier, primal_barrier
from pages.state.board.experiment import Experiment, change, with_default_training
from pages.state.model.run import Data, data_of, run, sample_C
from svmcore.arrays import Array, read_only
from svmcore.kernels import Linear
from svmcore.kernels.gram_factor import factor

CLOSE = 1e-9  # relative gap at which the primal ends
TIGHT = 1e-10  # tolerance of the dual
MET = 1e-6  # relative gap of two values that are one
FLAT = 1e-12  # of a slope: what rounding leaves of 0 in a sum of weights
SEEN = 1e-6  # singular value, relative to the largest, from which on a direction matters for f
SMALLEST = {"points": 25, "dimensions": 2}  # what grows, from there in doublings
FIXED = {"points": 2, "dimensions": 100}  # the other number
COMPARED_GAP = 1e-6  # gap per point of the trainings that are measured, C = 1
BEST_OF = 3
STEEPER = 2.0  # how much more the cost may grow from the last row to the next than it did before


@dataclass(frozen=True, eq=False)
class Side:
    """One way to the model f(x) = sum_i coef_i K(x_i, x) + b.

    variables : the unknowns by name, and how many numbers each is. constraints : likewise
    w : (2,), of the linear kernel, None for any other. coef, scores : (n,), scores is f at the
        points. value : of its own objective, which both have in common at the optimum
    """

    variables: tuple[tuple[str, int], ...]
    constraints: tuple[tuple[str, int], ...]
    w: Array | None
    coef: Array
    b: float
    scores: Array
    value: float

    @property
    def n_variables(self) -> int:
        """How many numbers are looked for."""
        return sum(many for _, many in self.variables)

    @property
    def n_constraints(self) -> int:
        """How many equations and inequalities they have to obey."""
        return sum(many for _, many in self.constraints)


@dataclass(frozen=True, eq=False)
class PrimalDualComparison:
    """The soft margin from the primal and from the dual; all differences are absolute.

    w : the largest difference of a weight, None for kernels other than the linear one
    b : that of b, which is a choice where `b_range` is wider than a rounding error
    scores : the largest of f at the points, b apart: of f minus its mean
    gap : primal value - dual value, which is never below 0 but for rounding errors
    """

    experiment: Experiment
    data: Data
    primal: Side
    dual: Side

    @property
    def w(self) -> float | None:
        if self.primal.w is None or self.dual.w is None:
            return None
        return float(np.abs(self.primal.w - self.dual.w).max())

    @property
    def b(self) -> float:
        return abs(self.primal.b - self.dual.b)

    @property
    def scores(self) -> float:
        difference = self.primal.scores - self.dual.scores
        return float(np.abs(difference - difference.mean()).max())

    @property
    def b_range(self) -> tuple[float, float]:
        """The least and the largest b that are optimal with the dual's w.

        sum_i omega_i max(0, 1 - y_i (g_i + b)) falls as fast as the points of class +1 weigh at
        first, and less by omega_i at each kink y_i - g_i: it is flat where the points of the kinks
        so far weigh as much as those. With weights that do not add up to this, the best b is the
        one kink at which the sum begins to rise.
        """
        y, omega = self.data.y, self.data.weight
        kinks = y - (self.dual.scores - self.dual.b)
        order = kinks.argsort()
        needed = float(omega[y > 0.0].sum())
        so_far = omega[order].cumsum()
        noise = FLAT * needed
        low = int(np.searchsorted(so_far, needed - noise))
        high = low + (abs(float(so_far[low]) - needed) <= noise)
        return float(kinks[order[low]]), float(kinks[order[high]])

    @property
    def gap(self) -> float:
        return self.primal.value - self.dual.value

    @property
    def met(self) -> bool:
        """Whether the values are one number but for MET: where rounding errors keep them apart,
        the two are not the same model.
        """
        return abs(self.gap) <= MET * abs(self.dual.value)


def obstacle(experiment: Experiment) -> str:
    """Why the two cannot be compared, as a sentence; empty if they can."""
    if len(set(data_of(experiment).y.tolist())) < 2:
        return "A model needs points of both classes."
    if experiment.margin == "hard":
        return "The two are compared for the soft margin: choose it, with a C."
    if not experiment.build_kernel().psd:
        return "This kernel is not positive semi-definite, so the dual has no primal problem."
    return ""


def comparison(experiment: Experiment) -> PrimalDualComparison | None:
    """Both ways for the experiment's points, kernel and C; None with an obstacle.

    The primal by `primal_barrier`, on w itself, or on coordinates of the points in feature space
    for other kernels than the linear one: from the dual it takes the size of the values alone, to
    know when to stop. The dual by `run`. Formulation, solver and tolerance do not matter.
    """
    return None if obstacle(experiment) else _comparison(with_default_training(experiment))


@lru_cache(maxsize=16)
def _comparison(experiment: Experiment) -> PrimalDualComparison:
    data, kernel = data_of(experiment), experiment.build_kernel()
    K, linear = kernel(data.X, data.X), isinstance(kernel, Linear)
    dual = _by_dual(experiment, K)
    primal = _by_primal(data, K, experiment, CLOSE * dual.value, linear)
    return PrimalDualComparison(experiment, data, primal, dual)


def _by_dual(experiment: Experiment, K: Array) -> Side:
    found = run(change(experiment, formulation="dual", tol=TIGHT))
    assert found.model is not None  # a soft margin has a model
    coef, b, n = found.model.coef, found.model.intercept, len(K)
    top = "αᵢ ≤ C" if (found.data.weight == 1.0).all() else "αᵢ ≤ C ωᵢ"
    return Side(
        variables=(("α", n),),
        constraints=(("0 ≤ αᵢ", n), (top, n), ("Σ αᵢyᵢ = 0", 1)),
        w=found.model.weights,
        coef=coef,
        b=b,
        scores=read_only(K @ coef + b),
        value=float(found.alpha.sum() - 0.5 * coef @ K @ coef),
    )


def _by_primal(data: Data, K: Array, experiment: Experiment, gap: float, linear: bool) -> Side:
    n, y, C = len(data), data.y, sample_C(experiment, data)
    phi, unit = (data.X - data.X.mean(axis=0), 1.0) if linear else factor(K)[:2]
    phi = np.sqrt(unit) * phi  # coordinates around the points' mean, which only b has to know
    one = (data.weight == 1.0).all()
    found = primal_barrier(phi, y, experiment.C if one else C, gap)
    scores, square = phi @ found.w + found.b, float(found.w @ found.w)
    # any beta with sum beta phi = w and sum beta = 0 will do; the slopes of the loss are near one
    beta = y * found.alpha
    beta = beta - beta.mean()
    beta = beta + np.linalg.lstsq(phi.T, found.w - phi.T @ beta, rcond=SEEN)[0]
    b = found.b - float(K.mean(axis=0) @ beta)
    slack = np.maximum(0.0, 1.0 - y * scores)
    first = ("w", data.X.shape[1]) if linear else ("β", n)
    return Side(
        variables=(first, ("b", 1), ("ξ", n)),
        constraints=(("yᵢf(xᵢ) ≥ 1 − ξᵢ", n), ("ξᵢ ≥ 0", n)),
        w=found.w if linear else None,
        coef=read_only(beta),
        b=b,
        scores=read_only(scores),
        value=0.5 * square + float(C @ slack),
    )


class CostRow(NamedTuple):
    """Measured: milliseconds and Newton steps of one training each, N points in d dimensions."""

    points: int
    dimensions: int
    primal_ms: float
    dual_ms: float
    primal_steps: int
    dual_steps: int


def growing(
    by: str,
    budget_seconds: float = 1.5,
    *,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[CostRow]:
    """Train the linear soft margin in the primal and in the dual, one row a size.

    Both by the same barrier method (`pages.dual.model.barrier`) to the same gap, C = 1, on two
    overlapping clouds. A size is trained three times and the best is reported; it is begun only
    if it can be expected to fit into the budget. Two are always measured: one shows no growth.
    """
    smallest = SMALLEST[by]
    size, spent, last, growth = smallest, 0.0, 0.0, 1.0
    while size <= 2 * smallest or spent + STEEPER * growth * last <= budget_seconds:
        n, d = (size, FIXED[by]) if by == "points" else (FIXED[by], size)
        X, y = clouds(n, d)
        times, steps = np.empty((BEST_OF, 2)), [0, 0]
        for k in range(BEST_OF):
            for side, method in enumerate((primal_barrier, dual_barrier)):
                start = clock()
                steps[side] = method(X, y, 1.0, COMPARED_GAP * n).steps
                times[k, side] = clock() - start
        took = max(float(times.sum()), float(np.finfo(float).tiny))
        growth = max(1.0, took / last) if last else 1.0
        last, spent = took, spent + took
        primal, dual = 1e3 * times.min(axis=0)
        yield CostRow(n, d, float(primal), float(dual), steps[0], steps[1])
        size *= 2


def clouds(n: int, d: int) -> tuple[Array, Array]:
    """Two clouds of n points in d dimensions, a distance of 2 apart along the first; labels."""
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = np.random.default_rng(0).normal(size=(n, d))
    X[:, 0] += y
    return X, y
