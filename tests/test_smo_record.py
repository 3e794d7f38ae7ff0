"""Every step of the record, recomputed from alpha and the kernel alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from duals import gram, machine, placed
from hypothesis import given, settings
from hypothesis import strategies as st

from svmcore.experiment import Experiment, change
from svmcore.problems import DualProblem
from svmcore.run import data_of
from svmcore.smo_record import MOMENTS, MOST_STEPS, NEAR, _walk, smo_record
from svmcore.solvers.smo import SMO

WORDS = st.fixed_dictionaries(
    {
        "dataset": st.sampled_from(["moons", "blobs", "circles", "xor", "random"]),
        "kernel": st.sampled_from(["linear", "rbf", "poly"]),
        "C": st.sampled_from([0.03, 1.0, 30.0]),
        "margin": st.sampled_from(["soft", "soft", "hard"]),
        "n_samples": st.integers(2, 40),
        "seed": st.integers(0, 99),
        "gamma": st.sampled_from([0.5, 2.0]),
        "tol": st.sampled_from([1e-3, 1e-6]),
    }
)


class Sums:
    """The dual by its definition, from the points and the kernel's formula."""

    def __init__(self, experiment):
        self.experiment, self.data = experiment, data_of(experiment)
        self.y, self.K = self.data.y, gram(self)
        self.C = np.inf if experiment.margin == "hard" else experiment.C

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
        same = self.y[i] == self.y[j]
        lows, highs = [0.0], [self.C]
        if same:
            total = old[0] + old[1]
            lows.append(total - self.C)
            highs.append(total)
        else:
            lows.append(old[1] - old[0])
            highs.append(self.C + old[1] - old[0])
        return max(lows), min(highs)


def check_steps(record, sums):
    """Each row whose step before is a row too can be checked by itself; returns how many were."""
    K, y = sums.K, sums.y
    unit = max(1.0, record.alpha.max())
    scale = max(1.0, np.abs(K).max() * record.alpha.sum(axis=1).max())
    checked = 0
    for m in range(1, len(record.update)):
        if record.update[m] != record.update[m - 1] + 1:
            continue
        checked += 1
        old, new = record.alpha[m - 1], record.alpha[m]
        i, j = record.pair[m]
        np.testing.assert_array_equal(record.before[m], old[[i, j]])
        np.testing.assert_array_equal(record.after[m], new[[i, j]])
        np.testing.assert_array_equal(np.delete(new, [i, j]), np.delete(old, [i, j]))
        E = sums.errors(old)
        np.testing.assert_allclose(record.E[m], E[[i, j]], atol=1e-10 * scale)
        assert record.violation[m] == pytest.approx(sums.violation(old), abs=1e-10 * scale)
        # the step ends on the line, between L and H, where the parabola says
        line = y[i] * old[i] + y[j] * old[j]
        assert y[i] * new[i] + y[j] * new[j] == pytest.approx(line, abs=1e-12 * unit)
        low, high = sums.ends(i, j, old[[i, j]])
        assert record.low[m] == pytest.approx(low, abs=1e-12 * unit)
        assert record.high[m] == pytest.approx(high, abs=1e-12 * unit)
        assert low - 1e-12 * unit <= new[j] <= high + 1e-12 * unit
        cut = min(max(record.unclipped[m], low), high)
        assert new[j] == pytest.approx(cut, abs=1e-11 * unit)

        def along(a, old=old, i=i, j=j):
            moved = old.copy()
            moved[j] = a
            moved[i] -= y[i] * y[j] * (a - old[j])
            return sums.value(moved)

        assert record.curvature[m] == pytest.approx(
            K[i, i] + K[j, j] - 2 * K[i, j], abs=1e-12 * scale
        )
        value = max(1.0, abs(sums.value(new))) + scale * unit
        for a in (0.0, old[j] + 0.5, new[j], old[j] - 0.3 * unit):
            t = a - old[j]
            formula = sums.value(old) + record.slope[m] * t - 0.5 * record.curvature[m] * t**2
            assert formula == pytest.approx(along(a), abs=1e-10 * value)
        assert record.gain[m] == pytest.approx(sums.value(new) - sums.value(old), abs=1e-10 * value)
        assert record.gain[m] >= 0.0
        if record.curvature[m] > 1e-6:  # nowhere on the parabola is more than at its top
            top = along(record.unclipped[m])
            for side in (-0.1, 0.1):
                assert along(record.unclipped[m] + side) < top + 1e-10 * value
    return checked


