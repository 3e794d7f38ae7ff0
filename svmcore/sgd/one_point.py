"""Updates with one point in plain numbers, and the types that update rules share."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, Labels
from svmcore.losses import Hinge
from svmcore.sgd.parametrization import KernelWeights, Parametrization

MIN_SCALE = 1e-100  # of w over u, which is then written down anew
Bias: TypeAlias = Any  # b as a number, or (k,) for k score functions


class Block(NamedTuple):
    """L updates that follow each other: t = first, first + 1, ..., each with its points.

    rows : one point an update, shape (L,), or a list of L batches. rates : (L,).
    stops : (m,), rising, the numbers of updates after which the model is asked for; 0 stands for
        the model that the block begins with.
    """

    first: int
    rows: Indices | list[Indices]
    rates: Array
    stops: Indices


Models: TypeAlias = tuple[Array, Array]  # v and b at the stops: (m, size), (m,), or with k after it


class Cost(Protocol):
    """What an update goes down: rho/2 |w|^2 + kappa times the mean over the points of a loss."""

    @property
    def rho(self) -> float: ...
    @property
    def kappa(self) -> float: ...
    @property
    def bias_inside(self) -> bool: ...
    @property
    def loss(self) -> Any: ...
    def slope(self, f: Array, y: Labels) -> Array:
        """A subgradient of each point's loss in its f, shape (n,), or (n, k) for k scores."""


class Keeper:
    """Keeps the models at the stops of a block, which is shown every model in turn."""

    def __init__(self, stops: Indices, v: Array, b: Bias) -> None:
        self.V, self.B = np.empty((len(stops), *v.shape)), np.empty((len(stops), *np.shape(b)))
        self._stops, self._seen, self._kept = stops.tolist(), -1, 0
        self.next(v, b)

    def next(self, v: npt.ArrayLike, b: Bias) -> None:
        """The model after one more update; the first time the one to begin with."""
        self._seen += 1
        if self._kept < len(self._stops) and self._stops[self._kept] == self._seen:
            self.V[self._kept], self.B[self._kept] = v, b
            self._kept += 1


def one_by_one(data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias) -> Models:
    """One point an update for a loss with `slope_of`: with kernels an update is a row of K."""
    v, keeper = v.copy(), Keeper(block.stops, v, b)
    kernel, slope_of = isinstance(data, KernelWeights), objective.loss.slope_of
    lines, labels = list(data.matrix), data.y.tolist()
    columns = lines if v.ndim == 1 else list(data.matrix[:, :, None])
    idle = (0.0 * np.asarray(b)).tolist()
    for i, keep, push in _steps(data, objective, block):
        slope = slope_of((lines[i].dot(v) + b).tolist(), labels[i])
        v *= keep
        if objective.bias_inside:
            b = keep * b
        if slope != idle:
            pull = -push * slope if v.ndim == 1 else -push * np.array(slope)
            if kernel:
                v[i] += pull
            else:
                v += columns[i] * pull
            b = b + pull
        keeper.next(v, b)
    return keeper.V, keeper.B


def on_sparse_points(
    data: Parametrization, objective: Cost, block: Block, v: Array, b: float
) -> Models:
    """One point of a sparse X an update, which costs its entries: w = scale u shrinks by scale."""
    X, y, loss = data.matrix, data.y.tolist(), objective.loss
    starts, u, scale = X.indptr.tolist(), v.copy(), 1.0
    slope = (lambda t: -float(t < 1.0)) if isinstance(loss, Hinge) else loss.slope
    steps, V, B = _steps(data, objective, block), [], []
    for length in np.diff(block.stops, prepend=0).tolist():
        for i, keep, push in islice(steps, length):
            row = slice(starts[i], starts[i + 1])
            at, x = X.indices[row], X.data[row]
            fall = -push * y[i] * float(slope(y[i] * (scale * float(u[at].dot(x)) + b)))
            scale *= keep
            b = (keep * b if objective.bias_inside else b) + fall
            if abs(scale) < MIN_SCALE:
                u *= scale
                scale = 1.0
            if fall:
                u[at] += (fall / scale) * x
        V.append(scale * u)
        B.append(b)
    return np.array(V), np.array(B)


def on_a_line(
    data: Parametrization, objective: Cost, epsilon: float, block: Block, v: Array, b: float
) -> Models:
    """`TubeLoss` in one coordinate, where w and b are plain numbers: ten times faster."""
    x, z = data.matrix[:, 0].tolist(), data.y.tolist()
    w, keeper = float(v[0]), Keeper(block.stops, v, b)
    for i, keep, push in _steps(data, objective, block):
        t = w * x[i] + b - z[i]
        w *= keep
        if t > epsilon:
            w, b = w - push * x[i], b - push
        elif t < -epsilon:
            w, b = w + push * x[i], b + push
        keeper.next((w,), b)
    return keeper.V, keeper.B


def _steps(
    data: Parametrization, objective: Cost, block: Block
) -> Iterator[tuple[int, float, float]]:
    """The point of each update, 1 - eta rho, and eta kappa omega."""
    rows, pushes = np.asarray(block.rows), block.rates * objective.kappa
    if data.weight is not None:
        pushes = pushes * data.weight[rows]
    keeps = 1.0 - block.rates * objective.rho
    return zip(rows.tolist(), keeps.tolist(), pushes.tolist(), strict=True)
