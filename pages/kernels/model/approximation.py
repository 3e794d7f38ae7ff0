"""A linear SVM in approximate features of the RBF kernel, beside the SVM with the kernel itself."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.datasets.extent import Extent
from pages.kernels.model.approximate_features import (
    ApproximateFeatures,
    NystromFeatures,
    fourier_features,
    kernel_error,
    nystrom_features,
)
from pages.kernels.model.support import bound_of, support_of
from pages.state.model.grid import FINE, DecisionGrid, level_lines
from pages.state.model.run import Run
from pages.state.model.scene import LEVELS, tolerance
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.engine import (
    FeatureSpace,
    GramSpace,
    Result,
    Space,
    classification,
    hard_margin,
    train,
)
from svmcore.kernels import RBF

METHODS = ("fourier", "nystrom")
COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)  # D of the chart
SEEDS = 5
INSEPARABLE = (
    "No hyperplane separates the classes in these features: choose the soft margin or a larger D."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Approximated:
    """f(x) = <w, z(x)> + b of a linear SVM in features z, beside the run with the exact kernel.

    D : the number of features, or of landmarks
    error : |K - K^| / |K| in the Frobenius norm
    coef : y alpha, (n,); scores : f at the training points, (n,)
    seconds : of the features and of training; exact_seconds : of K and of training with K
    grid, lines : f over the plane, and the polylines f = -1, 0, +1
    why : why there is no model; else empty
    """

    run: Run
    features: ApproximateFeatures
    D: int
    error: float
    coef: Array | None = None
    scores: Array | None = None
    seconds: float = 0.0
    exact_seconds: float = 0.0
    grid: DecisionGrid | None = None
    lines: tuple[Array, ...] = ()
    why: str = ""

    @property
    def support(self) -> Bools:
        """The points with alpha > 0."""
        return support_of(self.coef, len(self.run.data))

    @property
    def bound(self) -> Bools:
        """The points with alpha = C."""
        return bound_of(self.coef, self.run.C, len(self.run.data))

    @property
    def wrong(self) -> Bools:
        """Misclassified training points; f = 0 is class +1."""
        if self.scores is None:
            return np.zeros(len(self.run.data), dtype=bool)
        return np.asarray((self.scores >= 0.0) != (self.run.data.y > 0.0))

    @property
    def different(self) -> int:
        """How many training points are classified otherwise than by the exact model."""
        return int((self.wrong != self.run.wrong).sum())

    @property
    def landmarks(self) -> Indices:
        """The numbers of the landmarks on the board; none for random Fourier features."""
        chosen = self.features.chosen if isinstance(self.features, NystromFeatures) else ()
        return np.asarray(chosen, dtype=np.intp)


def make_features(method: str, X: Array, gamma: float, D: int, seed: int) -> ApproximateFeatures:
    """ApproximateFeatures of one of `METHODS` for the RBF kernel on the points X, (n, 2)."""
    rng = np.random.default_rng(seed)
    if method == "fourier":
        return fourier_features(gamma, X.shape[1], D, rng)
    return nystrom_features(RBF(gamma), X, D, rng)


@lru_cache(maxsize=8)
def approximated(run: Run, method: str, D: int, seed: int, extent: Extent) -> Approximated:
    """The model in D features of the run's RBF kernel, on its points, with its margin and C.

    Raises ValueError if the run has no model or another kernel.
    """
    if run.model is None or not isinstance(run.model.kernel, RBF):
        raise ValueError("the run must have a model with the RBF kernel")
    X, kernel = run.data.X, run.model.kernel
    start = time.perf_counter()
    features = make_features(method, X, kernel.gamma, D, seed)
    Z = features(X)
    answer = _trained(run, FeatureSpace(Z))
    seconds = time.perf_counter() - start
    D = min(D, len(X)) if method == "nystrom" else D
    bare = Approximated(
        run=run, features=features, D=D, error=kernel_error(kernel(X, X), Z), seconds=seconds
    )
    if answer is None:
        return replace(bare, why=INSEPARABLE)
    coef, b = run.data.y * answer.alpha, float(answer.v[0])
    w = coef @ Z if answer.w is None else answer.w
    xs, ys = np.linspace(*extent[:2], FINE), np.linspace(*extent[2:], FINE)
    grid = DecisionGrid(read_only(xs), read_only(ys), read_only(features.grid(xs, ys, w) + b))
    return replace(
        bare,
        coef=read_only(coef),
        scores=read_only(Z @ w + b),
        exact_seconds=exact_seconds(run),
        grid=grid,
        lines=level_lines(grid, LEVELS, lambda P: features(P) @ w + b, tolerance(extent)),
    )


@lru_cache(maxsize=8)
def exact_seconds(run: Run) -> float:
    """How long K and training with it take, by the same solver as for the features."""
    start = time.perf_counter()
    if run.model is not None:
        _trained(run, GramSpace(run.model.kernel(run.data.X, run.data.X)))
    return time.perf_counter() - start


def _trained(run: Run, space: Space) -> Result | None:
    """The run's margin and C in another space; None if its classes are not separable there."""
    if run.experiment.margin == "hard":
        return hard_margin(space, run.data.y)[1]
    return train(space, classification(run.data.y, run.C))


@dataclass(frozen=True, eq=False)
class ErrorCurves:
    """The error |K - K^| / |K| over D, the mean of some seeds.

    counts : the D of each method; errors : (len(counts),) of each
    seeds : how many draws the mean is of
    """

    counts: dict[str, tuple[int, ...]]
    errors: dict[str, Array]
    seeds: int


def error_curves(X: Array, gamma: float, seeds: int = SEEDS) -> Iterator[ErrorCurves]:
    """The curves of the points X, (n, 2), after each of the draws with the seeds 0, 1, 2, ...

    With n landmarks Nyström is exact, so its curve ends below that.
    """
    K = RBF(gamma)(X, X)
    counts = {"fourier": COUNTS, "nystrom": tuple(D for D in COUNTS if len(X) > D)}
    sums = {method: np.zeros(len(there)) for method, there in counts.items()}
    for seed in range(seeds):
        for method, there in counts.items():
            sums[method] += [
                kernel_error(K, make_features(method, X, gamma, D, seed)(X)) for D in there
            ]
        yield ErrorCurves(counts, {m: read_only(s / (seed + 1)) for m, s in sums.items()}, seed + 1)
