"""One subgradient update for k classes, explained: active classes and changed weights."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pages.state.descent.multiclass_descent import MulticlassDescentRun
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.multiclass.loss import CrammerSinger, MulticlassCost, OneVersusRest, ScoreLoss
from svmcore.sgd.parametrization import LinearWeights, Parametrization
from svmcore.sgd.update_rules import negative_slopes

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class Why:
    """The explanation of one update. B points, k classes; arrays are read-only.

    update, rate : its number and its learning rate eta
    keep : 1 - eta rho, what the penalty multiplies all weights with (and biases that are inside)
    points, labels : (B,), the points and their classes
    scores : (B, k), F before the update
    short : (B, k), what each class lacks; inside : where it is > 0
    slope : (B, k), how often each class counts: > 0 is away from the point, < 0 towards it
    amounts : (B, k), what of a point each w_c gets: w_c <- keep w_c + sum_i amounts_ic phi(x_i)
    shrunk, pushed : (size, k), the two parts of the change of V: (keep - 1) V, and the points'
    b_shrunk, b_pushed : (k,), the same for the biases
    words : sentences for a panel
    """

    update: int
    rate: float
    keep: float
    points: Indices
    labels: Indices
    scores: Array
    short: Array
    inside: Bools
    slope: Array
    amounts: Array
    shrunk: Array
    pushed: Array
    b_shrunk: Array
    b_pushed: Array
    words: tuple[str, ...]

    @property
    def change(self) -> Array:
        """V after the update minus V before it, shape (size, k)."""
        return np.asarray(self.shrunk + self.pushed)


def explained(
    run: MulticlassDescentRun, moment: int, names: Sequence[int] | None = None
) -> Why | None:
    """Why the update of a kept moment did what it did; None for the start.

    Words speak of the first point of a batch, and count the others; to readers the first point of
    the data is point 1. `names` are the numbers that
    they call the k classes by, 0, ..., k - 1 if not given.
    """
    t, points = int(run.update[moment]), run.batch(moment)
    if not t:
        return None
    V, b, rate = run.V_before[moment], run.b_before[moment], float(run.rate[moment])
    return explain(run.data, run.course.cost, V, b, points, t, rate, names)


def explain(
    data: Parametrization,
    cost: MulticlassCost,
    V: Array,
    b: Array,
    points: Indices,
    update: int,
    rate: float,
    names: Sequence[int] | None = None,
) -> Why:
    """What the update with these points and this rate makes of the model V, b."""
    called = list(range(len(b))) if names is None else [int(name) for name in names]
    labels = data.y[points]
    F = data.scores(V, points) + b
    short, slope = cost.loss.short(F, labels), cost.loss.slope(F, labels)
    amounts = rate * negative_slopes(data, cost, points, F)
    keep = 1.0 - rate * cost.rho
    pushed = np.zeros_like(V)
    data.push(pushed, points, amounts)
    return Why(
        update=update,
        rate=rate,
        keep=keep,
        points=points,
        labels=labels,
        scores=read_only(F),
        short=read_only(short),
        inside=np.asarray(short > 0.0),
        slope=read_only(slope),
        amounts=read_only(amounts),
        shrunk=read_only((keep - 1.0) * V),
        pushed=read_only(pushed),
        b_shrunk=read_only((keep - 1.0) * b if cost.bias_inside else np.zeros_like(b)),
        b_pushed=read_only(amounts.sum(axis=0)),
        words=tuple(_words(data, cost, points, F, short, slope, amounts, keep, called)),
    )


def _words(
    data: Parametrization,
    cost: MulticlassCost,
    points: Indices,
    F: Array,
    short: Array,
    slope: Array,
    amounts: Array,
    keep: float,
    called: list[int],
) -> list[str]:
    y = int(data.y[points[0]])
    scores = ", ".join(f"{_f(j)} = {_number(score)}" for j, score in zip(called, F[0], strict=True))
    words = [f"Point {points[0] + 1} is of class {called[y]}: {scores}."]
    inside = [int(j) for j in np.flatnonzero(short[0] > 0.0)]
    words.append(_inside(cost.loss, y, inside, short[0], called))
    if isinstance(cost.loss, CrammerSinger) and len(inside) > 1:
        rival = int(slope[0].argmax())
        tied = int((short[0] == short[0, rival]).sum()) > 1
        equals = ", the first of several equal ones" if tied else ""
        words.append(f"Only the largest of them counts{equals}: class {called[rival]}.")
    x = "x" if isinstance(data, LinearWeights) else "φ(x)"
    moved = [_moved(called[j], amounts[0, j], x) for j in range(len(slope[0])) if amounts[0, j]]
    if moved:
        words.append(f"It changes {', '.join(moved)}, and their biases by these numbers.")
    elif inside:
        words.append("The point has weight 0 and changes nothing.")
    if len(points) > 1:
        counted = int((amounts != 0.0).any(axis=1).sum())
        words.append(f"{counted} of the {len(points)} points of this update change the model.")
    what = "weights and biases" if cost.bias_inside else "weights"
    words.append(f"The penalty multiplies all {what} by 1 − ηρ = {_number(keep, 4)}.")
    return words


def _inside(loss: ScoreLoss, y: int, inside: list[int], short: Array, called: list[int]) -> str:
    delta = loss.delta
    if not inside:
        return f"No class is inside δ = {delta:g}: the point changes nothing."
    if isinstance(loss, OneVersusRest):
        sides = [f"at least {delta:g}" if j == y else f"at most {_number(-delta)}" for j in inside]
        asked = [f"{_f(called[j])} should be {s}" for j, s in zip(inside, sides, strict=True)]
        return f"Inside δ: {'; '.join(asked)}."
    own = _f(called[y])
    gaps = [
        f"class {called[j]} ({_f(called[j])} − {own} + δ = {_number(short[j])})" for j in inside
    ]
    return f"Inside δ = {delta:g}: {', '.join(gaps)}."


def _moved(j: int, amount: float, x: str) -> str:
    sign = "+" if amount > 0.0 else "−"
    return f"w{_sub(j)} by {sign}{_number(abs(amount))} {x}"


def _number(value: float, digits: int = 3) -> str:
    """Without the sign of a zero."""
    return f"{value + 0.0:.{digits}g}".replace("-", "−")


def _f(j: int) -> str:
    return f"f{_sub(j)}"


def _sub(j: int) -> str:
    return str(j).translate(SUBSCRIPTS)
