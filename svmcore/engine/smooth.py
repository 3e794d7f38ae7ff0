"""Newton's method for smooth losses on a Gram matrix or features: logistic regression, LS-SVM.

    min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i f(x_i)),  f = <w, phi(x)> + b,

with w = sum_i coef_i phi(x_i) and a bias that is not penalised.

Sources: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
https://doi.org/10.1162/neco.2007.19.5.1155; the system is written as in Rasmussen and Williams,
Gaussian processes for machine learning (2006), algorithm 3.1, https://gaussianprocess.org/gpml
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, lstsq

from svmcore.arrays import Array
from svmcore.optim.threads import one_thread
from svmcore.problems.certificate import Certificate, Status
from svmcore.surrogates import SmoothLoss

MAX_STEPS = 200
HALVINGS = 60
STOP = 1e-6  # of the tolerance: a last step costs little and brings as many digits as there are
SUFFICIENT = 1e-4  # share of the predicted decrease that a step must bring (Armijo)


@dataclass(frozen=True, eq=False)
class SmoothFit:
    """Model f(x) = sum_i coef_i K(x_i, x) + intercept, its proof, and how it ended."""

    coef: Array
    intercept: float
    certificate: Certificate
    status: Status
    n_iter: int


@one_thread
def fit_smooth(
    K: Array, y: Array, C: Array, loss: SmoothLoss, *, tol: float = 1e-9, max_iter: int = MAX_STEPS
) -> SmoothFit:
    """The minimiser, from f = 0 on, by damped Newton steps.

    K : (n, n), positive semi-definite. y, C : (n,), labels in {-1, +1} of both classes, penalties.
    tol : the relative duality gap that is called optimal. A step keeps sum_i coef_i = 0, so K is
    moved to the mean of the points: what they have in common would only cost digits.
    """
    means = K.mean(0)
    system = _GramSystem(K - means - (means - means.mean())[:, None])
    point, proof, status, n_iter = _minimise(_Problem(system, y, C, loss), len(K), tol, max_iter)
    return SmoothFit(point.x, point.b - float(means @ point.x), proof, status, n_iter)


@one_thread
def fit_smooth_features(
    phi: Array,
    y: Array,
    C: Array,
    loss: SmoothLoss,
    *,
    tol: float = 1e-9,
    max_iter: int = MAX_STEPS,
) -> SmoothFit:
    """The same for K = phi phi', phi of shape (n, r) with few columns.

    A step is a least-squares fit, which has the digits that a K of high powers loses. Of all coef
    with phi' coef = w the shortest are returned: those of the multipliers would lose them again.
    """
    mean = phi.mean(0)
    problem = _Problem(_FeatureSystem(phi - mean), y, C, loss)
    point, proof, status, n_iter = _minimise(problem, phi.shape[1], tol, max_iter)
    coef = lstsq(phi.T, point.x, lapack_driver="gelsy")[0]
    return SmoothFit(np.asarray(coef), point.b - float(mean @ point.x), proof, status, n_iter)


class _Point(NamedTuple):
    """x, which is coef, (n,), or w, (r,); its scores, (n,), and b. Or a way between two points."""

    x: Array
    scores: Array
    b: float

    def moved(self, way: "_Point", step: float) -> "_Point":
        """A step along a way."""
        scores = self.scores + step * way.scores
        return _Point(self.x + step * way.x, scores, self.b + step * way.b)


class _System(Protocol):
    """How <w, phi(x_i)> and |w|^2 follow from x, and the x of a quadratic model."""

    def scores(self, x: Array) -> Array: ...

    def dot(self, one: _Point, other: _Point) -> float:
        """<w, w'> of two points."""

    def of_multipliers(self, own: Array) -> _Point:
        """The point with w = sum_i own_i phi(x_i) and b = 0."""

    def newton(self, f: Array, W: Array, g: Array) -> tuple[Array, float]:
        """(x, b) of the minimum of 1/2 |w|^2 + sum_i g_i (f'_i - f_i) + W_i/2 (f'_i - f_i)^2."""


