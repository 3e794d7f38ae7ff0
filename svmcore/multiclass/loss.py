"""Losses of k scores at once, and the averaged loss of a course with its gradient.

F holds the scores f_c(x_i), shape (n, k); y the class numbers 0, ..., k - 1, shape (n,).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.multiclass.checks import as_classes, as_weights
from svmcore.params import check, param


def _delta() -> Any:
    return param(
        1.0, 0.1, 10.0, log=True, label="δ", help="The lead a class must have.", law=(0.0, inf)
    )


class ScoreLoss(Protocol):
    """A convex function of a point's k scores, made of lines."""

    title: ClassVar[str]
    formula: ClassVar[str]

    @property
    def delta(self) -> float:
        """What a score must lead by to cost nothing."""
        ...

    def __call__(self, F: Array, y: Indices) -> Array:
        """The loss of each point, shape (n,)."""
        ...

    def slope(self, F: Array, y: Indices) -> Array:
        """A subgradient in the scores, shape (n, k); a class counts where `short` is > 0."""
        ...

    def slope_of(self, f: list[float], y: int) -> list[float]:
        """`slope` of one point, in plain numbers: an update with one point takes a third of it."""
        ...

    def short(self, F: Array, y: Indices) -> Array:
        """What each class lacks, shape (n, k): it is inside delta where this is > 0."""
        ...


def _lacking(F: Array, y: Indices, delta: float) -> Array:
    """f_j - f_y + delta, and 0 for j = y itself, shape (n, k)."""
    every = np.arange(len(y))
    short = F - (F[every, y] - delta)[:, None]
    short[every, y] = 0.0
    return short


@dataclass(frozen=True)
class WestonWatkins:
    """sum over j != y of max(0, f_j - f_y + delta): every class that comes too near costs.

    Source: Weston and Watkins, Support vector machines for multi-class pattern recognition,
    ESANN (1999).
    """

    title: ClassVar[str] = "Weston–Watkins"
    formula: ClassVar[str] = "Σ_{j≠y} max(0, f_j − f_y + δ)"

    delta: float = _delta()

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, F: Array, y: Indices) -> Array:
        return np.asarray(np.maximum(0.0, self.short(F, y)).sum(axis=1))

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for a class inside delta, minus their number for y. At a kink 0 is taken."""
        pull = (self.short(F, y) > 0.0).astype(np.float64)
        pull[np.arange(len(y)), y] = -pull.sum(axis=1)
        return pull

    def slope_of(self, f: list[float], y: int) -> list[float]:
        limit = f[y] - self.delta
        pull = [1.0 if score - limit > 0.0 else 0.0 for score in f]
        pull[y] = 0.0
        pull[y] = -sum(pull)
        return pull

    def short(self, F: Array, y: Indices) -> Array:
        """f_j - f_y + delta, and 0 for y itself."""
        return _lacking(F, y, self.delta)


@dataclass(frozen=True)
class CrammerSinger:
    """max(0, max over j != y of f_j - f_y + delta): only the nearest rival costs.

    Source: Crammer and Singer, On the algorithmic implementation of multiclass kernel-based
    vector machines, JMLR 2 (2001).
    """

    title: ClassVar[str] = "Crammer–Singer"
    formula: ClassVar[str] = "max(0, max_{j≠y} f_j − f_y + δ)"

    delta: float = _delta()

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, F: Array, y: Indices) -> Array:
        return np.asarray(np.maximum(0.0, self.short(F, y)).max(axis=1))

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for the highest rival inside delta, the first of several, and -1 for y."""
        short, every = self.short(F, y), np.arange(len(y))
        rival = short.argmax(axis=1)  # y itself, with its 0, where none is inside
        inside = (short[every, rival] > 0.0).astype(np.float64)
        pull = np.zeros_like(short)
        pull[every, rival] = inside
        pull[every, y] -= inside
        return pull

    def slope_of(self, f: list[float], y: int) -> list[float]:
        limit = f[y] - self.delta
        short = [score - limit for score in f]
        short[y] = 0.0
        rival, pull = short.index(max(short)), [0.0] * len(f)
        if short[rival] > 0.0:
            pull[rival], pull[y] = 1.0, -1.0
        return pull

    def short(self, F: Array, y: Indices) -> Array:
        """f_j - f_y + delta, and 0 for y itself."""
        return _lacking(F, y, self.delta)


