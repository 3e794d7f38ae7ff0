"""Bounds of the leave-one-out error from one training, and the smallest sphere around all points.

* The share of support vectors: without a point that is none, the model is the same.
  Source: Vapnik, The nature of statistical learning theory (1995), theorem 5.2.
* 4 R^2 |w|^2 / N for the hard margin, R the radius of the smallest sphere around all points in
  feature space, 1 / |w| the distance of the closest points from f = 0. Without b the factor 4 is 1.
  Source: Vapnik, Statistical learning theory (1998), chapter 10; Chung, Kao, Sun, Wang and Lin,
  Radius margin bounds for support vector machines with the RBF kernel, Neural Computation 15
  (2003), https://doi.org/10.1162/089976603322385108
* The xi-alpha estimate, the share of the points with 2 alpha_i D + xi_i >= 1, D the largest
  K(x, x) less the smallest K(x, x'). It is a bound where the b of the model without each point is
  unique, too: a tie that is broken otherwise may put the error above it.
  Source: Joachims, Estimating the generalization performance of an SVM efficiently, ICML (2000).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import Candidate, checked
from pages.model_selection.holdout import on_all
from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE
from svmcore.arrays import Array, Bools
from svmcore.kernels import Kernel

BOUND_TOLERANCE = 1e-9  # relative distance from C at which alpha counts as C
SPHERE_TOL = 1e-9  # of the squared radius, relative
MAX_STEPS = 100_000
BLOCK = 256  # rows of K at a time


@dataclass(frozen=True, eq=False)
class LeaveOneOutBounds:
    """What one model of all points says of the leave-one-out error; two classes.

    alpha, slack : (n,). bound : C of each point, (n,). alike : whether the model of the other
    points keeps their coordinates and each C. spread : D above.
    w2 : |w|^2. R2 : the squared radius of the sphere; None where a point violates the margin.
    psd : whether the kernel has a feature space.
    """

    alpha: Array
    slack: Array
    bound: Array
    alike: bool
    spread: float
    w2: float
    R2: float | None
    psd: bool

    @cached_property
    def free(self) -> Bools:
        """The points with 0 < alpha < C, (n,): one of them makes b unique."""
        return np.asarray((self.alpha > 0.0) & (self.alpha < self.bound * (1.0 - BOUND_TOLERANCE)))

    @property
    def stable(self) -> bool:
        """Whether b is unique and the rest of the points would be trained on in the same way."""
        return self.alike and self.psd and bool(self.free.any())

    @property
    def n_support(self) -> int:
        """How many points have alpha > 0."""
        return int((self.alpha > 0.0).sum())

    @property
    def support(self) -> float | None:
        """The share of support vectors; None where it is no bound."""
        return self.n_support / len(self.alpha) if self.stable else None

    @cached_property
    def doubtful(self) -> Bools:
        """The points with 2 alpha_i D + xi_i >= 1, (n,)."""
        return np.asarray(2.0 * self.alpha * self.spread + self.slack >= 1.0)

    @property
    def equal(self) -> bool:
        """Whether every point has the same C."""
        return float(np.ptp(self.bound)) <= BOUND_TOLERANCE * float(self.bound.max())

    @property
    def xi_alpha(self) -> float | None:
        """The xi-alpha estimate; None where b is not unique, or where points differ in C."""
        return float(self.doubtful.mean()) if self.stable and self.equal else None

    @property
    def violations(self) -> int:
        """How many points are inside the margin or misclassified."""
        return int((self.slack > MARGIN_TOLERANCE).sum())

    @property
    def radius_margin(self) -> float | None:
        """4 R^2 |w|^2 / N; None where a point violates the margin. It may be larger than 1."""
        if not self.stable or self.R2 is None:
            return None
        return 4.0 * self.R2 * self.w2 / len(self.alpha)


def leave_one_out_bounds(
    machine: Candidate, X: npt.ArrayLike, y: npt.ArrayLike, w: npt.ArrayLike | None = None
) -> LeaveOneOutBounds:
    """The bounds for a soft margin of two classes, trained on X, (n, d), y, (n,), and w, (n,).

    Raises ValueError as `pages.model_selection.holdout.on_all` does, and if there are more
    classes.
    """
    X, y = checked(X, y)
    if int(y.max()) != 1 or machine.scheme != "svc":
        raise ValueError("These bounds are for an SVM with two classes.")
    whole = on_all(machine, X, y, w)
    estimator, kernel = whole.fitted.estimator, whole.fitted.kernel
    points = whole.fitted.scale(whole.X)
    alpha = np.zeros(len(y))
    alpha[np.asarray(estimator.support_)] = np.abs(np.asarray(estimator.dual_coef_)[0])
    sign = 2.0 * y - 1.0
    margins = sign * whole.scores
    slack = np.maximum(0.0, 1.0 - margins)
    own = None if w is None else np.asarray(w, dtype=np.float64)
    bound = machine.C * machine.factors(y, own)[y] * (1.0 if own is None else own)
    hard = not (slack > MARGIN_TOLERANCE).any() and kernel.psd
    return LeaveOneOutBounds(
        alpha,
        slack,
        bound,
        machine.independent,
        _spread(kernel, points),
        float((sign * alpha) @ (whole.scores - float(np.ravel(estimator.intercept_)[0]))),
        smallest_sphere(kernel, points)[0] if hard else None,
        kernel.psd,
    )


def _spread(kernel: Kernel, X: Array) -> float:
    """The largest K(x, x) less the smallest K(x, x')."""
    least = min(float(kernel(X[k : k + BLOCK], X).min()) for k in range(0, len(X), BLOCK))
    return float(_squares(kernel, X).max()) - least


def _squares(kernel: Kernel, X: Array) -> Array:
    """K(x, x) of every point, (n,)."""
    blocks = (X[k : k + BLOCK] for k in range(0, len(X), BLOCK))
    return np.concatenate([np.diagonal(kernel(block, block)) for block in blocks])


def smallest_sphere(kernel: Kernel, X: Array) -> tuple[float, Array]:
    """The smallest sphere around the points in feature space: R^2, and the weights of its center.

        R^2 = max over beta of sum_i beta_i K_ii - beta' K beta,  beta >= 0,  sum_i beta_i = 1;
        the center is sum_i beta_i phi(x_i).

    Each step moves weight from the closest point that has some to the farthest one, by the exact
    minimum along that line (SMO). The R^2 that is returned is the squared distance of the farthest
    point from the center, so that the sphere holds all points whenever the iteration ends.

    Source: Tax and Duin, Support vector data description, Machine Learning 54 (2004), section 2,
    https://doi.org/10.1023/B:MACH.0000008084.60811.49
    """
    square, rows = _squares(kernel, X), dict[int, Array]()

    def row(i: int) -> Array:
        if i not in rows:
            rows[i] = kernel(X[i : i + 1], X)[0]
        return rows[i]

    beta = np.zeros(len(X))
    beta[0], image = 1.0, row(0).copy()  # K beta
    for _ in range(MAX_STEPS):
        apart = square - 2.0 * image  # the squared distance but for beta' K beta
        held = np.flatnonzero(beta > 0.0)
        far, near = int(apart.argmax()), int(held[apart[held].argmin()])
        gap, radius = float(apart[far] - apart[near]), float(apart[far] + beta @ image)
        curvature = 2.0 * float(square[far] + square[near] - 2.0 * row(far)[near])
        if gap <= SPHERE_TOL * radius or curvature <= 0.0:
            break
        step = min(gap / curvature, float(beta[near]))
        beta[near] -= step
        beta[far] += step
        image += step * (row(far) - row(near))
    apart = square - 2.0 * image
    return float(apart.max() + beta @ image), beta
