"""SGD for the hinge and the perceptron loss, one point an update, with lazy scaling of w.

A step is w <- keep w + step y x, where only points inside the margin push. The model is kept as
u = w / p, with p the product of all keeps so far. A point that does not push leaves u as it is: its
update is one comparison, <u, y x> < 1 / p. In two coordinates it is made in plain numbers, for a
call of NumPy costs ten of them. Points that are far from the margin when a stretch of updates
begins are passed over; if the model then moves so far that one might have pushed, the stretch is
gone again with all of them. What is passed over changes no digit of the run.

Source: Bottou, Stochastic gradient descent tricks (2012), section 5.1,
https://leon.bottou.org/papers/bottou-tricks-2012
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, repeat
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.losses import Hinge
from svmcore.objective import Objective, PerceptronLoss
from svmcore.sgd.one_point import Block, Models
from svmcore.sgd.parametrization import LinearWeights, Parametrization

STRETCH = 16384  # updates after which u is written down as w, and p begins at 1 again
FIRST_STRETCH = 2048  # updates for which all points are tried; the next ones are twice as long
MIN_SCALE = 1e-100  # of p
TINY = float(np.nextafter(0.0, 1.0))
EQUAL_TOL = 1e-13  # relative: what rounding may leave between numbers that are the same
REACH_FACTOR = 2.0  # times the way of the last stretch, up to which the next one is expected to go
MARGIN_SLACK = 1e-9  # of a margin, far above its rounding errors
Machines = list[tuple[float, float, float]] | list[Array]


class UpdateBlock(NamedTuple):
    """Some updates, in terms of u = w / p: a number for each.

    shrunk : p after it. limits : 1 / p before it (for the perceptron TINY), which <u, y x> must be
    below to push. pushes : step / p. steps : what b moves by where it does not shrink. A weight
    of the point is a factor of the last two.
    """

    shrunk: Array
    limits: Array
    pushes: Array
    steps: Array


def suits(data: Parametrization, objective: Objective) -> TypeGuard[LinearWeights]:
    """Whether `run_lazy` applies: explicit weights, and a loss of two lines.

    The perceptron pushes at 0 as well, and the smallest number there is comes next. Where w shrinks
    and b does not, that number is lost in b / p.
    """
    if not isinstance(data, LinearWeights):
        return False
    perceptron = isinstance(objective.loss, PerceptronLoss)
    return isinstance(objective.loss, Hinge) or (perceptron and _bias_shrinks(objective))


def _bias_shrinks(objective: Objective) -> bool:
    """Whether b shrinks as w does."""
    return objective.bias_inside or objective.rho == 0.0


def run_lazy(data: LinearWeights, objective: Objective, block: Block, v: Array, b: float) -> Models:
    """The models at the stops of a block with one point an update.

    The stretches depend on the rates alone, so that the run is the same whatever the stops.
    """
    rows, rates, stops = np.asarray(block.rows), block.rates, block.stops
    w, machines = np.append(v, b), np.empty((len(stops), len(v) + 1))
    at, seen, reach = 0, int(np.searchsorted(stops, 1)), np.inf
    machines[:seen] = w
    same = bool((rates == rates[:1]).all())
    while at < len(rows):
        ahead = rates[at : at + min(FIRST_STRETCH + at, STRETCH)]
        how = _one_rate(objective, ahead[0], len(ahead)) if same else _stretch(objective, ahead)
        length = max(1, len(how.shrunk))
        here = rows[at : at + length]
        until = int(np.searchsorted(stops, at + length, side="right"))
        ends = np.append(stops[seen:until] - at, length)
        if len(how.shrunk):
            passed, reach = _run_stretch(data, objective, here, how, w, ends, REACH_FACTOR * reach)
        else:
            after = _full_update(data, objective, here, float(ahead[0]), w)
            passed = np.tile(after, (len(ends), 1))
        machines[seen:until], w = passed[:-1], passed[-1]
        at, seen = at + length, until
        if not np.isfinite(w).all():  # and no number will come of it
            machines[seen:] = np.nan
            break
    return machines[:, :-1], machines[:, -1]


def _stretch(objective: Objective, rates: Array) -> UpdateBlock:
    """The updates for which p is a number to divide by; none where the first one turns w round."""
    shrunk = np.asarray(np.cumprod(1.0 - rates * objective.rho))
    good = shrunk > MIN_SCALE
    n = len(good) if good.all() else int(good.argmin())
    shrunk, steps = shrunk[:n], rates[:n] * objective.kappa
    limits = 1.0 / np.append(1.0, shrunk)[:n]
    if isinstance(objective.loss, PerceptronLoss):
        limits[:] = TINY
    pushes = steps / shrunk
    if n and np.ptp(pushes) <= EQUAL_TOL * pushes[0]:  # so it is for the rate 1 / (rho t)
        pushes[:] = pushes[0]
    return UpdateBlock(shrunk, limits, pushes, steps)


@lru_cache(maxsize=4)
def _one_rate(objective: Objective, rate: float, length: int) -> UpdateBlock:
    """A stretch of one rate: the next one is the same."""
    return _stretch(objective, np.full(length, rate))


def _run_stretch(
    data: LinearWeights,
    objective: Objective,
    rows: Indices,
    how: UpdateBlock,
    w: Array,
    ends: Indices,
    reach: float,
) -> tuple[Array, float]:
    """The models (w, b) after as many updates as `ends` say, and how far w goes in between.

    Only points that could push if w went as far as `reach` are tried at first.
    """
    if data.weight is not None:  # a point pushes so many times as hard, and no sooner
        omega = data.weight[rows]
        how = how._replace(pushes=how.pushes * omega, steps=how.steps * omega)
    bias_shrinks, hinge = _bias_shrinks(objective), isinstance(objective.loss, Hinge)
    every = np.arange(len(rows))
    tried = every
    if reach < np.inf:
        near = data.longer @ w < 1.0 + MARGIN_SLACK + reach * data.lengths
        tried = np.flatnonzero(near[rows])
    seen, pushed = _run(data, bias_shrinks, rows, how, w, ends, tried)
    way = _distance_moved(data, bias_shrinks, rows[pushed], how, w, pushed) if hinge else np.inf
    if len(tried) < len(rows) and not way <= reach:
        seen, _ = _run(data, bias_shrinks, rows, how, w, ends, every)
    seen[:, : None if bias_shrinks else -1] *= how.shrunk[ends - 1, None]
    return seen, way


def _run(
    data: LinearWeights,
    bias_shrinks: bool,
    rows: Indices,
    how: UpdateBlock,
    w: Array,
    ends: Indices,
    tried: Indices,
) -> tuple[Array, Indices]:
    """The u at the ends, and which updates pushed, of those that are tried."""
    rows, stops = rows[tried], np.searchsorted(tried, ends).tolist()
    lengths = [b - a for a, b in zip([0, *stops], stops, strict=False)]
    pushed: list[int] = []
    updates: Iterator[Any]
    limits, pushes = how.limits[tried].tolist(), _numbers(how.pushes[tried])
    if data.size != 2:
        vectors = data.longer[rows]
        trials = addends = list(vectors)
        if not bias_shrinks:  # y carries what b lacks
            more = vectors.copy()
            more[:, -1] *= how.shrunk[tried]
            vectors[:, -1] *= how.limits[tried]
            addends = list(more)
        updates = zip(trials, addends, limits, pushes, tried.tolist(), strict=True)
        seen = _general(updates, w.copy(), lengths, pushed)
    elif bias_shrinks:
        points = data.numbers(rows)
        updates = zip(points, limits, pushes, tried.tolist(), strict=True)
        seen = _plane_bias_inside(updates, w.tolist(), lengths, pushed)
    else:
        points, steps = data.numbers(rows), _numbers(how.steps[tried])
        updates = zip(points, limits, pushes, steps, tried.tolist(), strict=True)
        seen = _plane_bias_outside(updates, w.tolist(), lengths, pushed)
    return np.array(seen), np.array(pushed, dtype=np.intp)


def _numbers(values: Array) -> Iterable[float]:
    """As plain numbers; where all are the same, one for all."""
    if len(values) and values[0] == values[-1] and np.ptp(values) == 0.0:
        return repeat(float(values[0]), len(values))
    numbers: list[float] = values.tolist()
    return numbers


def _plane_bias_inside(
    updates: Iterator[Any], u: list[float], lengths: list[int], pushed: list[int]
) -> Machines:
    """Two coordinates, and a bias that shrinks as they do."""
    u0, u1, ub = u
    seen, note = [], pushed.append
    for length in lengths:
        for (a0, a1, sign), limit, push, k in islice(updates, length):
            if u0 * a0 + u1 * a1 + ub * sign < limit:
                u0 += push * a0
                u1 += push * a1
                ub += push * sign
                note(k)
        seen.append((u0, u1, ub))
    return seen


def _plane_bias_outside(
    updates: Iterator[Any], u: list[float], lengths: list[int], pushed: list[int]
) -> Machines:
    """Two coordinates, and b as it is: <u, y x> < (1 - y b) / p."""
    u0, u1, b = u
    seen, note = [], pushed.append
    for length in lengths:
        for (a0, a1, sign), limit, push, step, k in islice(updates, length):
            if u0 * a0 + u1 * a1 < limit - limit * b * sign:
                u0 += push * a0
                u1 += push * a1
                b += step * sign
                note(k)
        seen.append((u0, u1, b))
    return seen


def _general(updates: Iterator[Any], u: Array, lengths: list[int], pushed: list[int]) -> Machines:
    """Any number of coordinates; of a point what it is tried with, and what it adds."""
    seen, note, product = [], pushed.append, u.dot
    for length in lengths:
        for trial, addend, limit, push, k in islice(updates, length):
            if product(trial) < limit:
                u += push * addend
                note(k)
        seen.append(u.copy())
    return seen


def _distance_moved(
    data: LinearWeights,
    bias_shrinks: bool,
    rows: Indices,
    how: UpdateBlock,
    w: Array,
    pushed: Indices,
) -> float:
    """An upper bound on how far (w, b) moves in these updates, of which `pushed` have a slope.

    A push leads to a known place, and until the next one w shrinks.
    """
    path = np.empty((len(pushed) + 1, len(w)))
    path[0] = w
    np.multiply(data.longer[rows], how.pushes[pushed, None], out=path[1:])
    if not bias_shrinks:
        path[1:, -1] = data.y[rows] * how.steps[pushed]
    path = path.cumsum(axis=0)
    shrunk = 1.0 / how.limits[pushed]
    since, until = np.append(1.0, shrunk), np.append(shrunk, how.shrunk[-1])
    path[:, : None if bias_shrinks else -1] *= since[:, None]
    size = np.sqrt(np.einsum("ij,ij->i", path, path))
    path -= w
    away = np.sqrt(np.einsum("ij,ij->i", path, path))
    return float((away + (1.0 - until / since) * size).max())


def _full_update(
    data: LinearWeights, objective: Objective, row: Indices, rate: float, w: Array
) -> Array:
    """The model after one update whose step is so long that w vanishes or turns round."""
    y = data.y[row]
    margin = y * (data.scores(w[:-1], row) + w[-1])
    keep = np.full(len(w), 1.0 - rate * objective.rho)
    keep[-1] = keep[0] if objective.bias_inside else 1.0
    push = -rate * objective.kappa * float(objective.loss.slope(margin)[0] * y[0])
    push = push if data.weight is None else push * float(data.weight[row[0]])
    return np.asarray(keep * w + push * np.append(data.matrix[row[0]], 1.0))
