"""The Gram matrix to look at: its points in an order, its spectrum, and what that says of it."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.feature_maps import EPS, centred, principal, rounding
from pages.state.model.run import Data, data_of
from pages.state.text.number_format import number
from svmcore.arrays import Array, Indices, read_only

ORDERS = ("class", "distance", "given")
COORDINATES = 3  # of kernel PCA that are kept


@dataclass(frozen=True, eq=False, kw_only=True)
class Spectrum:
    """K of a board's points, (n, n) in the order of the board, and what its eigenvalues say.

    values : the eigenvalues, falling, (n,)
    tolerance : n eps max|lambda|: smaller ones cannot be told from rounding errors
    rank : how many exceed the tolerance in size
    negative : the smallest eigenvalue over the largest in size where it is below -tolerance, else 0
    dimension : (sum lambda)^2 / sum lambda^2, n for n equal eigenvalues and 1 for a single one;
        None where K has negative eigenvalues, for their sum then counts nothing
    psd : whether the kernel has a phi whatever the points are
    concave : whether v'Kv >= 0 but for rounding for all v that add up to 0, as the alpha_i y_i do,
        so that the dual is concave on its feasible set: so if `holds`, and sometimes if not
    coordinates : kernel PCA, (n, 3): sqrt(lambda_k) v_k of H K H, H = 1 - 11'/n; 0 beyond its rank
    shares : the part of the trace of H K H that each of these holds; NaN for an indefinite one

    Source: Schölkopf, Smola, Müller, Nonlinear component analysis as a kernel eigenvalue problem
    (1998); for `concave`, Schölkopf, The kernel trick for distances (2000).
    """

    K: Array
    values: Array
    tolerance: float
    rank: int
    negative: float
    dimension: float | None
    psd: bool
    concave: bool
    coordinates: Array
    shares: Array

    @property
    def holds(self) -> bool:
        """Whether K is positive semi-definite on these points, but for rounding."""
        return self.negative == 0.0

    @property
    def mercer(self) -> str:
        """Mercer's condition on these points, and what it means for the dual, in a sentence."""
        if self.psd:
            return (
                "Mercer's condition holds for any points: K(x, z) = ⟨φ(x), φ(z)⟩, the dual is "
                "concave, and its optimum has a certificate."
            )
        if self.holds:
            return (
                "K has no negative eigenvalue on these points, so the dual is concave here; "
                "on other points this kernel may have some."
            )
        fails = (
            f"Mercer's condition fails: the smallest eigenvalue is {number(self.negative, 3)} "
            "times the largest in size. "
        )
        if self.concave:
            return fails + (
                "But v′Kv ≥ 0 for all v that add up to 0, as the αᵢyᵢ do: on these points the dual "
                "is concave nevertheless. SMO's solution still has no certificate, as for "
                "every kernel that is not positive semi-definite."
            )
        return fails + (
            "The dual is not concave, so SMO ends at a stationary point "
            "without a certificate, and no feature space exists in which a margin is defined."
        )


@dataclass(frozen=True, eq=False)
class GramView:
    """A spectrum with its points in an order: `order`, (n,), are their numbers on the board."""

    data: Data
    spectrum: Spectrum
    order: Indices
    by: str

    @property
    def K(self) -> Array:
        """The Gram matrix in that order, (n, n)."""
        return self.spectrum.K[np.ix_(self.order, self.order)]


def gram_view(experiment: Experiment, order: str = "class") -> GramView:
    """K of an experiment's points, with rows and columns in an order.

    "class" puts class -1 first, each class along the first kernel PCA coordinate of its own;
    "distance" walks from an outermost point to the nearest one not yet seen; "given" is the
    board's order. Margin, C and solver do not matter.
    """
    return _view(replace(with_default_training(experiment), C=Experiment().C), order)


@lru_cache(maxsize=8)  # a matrix of 600 points has 3 MB
def _view(experiment: Experiment, by: str) -> GramView:
    data, spectrum = data_of(experiment), _spectrum(experiment)
    if by == "class":
        order = _by_class(spectrum.K, data.y)
    elif by == "distance":
        order = chain(data.X)
    else:
        order = np.arange(len(data))
    return GramView(data, spectrum, order, by)


@lru_cache(maxsize=4)
def _spectrum(experiment: Experiment) -> Spectrum:
    data, kernel = data_of(experiment), experiment.build_kernel()
    K = np.asarray(kernel(data.X, data.X))
    K = read_only(0.5 * (K + K.T))
    n = len(K)
    values = np.linalg.eigvalsh(K)[::-1] if n else np.empty(0)
    largest = float(np.abs(values).max(initial=0.0))
    tolerance = n * EPS * largest
    lowest = float(values[-1]) if n else 0.0
    negative = lowest / largest if lowest < -tolerance and not kernel.psd else 0.0
    dimension = None
    if negative == 0.0:
        dimension = float(values.sum() ** 2 / (values @ values)) if largest > 0.0 else 0.0
    coordinates, shares = principal(K, COORDINATES)
    return Spectrum(
        K=K,
        values=read_only(values),
        tolerance=tolerance,
        rank=int((np.abs(values) > tolerance).sum()),
        negative=negative,
        dimension=dimension,
        psd=kernel.psd,
        concave=negative == 0.0 or bool(np.linalg.eigvalsh(centred(K))[0] >= -rounding(K)),
        coordinates=read_only(coordinates),
        shares=read_only(shares if negative == 0.0 else np.full(COORDINATES, np.nan)),
    )


def _by_class(K: Array, y: Array) -> Indices:
    """One class after the other; within each, the alike stand beside each other."""
    parts = []
    for sign in (-1.0, 1.0):
        members = np.flatnonzero(y == sign)
        along = principal(K[np.ix_(members, members)], 1)[0][:, 0]
        parts.append(members[np.argsort(along, kind="stable")])
    return np.concatenate(parts)


def chain(X: Array) -> Indices:
    """From an outermost of the points X, (n, d), always to the nearest one not yet seen: (n,)."""
    n = len(X)
    order = np.empty(n, dtype=np.intp)
    if not n:
        return order
    away = X - X.mean(axis=0)
    here = int((away**2).sum(axis=1).argmax())
    seen = np.zeros(n, dtype=bool)
    for k in range(n):
        order[k], seen[here] = here, True
        distance = np.where(seen, np.inf, ((X - X[here]) ** 2).sum(axis=1))
        here = int(distance.argmin())
    return order