def check_states(record, sums):
    """Each row's alpha is feasible, and b, dual and primal are those of it."""
    y, K, C = sums.y, sums.K, sums.C
    unit = max(1.0, record.alpha.max())
    assert (record.alpha >= 0.0).all()
    assert (record.alpha <= C).all()
    assert np.abs(record.alpha @ y).max() <= 1e-10 * unit * len(y)
    values = np.array([sums.value(alpha) for alpha in record.alpha])
    scale = np.abs(K).max() * (record.alpha.sum(axis=1).max() ** 2) + 1.0
    np.testing.assert_allclose(record.dual, values, atol=1e-12 * scale)
    assert (np.diff(values) >= -1e-12 * scale).all()
    for m, alpha in enumerate(record.alpha):
        assert record.left[m] == pytest.approx(sums.violation(alpha), abs=1e-10 * scale)
        g = K @ (alpha * y)
        square = 0.5 * (alpha * y) @ g
        slack = np.maximum(0.0, 1.0 - y * (g + record.b[m]))
        if np.isfinite(C):
            cost = C * slack.sum()
            for other in (y - g)[:, None]:  # b is best: the cost has its corners at y_i - g_i
                assert cost <= C * np.maximum(0.0, 1.0 - y * (g + other)).sum() + 1e-9 * scale
            assert record.primal[m] == pytest.approx(square + cost, abs=1e-9 * scale)
        else:
            smallest = (y * (g + record.b[m])).min()
            assert np.isinf(record.primal[m]) == (smallest <= 0.0)
            if smallest > 1e-3:
                assert record.primal[m] == pytest.approx(square / smallest**2, rel=1e-6)
    assert (record.primal >= record.dual - 1e-9 * scale).all()


@settings(max_examples=40, deadline=None)
@given(words=WORDS)
def test_every_step_and_every_state_is_what_the_formulas_say(words):
    experiment = change(Experiment(), **words)
    record = smo_record(experiment)
    if record is None:
        assert len(set(data_of(experiment).y)) < 2 or machine(**words).model is None
        return
    sums = Sums(experiment)
    checked = check_steps(record, sums)
    assert checked >= min(40, record.total)
    check_states(record, sums)
    assert record.update[0] == 0
    assert record.alpha[0].max() == 0.0
    assert record.pair[0].tolist() == [-1, -1]
    assert np.isnan(record.E[0]).all()
    assert record.finished == (record.left[-1] <= words["tol"])
    assert record.finished or record.total == MOST_STEPS
    if record.finished:  # and the machine of the last row meets every condition
        alpha, y, b = record.alpha[-1], sums.y, record.b[-1]
        margins = y * (sums.K @ (alpha * y) + b)
        off = np.abs(np.clip(alpha + 1.0 - margins, 0.0, sums.C) - alpha)
        assert off.max() <= words["tol"] + 1e-9 * max(1.0, alpha.max())


@pytest.mark.parametrize("words", [{}, {"C": 50.0}, {"margin": "hard", "gamma": 3.0}], ids=str)
def test_the_end_is_the_engine_s_machine(words):
    exact = machine(**words, tol=1e-10)
    record = smo_record(change(exact.experiment, tol=1e-8))
    assert record.finished
    f = record.model(len(record.update) - 1)(exact.data.X)
    np.testing.assert_allclose(f, exact.scores, atol=1e-5 * max(1.0, np.abs(f).max()))
    assert record.dual[-1] == pytest.approx(exact.solution.certificate.dual, rel=1e-7)


@pytest.mark.parametrize("words", [{}, {"kernel": "sigmoid"}, {"margin": "hard", "gamma": 3.0}])
def test_the_steps_are_those_of_the_solver(words):
    experiment = change(Experiment(), n_samples=50, **words)
    record, sums = smo_record(experiment), Sums(experiment)
    problem = DualProblem(sums.K, sums.y, np.full(50, sums.C))
    row = 0
    for count, step in enumerate(SMO().iterates(problem)):
        if count > min(record.total, 60):
            break
        if record.update[row] == count:
            np.testing.assert_allclose(record.alpha[row], step.x, rtol=1e-9, atol=1e-12)
            assert record.left[row] == pytest.approx(step.residual)
            row += 1
    assert row >= min(40, record.total)


