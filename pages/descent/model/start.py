"""Where a descent on weights begins: w = (w1, w2) and b."""

from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array
from svmcore.params import Parametrized, param

FARTHEST = 10.0  # from 0
STEP_HELP = "Its value before the first update."


@dataclass(frozen=True)
class StartWeights(Parametrized):
    """The weights w = (w1, w2) and the bias b before the first update, all 0 by default.

    Only a model with weights has them: one of kernel coefficients begins with 0.
    """

    w1: float = param(0.0, -FARTHEST, FARTHEST, label="w₁", help=STEP_HELP)
    w2: float = param(0.0, -FARTHEST, FARTHEST, label="w₂", help=STEP_HELP)
    b: float = param(0.0, -FARTHEST, FARTHEST, label="b", help=STEP_HELP)

    @property
    def w(self) -> Array:
        """The weights, (2,)."""
        return np.array([self.w1, self.w2])
