"""Linear regression with the squared epsilon-insensitive loss, by Newton's method in the primal."""

from dataclasses import replace

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.linear_fit import LinearFit, fit_margins
from svmcore.losses import SquaredHinge
from svmcore.optim.newton_systems import Features


def fit_squared_tube(
    X: Array,
    z: Array,
    C: Array,
    epsilon: float,
    *,
    intercept: bool,
    tol: float = 1e-9,
    max_iter: int = 500,
) -> LinearFit:
    """Linear model: min 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)^2.

    X : (n, d), z : (n,), the targets, C : (n,), > 0. intercept : whether f = <w, x> + b or <w, x>;
    b is not penalised. The multipliers, (2 n,), are those of points above and below the tube, one
    squared hinge each: of z - f - epsilon and of f - z - epsilon.

    Source: Ho and Lin, Large-scale linear support vector regression, JMLR 13 (2012), section 2,
    https://www.jmlr.org/papers/v13/ho12a.html
    """
    n, d = X.shape
    # b absorbs every shift, so what the points have in common would only cost digits
    middle = X.mean(0) if intercept else np.zeros(d)
    level = float(z.mean()) if intercept else 0.0
    rows = np.column_stack([X - middle, np.full(n, float(intercept))])
    signs = np.repeat([1.0, -1.0], n)
    features = Features(np.asfortranarray(np.vstack([rows, -rows])), intercept=intercept)
    shift = 1.0 + epsilon - signs * np.tile(z - level, 2)
    with np.errstate(over="ignore", invalid="ignore"):
        found = fit_margins(
            features, signs, np.tile(C, 2), SquaredHinge(), shift, tol=tol, max_iter=max_iter
        )
        return replace(found, b=found.b + level - float(middle @ found.w))