@dataclass(frozen=True)
class OneVersusRest:
    """sum over c of max(0, delta - s f_c), s = +1 for c = y, else -1: k hinges apart.

    Source: Rifkin and Klautau, In defense of one-vs-all classification, JMLR 5 (2004).
    """

    title: ClassVar[str] = "One against the rest"
    formula: ClassVar[str] = "max(0, δ − f_y) + Σ_{j≠y} max(0, δ + f_j)"

    delta: float = _delta()

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, F: Array, y: Indices) -> Array:
        return np.asarray(np.maximum(0.0, self.short(F, y)).sum(axis=1))

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for another class above -delta, -1 for y below delta. At a kink 0 is taken."""
        pull = (self.short(F, y) > 0.0).astype(np.float64)
        pull[np.arange(len(y)), y] *= -1.0
        return pull

    def slope_of(self, f: list[float], y: int) -> list[float]:
        pull = [1.0 if score + self.delta > 0.0 else 0.0 for score in f]
        pull[y] = -1.0 if self.delta - f[y] > 0.0 else 0.0
        return pull

    def short(self, F: Array, y: Indices) -> Array:
        """delta + f_j, and delta - f_y for y."""
        short, every = F + self.delta, np.arange(len(y))
        short[every, y] = self.delta - F[every, y]
        return short


SCORE_LOSSES: dict[str, type[WestonWatkins | CrammerSinger | OneVersusRest]] = {
    "weston_watkins": WestonWatkins,
    "crammer_singer": CrammerSinger,
    "one_versus_rest": OneVersusRest,
}


def loss(
    W: Array, X: Array, y: Indices, delta: float, reg: float, weights: npt.ArrayLike | None = None
) -> float:
    """L = 1/N sum_i sum_{j != y_i} max(0, w_j.x_i - w_{y_i}.x_i + delta) + reg |W|^2.

    |W|^2 is the sum of squares of all entries. X has shape (n, d), W (k, d + 1) with the biases as
    its last column: every point gets one more coordinate, always 1, and the biases are in |W|^2.
    With weights, N is their sum and each point's loss counts as often as its weight says.
    """
    longer, counts = _longer(X), as_weights(weights, len(X))
    values = WestonWatkins(delta)(longer @ W.T, as_classes(y, len(X), len(W)))
    return float(counts @ values / counts.sum() + reg * (W * W).sum())


def gradient(
    W: Array, X: Array, y: Indices, delta: float, reg: float, weights: npt.ArrayLike | None = None
) -> Array:
    """The gradient of `loss` in W, shape (k, d + 1); at a kink a subgradient.

    For one point w_j gets [w_j.x - w_y.x + delta > 0] x, w_y minus the number of these j times x;
    then the mean over the points, and 2 reg W, entry by entry.
    """
    longer, counts = _longer(X), as_weights(weights, len(X))
    slope = WestonWatkins(delta).slope(longer @ W.T, as_classes(y, len(X), len(W)))
    pulls = slope * (counts / counts.sum())[:, None]
    return np.asarray(pulls.T @ longer + 2.0 * reg * W)


def constants(delta: float, reg: float, n: float) -> tuple[float, float]:
    """(C, delta) of 1/2 |W|^2 + C sum loss with the minimiser of `loss`: C = 1 / (2 reg n).

    n is the number of points, or the sum of their weights. Dividing L by 2 reg is all there is to
    it, so delta stays; that W = delta W' turns (C, delta) into (C / delta, 1) means that both
    together decide no more than C / delta does, but for the unit the scores are in.
    """
    return 1.0 / (2.0 * reg * n), delta


def binary_C(kind: ScoreLoss, C: float) -> float:
    """The C of 1/2 |w|^2 + C sum max(0, 1 - s f) with the boundary of k = 2.

    Joint losses: w_0 = -w_1 at the optimum, and with w = (w_0 - w_1) / delta the cost is
    delta^2 / 4 |w|^2 + C delta sum hinge, hence 2 C / delta. One against the rest: each w_c is
    delta times the w of a machine with C / delta.

    Raises
    ------
    ValueError
        If delta is 0: then W = 0 is best, and there is no boundary.
    """
    if kind.delta == 0.0:
        raise ValueError("delta must be > 0 for a binary machine, got 0")
    return (1.0 if isinstance(kind, OneVersusRest) else 2.0) * C / kind.delta


def _longer(X: Array) -> Array:
    return np.column_stack([X, np.ones(len(X))])
