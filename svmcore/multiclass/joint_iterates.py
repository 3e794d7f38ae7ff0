"""What the two interior points have in common: what they are given, what they give."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import helmert

from svmcore.arrays import Array
from svmcore.multiclass.joint_problem import Joint, JointPoint


class JointIterate(NamedTuple):
    """A model on the way, its relative error, and how many iterations it took.

    Its scores, shape (N, k), are those of its own w, which has more digits than coef says.
    """

    machine: JointPoint
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


def ground(joint: Joint, L: Array) -> ScaledProblem:
    """From points given as rows of L, shape (N, r), K = L L'."""
    rows = np.column_stack([L, np.ones(len(L))]) if joint.bias_inside else L
    unit = float(np.vdot(rows, rows)) / len(rows) or 1.0
    basis = np.ascontiguousarray(helmert(joint.k).T)
    return ScaledProblem(rows / np.sqrt(unit), unit, basis, joint.C * (unit / joint.delta))
