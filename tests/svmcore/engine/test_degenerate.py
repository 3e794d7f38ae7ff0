"""Data that nobody would call ordinary."""

import numpy as np
import pytest

from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import SOLVERS, InteriorPoint, Status
from tests.helpers.grids import grid
from tests.helpers.samples import EVERY_CORNER, EXACT, run

PROBLEMS = {"dual": DualProblem, "primal": PrimalProblem}
FORMULATIONS = {name: kind.formulations for name, kind in SOLVERS.items()}


def degenerate():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=40) > 0.0, 1.0, -1.0)
    half = np.tile([1.0, -1.0], 5)
    return {
        "two points": (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1.0, -1.0])),
        "every point three times": (np.repeat(X, 3, 0), np.repeat(y, 3)),
        "every point with both labels": (np.vstack([X, X]), np.append(y, -y)),
        "some points with both labels": (np.vstack([X, X[:5]]), np.append(y, -y[:5])),
        "on a line": (np.outer(X[:, 0], [1.0, 2.0]), y),
        "all points equal": (np.ones((10, 2)), half),
        "all points equal, unbalanced": (np.ones((10, 2)), np.append(np.ones(7), -np.ones(3))),
        "all at the origin": (np.zeros((10, 2)), half),
        "one against many": (X, np.append(1.0, -np.ones(39))),
        "one class": (X, np.ones(40)),
        "small": (1e-3 * X, y),
    }


class TestDegenerateData:
    @pytest.mark.parametrize(
        ("kernel", "name", "C"),
        grid([Linear(), Polynomial(degree=2), RBF()], degenerate(), [0.1, 1.0, 100.0]),
        ids=repr,
    )
    def test_solved_by_all(self, kernel, name, C):
        X, y = degenerate()[name]
        K, costs = kernel(X, X), np.full(len(y), C)
        values = []
        for kind in EXACT:
            found = run(DualProblem(K, y, costs), kind)
            assert found.status is Status.OPTIMAL
            assert np.isfinite(found.coef).all()
            values.append(found.certificate.primal)
        found = run(PrimalProblem(K, y, costs), InteriorPoint)
        assert found.status is Status.OPTIMAL
        np.testing.assert_allclose([*values, found.certificate.primal], values[0], rtol=1e-5)


class TestTwoPoints:
    """One point a class, hard margin: alpha = 2 / d^2 with d^2 = K_11 + K_22 - 2 K_12.

    So y f = 1 at both, b = (K_22 - K_11) / d^2 and the margin is as wide as d, the distance of the
    points in feature space.
    """

    @pytest.mark.parametrize("kernel", [k for k in EVERY_CORNER if k.psd], ids=repr)
    def test_the_known_answer(self, kernel):
        """To 1e-12 in alpha and 1e-9 in y f, with K up to 1e27 and f a difference of its size."""
        X, y = degenerate()["two points"]
        K = kernel(X, X)
        square = K[0, 0] + K[1, 1] - 2.0 * K[0, 1]
        b = (K[1, 1] - K[0, 0]) / square
        hard = [name for name in SOLVERS if SOLVERS[name].hard]
        for solver, formulation in ((s, word) for s in hard for word in FORMULATIONS[s]):
            result = run(PROBLEMS[formulation](K, y, np.full(2, np.inf)), SOLVERS[solver])
            case = f"{solver}, {formulation}"
            assert result.status is Status.OPTIMAL, case
            np.testing.assert_allclose(result.coef * y, 2.0 / square, rtol=1e-12, err_msg=case)
            assert result.intercept == pytest.approx(b, rel=1e-9, abs=1e-12), case
            margins = y * (K @ result.coef + result.intercept)
            np.testing.assert_allclose(margins, 1.0, rtol=0, atol=1e-9, err_msg=case)
            width = 2.0 / np.sqrt(result.coef @ K @ result.coef)
            assert width == pytest.approx(np.sqrt(square), rel=1e-9), case
