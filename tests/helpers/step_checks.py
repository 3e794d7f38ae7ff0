"""Every step of SMO by its definition, for the tests of its record."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.model.run import data_of
from tests.helpers.dual_problems import gram


class Sums:
    """The dual by its definition, from the points and the kernel's formula."""

    def __init__(self, experiment):
        self.experiment, self.data = experiment, data_of(experiment)
        self.y, self.K = self.data.y, gram(self)
        C = np.inf if experiment.margin == "hard" else experiment.C
        self.C = C * self.data.weight  # of each point

    def value(self, alpha):
        v = alpha * self.y
        return alpha.sum() - 0.5 * v @ self.K @ v

    def errors(self, alpha):
        return self.y - self.K @ (alpha * self.y)

    def violation(self, alpha):
        E = self.errors(alpha)
        up = np.where(self.y > 0, alpha < self.C, alpha > 0.0)
        low = np.where(self.y > 0, alpha > 0.0, alpha < self.C)
        return max(E[up].max() - E[low].min(), 0.0)

    def ends(self, i, j, old):
        """L and H by trying: where the line through `old` leaves the box."""
        if self.y[i] == self.y[j]:
            ends = old[0] + old[1] - self.C[i], old[0] + old[1]
        else:
            ends = old[1] - old[0], old[1] - old[0] + self.C[i]
        return max(0.0, ends[0]), min(self.C[j], ends[1])


def check_steps(record, sums):
    """Each row whose step before is a row too can be checked by itself; returns how many were."""
    K, y = sums.K, sums.y
    unit = max(1.0, record.states.alpha.max())
    scale = max(1.0, np.abs(K).max() * record.states.alpha.sum(axis=1).max())
    checked = 0
    for m in range(1, len(record.update)):
        if record.update[m] != record.update[m - 1] + 1:
            continue
        checked += 1
        old, new = record.states.alpha[m - 1], record.states.alpha[m]
        i, j = record.steps.pair[m]
        np.testing.assert_array_equal(record.steps.before[m], old[[i, j]])
        np.testing.assert_array_equal(record.steps.after[m], new[[i, j]])
        np.testing.assert_array_equal(np.delete(new, [i, j]), np.delete(old, [i, j]))
        E = sums.errors(old)
        np.testing.assert_allclose(record.steps.E[m], E[[i, j]], atol=1e-10 * scale)
        assert record.steps.violation[m] == pytest.approx(sums.violation(old), abs=1e-10 * scale)
        # the step ends on the line, between L and H, where the parabola says
        line = y[i] * old[i] + y[j] * old[j]
        assert y[i] * new[i] + y[j] * new[j] == pytest.approx(line, abs=1e-12 * unit)
        low, high = sums.ends(i, j, old[[i, j]])
        assert record.line.low[m] == pytest.approx(low, abs=1e-12 * unit)
        assert record.line.high[m] == pytest.approx(high, abs=1e-12 * unit)
        assert low - 1e-12 * unit <= new[j] <= high + 1e-12 * unit
        cut = min(max(record.line.unclipped[m], low), high)
        assert new[j] == pytest.approx(cut, abs=1e-11 * unit)

        def along(a, old=old, i=i, j=j):
            moved = old.copy()
            moved[j] = a
            moved[i] -= y[i] * y[j] * (a - old[j])
            return sums.value(moved)

        value = max(1.0, abs(sums.value(new))) + scale * unit
        for a in (0.0, new[j], old[j] - 0.3 * unit):
            t = a - old[j]
            formula = (
                sums.value(old) + record.line.slope[m] * t - 0.5 * record.line.curvature[m] * t**2
            )
            assert formula == pytest.approx(along(a), abs=1e-10 * value)
        assert record.line.gain[m] == pytest.approx(
            sums.value(new) - sums.value(old), abs=1e-10 * value
        )
        assert record.line.gain[m] >= 0.0
        if record.line.curvature[m] > 1e-6:  # the top of the parabola
            top = old[j] + record.line.slope[m] / record.line.curvature[m]
            assert record.line.unclipped[m] == pytest.approx(top, rel=1e-9, abs=1e-9 * unit)
    return checked


def check_states(record, sums):
    """Each row's alpha is feasible, and b, dual and primal are those of it."""
    y, K, C = sums.y, sums.K, sums.C
    unit = max(1.0, record.states.alpha.max())
    assert (record.states.alpha >= 0.0).all()
    assert (record.states.alpha <= C).all()
    assert np.abs(record.states.alpha @ y).max() <= 1e-10 * unit * len(y)
    values = np.array([sums.value(alpha) for alpha in record.states.alpha])
    scale = np.abs(K).max() * (record.states.alpha.sum(axis=1).max() ** 2) + 1.0
    np.testing.assert_allclose(record.states.dual, values, atol=1e-12 * scale)
    assert (np.diff(values) >= -1e-12 * scale).all()
    for m, alpha in enumerate(record.states.alpha):
        assert record.steps.left[m] == pytest.approx(sums.violation(alpha), abs=1e-10 * scale)
        g = K @ (alpha * y)
        square = 0.5 * (alpha * y) @ g
        slack = np.maximum(0.0, 1.0 - y * (g + record.states.b[m]))
        if np.isfinite(C).all():
            cost = C @ slack
            corners = (y - g)[:, None]  # of the cost as a function of b, which is best at one
            assert cost <= (np.maximum(0.0, 1.0 - y * (g + corners)) @ C).min() + 1e-9 * scale
            assert record.states.primal[m] == pytest.approx(square + cost, abs=1e-9 * scale)
        else:
            smallest = (y * (g + record.states.b[m])).min()
            assert np.isinf(record.states.primal[m]) == (smallest <= 0.0)
            if smallest > 1e-3:
                assert record.states.primal[m] == pytest.approx(square / smallest**2, rel=1e-6)
    assert (record.states.primal >= record.states.dual - 1e-9 * scale).all()
