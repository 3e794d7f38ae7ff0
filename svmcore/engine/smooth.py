"""Newton's method for smooth losses on a Gram matrix: kernel logistic regression, LS-SVM.

    min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i f(x_i)),  f = <w, phi(x)> + b,

with w = sum_i coef_i phi(x_i) and a bias that is not penalised.

Sources: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
https://doi.org/10.1162/neco.2007.19.5.1155; the system is written as in Rasmussen and Williams,
Gaussian processes for machine learning (2006), algorithm 3.1, https://gaussianprocess.org/gpml
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

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
    problem = _Problem(K - means - (means - means.mean())[:, None], y, C, loss)
    point = _Point(np.zeros(len(y)), np.zeros(len(y)), 0.0)
    proof, n_iter = problem.certify(point), 0
    while n_iter < max_iter and not _is_proved(proof, STOP * tol):
        there = problem.stepped(point)
        found, n_iter = problem.certify(there), n_iter + 1
        if not (found.primal < proof.primal or found.gap < proof.gap):
            break
        point, proof = there, found
    status = Status.MAX_ITER if n_iter == max_iter else Status.STALLED
    status = Status.OPTIMAL if _is_proved(proof, tol) else status
    return SmoothFit(point.coef, point.b - float(means @ point.coef), proof, status, n_iter)


class _Point(NamedTuple):
    """coef, (n,), the scores K coef that follow from it, (n,), and b; or a way between two."""

    coef: Array
    scores: Array
    b: float

    def moved(self, way: "_Point", step: float) -> "_Point":
        """A step along a way."""
        scores = self.scores + step * way.scores
        return _Point(self.coef + step * way.coef, scores, self.b + step * way.b)


@dataclass(frozen=True, eq=False)
class _Problem:
    """The problem on a Gram matrix."""

    K: Array
    y: Array
    C: Array
    loss: SmoothLoss

    def value(self, point: _Point) -> float:
        """The objective."""
        margins = self.y * (point.scores + point.b)
        return float(0.5 * point.coef @ point.scores + self.C @ self.loss(margins))

    def stepped(self, point: _Point) -> _Point:
        """After a Newton step, halved until it decreases the objective enough.

        The point itself where no step does, or where rounding errors have made K indefinite.
        """
        try:
            coef, b = self._newton(point.scores + point.b)
        except LinAlgError:
            return point
        way = _Point(coef - point.coef, self.K @ (coef - point.coef), b - point.b)
        pull = self.C * self.y * self.loss.slope(self.y * (point.scores + point.b))
        slope = float(point.coef @ way.scores + pull @ (way.scores + way.b))
        now, step = self.value(point), 1.0
        for _ in range(HALVINGS):
            there = point.moved(way, step)
            if self.value(there) <= now + SUFFICIENT * step * slope:
                return there
            step *= 0.5
        return point

    def _newton(self, f: Array) -> tuple[Array, float]:
        """(coef, b) of the minimum of the quadratic model of the objective at f.

        coef = (I + W K)^-1 (W (f - b) - g) with W and g the curvature and slope of the losses in f,
        and the b with which its sum is 0; (I + W K)^-1 = I - R B^-1 R K, B = I + R K R, R = sqrt W.
        """
        t = self.y * f
        W, g = self.C * self.loss.curvature(t), self.C * self.loss.slope(t) * self.y
        R = np.sqrt(W)
        B = R[:, None] * self.K * R
        B[np.diag_indices_from(B)] += 1.0
        factor = cho_factor(B, lower=True, overwrite_a=True, check_finite=False)
        z = W * f - g
        u = z - R * cho_solve(factor, R * (self.K @ z), check_finite=False)
        v = R * cho_solve(factor, R, check_finite=False)
        b = float(u.sum() / v.sum())
        return u - b * v, b

    def certify(self, point: _Point) -> Certificate:
        """Primal at the point, dual at the feasible alpha that is nearest to -C loss'(y f).

        The violation is how far y coef is from that.
        """
        margins = self.y * (point.scores + point.b)
        alpha = self.loss.feasible(-self.C * self.loss.slope(margins), self.y, self.C)
        own = self.y * alpha
        square = 0.5 * float(own @ (self.K @ own))
        return Certificate(
            margin_term=0.5 * float(point.coef @ point.scores),
            loss_term=float(self.C @ self.loss(margins)),
            dual=float(self.loss.dual(alpha, self.C).sum()) - square,
            violation=float(np.abs(own - point.coef).max(initial=0.0)),
            infeasibility=abs(float(own.sum())),
        )


def _is_proved(proof: Certificate, tol: float) -> bool:
    return abs(proof.gap) <= tol * max(abs(proof.primal), float(np.finfo(float).tiny))
