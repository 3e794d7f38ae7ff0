"""The problems of the joint multiclass SVMs: objective, constraints and certificate of a point.

One score function a class, f_c = <w_c, phi> + b_c, and one problem for all of them:

    min 1/2 sum_c |w_c|^2 (+ 1/2 |b|^2 with the bias inside) + sum_i C_i loss_i,

    Weston-Watkins:  loss_i = sum over j != y_i of max(0, f_j(x_i) - f_y(x_i) + delta),
    Crammer-Singer:  loss_i = max(0, max over j != y_i of f_j(x_i) - f_y(x_i) + delta).

With one multiplier a_ij >= 0 for each point and each class j that is not its own, the weight of
point i in w_c is coef_ic: -a_ic for a class that is not its own, and the sum of the others for the
one that is. Then the dual is

    max  delta sum_ij a_ij - 1/2 sum_c coef_c' K coef_c (- 1/2 sum_c (sum_i coef_ic)^2 inside),

with a_ij <= C_i (Weston-Watkins) or sum_j a_ij <= C_i (Crammer-Singer) and, for biases that cost
nothing, sum_i coef_ic = 0 for every class. Everything follows from coef and b.

For two classes w_1 = -w_0 and both losses are the same: f = (f_1 - f_0) / delta is the binary
model for 2 C / delta, and the value delta^2 / 2 times its own. delta = 2 gives f_1 = -f_0 = f
with the same C, delta = 1 halves both.

Sources: Weston and Watkins, Support vector machines for multi-class pattern recognition (1999),
https://www.esann.org/sites/default/files/proceedings/legacy/es1999-461.pdf; Crammer and Singer, On
the algorithmic implementation of multiclass kernel-based vector machines, JMLR 2 (2001),
https://www.jmlr.org/papers/v2/crammer01a.html
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.linalg import helmert

from svmcore.arrays import Array, Bools, Indices
from svmcore.problems.certificate import Certificate, certify_models

JOINT = ("weston_watkins", "crammer_singer")


class JointPoint(NamedTuple):
    """A point of a joint problem: coef, (N, k), scores = K coef, (N, k), and biases b, (k,)."""

    coef: Array
    scores: Array
    b: Array

    @property
    def f(self) -> Array:
        """The value of each class at each training point, shape (N, k)."""
        return np.asarray(self.scores + self.b)


def onto_simplices(rows: Array, totals: Array) -> Array:
    """The nearest row to each that is >= 0 and sums to its total > 0, shape (N, k).

    Source: Held, Wolfe and Crowder, Validation of subgradient optimization, Math. Programming 6
    (1974), https://doi.org/10.1007/BF01580223
    """
    falling = -np.sort(-rows, axis=1)
    counts = np.arange(1, rows.shape[1] + 1)
    heights = (falling.cumsum(1) - totals[:, None]) / counts
    inside = (falling > heights).sum(1)
    # at least the largest stays, whatever rounding says
    level = heights[np.arange(len(rows)), np.maximum(inside, 1) - 1]
    return np.asarray(np.maximum(rows - level[:, None], 0.0))


@dataclass(frozen=True, eq=False)
class Joint:
    """Joint problem of all score functions: labels 0..k-1, (N,); C > 0, (N,); a scheme of JOINT.

    k : number of classes. delta : margin between scores. bias_inside : whether 1/2 |b|^2 is added
    """

    labels: Indices
    k: int
    C: Array
    scheme: str
    delta: float = 1.0
    bias_inside: bool = False

    @cached_property
    def own(self) -> Bools:
        """Which class is that of the point, shape (N, k)."""
        return np.asarray(self.labels[:, None] == np.arange(self.k))

    @property
    def simplex(self) -> bool:
        """Whether a point's multipliers share its C (Crammer-Singer) or have one each."""
        return self.scheme == "crammer_singer"

    def coef(self, a: Array) -> Array:
        """The weights from the multipliers, shape (N, k); those of the own class are not read."""
        others = np.where(self.own, 0.0, a)
        return np.where(self.own, others.sum(1, keepdims=True), -others)

    def short(self, f: Array) -> Array:
        """f_j - f_y + delta for each point and class, 0 for its own, shape (N, k)."""
        return np.where(self.own, 0.0, f - f[self.own][:, None] + self.delta)

    def losses(self, f: Array) -> Array:
        """The loss of each point at values f, shape (N, k) -> (N,)."""
        missing = np.maximum(self.short(f), 0.0)
        return np.asarray(missing.max(1) if self.simplex else missing.sum(1))

    def shares(self, coef: Array) -> Array:
        """The multipliers, shape (N, k); for Crammer-Singer the own class has what is left of C."""
        left = self.C - coef[self.own] if self.simplex else np.zeros(len(coef))
        return np.where(self.own, left[:, None], -coef)

    def allowed(self, shares: Array) -> Array:
        """The nearest multipliers within their bounds, shape (N, k)."""
        if self.simplex:
            return onto_simplices(shares, self.C)
        inside = np.minimum(np.maximum(shares, 0.0), self.C[:, None])
        return np.where(self.own, 0.0, inside)

    def moved(self, model: JointPoint, step: float) -> Array:
        """The multipliers after a projected gradient step of the dual, shape (N, k)."""
        return self.allowed(self.shares(model.coef) + step * self.short(model.f))

    def certify(self, model: JointPoint) -> Certificate:
        """What can be proved about a model, from coef, K coef and b alone.

        infeasibility is how far the multipliers are out of their bounds and how far the weights of
        a class are from a sum of 0 (bias outside). violation adds the distance to where a projected
        gradient step of length 1 puts the multipliers, and |b_c - sum_i coef_ic| (bias inside).
        """
        coef, scores, b = model
        penalty = conjugate = 0.5 * float(np.vdot(coef, scores))
        sums, shares = coef.sum(0), self.shares(coef)
        infeasibility, distance = float(np.abs(shares - self.allowed(shares)).max()), 0.0
        if self.bias_inside:
            penalty, conjugate = penalty + 0.5 * float(b @ b), conjugate + 0.5 * float(sums @ sums)
            distance = float(np.abs(b - sums).max())
        else:
            infeasibility = max(infeasibility, float(np.abs(sums).max()))
        return certify_models(
            self.C,
            shares.reshape(1, -1),
            model.f.reshape(1, -1),
            np.array([penalty]),
            _ScoreLoss(self),
            conjugate=np.array([conjugate]),
            infeasibility=infeasibility,
            distance=distance,
        )[0]


