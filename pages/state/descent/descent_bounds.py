"""The convergence bound of stochastic subgradient descent with the learning rate 1 / (rho t)."""

import numpy as np

from pages.state.model.optimum import space_of_points
from svmcore.arrays import Array
from svmcore.losses import Hinge
from svmcore.objective import Objective
from svmcore.sgd.parametrization import Parametrization


def gradient_bound(data: Parametrization, objective: Objective) -> float:
    """G: no subgradient of the descent is longer, with the bias inside w and w = 0 at the start.

    With R the largest omega |(phi(x), 1)|, the rate 1 / (rho t) makes w the mean of kappa omega y
    (phi(x), 1) over the t updates so far, with 0 for those without a loss, so |w| <= kappa R / rho,
    and |rho w - kappa omega y (phi(x), 1)| <= 2 kappa R = G. A batch takes means of these.

    Raises ValueError for another loss than the hinge, without a penalty or with the bias outside.
    """
    if not isinstance(objective.loss, Hinge):
        raise ValueError(f"the bound is for the hinge, got {type(objective.loss).__name__}")
    if objective.rho <= 0.0 or not objective.bias_inside:
        raise ValueError("the bound needs rho > 0 and the bias inside w")
    omega = 1.0 if data.weight is None else data.weight
    lengths = np.sqrt(space_of_points(data).diagonal + 1.0)
    return 2.0 * objective.kappa * float((omega * lengths).max())


def sgd_bound(t: Array, rho: float, G: float) -> Array:
    """G^2 (1 + ln t) / (2 rho t): the bound on E J(mean of the models 0, ..., t - 1) - J*.

    It holds for a J that is rho-strongly convex, the rate 1 / (rho t), and subgradients whose
    expectation, given the model, is one of J and that are never longer than G.

    Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning (2014), theorem 14.11,
    https://www.cs.huji.ac.il/~shais/UnderstandingMachineLearning/
    """
    t = np.asarray(t, dtype=np.float64)
    return np.asarray(G * G * (1.0 + np.log(t)) / (2.0 * rho * t))
