"""The model of Crammer and Singer by an interior-point method that knows its simplices.

With p_ij = a_ij for the classes that are not its own and p_iy = C_i - sum_j a_ij, each point has k
shares p_i >= 0 of its C_i. In coordinates Z, shape (r, k - 1), of all w_c (and b_c),

    f = rows Z basis',  J Z = rows'(C Y - p) basis,  p_i 1 = C_i,
    s_ij = t_i - f_j(x_i) - [j != y_i] >= 0  and  p s = 0,

with J = 1, but 0 for biases that cost nothing. The loss is t_i - f_y(x_i).
"""

from collections.abc import Iterator

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array
from svmcore.multiclass.joint_problem import Joint, JointIterate, ScaledProblem, rescaled
from svmcore.optim.box_program import MIN_MU, SCALES
from svmcore.optim.cholesky import cholesky, regularised_inverse
from svmcore.optim.interior_point import ErrorScale, interior_path

ROOT_STEPS = 12  # steps of Newton's method for t, which gains digits with each


def walk(joint: Joint, L: Array) -> Iterator[JointIterate]:
    """Models that approach the optimum, for points given as rows of L, shape (N, r)."""
    scaled = rescaled(joint, L)
    equations = _Simplices(joint, scaled)
    scale = ErrorScale()
    for n_iter, point in enumerate(interior_path(equations, *_start(joint, equations)), start=1):
        Z = equations.split(point.p)[1]
        f = equations.rows @ Z @ scaled.basis.T
        value = float(np.vdot(equations.level, point.z) - 0.5 * np.vdot(equations.J * Z, Z))
        error = scale.relative(point.error, value)
        yield scaled.inner(joint, point.z, f, Z[-1], error, n_iter)


class _Simplices:
    """The equations above in z = p, t = s, both (N, k), and the free t, (N,), and Z.

    With D = p / s, the shares answer a change of f by Theta_i df, where

        Theta_i = D_i - D_i 1 1'D_i / 1'D_i

    has the weights D_a D_b / 1'D between two classes: it is put together from these, and never by
    that difference, whose digits are gone where one share has nearly all of C_i.
    """

    def __init__(self, joint: Joint, scaled: ScaledProblem) -> None:
        n = len(scaled.rows)
        self.basis, self.C = scaled.basis, scaled.C
        inside = joint.bias_inside
        self.rows = scaled.rows if inside else np.column_stack([scaled.rows, np.ones(n)])
        self.J = np.ones((self.rows.shape[1], 1))
        self.J[-1] = 1.0 if inside else 0.0
        self.whole = np.where(joint.own, scaled.C[:, None], 0.0)
        self.level = np.where(joint.own, 0.0, 1.0)

    def split(self, p: Array) -> tuple[Array, Array]:
        """t, (N,), and Z, (r, k - 1)."""
        n = len(self.rows)
        return p[:n], p[n:].reshape(-1, self.basis.shape[1])

    def residuals(self, z: Array, t: Array, p: Array) -> list[tuple[Array, Array]]:
        top, Z = self.split(p)
        self.off_f = t - top[:, None] + self.rows @ Z @ self.basis.T + self.level
        self.off_z = self.J * Z - self.rows.T @ ((self.whole - z) @ self.basis)
        return [(self.off_f, z), (self.off_z, Z)]

    def factor(self, ratio: Array) -> None:
        rows, basis = self.rows, self.basis
        r, m = rows.shape[1], basis.shape[1]
        self.D = D = 1.0 / ratio
        self.total = D.sum(1, keepdims=True)
        theta = -D[:, :, None] * (D / self.total)[:, None, :]
        diagonal = np.einsum("ijj->ij", theta)
        diagonal[:] = 0.0
        diagonal[:] = -theta.sum(2)
        T = basis.T @ theta @ basis
        blocks = np.empty((m, r, m, r))
        for a in range(m):
            for b in range(a, m):
                blocks[a, :, b] = rows.T @ (T[:, a, b, None] * rows)
                blocks[b, :, a] = blocks[a, :, b]
        M = blocks.reshape(m * r, m * r)
        M.ravel()[:: len(M) + 1] += np.tile(self.J[:, 0], m)
        self.M = cholesky(M)
        self.largest = np.arange(len(D)), D.argmax(1)

    def solve(self, wanted: Array, dz: Array) -> Array:
        rows, basis = self.rows, self.basis
        g = wanted + self.off_f
        right = -self.off_z - rows.T @ (self._shares(g)[0] @ basis)
        dZ, _ = lapack.dpotrs(self.M, right.T.ravel(), lower=1)
        dZ = dZ.reshape(right.shape[::-1]).T
        dz[:], dt = self._shares(g + rows @ dZ @ basis.T)
        return np.concatenate([dt, dZ.ravel()])

    def _shares(self, g: Array) -> tuple[Array, Array]:
        """Theta g; each row sums to 0, which the largest share makes sure of."""
        middle = (self.D * g).sum(1) / self.total[:, 0]
        dp = self.D * (g - middle[:, None])
        dp[self.largest] -= dp.sum(1)
        return dp, middle


def _start(joint: Joint, equations: _Simplices) -> tuple[Array, Array, Array]:
    """A ridge fit of the indicators of the classes, scaled, and its exact central point."""
    rows, J, C, basis = equations.rows, equations.J, equations.C, equations.basis
    weights = np.minimum(1.0, C)
    M = (rows.T * weights) @ rows + np.diag(J[:, 0])
    right = rows.T @ (weights[:, None] * basis[joint.labels])
    Z = regularised_inverse(M)(right)
    f = rows @ Z @ basis.T
    square = 0.5 * float(np.vdot(J * Z, Z))
    missing = f - f[joint.own][:, None]
    losses = [
        np.maximum(np.where(joint.own, 0.0, scale * missing + 1.0), 0.0).max(1) for scale in SCALES
    ]
    costs = SCALES**2 * square + np.array(losses) @ C
    best = int(costs.argmin())
    mu = 7.0 * float((C * losses[best]).mean()) + MIN_MU * float(weights.mean())
    above = SCALES[best] * f + equations.level
    top = above.max(1)
    below = top[:, None] - above
    u = mu / C
    for _ in range(ROOT_STEPS):  # mu sum 1 / (u + below) = C, by its reciprocal, which is concave
        inverse = 1.0 / (u[:, None] + below)
        total = inverse.sum(1)
        u = u + (mu * total / C - 1.0) * total / (inverse**2).sum(1)
    p = 1.0 / (u[:, None] + below)
    p *= (C / p.sum(1))[:, None]
    return p, mu / p, np.concatenate([top + u, (SCALES[best] * Z).ravel()])
