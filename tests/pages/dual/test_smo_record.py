"""Every step of the record, recomputed from alpha and the kernel alone."""

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
from pages.state.experiment import Experiment, change
from pages.state.run import data_of
from svmcore.engine.train import space_of
from svmcore.optim.pair_line import pair_line
from svmcore.problems import DualProblem
from svmcore.solvers.smo import SMO
from tests.helpers.dual_problems import gram, machine, placed
from tests.helpers.step_checks import Sums, check_states, check_steps

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


@pytest.mark.parametrize("words", [{}, {"C": 50.0}, {"margin": "hard", "gamma": 3.0}], ids=str)
def test_the_end_is_the_engine_s_machine(words):
    exact = machine(**words, tol=1e-10)
    record = smo_record(change(exact.experiment, tol=1e-8))
    assert record.finished
    f = gram(exact).T @ record.coef[-1] + record.states.b[-1]
    np.testing.assert_allclose(f, exact.scores, atol=1e-5 * max(1.0, np.abs(f).max()))
    assert record.states.dual[-1] == pytest.approx(exact.solution.certificate.dual, rel=1e-7)


@pytest.mark.parametrize("words", [{}, {"kernel": "sigmoid"}, {"margin": "hard", "gamma": 3.0}])
def test_the_steps_are_those_of_the_solver(words):
    experiment = change(Experiment(), n_samples=50, **words)
    record, sums = smo_record(experiment), Sums(experiment)
    # the K of the page to the last digit, which decides between pairs that promise the same gain
    K = space_of(experiment.build_kernel(), sums.data.X).K
    np.testing.assert_allclose(K, sums.K, atol=1e-14)
    problem = DualProblem(K, sums.y, np.full(50, sums.C))
    row = 0
    for count, step in enumerate(SMO().iterates(problem)):
        if count > min(record.total, 60):
            break
        if record.update[row] == count:
            np.testing.assert_allclose(record.states.alpha[row], step.x, rtol=1e-9, atol=1e-12)
            assert record.steps.left[row] == pytest.approx(step.residual)
            row += 1
    assert row >= min(40, record.total)


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
    for part, names in (("states", "alpha dual"), ("steps", "E"), ("line", "gain low high")):
        for name in names.split():
            one, other = (getattr(getattr(record, part), name) for record in (plain, near))
            np.testing.assert_array_equal(one[a], other[b])


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
    problem, _ = _run(record.experiment)
    np.testing.assert_allclose(problem.K, sums.K, rtol=1e-12)
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


@pytest.mark.parametrize(
    "words",
    [
        {"kernel": "sigmoid"},
        {"kernel": "sigmoid", "gamma": 5.0, "coef0": -2.0, "C": 1e4},
        {"kernel": "poly", "coef0": -1.0},
    ],
    ids=str,
)
def test_a_parabola_that_bends_upwards_has_no_top(words):
    experiment = change(Experiment(), **words)
    record, sums = smo_record(experiment), Sums(experiment)
    i, j = record.steps.pair[1:].T
    bend = sums.K[i, i] + sums.K[j, j] - 2.0 * sums.K[i, j]
    upwards = np.append(False, bend <= 1e-12)
    assert 0 < upwards.sum() < len(upwards) - 1
    np.testing.assert_array_equal(np.isinf(record.line.unclipped), upwards)
    slope = record.line.slope[upwards]
    np.testing.assert_array_equal(record.line.unclipped[upwards], np.copysign(np.inf, slope))
    after, ends = (
        record.steps.after[upwards, 1],
        (record.line.low[upwards], record.line.high[upwards]),
    )
    np.testing.assert_allclose(after, np.where(slope > 0.0, ends[1], ends[0]), rtol=1e-12)
    assert check_steps(record, sums) > 0


def test_rounding_of_large_kernels_makes_no_top():
    """Points on one place, whose curvature is a rounding error: 1e-9 of values of 1e6."""
    places = [(3.3, 2.7, 0), (3.3, 2.7, 1), (0.1, 0.3, 0), (0.1, 0.3, 1), (-2.3, 3.1, 1)]
    for degree in (3, 5, 7):
        experiment = placed(places, kernel="poly", degree=degree, gamma=1.7, coef0=0.3)
        record = smo_record(experiment)
        X, pair = record.data.X, record.steps.pair[1:]
        same = np.append(False, (X[pair[:, 0]] == X[pair[:, 1]]).all(axis=1))
        assert same.any()
        np.testing.assert_array_equal(np.isinf(record.line.unclipped), same)


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
