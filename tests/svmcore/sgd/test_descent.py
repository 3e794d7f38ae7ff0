"""Descents against the textbook's loop, against one another, and against theorems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmcore.kernels import RBF, Linear
from svmcore.losses import Hinge, SquaredHinge
from svmcore.objective import CONVENTIONS, PerceptronLoss
from svmcore.sgd import driver as driver
from svmcore.sgd import lazy_sgd
from svmcore.sgd.driver import DescentState, run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend, Mirror
from tests.helpers.descent_samples import (
    course,
    difference,
    machines,
    overlapping,
    textbook,
)
from tests.helpers.grids import grid

RATES = [("constant", 1e-3), ("constant", 0.2), ("inverse_sqrt", 0.1), ("inverse", 1.0)]
RATES.append(("pegasos", 1.0))
every_cost = pytest.mark.parametrize(
    ("way", "rate", "loss"),
    grid(CONVENTIONS, RATES, [Hinge(), PerceptronLoss()]),
    ids=str,
)
RULES = (Descend(), Descend(project=True), Mirror())
every_way = pytest.mark.parametrize("way", CONVENTIONS)


def objective(way, n, loss=None, C=0.05):
    convention = CONVENTIONS[way]
    return convention.objective(convention.constant_of(C, n), n, loss or Hinge())


def place_of(kind, X, y, weights=None):
    if kind == "kernel":
        return KernelWeights(RBF(0.7)(X, X), y, weights)
    return LinearWeights(X, y, weights)


@every_cost
def test_the_chain_is_the_textbooks_loop(way, rate, loss):
    name, eta0 = rate
    for d, epochs in ((1, 10), (3, 60)):  # 3600 updates: some are passed over
        X, y = overlapping(60, d)
        J, plan = objective(way, 60, loss), BatchPlan(60, epochs, seed=4)
        assert lazy_sgd.suits(LinearWeights(X, y), J) or not (J.bias_inside or type(loss) is Hinge)
        walked = run_descent(LinearWeights(X, y), J, plan, SCHEDULES[name], eta0)
        reference = textbook(X, y, J, course(plan, name, eta0, J.rho))
        assert walked.diverged == -1
        assert difference(machines(walked), reference) <= 1e-12


@every_way
@pytest.mark.parametrize("kind", ["plane", "space", "kernel"])
def test_mirror_descent_is_pegasos(way, kind):
    X, y = overlapping(40, 3 if kind == "space" else 2)
    weights = np.random.default_rng(1).uniform(0.2, 3.0, 40)
    J, plan, place = objective(way, 40), BatchPlan(40, 15, seed=2), place_of(kind, X, y, weights)
    rate = SCHEDULES["pegasos"]
    pegasos, mirror = (run_descent(place, J, plan, rate, rule=r) for r in (Descend(), Mirror()))
    for here, reference in zip(machines(mirror), machines(pegasos), strict=True):
        assert np.abs(here - reference).max() <= 1e-12 * max(np.abs(reference).max(), 1e-300)


@every_way
@pytest.mark.parametrize("kind", ["plane", "space", "kernel"])
def test_a_mean_is_that_of_all_machines(way, kind):
    X, y = overlapping(40, 3 if kind == "space" else 2)
    J, plan, place = objective(way, 40), BatchPlan(40, 8, seed=2), place_of(kind, X, y)
    walked = run_descent(place, J, plan, SCHEDULES["inverse_sqrt"], 0.1, average=True)
    t = np.arange(1.0, plan.total + 1.0)
    assert difference(walked.v_mean[1:], walked.v[1:].cumsum(0) / t[:, None]) <= 1e-13
    assert difference(walked.b_mean[1:], walked.b[1:].cumsum() / t) <= 1e-13
    np.testing.assert_array_equal(walked.v_mean[0], walked.v[0])
    here = DescentState.start(place.size)  # in two halves
    for part in (BatchPlan(40, 4, shuffle=False), BatchPlan(40, 4, shuffle=False)):
        half = run_descent(place, J, part, SCHEDULES["inverse_sqrt"], 0.1, average=True, state=here)
    whole = BatchPlan(40, 8, shuffle=False)
    whole = run_descent(place, J, whole, SCHEDULES["inverse_sqrt"], 0.1, average=True)
    np.testing.assert_allclose(half.v_mean[[0, -1]], whole.v_mean[[160, 320]], rtol=1e-11)
    np.testing.assert_allclose(half.b_mean[[0, -1]], whole.b_mean[[160, 320]], rtol=1e-11)


@pytest.mark.parametrize(("kind", "rule"), grid(["plane", "space", "kernel"], RULES), ids=repr)
def test_a_run_is_the_same_whatever_is_kept_of_it(monkeypatch, kind, rule):
    monkeypatch.setattr(driver, "MAX_BLOCK", 250)
    X, y = overlapping(40, 3 if kind == "space" else 2)
    place, plan = place_of(kind, X, y), BatchPlan(40, 20, seed=2)
    run = {"rule": rule, "schedule": SCHEDULES["pegasos"]}
    J = objective("lambda", 40)
    every = run_descent(place, J, plan, **run, average=True)
    for moments in ([800], [0, 249, 250, 251], [7, 7, 3, 9999]):
        some = run_descent(place, J, plan, **run, moments=moments)
        for part in ("v", "b", "v_before", "b_before"):
            np.testing.assert_array_equal(getattr(some, part), getattr(every, part)[some.update])


@given(
    n=st.integers(1, 50), epochs=st.integers(1, 6), batch=st.integers(1, 60), seed=st.integers(0)
)
def test_every_epoch_shows_every_point_once(n, epochs, batch, seed):
    plan = BatchPlan(n, epochs, batch, seed=seed)
    assert (np.sort(plan.order, axis=1) == np.arange(n)).all()
    assert (plan.order == BatchPlan(n, epochs, batch, seed=seed).order).all()
    assert plan.per_epoch == -(-n // batch)
    batches = [plan.batch(t) for t in range(1, plan.total + 1)]
    sizes = {len(some) for some in batches[: plan.per_epoch - 1]}
    assert sizes <= {batch}
    for epoch in range(epochs):
        seen = np.concatenate(batches[epoch * plan.per_epoch : (epoch + 1) * plan.per_epoch])
        assert (np.sort(seen) == np.arange(n)).all()
    still = BatchPlan(n, epochs, batch, shuffle=False)
    assert (still.order == np.arange(n)).all()


def test_epochs_are_shuffled_each_in_its_own_way():
    orders = BatchPlan(30, 50, seed=1).order
    assert len(np.unique(orders, axis=0)) == 50
    assert (orders != BatchPlan(30, 50, seed=2).order).any()
    # every point comes first about as often as another: 50 x 30 / 30 draws, chi^2 of 29 degrees
    first = np.bincount(BatchPlan(30, 3000, seed=3).order[:, 0], minlength=30)
    assert ((first - 100.0) ** 2 / 100.0).sum() < 60.0


@pytest.mark.parametrize("kind", ["plane", "space"])
@pytest.mark.parametrize("batch", [1, 4])
def test_a_run_that_diverges_ends_before_its_first_bad_update(kind, batch):
    X, y = overlapping(40, 3 if kind == "space" else 2)
    J, plan, place = objective("square", 40), BatchPlan(40, 10 * batch, batch), place_of(kind, X, y)
    with np.errstate(all="ignore"):
        reference = textbook(X, y, J, course(plan, "constant", 10.0, J.rho))
    size = np.abs(reference[:, :-1]).max(axis=1) + np.abs(reference[:, -1])
    first = int(np.flatnonzero(~(size < driver.OVERFLOW))[0])
    assert 40 < first < plan.total
    for moments in (None, [plan.total], [5, first - 1, first, first + 1]):
        walked = run_descent(place, J, plan, SCHEDULES["constant"], 10.0, moments=moments)
        assert walked.diverged == first
        assert np.isfinite(machines(walked)).all()
        assert (walked.update < first).all()
        np.testing.assert_allclose(machines(walked), reference[walked.update], rtol=1e-10)
    assert walked.update.tolist() == [5, first - 1]


W, B = np.array([1.5, -2.0]), 0.7


@pytest.mark.parametrize("way", CONVENTIONS)
@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), PerceptronLoss()], ids=str)
def test_a_descent_begins_where_it_is_told(way, size, loss):
    """With a constant step, the second half of a run is one that begins with its weights."""
    X, y = overlapping(40, 2)
    convention, rate = CONVENTIONS[way], SCHEDULES["constant"]
    J, place = convention.objective(convention.constant_of(0.05, 40), 40, loss), LinearWeights(X, y)
    whole = run_descent(place, J, BatchPlan(40, 6, size, shuffle=False), rate, 0.01)
    half = BatchPlan(40, 3, size, shuffle=False)
    begin = DescentState.start(2, whole.v[half.total], whole.b[half.total])
    kept = run_descent(place, J, half, rate, 0.01, state=begin)
    np.testing.assert_allclose(kept.v, whole.v[half.total :], atol=1e-12)
    np.testing.assert_allclose(kept.b, whole.b[half.total :], atol=1e-12)


def test_the_start_is_copied_and_its_default_is_zero():
    given = np.ones(3)
    state = DescentState.start(3, given, 2)
    given[:] = 5.0
    np.testing.assert_array_equal(state.v, [1.0, 1.0, 1.0])
    assert (state.b, state.t) == (2.0, 0)
    usual = DescentState.start(3)
    assert not usual.v.any()
    assert usual.b == 0.0


@pytest.mark.parametrize(
    ("coef", "intercept", "law"),
    [
        ([1.0, 2.0], 0.0, r"shape \(3,\), got \(2,\)"),
        ([1.0, np.nan, 0.0], 0.0, "must be finite"),
        ([1.0, 2.0, 0.0], np.inf, "must be finite"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(coef, intercept, law):
    with pytest.raises(ValueError, match=law):
        DescentState.start(3, coef, intercept)


@pytest.mark.parametrize("batch", [1, 5])
def test_points_drawn_with_replacement_are_those_of_a_plain_loop(batch):
    """In a batch a point may come twice; kernel coefficients then count it twice."""
    X, y = overlapping(12)
    J, plan = objective("average", 12), BatchPlan(12, 30, batch, seed=3, replace=True)
    rng = np.random.default_rng(3)
    np.testing.assert_array_equal(plan.order, [rng.integers(12, size=12) for _ in range(30)])
    twice = [t for t in range(1, plan.total + 1) if len(set(plan.batch(t))) < len(plan.batch(t))]
    assert bool(twice) == (batch > 1)
    reference = textbook(X, y, J, course(plan, "inverse_sqrt", 0.1, J.rho))
    for place in (LinearWeights(X, y), KernelWeights(Linear()(X, X), y)):
        run = run_descent(place, J, plan, SCHEDULES["inverse_sqrt"], 0.1)
        w = run.v if isinstance(place, LinearWeights) else run.v @ X
        np.testing.assert_allclose(np.column_stack([w, run.b]), reference, atol=1e-11)
