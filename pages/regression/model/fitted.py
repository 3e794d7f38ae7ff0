"""A regression carried out: the points, f and its tube, and what there is to say of each point."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pages.regression.model.experiment import Regression
from svmcore.arrays import Array, Bools, read_only
from svmcore.model import Model
from svmcore.problems.certificate import Certificate, Status

SLIGHT = 1e-6  # how near to the edge of the tube a point counts as on it, in units of z
UNFINISHED = 1e-2  # the same for a model that is not finished
LITTLE = 1e-3  # of C: the most that counts as nothing among multipliers
FAR = 10.0  # times C: a step that is longer would only magnify the rounding errors of f


class Errors(NamedTuple):
    """How well f fits some of the points.

    n : how many they are
    outside : how many of them lie strictly outside the tube
    mae, rmse : mean |z - f| and the root of the mean (z - f)^2
    r2 : 1 - sum (z - f)^2 / sum (z - mean z)^2, None where z is the same for all
    """

    n: int
    outside: int
    mae: float
    rmse: float
    r2: float | None


class NuBound(NamedTuple):
    """nu between the share outside the tube and the share of support vectors.

    n : the points learnt from, each counted by its weight; outside, support : those strictly
        outside the tube, and the support vectors, counted likewise
    wide : whether the tube has a width

    The sum of all multipliers is C nu n. A point strictly outside takes C of it, so no more than
    nu n are there: outside <= nu n. Where the tube has a width, no point has two multipliers and
    none takes more than C, so no fewer than nu n share it: nu n <= support. With weights C is C_i.

    Source: Schoelkopf, Smola, Williamson and Bartlett, New support vector algorithms (2000),
    proposition 1.
    """

    nu: float
    n: float
    outside: float
    support: float
    wide: bool

    @property
    def outside_share(self) -> float:
        """outside / n."""
        return self.outside / self.n

    @property
    def support_share(self) -> float:
        """support / n."""
        return self.support / self.n


@dataclass(frozen=True, eq=False, kw_only=True)
class RegressionFit:
    """What came out. Arrays have one entry a point, in the order of the board, and are read-only.

    x, z : (n,), the points; ids : their names on the board
    test : (n,), those kept apart: their multipliers are 0
    model : f over the training points as rows (x_i,), None where none exists
    alpha, alpha_star : (n,), the multipliers for being above and below the tube, 0 to C_i;
        f = sum_i (alpha_i - alpha*_i) K(x_i, .) + b
    epsilon : the tube is f - epsilon to f + epsilon; given, or found by the nu model
    weight : (n,), how many points each counts as: C_i = C weight_i
    certificate, status : what is proved of f as it is drawn, from K, alpha, b and epsilon
    spread : half the median square distance of two training points in feature space
    rounding : what rounding may make f(x_i) wrong by, as far as the sum of kernels tells
    """

    regression: Regression
    x: Array
    z: Array
    ids: tuple[int, ...]
    test: Bools
    alpha: Array
    alpha_star: Array
    epsilon: float
    weight: Array
    model: Model | None = None
    certificate: Certificate | None = None
    status: Status | None = None
    spread: float = 0.0
    rounding: float = 0.0

    def __len__(self) -> int:
        return len(self.z)

    def __call__(self, x: npt.ArrayLike) -> Array:
        """f at the places x, shape (m,); raises ValueError without a model."""
        if self.model is None:
            raise ValueError("there is no model: f has no values")
        return self.model(np.asarray(x, dtype=np.float64).reshape(-1, 1))

    @cached_property
    def learned(self) -> Bools:
        """The points that f was trained on."""
        return _fixed(~self.test)

    @cached_property
    def C(self) -> Array:
        """C_i, the most that each multiplier can be: C times the point's weight, shape (n,)."""
        return read_only(self.regression.C * self.weight)

    @property
    def weighed(self) -> bool:
        """Whether some point counts as more or less than one: then its C_i is not C."""
        return bool((self.weight != 1.0).any())

    @property
    def intercept(self) -> float:
        """b; 0 without a model."""
        return self.model.intercept if self.model else 0.0

    @cached_property
    def coef(self) -> Array:
        """alpha - alpha*: the weight of each point in f."""
        return read_only(self.alpha - self.alpha_star)

    @cached_property
    def scores(self) -> Array:
        """f(x_i); zeros without a model."""
        return read_only(self(self.x) if self.model else np.zeros(len(self)))

    @cached_property
    def residuals(self) -> Array:
        """z_i - f(x_i): positive above f."""
        return read_only(self.z - self.scores)

    @cached_property
    def slacks(self) -> Array:
        """max(0, |z_i - f(x_i)| - epsilon): what a point sticks out of the tube."""
        return read_only(np.maximum(np.abs(self.residuals) - self.epsilon, 0.0))

    @cached_property
    def slight(self) -> float:
        """What counts as nothing between a point and the edge of the tube."""
        return SLIGHT + self.rounding

    @cached_property
    def outside(self) -> Bools:
        """Strictly outside the tube, test points too; nobody without a model."""
        return _fixed((self.slacks > self.slight) & (self.model is not None))

    @cached_property
    def _gradient_step(self) -> tuple[Array, Array]:
        """(alpha, alpha*), (2, n), after one gradient step of the dual, and what is rounding.

        At the optimum the step, cut off at 0 and C_i, changes nothing. A multiplier that is small
        because its point is on its way to 0 is told from a small free one by alpha and the
        residual together, as in `pages.state.model.run`.
        """
        step = np.minimum(1.0 / self.spread if self.spread > 0.0 else np.inf, FAR * self.C)
        short = np.stack([self.residuals, -self.residuals]) - self.epsilon
        nothing = np.minimum(self.slight * step, LITTLE * self.C)
        return np.stack([self.alpha, self.alpha_star]) + step * short, nothing

    @cached_property
    def support(self) -> Bools:
        """alpha_i > 0 or alpha*_i > 0 at the optimum: f depends on these points alone.

        Of an unfinished model, what lies on the edge of the tube or outside.
        """
        if not self.finished:
            off = np.abs(self.residuals) - self.epsilon
            return _fixed((off >= -max(UNFINISHED, self.slight)) & self._meaningful)
        ahead, nothing = self._gradient_step
        return _fixed(((ahead > nothing).any(0) | self.outside) & self._meaningful)

    @cached_property
    def bound(self) -> Bools:
        """alpha_i = C_i or alpha*_i = C_i: outside the tube or on its edge."""
        if not self.finished:
            return _fixed(self.outside & self._meaningful)
        ahead, nothing = self._gradient_step
        full = (ahead >= self.C - nothing).any(0)
        return _fixed((full | self.outside) & self.support)

    @cached_property
    def free(self) -> Bools:
        """0 < alpha_i < C_i or 0 < alpha*_i < C_i: exactly on the edge of the tube."""
        return _fixed(self.support & ~self.bound)

    @property
    def finished(self) -> bool:
        """Whether the multipliers are those of the optimum."""
        return self.status is Status.OPTIMAL

    @property
    def _meaningful(self) -> Bools:
        """The points whose multipliers mean something."""
        return np.asarray(self.learned & (self.model is not None))

    @property
    def flat(self) -> bool:
        """Whether f is the same at all points, but for rounding: w = 0."""
        return self.model is not None and self.square * self.spread <= self.slight**2

    @property
    def square(self) -> float:
        """|w|^2 = coef'K coef, how bent f is; 0 without a model."""
        return float(self.coef @ (self.scores - self.intercept)) if self.model else 0.0

    @cached_property
    def train_errors(self) -> Errors:
        """Over the points that f was trained on."""
        return self._errors(self.learned)

    @cached_property
    def test_errors(self) -> Errors:
        """Over the points kept apart."""
        return self._errors(self.test)

    def _errors(self, chosen: Bools) -> Errors:
        n = int(chosen.sum())
        if n == 0 or self.model is None:
            return Errors(n, 0, 0.0, 0.0, None)
        r, z = self.residuals[chosen], self.z[chosen]
        total = float(np.square(z - z.mean()).sum())
        r2 = 1.0 - float(r @ r) / total if float(np.ptp(z)) > 0.0 else None
        rmse = float(np.sqrt(np.square(r).mean()))
        return Errors(n, int(self.outside[chosen].sum()), float(np.abs(r).mean()), rmse, r2)

    @cached_property
    def nu_bound(self) -> NuBound | None:
        """What nu says of the fractions; None for the other model and without one."""
        if self.regression.machine != "nu" or self.model is None:
            return None
        groups = (self.learned, self.learned & self.outside, self.support)
        n, outside, support = (float(self.weight[group].sum()) for group in groups)
        wide = self.epsilon > self.slight
        return NuBound(self.regression.nu, n, outside, support, wide)


def _fixed(flags: Bools) -> Bools:
    frozen = np.array(flags, dtype=bool)
    frozen.setflags(write=False)
    return frozen
