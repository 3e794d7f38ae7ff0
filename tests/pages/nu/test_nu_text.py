"""Machines with nu, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.nu.model import NODES, NuSettings, largest_nu, nu_run, nu_sweep
from pages.nu.text import nu_figures
from pages.state.board.experiment import Experiment, change
from svmcore.problems.certificate import Status
from tests.helpers.nu_samples import SAMPLES, every_mode, holds, judged, parted, placed
from tests.helpers.opened import numbers


@pytest.mark.parametrize("balance", [0.1, 0.3, 0.5, 0.8])
def test_the_largest_nu_is_twice_the_share_of_the_smaller_class(balance):
    sample = change(Experiment(n_samples=90), balance=balance)
    y = nu_run(sample, NuSettings()).data.y
    few = min((y > 0.0).sum(), (y < 0.0).sum())
    largest = 2.0 * few / 90
    for mode, top in (("nu_svc", largest), ("one_class", 1.0)):
        result = nu_run(sample, NuSettings(mode, top))
        assert result.largest == largest_nu(result.data, mode) == pytest.approx(top)
        assert holds(result)
    if largest < 1.0:
        over = nu_run(sample, NuSettings("nu_svc", largest + 0.01))
        assert over.model is None
        assert over.status is over.certificate is None
        assert over.sentence == (
            f"ν = {largest + 0.01:.3g} is too large: the α of each class sum to half of ν n, "
            f"and the smaller class has {few} of 90 points, so ν may be at most {largest:.3g}."
        )


def test_points_of_one_class_have_an_outline_alone():
    alike = placed([(0.0, 0.0, 1), (1.0, 0.0, 1), (0.0, 1.0, 1)])
    none = nu_run(alike, NuSettings("nu_svc", 0.5))
    assert none.model is None
    assert none.sentence.startswith("All 3 points share a class")
    assert holds(nu_run(alike, NuSettings("one_class", 0.5)))


@pytest.mark.parametrize(("mode", "word"), [("nu_svc", "margin"), ("one_class", "outline")])
def test_where_w_is_0_the_sentence_says_so(mode, word):
    sample = change(Experiment(n_samples=60), dataset="xor", kernel="linear")
    result = nu_run(sample, NuSettings(mode, 0.3))
    assert not parted(result.data.X, result.data.y, 0.3, mode)
    assert result.model is None
    assert result.status is Status.OPTIMAL
    assert f"With ν = 0.3 no {word} was found" in result.sentence


@pytest.mark.parametrize("name", SAMPLES)
@every_mode
def test_every_number_of_the_cards_and_the_sentence(name, mode):
    result = nu_run(SAMPLES[name], NuSettings(mode, 0.23))
    if result.model is None:
        return
    a, reached, _ = judged(result)
    n, y = len(a), result.data.y
    rho = result.rho if mode == "one_class" else 0.23 * n / np.abs(result.model.coef).sum()
    slight = 1e-6 * np.abs(reached).max()
    out, held = int((reached < rho - slight).sum()), int((a > 1e-9).sum())
    few = min((y > 0.0).sum(), (y < 0.0).sum())
    cards = {card.name: (numbers(card.value), numbers(card.detail)) for card in nu_figures(result)}
    name = "Outside" if mode == "one_class" else "Margin errors"
    for card, points in (("ν", 0.23 * n), (name, out), ("Support vectors", held)):
        share, counts = cards[card]
        assert share == [pytest.approx(100.0 * points / n, rel=1e-3)]
        assert counts == [pytest.approx(points, rel=5e-3), n]
    assert cards["ρ"][0] == [pytest.approx(rho, rel=1e-3)]
    if mode == "nu_svc":
        assert cards["C"][0] == [pytest.approx(1.0 / rho, rel=1e-3)]
        assert cards["Largest ν"] == ([pytest.approx(200.0 * few / n, rel=1e-3)], [2, few, n])
    said = result.sentence.replace("\u00a0", " ")
    shares = numbers(said.split("vectors: ")[1])[:3]
    assert shares == pytest.approx([100.0 * out / n, 23.0, 100.0 * held / n], rel=1e-3)
    assert numbers(said)[0] == out
    what, mark = ("outside", "f(x) < 0")
    if mode == "nu_svc":
        what, mark = ("margin error" if out == 1 else "margin errors", "red if misclassified")
    cross = "cross" if out == 1 else "crosses"
    assert f"{what} ({cross}, {mark})" in said or not out


def test_one_is_singular():
    angles = 2.0 * np.pi * np.arange(9) / 9.0
    circle = [(np.cos(t), np.sin(t), 0) for t in angles.tolist()]
    result = nu_run(placed([*circle, (9.0, 9.0, 1)]), NuSettings("one_class", 0.5))
    np.testing.assert_array_equal(np.flatnonzero(result.outside), [9])
    assert result.sentence.startswith("1 of 10 points is outside (cross, f(x) < 0), ")
    one = nu_run(placed([(0.0, 0.0, 1)]), NuSettings("one_class", 0.5))
    assert "1 is a support vector: " in one.sentence


def test_what_is_not_proved_is_said():
    hardly = nu_run(change(Experiment(), n_samples=400), NuSettings("nu_svc", 0.01))
    assert hardly.status is Status.STALLED
    assert hardly.sentence.endswith("It is not certified optimal.")


@pytest.mark.parametrize("name", ["moons", "uneven", "line"])
@every_mode
def test_it_is_what_the_machines_say(name, mode):
    sweep = nu_sweep(SAMPLES[name], mode)
    first = nu_run(SAMPLES[name], NuSettings(mode))
    top, X, y = first.largest, first.data.X, first.data.y
    np.testing.assert_allclose(sweep.nu, top * np.arange(1, NODES + 1) / NODES)
    for k in range(0, NODES, 3):
        if sweep.nu[k] < 0.01:
            continue
        result = nu_run(SAMPLES[name], NuSettings(mode, float(sweep.nu[k])))
        if result.model is None:
            assert np.isnan([sweep.outside[k], sweep.support[k], sweep.rho[k]]).all()
            assert not parted(X, y, sweep.nu[k], mode)
            continue
        a, reached, _ = judged(result)
        slight = 1e-6 * np.abs(reached).max()
        assert sweep.rho[k] == result.rho
        assert sweep.outside[k] == (reached < result.rho - slight).mean()
        assert sweep.support[k] == (a > 1e-9).mean()
    known = np.isfinite(sweep.rho)
    assert (sweep.outside[known] <= sweep.nu[known] + 1e-9).all()
    assert (sweep.nu[known] <= sweep.support[known] + 1e-9).all()


def test_fewer_machines_are_some_of_them():
    many, few = (nu_sweep(SAMPLES["moons"], "nu_svc", m) for m in (24, 6))
    np.testing.assert_allclose(few.nu, many.nu[3::4])
    np.testing.assert_array_equal(few.outside, many.outside[3::4])
    np.testing.assert_array_equal(few.support, many.support[3::4])


@pytest.mark.parametrize("mode", ["nu_svc", "one_class"])
@pytest.mark.parametrize("points", [((0.0, 0.0),) * 6, tuple((1e6 + k, k * 1e5) for k in range(6))])
def test_identical_and_far_points_do_not_fail(mode, points):
    text = nu_run(placed([(*at, k % 2) for k, at in enumerate(points)]), NuSettings(mode)).sentence
    assert "20" in text or "0.2" in text
    assert not {"inf", "nan", "undefined"} & set(text.replace(".", " ").split())
