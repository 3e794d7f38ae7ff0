"""The dual and the primal problem of the SVM, as the solvers take them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace

import numpy as np

from svmcore.arrays import Array
from svmcore.losses import Hinge, Loss
from svmcore.problems.certificate import (
    Certificate,
    Certificates,
    certify_models,
    in_place_of_infinite,
)
from svmcore.problems.feasible import project
from svmcore.problems.separation import Separation


@dataclass(frozen=True, eq=False)
class Problem(ABC):
    """A training problem on a Gram matrix, in its own variable x (alpha, or coef and b).

    K : (n, n) Gram matrix, y : (n,) labels in {-1, +1}, C : (n,) penalties
    psd : whether K is positive semi-definite; None if that is not known
    phi : (n, r), the features, K = phi phi', of a kernel that has few; else None
    hulls : the nearest points of the classes' convex hulls; None if they are not known
    """

    K: Array
    y: Array
    C: Array
    psd: bool | None = field(default=None, kw_only=True)
    phi: Array | None = field(default=None, kw_only=True)
    hulls: Separation | None = field(default=None, kw_only=True)

    @abstractmethod
    def objective(self, x: Array) -> float:
        """The value to be minimised."""

    @abstractmethod
    def gradient(self, x: Array) -> Array:
        """Its gradient, or one subgradient."""

    @abstractmethod
    def machines(self, points: Array) -> tuple[Array, Array]:
        """For each row of `points` coef, shape (m, n), and intercept, shape (m,).

        The model is f = sum_i coef_i K(x_i, .) + intercept.
        """

    @abstractmethod
    def point(self, coef: Array, intercept: float) -> Array:
        """The variable x of a model: the inverse of `machine`."""

    @abstractmethod
    def certify_rows(self, points: Array) -> tuple[Array, Array, Certificates]:
        """Of each row of `points`, `machines` and what can be proved about it.

        The proof is recomputed from the row alone.
        """

    def machine(self, x: Array) -> tuple[Array, float]:
        """(coef, intercept) of one point."""
        coef, intercept = self.machines(x[None])
        return coef[0], float(intercept[0])

    def certify(self, x: Array) -> Certificate:
        """What can be proved about one point."""
        return self.certify_rows(x[None])[2][0]


@dataclass(frozen=True, eq=False)
class DualProblem(Problem):
    """Dual problem: min 1/2 alpha'Q alpha - 1'alpha  with y'alpha = 0 and 0 <= alpha_i <= C_i.

    K, y, C, psd, phi, hulls : see `Problem`. Q_ij = y_i y_j K(x_i, x_j). The variable x is alpha,
    shape (n,). C_i = infinity is the hard margin.

    Source: Cortes and Vapnik, Support-vector networks, Machine Learning 20 (1995),
    https://doi.org/10.1007/BF00994018
    """

    def objective(self, x: Array) -> float:
        coef = x * self.y
        return float(0.5 * coef @ (self.K @ coef) - x.sum())

    def gradient(self, x: Array) -> Array:
        """Q alpha - 1."""
        return np.asarray(self.y * (self.K @ (x * self.y)) - 1.0)

    def machines(self, points: Array) -> tuple[Array, Array]:
        return points * self.y, self._intercepts(self.y - (points * self.y) @ self.K)

    def point(self, coef: Array, intercept: float) -> Array:
        return coef * self.y

    def intercept(self, x: Array) -> float:
        """The b that is best for the primal, given w.

        sum_i C_i max(0, 1 - y_i (g_i + b)), g = K (y alpha), is convex and piecewise linear in b
        with a kink at each b_i = y_i - g_i. A kink on the way up adds C_i to the slope, which
        starts at -sum of C over y = +1, so the minimum is where the sorted C have caught up with
        that sum: at one kink or, if they meet it exactly, anywhere up to the next; then the middle
        is taken. At the optimum the free points (0 < alpha < C) have their kinks there.
        """
        return float(self._intercepts((self.y - self.K @ (x * self.y))[None])[0])

    def _intercepts(self, kinks: Array) -> Array:
        """The same for many rows of kinks, shape (m, n)."""
        positive, C = self.y > 0.0, self.C
        if np.isinf(C).all():  # every margin counts: the middle of the smallest ones
            return np.asarray(0.5 * (kinks[:, positive].max(1) + kinks[:, ~positive].min(1)))
        row, order = np.arange(len(kinks)), kinks.argsort(axis=1)
        C = in_place_of_infinite(C)
        climbed = C[order].cumsum(axis=1)
        needed = C[positive].sum()
        at = (climbed < needed * (1.0 - 1e-12)).sum(axis=1)
        flat = (climbed[row, at] <= needed * (1.0 + 1e-12)) & (at + 1 < kinks.shape[1])
        return np.asarray(0.5 * (kinks[row, order[row, at]] + kinks[row, order[row, at + flat]]))

    def certify_rows(self, points: Array) -> tuple[Array, Array, Certificates]:
        coef = points * self.y
        scores = coef @ self.K
        intercept = self._intercepts(self.y - scores)
        margins = self.y * (scores + intercept[:, None])
        penalty = 0.5 * np.einsum("ij,ij->i", coef, scores)
        missed = np.abs(coef.sum(axis=1))
        judged = certify_models(self.C, points, margins, penalty, infeasibility=missed)
        return coef, intercept, judged


@dataclass(frozen=True, eq=False)
class PrimalProblem(Problem):
    """Primal problem: min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i (<w, phi(x_i)> + b)).

    K, y, C, psd, phi, hulls : see `Problem`.

    The best w is a combination of the training points (representer theorem), w = sum_i coef_i
    phi(x_i), so x = (coef, b), shape (n + 1,), serves every kernel; for the linear one w = X'coef.

    With `bias_inside` the intercept counts as one more weight and 1/2 b^2 joins the objective, as
    in texts that append a constant 1 to every point; C / n instead of C is their average loss.

    Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
    https://doi.org/10.1162/neco.2007.19.5.1155
    """

    loss: Loss = field(default_factory=Hinge)
    bias_inside: bool = False

    def objective(self, x: Array) -> float:
        coef, intercept = self.machine(x)
        scores = self.K @ coef
        square = coef @ scores + (intercept**2 if self.bias_inside else 0.0)
        return float(0.5 * square + self.C @ self.loss(self.y * (scores + intercept)))

    def gradient(self, x: Array) -> Array:
        """A subgradient in (w, b), the w part written as coefficients of phi(x_i).

        d/dw = w + sum_i C_i loss'(t_i) y_i phi(x_i) has the coefficients coef_i + C_i loss'(t_i)
        y_i: no factor of K, so a step here is exactly a step in w.
        """
        coef, intercept = self.machine(x)
        slope = self.C * self.y * self.loss.slope(self.y * (self.K @ coef + intercept))
        in_b = slope.sum() + (intercept if self.bias_inside else 0.0)
        return np.append(coef + slope, in_b)

    def machines(self, points: Array) -> tuple[Array, Array]:
        return points[:, :-1], points[:, -1]

    def point(self, coef: Array, intercept: float) -> Array:
        return np.append(coef, intercept)

    def certify_rows(self, points: Array) -> tuple[Array, Array, Certificates]:
        """The primal value of (coef, b) itself; the dual value of the nearest feasible alpha.

        Any feasible alpha bounds the optimum from below. At the optimum y coef is one and is the
        best; elsewhere its projection is used, and the violation says how far it had to move. A
        penalised bias is one more weight, whose multipliers need no sum of 0: b = y'alpha.
        """
        coef, intercept = self.machines(points)
        ceiling = self.loss.ceiling(self.C)
        own = self.y * coef
        if self.bias_inside:
            alpha = np.clip(own, 0.0, ceiling)
        else:
            alpha = np.stack([project(row, self.y, ceiling) for row in own])
        here, below = (self._certify(coef, intercept, multipliers) for multipliers in (own, alpha))
        violation = np.maximum(here.violation, below.violation)
        return coef, intercept, replace(below, violation=violation)

    def _certify(self, coef: Array, intercept: Array, alpha: Array) -> Certificates:
        """Of models and multipliers, row by row."""
        of_alpha = alpha * self.y
        scores, sums = coef @ self.K, of_alpha.sum(axis=1)
        square = np.einsum("ij,ij->i", coef, scores)
        dual_square = np.einsum("ij,ij->i", of_alpha, of_alpha @ self.K)
        inside = self.bias_inside
        missed = np.zeros(len(sums)) if inside else np.abs(sums)
        return certify_models(
            self.C,
            alpha,
            self.y * (scores + intercept[:, None]),
            0.5 * (square + intercept**2 if inside else square),
            self.loss,
            conjugate=0.5 * (dual_square + sums**2 if inside else dual_square),
            infeasibility=missed,
            distance=np.abs(intercept - sums) if inside else 0.0,
        )
