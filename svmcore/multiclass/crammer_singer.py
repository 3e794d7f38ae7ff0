"""The model of Crammer and Singer by an interior-point method that knows its simplices.

With p_ij = a_ij for the classes that are not its own and p_iy = C_i - sum_j a_ij, each point has k
shares p_i >= 0 of its C_i. In coordinates Z, shape (r, k - 1), of all w_c (and b_c),

    f = rows Z basis',  J Z = rows'(C Y - p) basis,  p_i 1 = C_i,
    s_ij = t_i - f_j(x_i) - [j != y_i] >= 0  and  p s = 0,

with J = 1, but 0 for biases that cost nothing. The loss is t_i - f_y(x_i).
"""

from collections.abc import Callable, Iterator

import numpy as np
from scipy.linalg import LinAlgError, lapack

from svmcore.arrays import Array
from svmcore.multiclass.joint_problem import Joint, JointIterate, ScaledProblem, ground
from svmcore.optim.interior_point import MIN_MU, PATIENCE, SCALES, STEP_SHARE, ErrorScale

ROOT_STEPS = 12  # steps of Newton's method for t, which gains digits with each

Solver = Callable[[Array], tuple[Array, Array, Array, Array]]


def walk(joint: Joint, L: Array) -> Iterator[JointIterate]:
    """Models that approach the optimum, for points given as rows of L, shape (N, r).

    Newton's method on the conditions above with p s = mu, mu falling to 0, and Mehrotra's
    corrector. With D = p / s, the shares answer a change of f by Theta_i df, where

        Theta_i = D_i - D_i 1 1'D_i / 1'D_i

    has the weights D_a D_b / 1'D between two classes: it is put together from these, and never by
    that difference, whose digits are gone where one share has nearly all of C_i.

    Source: Mehrotra, On the implementation of a primal-dual interior point method (1992),
    https://doi.org/10.1137/0802028
    """
    there = ground(joint, L)
    rows = there.rows if joint.bias_inside else np.column_stack([there.rows, np.ones(len(L))])
    J = np.ones((rows.shape[1], 1))
    J[-1] = 1.0 if joint.bias_inside else 0.0
    wanted = np.where(joint.own, there.C[:, None], 0.0)
    level = np.where(joint.own, 0.0, 1.0)
    p, s, t, Z = _start(joint, there, rows, J)
    best = least = np.inf
    waited, n_iter, scale = 0, 0, ErrorScale()
    while waited < PATIENCE:
        f = rows @ Z @ there.basis.T
        off_f = s - t[:, None] + f + level
        off_z = J * Z - rows.T @ ((wanted - p) @ there.basis)
        missed = float(np.abs(off_z).max())
        found = float(np.vdot(p, s) + np.vdot(np.abs(off_f), p) + np.vdot(np.abs(off_z), np.abs(Z)))
        if found < best:
            n_iter += 1
            value = float(np.vdot(level, p) - 0.5 * np.vdot(J * Z, Z))
            yield there.inner(joint, p, f, Z[-1], scale.relative(found, value), n_iter)
        waited = 0 if found < best or missed < least else waited + 1
        best, least = min(best, found), min(least, missed)
        # numbers that grow too large end the walk; that is not worth a warning
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            try:
                solver = _newton(rows, there.basis, J, p / s, off_f, off_z)
            except LinAlgError:
                return
            (dp, ds, dt, dZ), length = _step(solver, p, s)
            p, s, t, Z = p + length * dp, s + length * ds, t + length * dt, Z + length * dZ


def _step(solver: Solver, p: Array, s: Array) -> tuple[tuple[Array, Array, Array, Array], float]:
    """The change of (p, s, t, Z), and how far to go along it."""
    dp, ds, _, _ = solver(-s)
    length = _room(p, s, dp, ds)
    total = float(np.vdot(p, s))
    reached = float(np.vdot(p + length * dp, s + length * ds))
    mu = total / p.size * max(reached / total, 0.0) ** 3
    change = solver((mu - dp * ds) / p - s)
    return change, min(1.0, _room(p, s, change[0], change[1]))


