"""The model of Weston and Watkins as one quadratic program over a box."""

from collections.abc import Iterator

import numpy as np

from svmcore.arrays import Array
from svmcore.multiclass.joint_problem import Joint, JointIterate, ScaledProblem, rescaled
from svmcore.optim.box_program import Program, central_path, start
from svmcore.optim.interior_point import ErrorScale


def program_of(joint: Joint, scaled: ScaledProblem) -> Program:
    """One variable for each point and class that is not its own, N (k - 1) in all.

    Its row of G is basis'(e_y - e_j) x phi(x_i), shape ((k - 1) r,), and without a penalty for b
    its column of E is basis'(e_y - e_j).
    """
    n, k = joint.own.shape
    others = np.nonzero(~joint.own)[1].reshape(n, k - 1)
    towards = scaled.basis[joint.labels][:, None] - scaled.basis[others]  # (N, k - 1, k - 1)
    G = towards[:, :, :, None] * scaled.rows[:, None, None, :]
    m = 0 if joint.bias_inside else k - 1
    E = np.ascontiguousarray(towards.reshape(-1, k - 1).T[:m])
    G = G.reshape(n * (k - 1), -1)
    return Program(G, np.ones(len(G)), E, np.zeros(m), np.repeat(scaled.C, k - 1))


def walk(joint: Joint, L: Array) -> Iterator[JointIterate]:
    """Models that approach the optimum, for rows L, shape (N, r), of points: see `central_path`."""
    scaled = rescaled(joint, L)
    program = program_of(joint, scaled)
    r, scale = program.G.shape[1], ErrorScale()
    a = np.zeros(joint.own.shape)
    for n_iter, point in enumerate(central_path(program, *start(program)), start=1):
        w, v = point.p[:r], point.p[r:]
        error = scale.relative(point.error, float(program.q @ point.z[0] - 0.5 * w @ w))
        a[~joint.own] = point.z[0]
        Z = w.reshape(joint.k - 1, -1).T
        b = np.zeros(joint.k) if joint.bias_inside else scaled.basis @ v
        f = scaled.rows @ Z @ scaled.basis.T + b
        yield scaled.inner(joint, a, f, v, error, n_iter)