@dataclass(frozen=True, eq=False)
class _GramSystem:
    """x = coef on a Gram matrix."""

    K: Array

    def scores(self, x: Array) -> Array:
        return np.asarray(self.K @ x)

    def dot(self, one: _Point, other: _Point) -> float:
        return float(one.x @ other.scores)

    def of_multipliers(self, own: Array) -> _Point:
        return _Point(own, self.K @ own, 0.0)

    def newton(self, f: Array, W: Array, g: Array) -> tuple[Array, float]:
        """coef = (I + W K)^-1 (W (f - b) - g), and the b with which its sum is 0.

        (I + W K)^-1 = I - R B^-1 R K, B = I + R K R, R = sqrt W.
        """
        R = np.sqrt(W)
        B = R[:, None] * self.K * R
        B[np.diag_indices_from(B)] += 1.0
        factor = cho_factor(B, lower=True, overwrite_a=True, check_finite=False)
        z = W * f - g
        u = z - R * cho_solve(factor, R * (self.K @ z), check_finite=False)
        v = R * cho_solve(factor, R, check_finite=False)
        b = float(u.sum() / v.sum())
        return u - b * v, b


@dataclass(frozen=True, eq=False)
class _FeatureSystem:
    """x = w on explicit features, shape (n, r)."""

    phi: Array

    def scores(self, x: Array) -> Array:
        return np.asarray(self.phi @ x)

    def dot(self, one: _Point, other: _Point) -> float:
        return float(one.x @ other.x)

    def of_multipliers(self, own: Array) -> _Point:
        w = own @ self.phi
        return _Point(w, self.phi @ w, 0.0)

    def newton(self, f: Array, W: Array, g: Array) -> tuple[Array, float]:
        """The least squares of R (phi w + b) = R f - g/R beside w = 0, R = sqrt W."""
        R, r = np.sqrt(W), self.phi.shape[1]
        target = R * f - np.divide(g, R, out=np.zeros_like(g), where=R > 0.0)
        A = np.vstack([np.column_stack([R[:, None] * self.phi, R]), np.eye(r, r + 1)])
        found = lstsq(A, np.append(target, np.zeros(r)), lapack_driver="gelsy")[0]
        return np.asarray(found[:-1]), float(found[-1])


@dataclass(frozen=True, eq=False)
class _Problem:
    """The problem on a system."""

    system: _System
    y: Array
    C: Array
    loss: SmoothLoss

    def value(self, point: _Point) -> float:
        """The objective."""
        margins = self.y * (point.scores + point.b)
        return float(0.5 * self.system.dot(point, point) + self.C @ self.loss(margins))

    def stepped(self, point: _Point) -> _Point:
        """After a Newton step, halved until it decreases the objective enough.

        The point itself where no step does, or where rounding errors have made K indefinite.
        """
        f = point.scores + point.b
        t = self.y * f
        g = self.C * self.loss.slope(t) * self.y
        try:
            x, b = self.system.newton(f, self.C * self.loss.curvature(t), g)
        except LinAlgError:
            return point
        way = _Point(x - point.x, self.system.scores(x - point.x), b - point.b)
        slope = self.system.dot(point, way) + float(g @ (way.scores + way.b))
        now, step = self.value(point), 1.0
        for _ in range(HALVINGS):
            there = point.moved(way, step)
            if self.value(there) <= now + SUFFICIENT * step * slope:
                return there
            step *= 0.5
        return point

    def certify(self, point: _Point) -> Certificate:
        """Primal at the point, dual at the feasible alpha that is nearest to -C loss'(y f).

        The violation is how far x is from that of alpha.
        """
        margins = self.y * (point.scores + point.b)
        alpha = self.loss.feasible(-self.C * self.loss.slope(margins), self.y, self.C)
        own = self.system.of_multipliers(self.y * alpha)
        return Certificate(
            margin_term=0.5 * self.system.dot(point, point),
            loss_term=float(self.C @ self.loss(margins)),
            dual=float(self.loss.dual(alpha, self.C).sum()) - 0.5 * self.system.dot(own, own),
            violation=float(np.abs(own.x - point.x).max(initial=0.0)),
            infeasibility=abs(float(self.y @ alpha)),
        )


def _minimise(
    problem: _Problem, size: int, tol: float, max_iter: int
) -> tuple[_Point, Certificate, Status, int]:
    """The point where no step makes it or its proof better, and how it ended."""
    point = _Point(np.zeros(size), np.zeros(len(problem.y)), 0.0)
    proof, n_iter = problem.certify(point), 0
    while n_iter < max_iter and not _is_proved(proof, STOP * tol):
        there = problem.stepped(point)
        found, n_iter = problem.certify(there), n_iter + 1
        if not (found.primal < proof.primal or found.gap < proof.gap):
            break
        point, proof = there, found
    status = Status.MAX_ITER if n_iter == max_iter else Status.STALLED
    return point, proof, Status.OPTIMAL if _is_proved(proof, tol) else status, n_iter


def _is_proved(proof: Certificate, tol: float) -> bool:
    return abs(proof.gap) <= tol * max(abs(proof.primal), float(np.finfo(float).tiny))
