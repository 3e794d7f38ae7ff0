"""Descent on the cost of the tube: its subgradient, its costs, and where it arrives."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from svmcore.objective import TubeLoss

every_kind = pytest.mark.parametrize("kernel", ["linear", "rbf"])


def course(kernel="rbf", steps=None, **words):
    value = change_regression(
        Regression(), kernel=kernel, curve="line" if kernel == "linear" else "sine", **words
    )
    return descend(value, RegressionDescent(**(steps or {})))


@every_kind
def test_the_loss_of_points_kept_apart(kernel):
    found = course(kernel, {"epochs": 5})
    fitted = found.fitted
    for row in range(6):
        f = found.curves(fitted.x[fitted.test], [row])[0]
        loss = np.maximum(np.abs(f - fitted.z[fitted.test]) - 0.3, 0.0).mean()
        assert found.test_loss[row] == pytest.approx(loss)
    assert np.isnan(course(kernel, test_share=0.0).test_loss).all()


@pytest.mark.parametrize(
    ("kernel", "batch", "schedule", "eta0"),
    [("linear", "one", "inverse", 0.02), ("rbf", "some", "pegasos", 1.0)],
)
def test_a_falling_rate_arrives_at_the_exact_optimum(kernel, batch, schedule, eta0):
    steps = {"batch": batch, "schedule": schedule, "eta0": eta0, "epochs": 1000}
    found = course(kernel, steps)
    assert found.above.min() >= -1e-12
    assert found.above[-1] <= 1e-3
    grid = np.linspace(-2.5, 2.5, 30)
    np.testing.assert_allclose(found.curves(grid, [1000])[0], found.fitted(grid), atol=0.03)


def test_numbers_that_overflow_end_the_course():
    found = course("rbf", {"batch": "all", "schedule": "constant", "eta0": 10.0, "epochs": 1000})
    assert found.diverged
    assert len(found.epochs) == len(found.terms.total) == len(found.test_loss) < 1000
    assert np.isfinite(found.v).all()


def test_the_found_tube_is_the_one_that_is_gone_down_to():
    found = course(machine="nu", nu=0.3)
    fitted = found.fitted
    paid = fitted.regression.C * 0.3 * fitted.learned.sum() * fitted.epsilon
    assert found.least == pytest.approx(fitted.certificate.primal - paid)
    np.testing.assert_allclose(found.above, found.terms.total / found.least - 1.0)
    assert found.best == np.argmin(found.terms.total)
    assert fitted.epsilon != fitted.regression.epsilon


def test_without_points_or_with_a_free_optimum_there_is_nothing_to_compare_with():
    assert descend(change_regression(Regression(), curve="own"), RegressionDescent()) is None
    flat = course(epsilon=2.0)
    assert flat.least == 0.0
    assert flat.above is None
    assert flat.terms.total[-1] == 0.0


def test_sliders_are_those_that_matter():
    def names(**words):
        return {p.name for p in RegressionDescent(**words).parameters()}

    assert names() == {"eta0", "epochs"}
    assert names(batch="some") == {"eta0", "epochs", "batch_size"}
    assert names(schedule="pegasos") == {"epochs"}


def test_values_and_slopes_of_the_loss():
    loss = TubeLoss(0.5)
    t = np.array([-2.0, -0.5, -0.2, 0.0, 0.5, 0.6])
    np.testing.assert_allclose(loss(t), [1.5, 0.0, 0.0, 0.0, 0.0, 0.1])
    np.testing.assert_array_equal(loss.slope(t), [-1.0, 0.0, 0.0, 0.0, 0.0, 1.0])