def test_the_marks_are_the_eventful_steps():
    experiment = change(Experiment(), n_samples=40, C=2.0)
    record = smo_record(experiment)
    assert record.total < 200  # every step is a row
    np.testing.assert_array_equal(record.update, np.arange(record.total + 1))
    seen, expected = set(), []
    for m in range(1, record.total + 1):
        held, C = record.alpha[m], 2.0
        was = record.alpha[m - 1]
        low, high = record.low[m], record.high[m]
        eventful = not low <= record.unclipped[m] <= high
        for k in range(40):
            new = held[k] > 0.0 and k not in seen
            eventful |= (
                new or (was[k] > 0.0 and held[k] == 0.0) or ((was[k] == C) != (held[k] == C))
            )
            if new:
                seen.add(k)
        if eventful:
            expected.append(m)
    assert record.marks.tolist() == expected
    assert 5 < len(expected) < record.total
    kinds = {(bool(a == 0.0), bool(a == 2.0)) for a in record.after[expected].ravel()}
    assert len(kinds) == 3  # to 0, to C, and in between


LONG = {"kernel": "poly", "C": 1e4, "n_samples": 300}


def test_what_is_kept_of_a_long_run():
    plain = smo_record(change(Experiment(), **LONG))
    assert plain.total == MOST_STEPS
    assert not plain.finished
    assert plain.left[-1] > 1e-6
    assert len(plain.update) <= MOMENTS
    focus = plain.total // 2
    near = smo_record(change(Experiment(), **LONG), focus)
    around = set(range(focus - NEAR, focus + NEAR + 1))
    assert around <= set(near.update.tolist())
    assert not around <= set(plain.update.tolist())
    for record in (plain, near):
        assert (np.diff(record.update) > 0).all()
        assert {*range(41), record.total} <= set(record.update.tolist())
        later = record.update[record.update > 200]
        assert (later[1:] / later[:-1]).max() <= 1.09
        np.testing.assert_array_equal(record.marks, plain.marks)
    shared, a, b = np.intersect1d(plain.update, near.update, return_indices=True)
    assert len(shared) > 100
    for name in ("alpha", "E", "gain", "low", "high", "dual"):
        np.testing.assert_array_equal(getattr(plain, name)[a], getattr(near, name)[b])


@pytest.mark.parametrize("words", [LONG, {"n_samples": 300, "C": 10.0}], ids=str)
def test_marked_steps_are_kept_before_ordinary_ones(words):
    record = smo_record(change(Experiment(), **words))
    kept, marks = set(record.update.tolist()), set(record.marks.tolist())
    missed = marks - kept
    ordinary = [m for m in range(41, 201) if m in kept and m not in marks]
    assert not missed or len(ordinary) <= 10


def test_the_alpha_of_later_rows_are_those_of_the_run():
    """Rows far apart are made by replaying; the run itself says what they have to be."""
    experiment = change(Experiment(), **LONG)
    record, sums = smo_record(experiment), Sums(experiment)
    problem = _walk(record.experiment).problem
    np.testing.assert_allclose(problem.K, sums.K, rtol=1e-12)
    wanted = dict(zip(record.update.tolist(), record.alpha, strict=True))
    for count, step in enumerate(itertools.islice(SMO().iterates(problem), record.total + 1)):
        if count in wanted:
            np.testing.assert_array_equal(wanted[count], step.x)


def test_where_there_is_nothing_to_record():
    one = placed([(0.0, 0.0, 1), (1.0, 0.0, 1)])
    assert smo_record(one) is None
    mixed = placed([(0.0, 0.0, 1), (1.0, 0.0, 0), (2.0, 0.0, 1)], kernel="linear", margin="hard")
    assert smo_record(mixed) is None
    assert smo_record(change(mixed, margin="soft")) is not None


def test_points_on_one_place_make_a_flat_pair():
    """The parabola has no top there: the step goes to the end of the box."""
    experiment = placed([(0.0, 0.0, 0), (0.0, 0.0, 1)], kernel="linear", C=3.0)
    record = smo_record(experiment)
    assert record.finished
    assert record.curvature[1] == 0.0
    assert record.after[1].tolist() == [3.0, 3.0]
    assert record.unclipped[1] > 1e6
    assert record.gain[1] == 6.0


def test_how_the_experiment_is_trained_elsewhere_does_not_matter():
    experiment = Experiment(n_samples=30)
    same = change(experiment, formulation="primal", solver="subgradient", max_iter=7)
    assert smo_record(experiment) is smo_record(same)
    assert smo_record(experiment) is not smo_record(change(experiment, tol=1e-3))
    with pytest.raises(ValueError, match="read-only"):
        smo_record(experiment).gain[0] = 1.0
