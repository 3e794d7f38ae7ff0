"""One update a point in two coordinates, in plain numbers: a call of NumPy costs ten of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Any, Protocol, TypeGuard

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.descent.places import Coordinates, Place
from svmcore.losses import Hinge
from svmcore.objective import Objective, PerceptronLoss

STRETCH = 256  # updates after which a scaled machine is written down as itself
SMALL = 1e-100  # of the shrinking factors' product over a stretch
TINY = float(np.nextafter(0.0, 1.0))
Row = tuple[float, float, float]
Scaled = tuple[float, float, float, float]  # u and its scale, see `_shrinking`


class Run(Protocol):
    """Updates for the points that come, in coordinates of its own: w = u / scale."""

    def __call__(self, points: Iterator[Any], at: Scaled) -> Scaled: ...


def suits(place: Place, objective: Objective) -> TypeGuard[Coordinates]:
    """Whether a chain can be gone: two coordinates, and a loss of two lines."""
    flat = isinstance(place, Coordinates) and place.size == 2
    return flat and _edge(objective) is not None


def _edge(objective: Objective) -> float | None:
    """A margin below this pushes by a whole step; None for a loss that is not made of two lines.

    The perceptron pushes at 0 as well, and the smallest number there is comes next.
    """
    if isinstance(objective.loss, Hinge):
        return 1.0
    return TINY if isinstance(objective.loss, PerceptronLoss) else None


def chain(
    place: Coordinates,
    objective: Objective,
    rows: Indices,
    rates: Array,
    v: Array,
    b: float,
    stops: Indices,
) -> tuple[Array, Array]:
    """The machines after the updates counted by `stops`, rising, 0 for the one to begin with.

    A point either pushes by a whole step or only shrinks w.
    """
    edge = _edge(objective)
    if edge is None:
        raise ValueError("a chain needs a loss of two lines, the hinge or the perceptron's")
    points: Iterable[Any] = _in_order(place, rows)
    run = _shrinking(objective, rates) if edge == 1.0 else None
    if run is None:
        points, run = _plain(objective, rates, edge, points)
    points, at = iter(points), 0
    scaled = (float(v[0]), float(v[1]), float(b), 1.0)
    machines = np.empty((len(stops), 3))
    for k, stop in enumerate(stops.tolist()):
        while at < stop:
            end = min(stop, at - at % STRETCH + STRETCH)
            scaled = run(islice(points, end - at), scaled)
            at = end
            if at % STRETCH == 0:  # at these places whatever the stops: the run stays the same
                scaled = (*_unscaled(scaled, objective.bias_inside), 1.0)
        machines[k] = _unscaled(scaled, objective.bias_inside)
    return machines[:, :2], machines[:, 2]


def _unscaled(scaled: Scaled, bias_inside: bool) -> Row:
    u0, u1, ub, scale = scaled
    return u0 / scale, u1 / scale, ub / scale if bias_inside else ub


def _in_order(place: Coordinates, rows: Indices) -> tuple[Row, ...]:
    """(y x_1, y x_2, y) of each point, in the order in which they come."""
    table, order = place.signed, rows.tolist()
    return itemgetter(*order)(table) if len(order) > 1 else tuple(table[i] for i in order)


def _plain(
    objective: Objective, rates: Array, edge: float, points: Iterable[Row]
) -> tuple[Iterable[Any], Run]:
    """w <- keep w + step y x, with step = 0 where the margin is large enough."""
    keeps = (1.0 - rates * objective.rho).tolist()
    of_b = keeps if objective.bias_inside else [1.0] * len(keeps)
    steps = (rates * objective.kappa).tolist()

    def run(points: Iterator[Any], at: Scaled) -> Scaled:
        w0, w1, b, scale = at
        for (a0, a1, sign), keep, keep_b, step in points:
            if w0 * a0 + w1 * a1 + b * sign < edge:
                w0 = keep * w0 + step * a0
                w1 = keep * w1 + step * a1
                b = keep_b * b + step * sign
            else:
                w0, w1, b = keep * w0, keep * w1, keep_b * b
        return w0, w1, b, scale

    return zip(points, keeps, of_b, steps, strict=True), run


def _shrinking(objective: Objective, rates: Array) -> Run | None:
    """The hinge with one rate for all updates, None where that is not so or w would not shrink.

    With p_t = keep^t, u = w / p_t does not change at all when a point does not push: then an update
    is one comparison, of <u, y x> with 1 / p_t, and one multiplication.

    Source: Bottou, Stochastic gradient descent tricks (2012), section 5.1.
    """
    rate = float(rates[0]) if len(rates) else 0.0
    keep = 1.0 - rate * objective.rho
    if (rates != rate).any() or keep <= 0.0 or keep**STRETCH < SMALL:
        return None
    grow, step = 1.0 / keep, rate * objective.kappa

    def with_bias(points: Iterator[Row], at: Scaled) -> Scaled:
        u0, u1, ub, scale = at
        for a0, a1, sign in points:
            if u0 * a0 + u1 * a1 + ub * sign < scale:
                push = step * grow * scale
                u0 += push * a0
                u1 += push * a1
                ub += push * sign
            scale *= grow
        return u0, u1, ub, scale

    def without(points: Iterator[Row], at: Scaled) -> Scaled:
        u0, u1, b, scale = at
        for a0, a1, sign in points:
            if u0 * a0 + u1 * a1 < scale - scale * b * sign:
                push = step * grow * scale
                u0 += push * a0
                u1 += push * a1
                b += step * sign
            scale *= grow
        return u0, u1, b, scale

    return with_bias if objective.bias_inside else without
