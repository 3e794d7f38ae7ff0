"""What a newcomer would write: a kernel of one class, not part of the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from svmcore.params import param


@dataclass(frozen=True)
class Cauchy:
    """K(x, z) = 1 / (1 + |x - z|^2 / beta^2): what a newcomer would write."""

    title: ClassVar[str] = "Cauchy"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = 1 / (1 + ‖x − z‖²/β²)"

    beta: float = param(1.0, 0.1, 10.0, log=True, label="β", help="Its width.")

    def __call__(self, X, Z):
        squares = ((X[:, None] - Z[None]) ** 2).sum(2)
        return 1.0 / (1.0 + squares / self.beta**2)
