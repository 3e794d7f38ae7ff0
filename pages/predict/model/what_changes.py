"""Tasks on what a change does to a model: which way, and how much, by two fits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from pages.predict.model.drawing import fair, is_clear, places, sampled
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run
from pages.state.model.scene import fit_view
from svmcore.arrays import Array

CHOICES: Mapping[str, tuple[str, ...]] = {
    "removal": ("plus", "minus", "still"),
    "width": ("wider", "narrower", "same"),
    "count": ("first", "second", "third", "fourth"),
    "error": ("more", "fewer", "same"),
}
KINDS = tuple(CHOICES)
SIZE = 40  # points of a sample
FACTORS = (10.0, 0.1)  # by which C or gamma changes
ROUNDED = 9  # decimals of a sum of slacks
SAME = 1e-6  # of the largest |f|, or of the width: a smaller change is rounding
LEAST_SHIFT = 0.08  # of the boundary, in units of the axes, that is seen
ONE_WAY = 0.9  # of the places that change sides: those that change to the same side
LEAST_RATIO = 1.15  # of two widths that differ
LEAST_ERRORS = 2  # points by which two training errors differ


@dataclass(frozen=True, eq=False)
class ChangeTask:
    """A model before and after a change, and what is right of `CHOICES[kind]`.

    parameter : what is changed, "C" or "gamma"; "" where a point is removed.
    point : the index of that point in `before`. shift : by how much the boundary moves along w of
    the model before, from its place that is nearest to the point.
    """

    kind: str
    before: Run
    after: Run
    answer: str
    parameter: str = ""
    point: int | None = None
    shift: float = 0.0

    @property
    def values(self) -> tuple[float, float]:
        """The parameter before and after."""
        return self.before.experiment[self.parameter], self.after.experiment[self.parameter]


@lru_cache(maxsize=64)
def change_task(kind: str, number: int) -> ChangeTask:
    """The task of a kind with a number: the same one everywhere."""
    rng = np.random.default_rng([number, KINDS.index(kind)])
    draw = DRAWN[kind]
    return fair(rng, CHOICES[kind], lambda wanted: draw(rng, wanted))


def slack_sum(run: Run) -> float:
    """The sum of the slacks max(0, 1 - y f(x)), without what is only rounding."""
    return round(float(np.maximum(0.0, 1.0 - run.margins).sum()), ROUNDED)


def quarters(n: int) -> tuple[tuple[int, int], ...]:
    """The numbers from 1 to n in four ranges, by their first and last."""
    ends = [n * k // 4 for k in range(5)]
    return tuple((low + 1, high) for low, high in pairwise(ends))


def _removal(rng: np.random.Generator, wanted: str) -> ChangeTask | None:
    """Without one point; linear, so that the boundary has one direction to move in."""
    sample = sampled(rng, ("blobs", "linear", "outlier"), SIZE)
    C = float(rng.choice([0.1, 1.0, 10.0]))
    before = run(change(sample, kernel="linear", C=C))
    if not is_clear(before):
        return None
    side = {"plus": before.data.y > 0.0, "minus": before.data.y < 0.0}
    able = ~before.support if wanted == "still" else before.support & side[wanted]
    if not able.any():
        return None
    k = int(rng.choice(np.flatnonzero(able)))
    after = run(replace(before.experiment, removed=(before.data.ids[k],)))
    if after.model is None or not after.finished:
        return None
    answer, shift = _moved(before, after, k)
    support = bool(before.support[k])
    if answer is None or support == (answer == "still"):
        return None
    return ChangeTask("removal", before, after, answer, point=k, shift=shift)


def _moved(before: Run, after: Run, k: int) -> tuple[str | None, float]:
    """Which way the boundary of a linear model moves, None where that is not clear; and how far.

    Beside point k, w tells by how much. The whole picture has to agree: where the sign of f
    changes, it changes to the same side almost everywhere.
    """
    assert before.model is not None
    assert after.model is not None
    nodes = places(fit_view(before.data))
    f, g = before.model(nodes), after.model(nodes)
    if np.abs(g - f).max() <= SAME * np.abs(f).max():
        return "still", 0.0
    shift = _shift(before, after, before.data.X[k])
    plus, minus = int(((g >= 0.0) & (f < 0.0)).sum()), int(((g < 0.0) & (f >= 0.0)).sum())
    clear = abs(shift) >= LEAST_SHIFT and max(plus, minus) >= ONE_WAY * (plus + minus)
    if not clear or (shift > 0.0) != (minus > plus):
        return None, shift
    return ("plus" if shift > 0.0 else "minus"), shift


def _shift(before: Run, after: Run, x: Array) -> float:
    """From the place of a linear boundary nearest to x along w / |w| to the boundary after."""
    assert before.model is not None
    assert after.model is not None
    w, v = before.model.weights, after.model.weights
    assert w is not None
    assert v is not None
    unit = w / np.hypot(*w)
    foot = x - float(before.model(x[None])[0]) / np.hypot(*w) * unit
    slope = float(v @ unit)
    return -float(after.model(foot[None])[0]) / slope if slope else np.inf


def _width(rng: np.random.Generator, wanted: str) -> ChangeTask | None:
    """Another C, by the margin width 2/|w| of a linear model."""
    sample = sampled(rng, ("linear",) if wanted == "same" else ("blobs", "outlier"), SIZE)
    factor = {"wider": 0.1, "narrower": 10.0}.get(wanted) or float(rng.choice(FACTORS))
    base = [10.0, 100.0] if wanted == "same" else [0.1, 1.0, 10.0]
    found = _pair(change(sample, kernel="linear", C=float(rng.choice(base))), "C", factor)
    if found is None or found[0].width is None or found[1].width is None:
        return None
    ratio = found[1].width / found[0].width
    if abs(ratio - 1.0) <= SAME:
        answer = "same"
    elif max(ratio, 1.0 / ratio) < LEAST_RATIO:
        return None
    else:
        answer = "wider" if ratio > 1.0 else "narrower"
    return ChangeTask("width", *found, answer, "C")


def _count(rng: np.random.Generator, wanted: str) -> ChangeTask | None:
    """Another gamma, by the number of support vectors."""
    base = change(
        sampled(rng, ("blobs", "moons", "circles", "xor"), SIZE),
        gamma=float(rng.choice([0.1, 0.5, 1.0, 5.0, 10.0])),
        C=float(rng.choice([1.0, 10.0])),
    )
    found = _pair(base, "gamma", float(rng.choice(FACTORS)))
    if found is None:
        return None
    held = int(found[1].support.sum())
    which = [low <= held <= high for low, high in quarters(SIZE)].index(True)
    return ChangeTask("count", *found, CHOICES["count"][which], "gamma")


def _error(rng: np.random.Generator, wanted: str) -> ChangeTask | None:
    """Another C or gamma, by the number of misclassified training points."""
    base = change(
        sampled(rng, ("moons", "circles", "xor", "outlier"), SIZE),
        gamma=float(rng.choice([0.1, 0.5, 1.0, 5.0, 10.0])),
        C=float(rng.choice([0.1, 1.0, 10.0])),
    )
    # either larger value allows a more flexible boundary
    factor = {"more": 0.1, "fewer": 10.0}.get(wanted) or float(rng.choice(FACTORS))
    found = _pair(base, str(rng.choice(["C", "gamma"])), factor)
    if found is None:
        return None
    more = int(found[1].wrong.sum()) - int(found[0].wrong.sum())
    if 0 < abs(more) < LEAST_ERRORS:
        return None
    answer = "same" if not more else "more" if more > 0 else "fewer"
    parameter = "C" if found[0].experiment.C != found[1].experiment.C else "gamma"
    return ChangeTask("error", *found, answer, parameter)


def _pair(base: Experiment, parameter: str, factor: float) -> tuple[Run, Run] | None:
    """The model before and after a parameter is `factor` times as large, if both are clear."""
    after = change(base, **{parameter: round(factor * base[parameter], 6)})
    before = run(base)
    if not is_clear(before):
        return None
    found = run(after)
    return (before, found) if is_clear(found) else None


DRAWN: Mapping[str, Callable[[np.random.Generator, str], ChangeTask | None]] = {
    "removal": _removal,
    "width": _width,
    "count": _count,
    "error": _error,
}
