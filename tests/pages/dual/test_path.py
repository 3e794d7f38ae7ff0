"""The path against the optimality conditions at every moment, from alpha, b and K alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pages.dual.model.path import PathEvent, describe_events, ends, obstacle, path_record
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from tests.helpers.dual_problems import placed
from tests.helpers.weighted import weighed

CHOICES = [
    change(Experiment(n_samples=60), kernel="linear"),
    change(Experiment(n_samples=60), kernel="rbf", gamma=1.5, C=0.37),
    change(Experiment(n_samples=60), kernel="poly", degree=2, dataset="circles"),
    weighed(40, kernel="rbf", C=0.7),
]
every_choice = pytest.mark.parametrize("experiment", CHOICES, ids=lambda e: e.kernel)
shares = pytest.mark.parametrize("share", [0.0, 0.3])


def facts(record):
    """(K of the training points, K of these with all, y) from the data and the kernel alone."""
    kernel = record.experiment.build_kernel()
    X, y = record.data.X, record.data.y
    return kernel(X[record.split.train], X[record.split.train]), kernel(X[record.split.train], X), y


@every_choice
@shares
def test_every_moment_is_optimal_and_its_numbers_follow_from_alpha_b_and_the_kernel(
    experiment, share
):
    record = path_record(experiment, share)
    assert record.proved
    K, to_all, y = facts(record)
    near, (train, test) = 0, record.split
    for k, C in enumerate(record.C):
        a, b, own = record.states.alpha[k, train], record.states.b[k], y[train]
        bound = C * record.data.weight[train]
        f = (own * a) @ to_all + b
        margins = own * f[train]
        assert np.abs(np.clip(a + 1.0 - margins, 0.0, bound) - a).max() <= 1e-7 * max(1.0, C)
        assert abs(a @ own) <= 1e-8 * max(1.0, a.max())
        np.testing.assert_allclose(record.states.scores[k], f, atol=1e-9 * np.abs(f).max())
        square = (own * a) @ K @ (own * a)
        assert record.curves.width[k] == pytest.approx(2.0 / np.sqrt(square), rel=1e-6)
        wrong = (f >= 0.0) != (y > 0.0)
        assert record.curves.train_error[k] == wrong[train].sum() / len(train)
        if share:
            assert record.curves.test_error[k] == wrong[test].sum() / len(test)
        # at the C of an event its point is at a bound and on the margin at once
        on_margin = np.abs(margins - 1.0) <= 1e-7
        low, high = a <= 1e-9 * C, a >= bound * (1.0 - 1e-9)
        unsure = int((on_margin & (low | high)).sum())
        near += unsure
        free, bound = int((~low & ~high).sum()), int(high.sum())
        assert abs(int(record.curves.n_free[k]) - free) <= unsure
        assert abs(int(record.curves.n_bound[k]) - bound) <= unsure
        assert (record.states.case[k] == 1).sum() == record.curves.n_free[k]
        assert (record.states.case[k] == 2).sum() == record.curves.n_bound[k]
        sure = ~(on_margin & (low | high))
        states = np.where(high, 2, np.where(low, 0, 1))
        assert (record.states.case[k, train] == states)[sure].all()
    assert near < 3 * len(record)
    assert np.isnan(record.curves.test_error).all() == (share == 0.0)
    assert (record.states.alpha[:, test] == 0.0).all()
    assert sorted([*train, *test]) == list(range(len(y)))


@every_choice
@shares
def test_a_point_changes_its_state_at_its_events_alone(experiment, share):
    record = path_record(experiment, share)
    train, names = record.split.train, ("zero", "free", "bound")
    bound = record.data.weight[train]
    corners = np.unique([record.path.C[0], *(e.C for e in record.events), record.path.C[-1]])
    events = sorted(record.events, key=lambda event: event.C)
    assert len(events) > 10
    state = None
    for low, high in itertools.pairwise(corners):
        C = 0.5 * (low + high)
        a = record.path.alpha(C)
        shown = np.where(a == 0.0, 0, np.where(a == C * bound, 2, 1))
        if state is not None:
            for event in (e for e in events if low == e.C):
                i = int(np.flatnonzero(train == event.point)[0])
                before, after = event.kind.split("->")
                assert names[state[i]] == before
                state[i] = names.index(after)
                assert record.C[event.moment] >= event.C
                assert event.moment == 0 or record.C[event.moment - 1] < event.C
            np.testing.assert_array_equal(state, shown)
        state = shown
    np.testing.assert_array_equal(state, record.states.case[-1, train])


@pytest.mark.parametrize("C", [1e-3, 7.7, 1e4])
def test_moments_are_even_hold_the_own_C_and_the_events_where_they_are_few(C):
    few, many = (change(Experiment(), C=C, n_samples=n, kernel="linear") for n in (12, 200))
    low, high = ends(C)
    assert (low, high) == (min(1e-2, C), max(1e3, C))
    for experiment in (few, many):
        record = path_record(experiment)
        assert record.C[[0, -1]].tolist() == [low, high]
        assert record.C[record.own] == C
        steps = np.diff(np.log10(record.C)) * 120 / np.log10(high / low)
        assert steps.max() <= 1.6
        assert steps.min() > (0.4 if experiment is many else 0.0)  # no moment is almost another
        within = [e.C for e in record.events if e.C in record.C]
        assert len(within) == (len(record.events) if experiment is few else 0)
    assert len(path_record(few).events) > 3


def test_events_are_moments_up_to_two_hundred():
    for n, fits in ((60, True), (90, True), (110, False)):
        record = path_record(change(Experiment(), dataset="blobs", kernel="linear", n_samples=n))
        within = [e.C in record.C for e in record.events]
        assert all(within) if fits else not any(within)
        assert len(record) <= 200
        assert fits == (121 + len({e.C for e in record.events}) <= 200)
        assert n != 90 or len(record) > 180


def test_margin_formulation_and_solver_do_not_matter_and_are_asked_once():
    record = path_record(Experiment())
    assert record.proved
    assert path_record(change(Experiment(), margin="hard")) is record
    assert path_record(change(Experiment(), formulation="primal", tol=1e-9)) is record
    other = path_record(change(Experiment(), C=2.0))
    assert other is not record
    assert other.path is record.path


def test_obstacles_are_said():
    one = change(
        Experiment(), removed=tuple(i for i, y in enumerate(data_of(Experiment()).y) if y > 0)
    )
    nobody = change(Experiment(), removed=tuple(range(90)))
    sigmoid = change(Experiment(), kernel="sigmoid")
    for experiment, word in ((one, "one class"), (nobody, "no points"), (sigmoid, "semi-definite")):
        assert word in obstacle(experiment)
        assert path_record(experiment) is None
    assert obstacle(Experiment()) == ""


def test_events_in_words():
    def event(kind):
        return PathEvent(1.0, 0, kind, 0)

    assert describe_events([]) == ""
    assert describe_events([event("free->bound")]) == "a point reaches C"
    three = [event("zero->free"), event("free->zero"), event("zero->free")]
    assert describe_events(three) == "2 points enter the margin, 1 leaves the margin"


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_rounding_is_no_width(kernel):
    """XOR off the axes, and two points on one place: w = 0, but no sum of these numbers is."""
    xor = [(1, 1, 1), (-1, -1, 1), (1, -1, 0), (-1, 1, 0)]
    places = [(0.7331 * x + 0.3, 0.7331 * y + 0.1, label) for x, y, label in xor]
    if kernel == "rbf":
        places = [(1.3, 0.7, label) for label in (1, 0, 1)]
    record = path_record(placed(places, kernel=kernel))
    coef = record.states.alpha * record.data.y
    if kernel == "linear":  # w is 0 to twelve digits of its terms
        w = np.abs(coef @ record.data.X).max(axis=1)
        assert (w <= 1e-12 * np.abs(coef).sum(axis=1)).all()
    else:
        assert np.abs(coef.sum(axis=1)).max() <= 1e-12 * np.abs(coef).max()
    assert np.isinf(record.curves.width).all()


def test_a_small_w_is_not_taken_for_rounding():
    """A thousand units from the origin: 1/2 |w|^2 is a millionth of its terms."""
    places = [(1000.0, 1000.0, 0), (1001.0, 1000.0, 1)]
    record = path_record(placed(places, kernel="linear"))
    w = np.linalg.norm((record.states.alpha * record.data.y) @ record.data.X, axis=1)
    np.testing.assert_allclose(record.curves.width, 2.0 / w, rtol=1e-4)


def test_a_point_on_the_boundary_is_of_class_plus():
    """Three points on one place, one of class +1 kept apart: f = 0 there, and it is right."""
    record = path_record(placed([(0.5, 1.0, 1), (0.5, 1.0, 1), (0.5, 1.0, 0)]), 0.5)
    assert record.data.y[record.split.test].tolist() == [1.0]
    assert not record.states.scores.any()
    assert not record.curves.test_error.any()
    assert (record.curves.train_error == 0.5).all()
