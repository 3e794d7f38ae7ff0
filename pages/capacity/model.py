"""What lines can separate: Cover's count, and the labellings of a few points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, sqrt

import numpy as np
from scipy.optimize import linprog

from svmcore.arrays import Array, Indices, read_only
from svmcore.engine import hard_margin, space_of
from svmcore.kernels import RBF, Kernel, Linear, Polynomial
from svmcore.model import Model
from svmcore.problems.separation import Separability

# --- Cover's function counting theorem, and the share of separable labellings of given points ---
# Of the 2^N labellings of N points, as many are separable by <w, phi(x)> with phi of d coordinates
# as
#
#     C(N, d) = 2 sum_{k < d} (N - 1 choose k),
#
# if no d of the phi(x) or fewer are linearly dependent ("general position"), and fewer otherwise.
# At N = 2 d that is half of them. A bias is the coordinate 1 of phi.
#
# Source: Cover, Geometrical and statistical properties of systems of linear inequalities with
# applications in pattern recognition (1965), https://doi.org/10.1109/PGEC.1965.264137

DEGREES: Mapping[str, int] = {"linear": 1, "quadratic": 2, "cubic": 3}
LARGEST = 60  # points whose labellings are counted
LABELLINGS = 200  # drawn for each N
BATCH = 25  # of them in a step of a job
NODES = (0.5, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 4.0)  # N / d that are measured
MARGIN_TOL = 1e-9  # of a linear program's optimum: what is less is 0
RANK_TOL = 1e-10  # of the largest singular value of phi


@dataclass(frozen=True)
class MeasuredShare:
    """How many of the `drawn` labellings of n points were separable."""

    n: int
    separable: int
    drawn: int

    @property
    def share(self) -> float:
        """The share of separable labellings."""
        return self.separable / self.drawn

    @property
    def error(self) -> float:
        """The standard error of the share, sqrt(p (1 - p) / drawn)."""
        return sqrt(self.share * (1.0 - self.share) / self.drawn)


def coordinates(degree: str) -> int:
    """The number d of monomials in the plane up to a degree, the constant included."""
    m = DEGREES[degree]
    return (m + 1) * (m + 2) // 2


def cover_count(n: int, d: int) -> int:
    """C(n, d), the number of separable labellings of n points in general position."""
    return 2 * sum(comb(n - 1, k) for k in range(d))


def cover_share(n: int, d: int) -> float:
    """C(n, d) / 2^n."""
    return float(cover_count(n, d) / 2**n)


def orthonormal_features(X: Array, degree: str) -> Array:
    """A basis of the columns of phi at the points X, (n, 2): shape (n, r), r the rank.

    Which labellings are separable depends on these columns' span alone.
    """
    middle = X.mean(axis=0)
    size = float(np.abs(X - middle).max()) or 1.0
    x, y = ((X - middle) / size).T
    m = DEGREES[degree]
    phi = np.column_stack([x**a * y**b for a in range(m + 1) for b in range(m + 1 - a)])
    U, s, _ = np.linalg.svd(phi, full_matrices=False)
    return np.asarray(U[:, s > RANK_TOL * s[0]])


def separable(features: Array, y: Array) -> bool:
    """Whether some w has y_i <w, phi_i> > 0 for all i: a linear program decides.

    max t with y_i <w, phi_i> >= t, |w_j| <= 1 and t <= 1 has a positive optimum, or 0.
    """
    n, r = features.shape
    A = np.hstack([-y[:, None] * features, np.ones((n, 1))])
    bounds = [(-1.0, 1.0)] * r + [(None, 1.0)]
    program = linprog(np.append(np.zeros(r), -1.0), A, np.zeros(n), bounds=bounds)
    return bool(program.status == 0 and -program.fun > MARGIN_TOL)


def chosen_points(X: Array, n: int, seed: int) -> Indices:
    """The numbers of n of the points X at random, all of them if there are no more: (n,)."""
    return np.random.default_rng(seed).permutation(len(X))[:n]


def measured_sizes(d: int, n: int, most: int) -> tuple[int, ...]:
    """The N that are measured: n itself first, then others around d, up to `most` points."""
    sizes = sorted({max(1, round(node * d)) for node in NODES} - {n})
    return tuple(size for size in (n, *sizes) if size <= min(most, LARGEST))


def measuring(
    X: Array, degree: str, sizes: tuple[int, ...], seed: int
) -> Iterator[tuple[MeasuredShare, ...]]:
    """The shares of separable ones among random labellings of some of the points X, as they come.

    Each step tries `BATCH` more labellings, each label of which is -1 or +1 with probability 1/2.
    """
    rng = np.random.default_rng(seed)
    done: tuple[MeasuredShare, ...] = ()
    for n in sizes:
        features = orthonormal_features(X[chosen_points(X, n, seed)], degree)
        n_separable = 0
        for drawn in range(BATCH, LABELLINGS + 1, BATCH):
            labels = np.where(rng.random((BATCH, n)) < 0.5, -1.0, 1.0)
            n_separable += sum(separable(features, y) for y in labels)
            yield (*done, MeasuredShare(n, n_separable, drawn))
        done = (*done, MeasuredShare(n, n_separable, LABELLINGS))


# --- All labellings of a few points, and which of them a hard margin separates ---
# A set of points is shattered if every labelling of it is separable; the VC dimension is the
# largest size of a set that is. Source: Vapnik and Chervonenkis, On the uniform convergence of
# relative frequencies of events to their probabilities (1971), https://doi.org/10.1137/1116025

Place = tuple[float, float]
FAR = 2.6  # how far from the middle a point can be, in x and in y
KERNELS: Mapping[str, Kernel] = {
    "linear": Linear(),
    "poly": Polynomial(degree=2, gamma=1.0, coef0=1.0),
    "rbf": RBF(gamma=1.0),
}


@dataclass(frozen=True, eq=False)
class Labelling:
    """One labelling of the points: y in {-1, +1}, (n,), and the verdict on it.

    model : of the hard margin; None where there is none, and where all points share a class, which
        a constant f separates
    """

    y: Array
    verdict: Separability
    model: Model | None = None

    @property
    def separable(self) -> bool:
        """Whether some f of the kernel has the sign of every label."""
        return self.verdict is Separability.SEPARABLE

    @property
    def constant(self) -> bool:
        """Whether all points share a class."""
        return bool((self.y == self.y[0]).all())


@dataclass(frozen=True, eq=False)
class Shattering:
    """Points X, (n, 2), with the verdict on each of their 2^n labellings, in their order."""

    kernel: str
    X: Array
    labellings: tuple[Labelling, ...]

    @property
    def count(self) -> int:
        """How many labellings are separable."""
        return sum(one.separable for one in self.labellings)

    @property
    def shattered(self) -> bool:
        """Whether all are."""
        return self.count == len(self.labellings)

    @property
    def unclear(self) -> int:
        """How many are too close to tell in double precision."""
        return sum(one.verdict is Separability.TOO_CLOSE for one in self.labellings)


def labels_of(k: int, n: int) -> Array:
    """Labelling number `k` of n points, (n,): the digits of k in base 2, 1 for class +1."""
    return read_only([1.0 if k >> (n - 1 - i) & 1 else -1.0 for i in range(n)])


@lru_cache(maxsize=16)
def shattering(kernel: str, places: tuple[Place, ...]) -> Shattering:
    """Every labelling of some points, decided by the distance of the classes' hulls.

    The labels of number 2^n - 1 - k are those of number k with the signs changed: one is decided.
    """
    X, n = read_only(np.array(places)), len(places)
    half = [_decided(KERNELS[kernel], X, labels_of(k, n)) for k in range(2 ** (n - 1))]
    return Shattering(kernel, X, (*half, *(_mirrored(one) for one in reversed(half))))


def _decided(kernel: Kernel, X: Array, y: Array) -> Labelling:
    if (y == y[0]).all():
        return Labelling(y, Separability.SEPARABLE)
    parted, answer = hard_margin(space_of(kernel, X), y)
    if answer is None:
        return Labelling(y, parted.verdict)
    return Labelling(y, parted.verdict, Model(kernel, X, y * answer.alpha, float(answer.v[0])))


def _mirrored(labelling: Labelling) -> Labelling:
    y, model = read_only(-labelling.y), labelling.model
    if model is not None:
        model = Model(model.kernel, model.X, -model.coef, -model.intercept)
    return Labelling(y, labelling.verdict, model)
