"""The dual objective along the line of an SMO pair, as in Platt (1999)."""

from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.optim.smo_step import TAU

ROUNDING = 2.0 * float(np.finfo(float).eps)  # of a curvature, relative to the terms of its sum


@dataclass(frozen=True, eq=False)
class PairLine:
    """The dual value D on y_i alpha_i + y_j alpha_j = const, for M steps of pairs.

    low, high : (M,) L and H, the ends of alpha_j on the line inside the box [0, C_i] x [0, C_j];
        H may be infinite in the hard margin
    unclipped : (M,) the alpha_j at the top of the parabola, which the step cuts off at L and H.
        Infinite, with the sign of the slope, where there is no top: D is a straight line for points
        on one place, and bends upwards for some pairs of an indefinite kernel
    slope, curvature : (M,) with alpha_j = a on the line
        D(a) = D(old) + slope (a - old) - curvature/2 (a - old)^2
    gain : (M,) by how much the step raised D
    """

    low: Array
    high: Array
    unclipped: Array
    slope: Array
    curvature: Array
    gain: Array


def pair_line(
    y: Array, K: Array, C: Array, *, pair: Indices, E: Array, before: Array, after: Array
) -> PairLine:
    """The lines of M steps from `before` to `after`, the alpha_i and alpha_j of each, (M, 2).

    y, C : (n,), K : (n, n). pair : (M, 2), negative where there was no step: NaN belongs to it.
    E : (M, 2), E_k = y_k - sum_l alpha_l y_l K_kl of both before the step.

    alpha_i moves by -y_i y_j times what alpha_j moves by, so alpha_i in [0, C_i] is alpha_j
    between old_j - old_i and old_j - old_i + C_i for different classes, and between
    old_i + old_j - C_i and old_i + old_j for one class. With alpha_j in [0, C_j]:

        L = max(0, old_j - old_i),        H = min(C_j, old_j - old_i + C_i)   if y_i != y_j,
        L = max(0, old_i + old_j - C_i),  H = min(C_j, old_i + old_j)         if y_i = y_j.

    Source: Platt, Fast training of support vector machines using sequential minimal optimization,
    in Advances in kernel methods (1999), https://doi.org/10.7551/mitpress/1130.003.0016
    """
    (i, j), (C_i, C_j), (old_i, old_j) = pair.T, C[pair].T, before.T
    alike = y[i] == y[j]
    low = np.maximum(0.0, np.where(alike, old_i + old_j - C_i, old_j - old_i))
    high = np.minimum(C_j, np.where(alike, old_i + old_j, old_j - old_i + C_i))
    slope = y[j] * (E[:, 1] - E[:, 0])
    curvature = np.where(i < 0, np.nan, K[i, i] + K[j, j] - 2.0 * K[i, j])
    unclipped = old_j + slope / np.maximum(curvature, TAU)
    size = np.abs(K[i, i]) + np.abs(K[j, j]) + 2.0 * np.abs(K[i, j])
    flat = curvature <= np.maximum(TAU, ROUNDING * size)
    cut = (unclipped < low) | (unclipped > high)  # a step that ended inside went where it says
    moved = after[:, 1] - old_j
    return PairLine(
        low=low,
        high=high,
        unclipped=np.where(flat & cut, np.copysign(np.inf, slope), unclipped),
        slope=slope,
        curvature=curvature,
        gain=moved * (slope - 0.5 * curvature * moved),
    )
