"""Multiclass losses of k scores, and the cost of a multiclass descent.

F holds the scores f_c(x_i), shape (n, k); y the class numbers 0, ..., k - 1, shape (n,).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from math import inf
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, as_weights
from svmcore.objective import Terms
from svmcore.params import Parametrized, param
from svmcore.sgd.parametrization import Parametrization


@dataclass(frozen=True)
class ScoreLoss(Parametrized, ABC):
    """Multiclass loss: a convex, piecewise linear function of a point's k scores.

    delta : the margin by which the own class must lead to cost nothing.
    """

    title: ClassVar[str]
    formula: ClassVar[str]

    delta: float = param(
        1.0, 0.1, 10.0, log=True, label="δ", help="The lead a class must have.", domain=(0.0, inf)
    )

    def __call__(self, F: Array, y: Indices) -> Array:
        """The loss of each point, shape (n,)."""
        return np.asarray(np.maximum(0.0, self.short(F, y)).sum(axis=1))

    def short(self, F: Array, y: Indices) -> Array:
        """What each class lacks, (n, k), f_j - f_y + delta and 0 for y: it is inside where > 0."""
        every = np.arange(len(y))
        short = F - (F[every, y] - self.delta)[:, None]
        short[every, y] = 0.0
        return short

    @abstractmethod
    def slope(self, F: Array, y: Indices) -> Array:
        """A subgradient in the scores, shape (n, k); a class counts where `short` is > 0."""

    @abstractmethod
    def slope_of(self, f: list[float], y: int) -> list[float]:
        """`slope` of one point, in plain numbers: an update with one point takes a third of it."""


@dataclass(frozen=True)
class WestonWatkins(ScoreLoss):
    """Weston-Watkins loss, sum over j != y of max(0, f_j - f_y + delta): all rivals count.

    Source: Weston and Watkins, Support vector machines for multi-class pattern recognition (1999),
    https://www.esann.org/sites/default/files/proceedings/legacy/es1999-461.pdf
    """

    title: ClassVar[str] = "Weston–Watkins"
    formula: ClassVar[str] = "Σ_{j≠y} max(0, f_j − f_y + δ)"

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for a class inside delta, minus their number for y. At a kink 0 is taken."""
        slope = (self.short(F, y) > 0.0).astype(np.float64)
        slope[np.arange(len(y)), y] = -slope.sum(axis=1)
        return slope

    def slope_of(self, f: list[float], y: int) -> list[float]:
        limit = f[y] - self.delta
        slope = [1.0 if score - limit > 0.0 else 0.0 for score in f]
        slope[y] = 0.0
        slope[y] = -sum(slope)
        return slope


@dataclass(frozen=True)
class CrammerSinger(ScoreLoss):
    """Crammer-Singer loss, max(0, max over j != y of f_j - f_y + delta): the nearest rival counts.

    Source: Crammer and Singer, On the algorithmic implementation of multiclass kernel-based
    vector machines, JMLR 2 (2001), https://jmlr.org/papers/v2/crammer01a.html
    """

    title: ClassVar[str] = "Crammer–Singer"
    formula: ClassVar[str] = "max(0, max_{j≠y} f_j − f_y + δ)"

    def __call__(self, F: Array, y: Indices) -> Array:
        return np.asarray(np.maximum(0.0, self.short(F, y)).max(axis=1))

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for the highest rival inside delta, the first of several, and -1 for y."""
        short, every = self.short(F, y), np.arange(len(y))
        rival = short.argmax(axis=1)  # y itself, with its 0, where none is inside
        inside = (short[every, rival] > 0.0).astype(np.float64)
        slope = np.zeros_like(short)
        slope[every, rival] = inside
        slope[every, y] -= inside
        return slope

    def slope_of(self, f: list[float], y: int) -> list[float]:
        limit = f[y] - self.delta
        short = [score - limit for score in f]
        short[y] = 0.0
        rival, slope = short.index(max(short)), [0.0] * len(f)
        if short[rival] > 0.0:
            slope[rival], slope[y] = 1.0, -1.0
        return slope


@dataclass(frozen=True)
class OneVersusRest(ScoreLoss):
    """One-vs-rest loss, sum over c of max(0, delta - s f_c), s = +1 for c = y, else -1.

    Source: Rifkin and Klautau, In defense of one-vs-all classification, JMLR 5 (2004),
    https://www.jmlr.org/papers/v5/rifkin04a.html
    """

    title: ClassVar[str] = "One-vs-rest"
    formula: ClassVar[str] = "max(0, δ − f_y) + Σ_{j≠y} max(0, δ + f_j)"

    def short(self, F: Array, y: Indices) -> Array:
        """delta + f_j, and delta - f_y for y."""
        short, every = F + self.delta, np.arange(len(y))
        short[every, y] = self.delta - F[every, y]
        return short

    def slope(self, F: Array, y: Indices) -> Array:
        """1 for another class above -delta, -1 for y below delta. At a kink 0 is taken."""
        slope = (self.short(F, y) > 0.0).astype(np.float64)
        slope[np.arange(len(y)), y] *= -1.0
        return slope

    def slope_of(self, f: list[float], y: int) -> list[float]:
        slope = [1.0 if score + self.delta > 0.0 else 0.0 for score in f]
        slope[y] = -1.0 if self.delta - f[y] > 0.0 else 0.0
        return slope


SCORE_LOSSES: dict[str, type[ScoreLoss]] = {
    "weston_watkins": WestonWatkins,
    "crammer_singer": CrammerSinger,
    "one_versus_rest": OneVersusRest,
}


@dataclass(frozen=True)
class MulticlassCost:
    """The cost J = rho/2 (|W|^2 + |b|^2 if `bias_inside`) + kappa / sum c_i  sum c_i loss_i.

    |W|^2 is the sum over the classes, b has one bias a class, and c_i is the weight of a point, so
    that a point of weight 2 is two points.

    Raises ValueError if rho or kappa is negative or not finite.
    """

    loss: ScoreLoss = field(default_factory=WestonWatkins)
    rho: float = 1.0
    kappa: float = 1.0
    bias_inside: bool = False

    def __post_init__(self) -> None:
        for name, value in (("rho", self.rho), ("kappa", self.kappa)):
            if not 0.0 <= value < np.inf:
                raise ValueError(f"{name} must be finite and >= 0, got {value}")

    def terms(
        self, F: Array, y: Indices, square: float, b: Array, weights: npt.ArrayLike | None = None
    ) -> Terms:
        """Of scores F, shape (n, k), |W|^2 and the biases, shape (k,)."""
        counts = as_weights(weights, len(y))
        size = square + float(b @ b) if self.bias_inside else square
        mean = counts @ self.loss(F, y) / counts.sum()
        return Terms(np.asarray(0.5 * self.rho * size), np.asarray(self.kappa * mean))

    def terms_at(self, data: Parametrization, V: Array, b: Array) -> Terms:
        """Of the score functions V, shape (size, k), and b on the points of `data`."""
        square = float(data.square(V.T).sum())
        return self.terms(data.matrix @ V + b, data.y, square, b, data.weight)

    def slope(self, F: Array, y: Indices) -> Array:
        """A subgradient of each point's loss in its scores, shape (n, k)."""
        return self.loss.slope(F, y)

    def C(self, mass: float) -> float:
        """The C of 1/2 |W|^2 + C sum c_i loss_i with the same minimiser; mass is sum c_i."""
        return self.kappa / (self.rho * mass)
