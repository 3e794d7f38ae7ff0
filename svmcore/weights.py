"""How much classes count."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array, Indices


def balanced(index: Indices, w: Array | None = None) -> Array:
    """The factor of each class with which all weigh the same: W / (k W_c), shape (k,).

    index : (n,), the class of each point, 0 to k - 1, none without points. w : (n,), their own
    weights, None for 1; W is their sum, W_c that over class c. scikit-learn's "balanced", with
    weights for numbers of points.
    """
    sizes = np.bincount(index, w).astype(np.float64)
    return np.asarray(sizes.sum() / (len(sizes) * sizes))
