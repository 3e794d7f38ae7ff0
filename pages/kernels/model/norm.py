"""The norm of f in feature space, term by term, and a function that adds to nothing but that."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.datasets.limits import Extent
from pages.state.model.grid import DecisionGrid, decision_grid, level_lines
from pages.state.model.run import Run
from pages.state.model.scene import tolerance
from svmcore.arrays import Array, Indices, read_only
from svmcore.model import Model

EPS = float(np.finfo(float).eps)
NOTHING = 1e-6  # of K(z, z): a smaller |g|^2 cannot be told from rounding errors
SEARCH = 13  # places a side among which the one with the largest |g|^2 is looked for
INSET = 0.12  # of the picture, on each side, where none is looked for


@dataclass(frozen=True, eq=False, kw_only=True)
class NormParts:
    """|f|^2 = sum_i sum_j coef_i coef_j K(x_i, x_j) of f without b, by support vectors.

    points : their numbers on the board, the largest term first, (m,)
    y, alpha : (m,)
    terms : coef_i (f(x_i) - b), (m,); their sum, rounded once, is `square` = |w|^2
    """

    points: Indices
    y: Array
    alpha: Array
    terms: Array
    square: float

    @property
    def width(self) -> float:
        """2 / |f|, the width of the margin in feature space; infinite for f = b."""
        return 2.0 / math.sqrt(self.square) if self.square > 0.0 else math.inf


@dataclass(frozen=True, eq=False, kw_only=True)
class AddedPart:
    """g = K(z, .) - sum_i beta_i K(x_i, .), orthogonal to the span of the K(x_i, .): g(x_i) = 0.

    beta : (n,)
    square : |g|^2 = g(z); 0 where it is not above rounding errors
    rank : the dimension of the span, but for rounding
    """

    z: tuple[float, float]
    beta: Array
    square: float
    rank: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Raised:
    """f + t g, with t g(z) = `height`.

    square : |f + t g|^2 as a double sum over the points and z
    moved : the largest |t g(x_i)| at a training point, 0 but for rounding
    errors : how many training points f + t g misclassifies
    lines : the polyline f + t g = 0
    """

    t: float
    height: float
    square: float
    moved: float
    errors: int
    grid: DecisionGrid
    lines: Array


def norm_parts(run: Run) -> NormParts | None:
    """The terms of |f|^2; None without a model, or where the kernel has no feature space."""
    model = run.model
    if model is None or not model.kernel.psd:
        return None
    held = np.flatnonzero(model.coef)
    K = model.kernel(model.X[held], model.X[held])
    terms = model.coef[held] * (K @ model.coef[held])
    order = np.argsort(-np.abs(terms), kind="stable")
    return NormParts(
        points=held[order],
        y=run.data.y[held[order]],
        alpha=run.alpha[held[order]],
        terms=read_only(terms[order]),
        square=math.fsum(terms),
    )


@lru_cache(maxsize=16)
def added_part(run: Run, z: tuple[float, float]) -> AddedPart:
    """What is left of K(z, .) without its projection onto the span of the training points'.

    Raises ValueError without a model with a feature space.
    """
    model, values, vectors = _basis(run)
    place = np.array([z], dtype=float)
    k = model.kernel(model.X, place)[:, 0]
    own = float(model.kernel(place, place)[0, 0])
    beta = vectors @ ((vectors.T @ k) / values)
    square = own - float(k @ beta)
    return AddedPart(
        z=z,
        beta=read_only(beta),
        square=square if square > NOTHING * own else 0.0,
        rank=len(values),
    )


def roomy_place(run: Run, view: Extent) -> tuple[float, float]:
    """Where in the picture |g|^2 is largest, on a coarse grid."""
    model, values, vectors = _basis(run)
    x0, x1, y0, y1 = view
    share = np.linspace(INSET, 1.0 - INSET, SEARCH)
    a, b = np.meshgrid(x0 + share * (x1 - x0), y0 + share * (y1 - y0))
    places = np.column_stack([a.ravel(), b.ravel()])
    k = vectors.T @ model.kernel(model.X, places)
    own = np.array([model.kernel(p[None], p[None])[0, 0] for p in places])
    best = int((own - (k**2 / values[:, None]).sum(axis=0)).argmax())
    return round(float(places[best, 0]), 2), round(float(places[best, 1]), 2)


def raised(run: Run, part: AddedPart, height: float, extent: Extent) -> Raised | None:
    """f + t g over `extent`, with t g(z) = `height`; None where g is 0."""
    if run.model is None or part.square == 0.0:
        return None
    model, t = run.model, height / part.square
    coef = np.append(model.coef - t * part.beta, t)
    X = np.vstack([model.X, part.z])
    both = Model(model.kernel, X, coef, model.intercept)
    K = model.kernel(X, X)
    grid = decision_grid(both, extent)
    scores = both(model.X)
    [boundary] = level_lines(grid, (0.0,), both, tolerance(extent))
    return Raised(
        t=t,
        height=height,
        square=float(coef @ K @ coef),
        moved=float(np.abs(scores - run.scores).max()),
        errors=int(((scores >= 0.0) != (run.data.y > 0.0)).sum()),
        grid=grid,
        lines=boundary,
    )


@lru_cache(maxsize=2)
def _basis(run: Run) -> tuple[Model, Array, Array]:
    """The model, the eigenvalues of K that are above rounding errors, (r,), and vectors, (n, r)."""
    if run.model is None or not run.model.kernel.psd:
        raise ValueError("the run has no model with a feature space")
    K = run.model.kernel(run.model.X, run.model.X)
    values, vectors = np.linalg.eigh(0.5 * (K + K.T))
    kept = values > len(values) * EPS * float(values[-1])
    return run.model, read_only(values[kept]), read_only(vectors[:, kept])
