"""One-dimensional regression samples: a curve, and noise around it.

Adding one: a line in `CURVES`. Coordinates are rounded as in `svmcore.datasets`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from svmcore.arrays import Array, read_only
from svmcore.board import DECIMALS

CURVES: dict[str, Callable[[Array], Array]] = {
    "line": lambda x: np.asarray(0.6 * x),
    "sine": lambda x: np.sin(2.0 * x),
    "sinc": lambda x: np.asarray(2.0 * np.sinc(x)),
    "step": lambda x: np.sign(x),
}


def sample_curve(name: str, n_samples: int, noise: float, seed: int) -> tuple[Array, Array]:
    """x, shape (n_samples,), even over [-3, 3], and curve(x) plus noise of that deviation.

    Raises
    ------
    ValueError
        If there is no curve of that name.
    """
    if name not in CURVES:
        raise ValueError(f"curve must be one of {', '.join(CURVES)}, got {name!r}")
    rng = np.random.default_rng(seed)
    x = rng.uniform(-3.0, 3.0, n_samples).round(DECIMALS)
    return read_only(x), read_only(
        (CURVES[name](x) + noise * rng.standard_normal(n_samples)).round(DECIMALS)
    )
