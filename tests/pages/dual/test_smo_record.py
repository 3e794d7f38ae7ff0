"""Every step of the record, recomputed from alpha, the kernel and the weights alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.dual.model.smo_record import (
    MOMENTS,
    MOST_STEPS,
    NEAR,
    _run,
    smo_record,
)
from pages.state.board.experiment import Experiment, change
from pages.state.model.pair_line import pair_line
from pages.state.model.run import data_of
from svmcore.solvers.smo import SMO
from tests.helpers.dual_problems import machine, placed
from tests.helpers.step_checks import Sums, check_states, check_steps
from tests.helpers.weighted import weighed

WORDS = st.fixed_dictionaries(
    {
        "dataset": st.sampled_from(["moons", "blobs", "circles", "xor", "random"]),
        "kernel": st.sampled_from(["linear", "rbf", "poly"]),
        "C": st.sampled_from([0.03, 1.0, 30.0]),
        "margin": st.sampled_from(["soft", "soft", "hard"]),
        "n_samples": st.integers(2, 25),
        "seed": st.integers(0, 99),
        "gamma": st.sampled_from([0.5, 2.0]),
        "tol": st.sampled_from([1e-3, 1e-6]),
    }
)


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
    assert record.states.alpha[0].max() == 0.0
    assert record.steps.pair[0].tolist() == [-1, -1]
    assert np.isnan(record.steps.E[0]).all()
    assert record.finished == (record.steps.left[-1] <= words["tol"])
    assert record.finished or record.total == MOST_STEPS
    if record.finished:  # and the machine of the last row meets every condition
        alpha, y, b = record.states.alpha[-1], sums.y, record.states.b[-1]
        margins = y * (sums.K @ (alpha * y) + b)
        off = np.abs(np.clip(alpha + 1.0 - margins, 0.0, sums.C) - alpha)
        assert off.max() <= words["tol"] + 1e-9 * max(1.0, alpha.max())


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_every_point_has_a_bound_of_its_own(kernel):
    experiment = weighed(kernel=kernel, C=2.0)
    record, sums = smo_record(experiment), Sums(experiment)
    np.testing.assert_array_equal(record.bound, [2.0 * p.weight for p in experiment.placed])
    np.testing.assert_array_equal(record.box[1:], record.bound[record.steps.pair[1:]])
    assert np.isnan(record.box[0]).all()
    assert check_steps(record, sums) == record.total
    check_states(record, sums)
    assert (record.states.alpha[-1] == record.bound).sum() > 3


def test_the_marks_are_the_eventful_steps():
    experiment = change(Experiment(), n_samples=40, C=2.0)
    record = smo_record(experiment)
    assert record.total < 200  # every step is a row
    np.testing.assert_array_equal(record.update, np.arange(record.total + 1))
    seen, expected = set(), []
    for m in range(1, record.total + 1):
        held, C = record.states.alpha[m], 2.0
        was = record.states.alpha[m - 1]
        low, high = record.line.low[m], record.line.high[m]
        eventful = not low <= record.line.unclipped[m] <= high
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
    kinds = {(bool(a == 0.0), bool(a == 2.0)) for a in record.steps.after[expected].ravel()}
    assert len(kinds) == 3  # to 0, to C, and in between


LONG = {"kernel": "poly", "C": 1e4, "n_samples": 300}


def test_what_is_kept_of_a_long_run():
    plain = smo_record(change(Experiment(), **LONG))
    assert plain.total == MOST_STEPS
    assert not plain.finished
    assert plain.steps.left[-1] > 1e-6
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
    np.testing.assert_array_equal(plain.states.alpha[a], near.states.alpha[b])
    np.testing.assert_array_equal(plain.steps.E[a], near.steps.E[b])
    np.testing.assert_allclose(plain.line.gain[a], near.line.gain[b], rtol=1e-12)


@pytest.mark.parametrize("words", [LONG, {"kernel": "sigmoid"}, {"margin": "hard", "gamma": 3.0}])
def test_alpha_of_every_row_is_that_of_the_solver(words):
    """Rows far apart are made by replaying; the run itself says what they have to be."""
    experiment = change(Experiment(), **words)
    record, sums = smo_record(experiment), Sums(experiment)
    problem, _ = _run(record.experiment)
    np.testing.assert_allclose(problem.K, sums.K, rtol=1e-12, atol=1e-14)
    wanted = dict(zip(record.update.tolist(), record.states.alpha, strict=True))
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
    assert record.line.curvature[1] == 0.0
    assert record.steps.after[1].tolist() == [3.0, 3.0]
    assert record.line.unclipped[1] == np.inf
    assert record.line.gain[1] == 6.0


def test_a_parabola_that_bends_upwards_has_no_top():
    experiment = change(Experiment(), kernel="sigmoid", n_samples=50)
    record, sums = smo_record(experiment), Sums(experiment)
    i, j = record.steps.pair[1:].T
    bend = sums.K[i, i] + sums.K[j, j] - 2.0 * sums.K[i, j]
    upwards = np.append(False, bend <= 1e-12)
    assert 0 < upwards.sum() < len(upwards) - 1
    np.testing.assert_array_equal(np.isinf(record.line.unclipped), upwards)
    slope = record.line.slope[upwards]
    np.testing.assert_array_equal(record.line.unclipped[upwards], np.copysign(np.inf, slope))
    end = np.where(slope > 0.0, record.line.high[upwards], record.line.low[upwards])
    np.testing.assert_allclose(record.steps.after[upwards, 1], end, rtol=1e-12)
    assert check_steps(record, sums) > 0


def test_how_the_experiment_is_trained_elsewhere_does_not_matter():
    experiment = Experiment(n_samples=30)
    same = change(experiment, formulation="primal", solver="subgradient", max_iter=7)
    assert smo_record(experiment) is smo_record(same)
    assert smo_record(experiment) is not smo_record(change(experiment, tol=1e-3))
    with pytest.raises(ValueError, match="read-only"):
        smo_record(experiment).line.gain[0] = 1.0


@pytest.mark.parametrize(
    ("excess", "ahead", "moved", "unclipped"),
    [
        (1e-9, 2.0, 5.0, np.inf),  # a curvature of one digit of 1e6 is a rounding error
        (1e-3, 2.0, 5.0, 2000.0),
        (0.0, 1e-12, 1.0, 1.0),  # flat, but the step ended where the solver's own curvature says
    ],
)
def test_a_top_is_told_from_rounding(excess, ahead, moved, unclipped):
    y, C = np.array([1.0, -1.0]), 5.0
    K = np.full((2, 2), 1e6) + np.diag([excess, 0.0])
    nothing = (np.nan, np.nan)
    line = pair_line(
        y,
        K,
        np.full(2, C),
        pair=np.array([(-1, -1), (0, 1)]),
        E=np.array([nothing, (1.0, 1.0 - ahead)]),
        before=np.array([nothing, (0.0, 0.0)]),
        after=np.array([nothing, (moved, moved)]),
    )
    assert line.unclipped[1] == pytest.approx(unclipped, rel=1e-3)
    assert np.isnan(line.curvature[0])
