"""What a descent for k classes goes down, in each way of writing it, and its constants."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices, as_weights
from svmcore.multiclass.loss import ScoreLoss, WestonWatkins
from svmcore.objective import CONVENTIONS, Convention, Terms
from svmcore.sgd.parametrization import Parametrization

WAYS: dict[str, Convention] = {
    **CONVENTIONS,
    "course": Convention(
        title="λ‖W‖² + 1/N Σ",
        formula="L = 1/N Σ loss + λ‖W‖²",
        constant="λ",
        rho="2λ",
        kappa="1",
        bias_inside=True,
        factors=lambda reg, n: (2.0 * reg, 1.0),
        seen="Courses that put the bias into W as an extra column, with no half before λ.",
    ),
}


@dataclass(frozen=True)
class MulticlassCost:
    """J(W, b) = rho/2 (|W|^2 + |b|^2 if `bias_inside`) + kappa / sum c_i  sum c_i loss_i.

    |W|^2 is the sum over the classes, b has one bias a class, and c_i is the weight of a point, so
    that a point of weight 2 is two points.

    Raises ValueError if rho or kappa is negative or not finite.
    """

    loss: ScoreLoss = field(default_factory=WestonWatkins)
    rho: float = 1.0
    kappa: float = 1.0
    bias_inside: bool = False

    def __post_init__(self) -> None:
        for name, value in (("rho", self.rho), ("kappa", self.kappa)):
            if not 0.0 <= value < np.inf:
                raise ValueError(f"{name} must be finite and >= 0, got {value}")

    def terms(
        self, F: Array, y: Indices, square: float, b: Array, weights: npt.ArrayLike | None = None
    ) -> Terms:
        """Of scores F, shape (n, k), |W|^2 and the biases, shape (k,)."""
        counts = as_weights(weights, len(y))
        size = square + float(b @ b) if self.bias_inside else square
        mean = counts @ self.loss(F, y) / counts.sum()
        return Terms(np.asarray(0.5 * self.rho * size), np.asarray(self.kappa * mean))

    def terms_at(self, place: Parametrization, V: Array, b: Array) -> Terms:
        """Of the score functions V, shape (size, k), and b on the points of `place`."""
        square = float(place.square(V.T).sum())
        return self.terms(place.matrix @ V + b, place.y, square, b, place.weight)

    def slope(self, F: Array, y: Indices) -> Array:
        """A subgradient of each point's loss in its scores, shape (n, k)."""
        return self.loss.slope(F, y)

    def C(self, mass: float) -> float:
        """The C of 1/2 |W|^2 + C sum c_i loss_i with the same minimiser; mass is sum c_i."""
        return self.kappa / (self.rho * mass)


def cost_of(way: str, kind: ScoreLoss, C: float, weights: Array) -> MulticlassCost:
    """J written as a key of WAYS says, for the C of 1/2 |W|^2 + C sum c_i loss_i.

    A way that penalises the bias has another minimiser than one that does not.
    """
    chosen, n = WAYS[way], len(weights)
    price = C * float(np.mean(weights))  # of a point, were they all alike
    return MulticlassCost(
        kind, *chosen.factors(chosen.constant_of(price, n), n), chosen.bias_inside
    )