@dataclass(frozen=True, eq=False)
class _ScoreLoss:
    """The loss of a joint problem: t are the scores f and alpha the shares, both as (1, N k)."""

    joint: Joint

    def __call__(self, t: Array) -> Array:
        """The loss of each point, (1, N)."""
        return self.joint.losses(self._rows(t))[None]

    def dual(self, alpha: Array, C: Array) -> Array:
        """What each share adds to the dual objective: that of its own class nothing."""
        others = np.where(self.joint.own, 0.0, self._rows(alpha))
        return self.joint.delta * others.reshape(1, -1)

    def moved(self, alpha: Array, t: Array, C: Array) -> Array:
        """The shares after a projected gradient step of the dual."""
        ahead = self._rows(alpha) + self.joint.short(self._rows(t))
        return self.joint.allowed(ahead).reshape(1, -1)

    def _rows(self, flat: Array) -> Array:
        return flat.reshape(self.joint.own.shape)


class JointIterate(NamedTuple):
    """A model on the way, its relative error, and how many iterations it took.

    Its scores, shape (N, k), are those of its own w, which has more digits than coef says.
    """

    model: JointPoint
    error: float
    n_iter: int


class ScaledProblem(NamedTuple):
    """The problem for delta = 1 on rows that are about 1 long, shape (N, r).

    K + bias = unit rows rows', where the bias is in the rows as a last column if it is inside.
    basis, shape (k, k - 1), is orthonormal with columns that sum to 0: sum_c w_c = 0 and
    sum_c b_c = 0 at the optimum (or without loss of anything), so that k - 1 coordinates hold them.
    C is that of the unit.
    """

    rows: Array
    unit: float
    basis: Array
    C: Array

    def inner(
        self, joint: Joint, a: Array, f: Array, v: Array, error: float, n_iter: int
    ) -> JointIterate:
        """Back in the units of `joint`: a and f, shape (N, k), v, shape (k - 1,) for b outside."""
        coef = joint.coef(joint.delta / self.unit * a)
        b = coef.sum(0) if joint.bias_inside else joint.delta * (self.basis @ v)
        return JointIterate(JointPoint(coef, joint.delta * f - b, b), error, n_iter)


def rescaled(joint: Joint, L: Array) -> ScaledProblem:
    """From points given as rows of L, shape (N, r), K = L L'."""
    rows = np.column_stack([L, np.ones(len(L))]) if joint.bias_inside else L
    unit = float(np.vdot(rows, rows)) / len(rows) or 1.0
    basis = np.ascontiguousarray(helmert(joint.k).T)
    return ScaledProblem(rows / np.sqrt(unit), unit, basis, joint.C * (unit / joint.delta))
