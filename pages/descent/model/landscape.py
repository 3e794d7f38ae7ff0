"""The cost of a model with weights as a landscape over two of its three numbers."""

from dataclasses import dataclass

import numpy as np

from pages.descent.model.film import Film
from svmcore.arrays import Array, read_only
from svmcore.sgd.parametrization import LinearWeights

NODES = 31  # a side
FEW_NODES = 15  # the same while a point is being dragged
HALVINGS = 34  # of the interval in which the third number is looked for
AXES = {"w1, w2": (0, 1), "w1, b": (0, 2), "w2, b": (1, 2)}
FAR = 4.0  # times the cost of the start
ROOM = 0.25  # of the path's extent, on every side


@dataclass(frozen=True, eq=False)
class Landscape:
    """The cost over the nodes (x_a, y_b), the third number at its best: values[b, a].

    path : where the descent was, in these two numbers, shape (M, 2); best : where the optimum is
    """

    names: tuple[str, str]
    x: Array
    y: Array
    values: Array
    path: Array
    best: Array | None


def written(axes: str) -> str:
    """The names of numbers as a person writes them."""
    return axes.replace("1", "₁").replace("2", "₂")


def path_of(film: Film, axes: str) -> Array:
    """The film's models in two of their numbers (w1, w2, b), shape (M, 2)."""
    numbers = np.column_stack([film.v, film.b])
    return np.asarray(numbers[:, AXES[axes]])


def landscape(film: Film, axes: str, nodes: int = NODES) -> Landscape:
    """The cost around the path of a film of weights.

    The jumps of a run that goes astray are left outside: the picture shows the start, the optimum,
    and where the cost is not far above that of the start.
    """
    path = path_of(film, axes)
    cost = film.terms.total
    near = path[cost <= FAR * cost[0]]
    known = film.best if film.floor is not None else None
    best = None if known is None else np.append(*known)[list(AXES[axes])]
    inside = near if best is None else np.vstack([near, best])
    low, high = inside.min(axis=0), inside.max(axis=0)
    room = ROOM * np.maximum(high - low, 0.1 * np.abs(high).max() + 1e-3)
    x = np.linspace(low[0] - room[0], high[0] + room[0], nodes)
    y = np.linspace(low[1] - room[1], high[1] + room[1], nodes)
    a, b = (mesh.ravel() for mesh in np.meshgrid(x, y))
    values = best_third(film, axes, a, b).reshape(nodes, nodes)
    first, second = axes.split(", ")
    return Landscape((first, second), read_only(x), read_only(y), read_only(values), path, best)


def best_third(film: Film, axes: str, first: Array, second: Array) -> Array:
    """The least cost with two numbers given, shape (m,): the third is found by halving.

    In one number the cost is convex, so the sign of its slope says on which side the best lies.
    """
    assert isinstance(film.parametrization, LinearWeights)
    J, y = film.cost, film.parametrization.y
    columns = np.column_stack([film.parametrization.matrix, np.ones(len(y))]) * y[:, None]
    weight = film.parametrization.weight
    price = J.kappa / len(y) * (np.ones(len(y)) if weight is None else weight)
    given = AXES[axes]
    (free,) = {0, 1, 2} - {*given}
    fixed = np.outer(first, columns[:, given[0]]) + np.outer(second, columns[:, given[1]])
    rho = J.rho if free < 2 or J.bias_inside else 0.0
    if rho > 0.0:  # rho/2 third^2 alone must not exceed the cost at third = 0
        at_zero = J.loss(fixed) @ price
        span = np.sqrt(2.0 * at_zero / rho)
    else:  # beyond every kink of every point
        span = np.full(len(first), np.abs(fixed).max() + 3.0)
    low, high, pulls = -span, span, price * columns[:, free]
    for _ in range(HALVINGS):
        third = 0.5 * (low + high)
        slope = J.loss.slope(fixed + third[:, None] * columns[:, free])
        rises = rho * third + slope @ pulls > 0.0
        high, low = np.where(rises, third, high), np.where(rises, low, third)
    numbers = np.zeros((len(first), 3))
    numbers[:, given[0]], numbers[:, given[1]], numbers[:, free] = first, second, 0.5 * (low + high)
    margins = fixed + numbers[:, free][:, None] * columns[:, free]
    w, b = numbers[:, :2], numbers[:, 2]
    return J.terms(margins, np.einsum("ij,ij->i", w, w), b, weight).total
