"""A kernel approximated by explicit features."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple, Protocol

import numpy as np

from pages.datasets.limits import Extent
from pages.kernels.model.support import bound_of, support_of
from pages.model_selection.kernel_grid import on_grid
from pages.state.model.feature_maps import dimension, multiplications, polynomial_map
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
from svmcore.kernels import RBF, Kernel

# --- Explicit features whose inner products approximate a kernel: random Fourier, and Nyström ---

EPS = float(np.finfo(float).eps)


class ApproximateFeatures(Protocol):
    """A map z into r coordinates with <z(x), z(x')> near K(x, x')."""

    def __call__(self, X: Array) -> Array:
        """z(x_i) of the points X, (n, d), as rows, (n, r)."""

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        """<w, z((xs_a, ys_b))> on a grid of the plane, (len(ys), len(xs)); w is (r,)."""


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """Random Fourier features z_j(x) = sqrt(2/D) cos(<w_j, x> + b_j), |z(x)|^2 = 1 on average.

    weights : the w_j, (D, d), drawn from the kernel's Fourier transform
    phases : the b_j, (D,), uniform on [0, 2 pi)

    Source: Rahimi and Recht, Random features for large-scale kernel machines (2007),
    https://papers.nips.cc/paper/3182-random-features-for-large-scale-kernel-machines
    """

    weights: Array
    phases: Array

    def __call__(self, X: Array) -> Array:
        return np.asarray(self._scale * np.cos(X @ self.weights.T + self.phases))

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        """cos(a + c) = cos a cos c - sin a sin c: two matrix products."""
        in_x = np.multiply.outer(xs, self.weights[:, 0])
        in_y = np.multiply.outer(ys, self.weights[:, 1]) + self.phases
        even = (np.cos(in_y) * w) @ np.cos(in_x).T
        odd = (np.sin(in_y) * w) @ np.sin(in_x).T
        return np.asarray(self._scale * (even - odd))

    @property
    def _scale(self) -> float:
        return float(np.sqrt(2.0 / len(self.phases)))


@dataclass(frozen=True, eq=False)
class NystromFeatures:
    """Nyström features z(x) = M' k(x), k(x) = (K(x, x_j)) over landmarks x_j, M M' = K_DD^+.

    So <z(x), z(x')> = k(x)' K_DD^+ k(x'), which is K(x, x') if one of the two is a landmark.

    kernel : must be positive semi-definite
    landmarks : (D, d), points of the training sample
    chosen : (D,), their numbers in it
    root : M, (D, r) with r <= D: directions in which K_DD is 0 but for rounding are left out

    Source: Williams and Seeger, Using the Nyström method to speed up kernel machines (2001),
    https://papers.nips.cc/paper/1866-using-the-nystrom-method-to-speed-up-kernel-machines
    """

    kernel: Kernel
    landmarks: Array
    chosen: Indices
    root: Array

    def __call__(self, X: Array) -> Array:
        return np.asarray(self.kernel(X, self.landmarks) @ self.root)

    def grid(self, xs: Array, ys: Array, w: Array) -> Array:
        return on_grid(self.kernel, xs, ys, self.landmarks, self.root @ w)


def fourier_features(
    gamma: float, d: int, n_components: int, rng: np.random.Generator
) -> FourierFeatures:
    """D = `n_components` random Fourier features of exp(-gamma |x - z|^2) in d dimensions.

    w ~ N(0, 2 gamma I), from `rng`. With a generator of the same seed the first features stay the
    same for another D, but for their common factor. Raises ValueError if gamma < 0, d < 1 or D < 1.
    """
    if gamma < 0.0:
        raise ValueError(f"gamma must be >= 0, got {gamma}")
    if d < 1 or n_components < 1:
        raise ValueError(f"d and n_components must be >= 1, got {d} and {n_components}")
    [of_phases] = rng.spawn(1)  # a stream of its own: then more features change none
    weights = np.sqrt(2.0 * gamma) * rng.standard_normal((n_components, d))
    phases = of_phases.uniform(0.0, 2.0 * np.pi, n_components)
    return FourierFeatures(read_only(weights), read_only(phases))


def nystrom_features(
    kernel: Kernel, X: Array, n_components: int, rng: np.random.Generator
) -> NystromFeatures:
    """Nyström features of min(D, n) landmarks, D = `n_components`, drawn by `rng` from X, (n, d).

    With a generator of the same seed fewer landmarks are the first ones of more. Raises ValueError
    if D < 1, or for a kernel that is not positive semi-definite.
    """
    if n_components < 1:
        raise ValueError(f"n_components must be >= 1, got {n_components}")
    if not kernel.psd:
        raise ValueError("the kernel must be positive semi-definite")
    chosen = rng.permutation(len(X))[:n_components]
    landmarks = read_only(X[chosen])
    values, vectors = np.linalg.eigh(kernel(landmarks, landmarks))
    kept = values > len(values) * EPS * float(values.max(initial=0.0))
    root = vectors[:, kept] / np.sqrt(values[kept])
    return NystromFeatures(kernel, landmarks, chosen, read_only(root))


def kernel_error(K: Array, Z: Array) -> float:
    """Relative error |K - Z Z'| / |K| of the Gram matrix, (n, n), in the Frobenius norm.

    Z : the features of the n points, (n, r). 0 for no points.
    """
    size = float(np.linalg.norm(K))
    return float(np.linalg.norm(K - Z @ Z.T)) / size if size > 0.0 else 0.0


# --- What phi costs and what K costs, for the kernel (1 + <x, z>)^p of d features ---

FEATURES = (2, 5, 10, 20, 50, 100)
WRITTEN = 200_000  # coordinates: phi is written out up to so many
REPEATS = 3  # the shortest time counts


class MapCostRow(NamedTuple):
    """d features: the coordinates of phi, the multiplications in K, and the measured seconds.

    map_seconds : to write phi(x) and phi(z) out and multiply them; None where phi has more than
    `WRITTEN` coordinates, or before it is measured. kernel_seconds : of K(x, z).
    """

    features: int
    coordinates: int
    multiplications: int
    map_seconds: float | None = None
    kernel_seconds: float | None = None


def counted(degree: int, features: int) -> tuple[MapCostRow, ...]:
    """The rows of the table, without times: usual numbers of features, and this one."""
    return tuple(
        MapCostRow(d, dimension(d, degree), multiplications(d, degree))
        for d in sorted({*FEATURES, features})
    )


def measured(degree: int, features: int) -> tuple[MapCostRow, ...]:
    """The same rows with times, each of one pair of points."""
    return tuple(
        row._replace(
            map_seconds=_map_seconds(row, degree), kernel_seconds=_kernel_seconds(row, degree)
        )
        for row in counted(degree, features)
    )


def _pair(features: int) -> Array:
    """Two points of length 1, so that no power is too large."""
    points = np.random.default_rng(0).standard_normal((2, features))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _map_seconds(row: MapCostRow, degree: int) -> float | None:
    if row.coordinates > WRITTEN:
        return None
    points, times = _pair(row.features), []
    for _ in range(REPEATS):
        begun = perf_counter()
        first, second = polynomial_map(points, degree)
        float(first @ second)
        times.append(perf_counter() - begun)
    return min(times)


def _kernel_seconds(row: MapCostRow, degree: int) -> float:
    (x, z), times = _pair(row.features), []
    for _ in range(REPEATS):
        begun = perf_counter()
        float((1.0 + x @ z) ** degree)
        times.append(perf_counter() - begun)
    return min(times)


# --- A linear SVM in approximate features of the RBF kernel, beside the kernel SVM ---

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