def _room(p: Array, s: Array, dp: Array, ds: Array) -> float:
    steepest = max(-float((dp / p).min()), -float((ds / s).min()))
    return STEP_SHARE / max(STEP_SHARE, steepest)


def _newton(rows: Array, basis: Array, J: Array, D: Array, off_f: Array, off_z: Array) -> Solver:
    """The solution of the linearised conditions for a wanted s + ds + (s / p) dp."""
    (n, k), r = D.shape, rows.shape[1]
    total = D.sum(1, keepdims=True)
    theta = -D[:, :, None] * (D / total)[:, None, :]
    diagonal = np.einsum("ijj->ij", theta)
    diagonal[:] = 0.0
    diagonal[:] = -theta.sum(2)
    T = basis.T @ theta @ basis
    M = np.empty((k - 1, r, k - 1, r))
    for a in range(k - 1):
        for b in range(a, k - 1):
            M[a, :, b] = rows.T @ (T[:, a, b, None] * rows)
            M[b, :, a] = M[a, :, b]
    M = M.reshape((k - 1) * r, (k - 1) * r)
    M.ravel()[:: len(M) + 1] += np.tile(J[:, 0], k - 1)
    factored, info = lapack.dpotrf(M.T, lower=1, overwrite_a=1, clean=0)
    if info:
        raise LinAlgError("not positive definite")
    largest = D.argmax(1), np.arange(n)

    def answer(g: Array) -> tuple[Array, Array]:
        """Theta g; each row sums to 0, which the largest share makes sure of."""
        middle = (D * g).sum(1) / total[:, 0]
        dp = D * (g - middle[:, None])
        dp[largest[::-1]] -= dp.sum(1)
        return dp, middle

    def solved(wanted: Array) -> tuple[Array, Array, Array, Array]:
        g = wanted + off_f
        right = -off_z - rows.T @ (answer(g)[0] @ basis)
        dZ, _ = lapack.dpotrs(factored, right.T.ravel(), lower=1)
        dZ = dZ.reshape(k - 1, r).T
        dp, dt = answer(g + rows @ dZ @ basis.T)
        return dp, wanted - dp / D, dt, dZ

    return solved


def _start(
    joint: Joint, there: ScaledProblem, rows: Array, J: Array
) -> tuple[Array, Array, Array, Array]:
    """A ridge fit of the indicators of the classes, scaled, and its exact central point."""
    C = there.C
    weights = np.minimum(1.0, C)
    M = (rows.T * weights) @ rows + np.diag(J[:, 0])
    right = rows.T @ (weights[:, None] * there.basis[joint.labels])
    # a bias in units of the weights, however small these are
    diagonal = np.sqrt(M.diagonal())
    unit = 1.0 / np.where(diagonal > 0.0, diagonal, 1.0)[:, None]
    factored, info = lapack.dpotrf(unit * M * unit.T, lower=1)
    if info:
        raise LinAlgError("not positive definite")
    Z = unit * lapack.dpotrs(factored, unit * right, lower=1)[0]
    f = rows @ Z @ there.basis.T
    square = 0.5 * float(np.vdot(J * Z, Z))
    missing = f - f[joint.own][:, None]
    losses = [
        np.maximum(np.where(joint.own, 0.0, scale * missing + 1.0), 0.0).max(1) for scale in SCALES
    ]
    costs = SCALES**2 * square + np.array(losses) @ C
    best = int(costs.argmin())
    mu = 7.0 * float((C * losses[best]).mean()) + MIN_MU * float(weights.mean())
    above = SCALES[best] * f + np.where(joint.own, 0.0, 1.0)
    top = above.max(1)
    below = top[:, None] - above
    u = mu / C
    for _ in range(ROOT_STEPS):  # mu sum 1 / (u + below) = C, by its reciprocal, which is concave
        inverse = 1.0 / (u[:, None] + below)
        total = inverse.sum(1)
        u = u + (mu * total / C - 1.0) * total / (inverse**2).sum(1)
    p = 1.0 / (u[:, None] + below)
    p *= (C / p.sum(1))[:, None]
    return p, mu / p, top + u, SCALES[best] * Z
