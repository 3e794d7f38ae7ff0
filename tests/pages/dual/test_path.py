"""The path against machines trained one by one, from alpha, b and K alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.model.path import PathEvent, describe_events, ends, obstacle, path_record
from pages.state.board import FIRST_PLACED_ID, Placed
from pages.state.experiment import Experiment, change
from pages.state.run import data_of
from svmcore.engine import GramSpace, classification, train
from tests.helpers.dual_problems import placed

CHOICES = [
    change(Experiment(n_samples=60), kernel="linear"),
    change(Experiment(n_samples=60), kernel="rbf", gamma=1.5, C=0.37),
    change(Experiment(n_samples=60), kernel="poly", degree=2, dataset="circles"),
]
every_kernel = pytest.mark.parametrize("experiment", CHOICES, ids=lambda e: e.kernel)
shares = pytest.mark.parametrize("share", [0.0, 0.3])


def facts(record):
    """(K of the training points, K of these with all, y) from the data and the kernel alone."""
    kernel = record.experiment.build_kernel()
    X, y = record.data.X, record.data.y
    return kernel(X[record.split.train], X[record.split.train]), kernel(X[record.split.train], X), y


def alone(K, y, C):
    return train(GramSpace(K), classification(y, np.full(len(y), C)), tol=1e-10)


@every_kernel
def test_any_C_is_the_machine_trained_there(experiment):
    """At 200 random C, and at the moments."""
    record = path_record(experiment)
    K, _, y = facts(record)
    random = 10.0 ** np.random.default_rng(4).uniform(-2.0, 3.0, 200)
    own = dict(zip(record.C.tolist(), range(len(record)), strict=True))
    for C in [*random.tolist(), *record.C[::4].tolist(), float(record.C[record.own])]:
        k = own.get(C)
        a = record.path.alpha(C) if k is None else record.states.alpha[k]
        b = record.path.intercept(C) if k is None else record.states.b[k]
        answer = alone(K, y, C)
        theirs = answer.scores + answer.v[0]
        f = K @ (y * a) + b
        assert np.abs(f - theirs).max() <= 1e-6 * np.abs(theirs).max()
        if k is not None:
            atol = 1e-9 * np.abs(f).max()
            np.testing.assert_allclose(record.states.scores[k], f, rtol=0, atol=atol)
        value = 0.5 * (y * a) @ K @ (y * a) + C * np.maximum(0.0, 1.0 - y * f).sum()
        assert value == pytest.approx(answer.certificate.primal, rel=1e-9)
        if experiment.kernel == "rbf":  # where K is regular, alpha is the only one
            assert np.abs(a - answer.a).max() <= 1e-6 * C


@every_kernel
@shares
def test_numbers_of_every_moment_follow_from_alpha_b_and_the_kernel(experiment, share):
    record = path_record(experiment, share)
    K, to_all, y = facts(record)
    near, (train, test) = 0, record.split
    for k, C in enumerate(record.C):
        a, b, own = record.states.alpha[k, train], record.states.b[k], y[train]
        f = (own * a) @ to_all + b
        margins = own * f[train]
        square = (own * a) @ K @ (own * a)
        assert record.curves.width[k] == pytest.approx(2.0 / np.sqrt(square), rel=1e-6)
        wrong = (f >= 0.0) != (y > 0.0)
        assert record.curves.train_error[k] == wrong[train].sum() / len(train)
        if share:
            assert record.curves.test_error[k] == wrong[test].sum() / len(test)
        # at the C of an event its point is at a bound and on the margin at once
        on_margin = np.abs(margins - 1.0) <= 1e-7
        low, high = a <= 1e-9 * C, a >= C * (1.0 - 1e-9)
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


@every_kernel
@shares
def test_the_point_of_every_event_changes_its_state_there(experiment, share):
    record = path_record(experiment, share)
    corners = np.unique([record.path.C[0], *(e.C for e in record.events), record.path.C[-1]])
    K, _, y = facts(record)
    own = y[record.split.train]
    names = ("zero", "free", "bound")
    changed = 0
    for event in record.events:
        at = int(np.searchsorted(corners, event.C))
        before, after = 0.5 * (corners[at - 1 : at + 1] + corners[at : at + 2])
        i = int(np.flatnonzero(record.split.train == event.point)[0])
        seen = []
        for C in (before, after):
            a = record.path.alpha(C)
            margin = own[i] * ((own * a) @ K[:, i] + record.path.intercept(C))
            state = 0 if a[i] == 0.0 else 2 if a[i] == C else 1
            assert margin >= 1.0 - 1e-7 if state == 0 else margin <= 1.0 + 1e-7
            assert abs(margin - 1.0) <= 1e-7 or state != 1
            seen.append(names[state])
        assert event.kind == "->".join(seen)
        assert record.C[event.moment] >= event.C
        assert event.moment == 0 or record.C[event.moment - 1] < event.C
        changed += 1
    # nobody changes without an event: from the first state of the path to its last
    C = 0.5 * (corners[0] + corners[1])
    start = record.path.alpha(C)
    state = np.where(start == 0.0, 0, np.where(start == C, 2, 1))
    for event in record.events:
        i = int(np.flatnonzero(record.split.train == event.point)[0])
        assert names[state[i]] == event.kind.split("->")[0]
        state[i] = names.index(event.kind.split("->")[1])
    assert (state == record.states.case[-1, record.split.train]).all()
    assert changed > 10


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("C", [1e-3, 0.0123, 1.0, 7.7, 1e3, 1e4])
def test_moments_are_even_hold_the_own_C_and_the_events_where_they_are_few(C, kernel):
    few = change(Experiment(), C=C, n_samples=12, kernel=kernel)
    many = change(Experiment(), C=C, n_samples=200, kernel=kernel)
    for experiment in (few, many):
        record = path_record(experiment)
        low, high = ends(C)
        assert record.C[[0, -1]].tolist() == [low, high]
        assert low == min(1e-2, C)
        assert high == max(1e3, C)
        assert record.C[record.own] == C
        assert 120 <= len(record) <= 200
        assert (np.diff(record.C) > 0.0).all()
        if experiment is many:  # no moment is almost another one
            assert np.diff(np.log10(record.C)).min() >= 0.4 * np.log10(high / low) / 120
        assert np.diff(np.log10(record.C)).max() <= 1.6 * np.log10(high / low) / 120
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


def test_no_machine_has_a_width_where_w_is_nothing():
    """Two points of different classes on one place: w = 0 for every C."""
    experiment = change(Experiment(), removed=tuple(range(90)))
    placed = tuple(Placed(1.0, 2.0, k, FIRST_PLACED_ID + k) for k in (0, 1))
    record = path_record(change(experiment, placed=placed))
    assert np.isinf(record.curves.width).all()


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
