"""Machines with nu, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.nu.model import NuSettings, nu_run
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from svmcore.kernels import Linear
from svmcore.problems.certificate import Status
from tests.helpers.nu_samples import SAMPLES, every_mode, gram, holds, judged, parted, placed

every_sample = pytest.mark.parametrize("name", SAMPLES)


# nu n / 2 is no whole number: then a free point stands on each edge, and b and rho are unique
every_nu = pytest.mark.parametrize("nu", [0.01, 0.23, 0.41])


@every_sample
@every_mode
@every_nu
def test_it_is_the_optimum(name, mode, nu):
    result = nu_run(SAMPLES[name], NuSettings(mode, nu))
    if result.model is None:
        assert isinstance(result.experiment.build_kernel(), Linear)
        assert not parted(result.data.X, result.data.y, nu, mode)
        return
    n, y = len(result.data), result.data.y
    a, reached, square = judged(result)
    np.testing.assert_allclose(result.a, a, atol=1e-12)
    assert a.min() >= 0.0
    assert a.max() <= 1.0 + 1e-12
    assert a.sum() == pytest.approx(nu * n, rel=1e-10)
    if mode == "nu_svc":
        assert y @ a == pytest.approx(0.0, abs=1e-10)
    slack = np.maximum(result.rho - reached, 0.0).sum()
    primal, dual = 0.5 * square - nu * n * result.rho + slack, -0.5 * square
    assert result.status is Status.OPTIMAL
    assert primal == pytest.approx(dual, rel=1e-6)
    assert result.certificate.primal == pytest.approx(primal, rel=1e-6)
    assert result.certificate.dual == pytest.approx(dual, rel=1e-9)


@every_sample
@every_mode
@every_nu
def test_the_flags_and_shares(name, mode, nu):
    result = nu_run(SAMPLES[name], NuSettings(mode, nu))
    n = len(result.data)
    if result.model is None:
        assert not holds(result)
        assert not (result.support | result.bound | result.outside).any()
        return
    a, reached, _ = judged(result)
    np.testing.assert_array_equal(result.support, a > 1e-9)
    np.testing.assert_array_equal(result.bound, a > 1.0 - 1e-9)
    slight = 1e-6 * np.abs(reached).max()
    np.testing.assert_array_equal(result.outside, reached < result.rho - slight)
    assert result.outside_share == result.outside.sum() / n
    assert result.support_share == result.support.sum() / n
    assert holds(result)
    on = result.support & ~result.outside
    np.testing.assert_allclose(reached[on], result.rho, atol=slight)


@every_sample
@every_nu
def test_the_nu_machine_is_the_soft_margin_with_C_1_over_rho(name, nu):
    result = nu_run(SAMPLES[name], NuSettings("nu_svc", nu))
    if result.model is None:
        assert result.C is None
        return
    y, model = result.data.y, result.model
    alpha = y * model.coef
    assert pytest.approx(1.0 / result.rho, rel=1e-15) == result.C
    np.testing.assert_allclose(alpha[result.bound], result.C, rtol=1e-9)
    np.testing.assert_allclose(result.alpha, alpha, rtol=1e-12, atol=0.0)
    if result.C <= 1e4:
        other = run(change(result.experiment, C=max(result.C, 1e-3)))
        np.testing.assert_allclose(
            gram(result) @ model.coef, gram(result) @ other.model.coef, atol=1e-4
        )


def test_a_kernel_without_a_feature_space_leads_to_a_stationary_point():
    sample = change(Experiment(n_samples=40), kernel="sigmoid")
    result = nu_run(sample, NuSettings("one_class", 0.33))
    assert result.status is Status.STATIONARY
    assert "not positive semi-definite" in result.sentence
    a, reached, _ = judged(result)
    assert a.sum() == pytest.approx(0.33 * 40)
    np.testing.assert_array_equal(result.outside, reached < result.rho - 1e-4)
    assert holds(result)


def test_one_class_ignores_the_labels():
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(20, 2)), 4).tolist()
    mixed = placed([(x, y, k % 2) for k, (x, y) in enumerate(X)])
    alike = placed([(x, y, 1) for x, y in X])
    one, other = (nu_run(e, NuSettings("one_class", 0.3)) for e in (mixed, alike))
    np.testing.assert_array_equal(one.model.coef, other.model.coef)
    assert one.rho == other.rho
    assert one.sentence == other.sentence
    assert one.C is None
    assert one.model.intercept == -one.rho


def test_equal_points_share_the_weight():
    corners = [(0.0, 0.0, 0), (2.0, 0.0, 1), (0.0, 1.0, 0), (2.0, 1.0, 1)]
    once, twice = (nu_run(placed(corners * k), NuSettings("nu_svc", 0.5)) for k in (1, 2))
    np.testing.assert_allclose(once.scores, twice.scores[:4], atol=1e-9)
    np.testing.assert_allclose(2.0 * once.a, twice.a[:4] + twice.a[4:], atol=1e-9)
    assert holds(twice)


def test_C_and_the_way_of_training_play_no_part():
    plain = nu_run(Experiment(), NuSettings())
    for other in ({"C": 9.0}, {"solver": "smo"}, {"margin": "hard"}, {"formulation": "primal"}):
        assert nu_run(change(Experiment(), **other), NuSettings()) is plain
    assert nu_run(change(Experiment(), gamma=3.0), NuSettings()) is not plain
