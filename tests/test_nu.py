"""Machines with nu, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import sklearn.svm
from scipy.optimize import linprog

from svmcore.board import Placed
from svmcore.experiment import Experiment, change
from svmcore.kernels import RBF, Linear, Polynomial, Sigmoid
from svmcore.nu import (
    MODES,
    NODES,
    NuChoice,
    largest_nu,
    nu_run,
    nu_sweep,
)
from svmcore.problems.certificate import Status, certify
from svmcore.run import run
from svmcore.words import from_words, to_words

NAMES = {Linear: "linear", Polynomial: "poly", RBF: "rbf", Sigmoid: "sigmoid"}
SAMPLES = {
    "moons": Experiment(n_samples=61),
    "uneven": change(Experiment(n_samples=71), balance=0.3, gamma=3.0),
    "cubic": change(Experiment(n_samples=51), dataset="circles", kernel="poly"),
    "line": change(Experiment(n_samples=61), dataset="blobs", kernel="linear", noise=0.1),
    "few": Experiment(n_samples=9, dataset="blobs"),
}
every_sample = pytest.mark.parametrize("name", SAMPLES)
every_mode = pytest.mark.parametrize("mode", MODES)
# nu n / 2 is no whole number: then a free point stands on each edge, and b and rho are unique
every_nu = pytest.mark.parametrize("nu", [0.01, 0.23, 0.41])


def named(kernel):
    return {"kernel": NAMES[type(kernel)], **vars(kernel)}


def placed(points):
    own = tuple(Placed(x, y, label, 1000 + k) for k, (x, y, label) in enumerate(points))
    return Experiment(dataset="own", placed=own)


def gram(result):
    X = result.data.X
    return result.experiment.build_kernel()(X, X)


def judged(result):
    """The multipliers before any division, what has to reach rho, and |w|^2, from the model."""
    K, y = gram(result), result.data.y
    one = result.choice.mode == "one_class"
    unit = 1.0 if one else result.rho
    sign = np.ones(len(y)) if one else y
    coef, b = unit * result.model.coef, unit * result.model.intercept
    reached = sign * (K @ coef + b) + (result.rho if one else 0.0)
    return sign * coef, reached, float(coef @ K @ coef)


def parted(K_or_X, y, nu, mode):
    """Whether w cannot be 0: no feasible a has sum_i a_i s_i x_i = 0, for points in a plane."""
    X, n = K_or_X, len(y)
    one = mode == "one_class"
    sign = np.ones(n) if one else y
    groups = [np.ones(n)] if one else [y > 0.0, y < 0.0]
    A = np.vstack([(sign[:, None] * X).T, *groups])
    e = np.append(np.zeros(2), np.full(len(groups), nu * n / len(groups)))
    return linprog(np.zeros(n), A_eq=A, b_eq=e, bounds=(0.0, 1.0)).status == 2


class TestMachine:
    @every_sample
    @every_mode
    @every_nu
    def test_it_is_the_optimum(self, name, mode, nu):
        result = nu_run(SAMPLES[name], NuChoice(mode, nu))
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
    def test_the_flags_and_shares(self, name, mode, nu):
        result = nu_run(SAMPLES[name], NuChoice(mode, nu))
        n = len(result.data)
        if result.model is None:
            assert not result.holds
            assert not (result.support | result.bound | result.outside).any()
            return
        a, reached, _ = judged(result)
        np.testing.assert_array_equal(result.support, a > 1e-9)
        np.testing.assert_array_equal(result.bound, a > 1.0 - 1e-9)
        np.testing.assert_array_equal(
            result.outside, reached < result.rho - 1e-6 * np.abs(reached).max()
        )
        assert result.outside_share == result.outside.sum() / n
        assert result.support_share == result.support.sum() / n
        assert result.outside.sum() <= nu * n + 1e-9
        assert nu * n - 1e-9 <= result.support.sum()
        assert result.holds
        on = result.support & ~result.outside
        np.testing.assert_allclose(reached[on], result.rho, atol=1e-6 * np.abs(reached).max())

    @every_sample
    @every_nu
    def test_the_nu_machine_is_the_soft_margin_with_C_1_over_rho(self, name, nu):
        result = nu_run(SAMPLES[name], NuChoice("nu_svc", nu))
        if result.model is None:
            assert result.C is None
            return
        y, model = result.data.y, result.model
        alpha = y * model.coef
        assert pytest.approx(1.0 / result.rho, rel=1e-15) == result.C
        assert alpha.max() <= result.C * (1.0 + 1e-9)
        np.testing.assert_allclose(alpha[result.bound], result.C, rtol=1e-9)
        np.testing.assert_allclose(result.alpha, alpha, rtol=1e-12, atol=0.0)
        C = np.full(len(y), result.C)
        proof = certify(gram(result), y, C, alpha, model.intercept)
        assert proof.relative_gap <= 1e-6
        assert proof.infeasibility <= 1e-9 * result.C
        if result.C <= 1e4:
            other = run(change(result.experiment, C=max(result.C, 1e-3)))
            np.testing.assert_allclose(
                gram(result) @ model.coef, gram(result) @ other.model.coef, atol=1e-4
            )

    @every_sample
    @pytest.mark.parametrize("nu", [0.23, 0.41])
    @every_mode
    def test_it_is_scikit_learns_machine(self, name, nu, mode):
        result = nu_run(SAMPLES[name], NuChoice(mode, nu))
        if result.model is None:
            return
        X, y, how = result.data.X, result.data.y, named(result.model.kernel)
        if mode == "nu_svc":
            theirs = sklearn.svm.NuSVC(nu=nu, tol=1e-10, **how).fit(X, y)
        else:
            theirs = sklearn.svm.OneClassSVM(nu=nu, tol=1e-10, **how).fit(X)
        there = np.random.default_rng(3).normal(size=(50, 2))
        # LIBSVM keeps K in single precision, and its digits are those of the largest sum
        sums = np.abs(result.model.kernel(there, X)) @ np.abs(result.model.coef)
        digits = float(np.finfo(np.float32).eps) * float(sums.max())
        f, g = result.model(there), theirs.decision_function(there)
        np.testing.assert_allclose(f, g, rtol=0.0, atol=digits)

    def test_a_kernel_without_a_feature_space_leads_to_a_stationary_point(self):
        sample = change(Experiment(n_samples=40), kernel="sigmoid")
        result = nu_run(sample, NuChoice("one_class", 0.33))
        assert result.status is Status.STATIONARY
        assert "not positive semi-definite" in result.sentence
        a, reached, _ = judged(result)
        assert a.sum() == pytest.approx(0.33 * 40)
        np.testing.assert_array_equal(result.outside, reached < result.rho - 1e-4)
        assert result.holds

    def test_one_class_ignores_the_labels(self):
        rng = np.random.default_rng(0)
        X = np.round(rng.normal(size=(20, 2)), 4).tolist()
        mixed = placed([(x, y, k % 2) for k, (x, y) in enumerate(X)])
        alike = placed([(x, y, 1) for x, y in X])
        one, other = (nu_run(e, NuChoice("one_class", 0.3)) for e in (mixed, alike))
        np.testing.assert_array_equal(one.model.coef, other.model.coef)
        assert one.rho == other.rho
        assert one.sentence == other.sentence
        assert one.C is None
        assert one.model.intercept == -one.rho

    def test_equal_points_share_the_weight(self):
        corners = [(0.0, 0.0, 0), (2.0, 0.0, 1), (0.0, 1.0, 0), (2.0, 1.0, 1)]
        once, twice = (nu_run(placed(corners * k), NuChoice("nu_svc", 0.5)) for k in (1, 2))
        np.testing.assert_allclose(once.scores, twice.scores[:4], atol=1e-9)
        np.testing.assert_allclose(once.a, twice.a[:4], atol=1e-9)
        assert twice.holds

    def test_C_and_the_way_of_training_play_no_part(self):
        plain = nu_run(Experiment(), NuChoice())
        for other in ({"C": 9.0}, {"solver": "smo"}, {"margin": "hard"}, {"formulation": "primal"}):
            assert nu_run(change(Experiment(), **other), NuChoice()) is plain
        assert nu_run(change(Experiment(), gamma=3.0), NuChoice()) is not plain
        with pytest.raises(ValueError, match="read-only"):
            plain.outside[0] = True
        with pytest.raises(ValueError, match="read-only"):
            plain.a[0] = 1.0


class TestNone:
    @pytest.mark.parametrize("balance", [0.1, 0.3, 0.5, 0.8])
    def test_the_largest_nu_is_twice_the_share_of_the_smaller_class(self, balance):
        sample = change(Experiment(n_samples=90), balance=balance)
        y = nu_run(sample, NuChoice()).data.y
        few = min((y > 0.0).sum(), (y < 0.0).sum())
        largest = 2.0 * few / 90
        for mode, top in (("nu_svc", largest), ("one_class", 1.0)):
            result = nu_run(sample, NuChoice(mode, top))
            assert result.largest == largest_nu(result.data, mode) == pytest.approx(top)
            assert result.holds
        if largest < 1.0:
            over = nu_run(sample, NuChoice("nu_svc", largest + 0.01))
            assert over.model is None
            assert over.status is over.certificate is None
            assert over.sentence == (
                f"ν = {largest + 0.01:.3g} is too large: each class has to carry half of ν, and "
                f"the smaller one has {few} of 90 points, so ν may be at most {largest:.3g}."
            )
            smaller = y > 0.0 if (y > 0.0).sum() == few else y < 0.0
            top = nu_run(sample, NuChoice("nu_svc", largest))
            np.testing.assert_allclose(top.a[smaller], 1.0, atol=1e-9)

    @every_mode
    def test_an_empty_board(self, mode):
        result = nu_run(Experiment(dataset="own"), NuChoice(mode))
        assert result.model is None
        assert result.sentence == "The board is empty: click on it to place points."
        assert result.largest == result.outside_share == result.support_share == 0.0
        assert len(nu_sweep(Experiment(dataset="own"), mode).nu) == 0

    def test_points_of_one_class_have_an_outline_alone(self):
        alike = placed([(0.0, 0.0, 1), (1.0, 0.0, 1), (0.0, 1.0, 1)])
        none = nu_run(alike, NuChoice("nu_svc", 0.5))
        assert none.model is None
        assert none.sentence.startswith("Here all 3 points share a class")
        assert nu_run(alike, NuChoice("one_class", 0.5)).holds

    @pytest.mark.parametrize(("mode", "word"), [("nu_svc", "margin"), ("one_class", "outline")])
    def test_where_w_is_0_the_sentence_says_so(self, mode, word):
        sample = change(Experiment(n_samples=60), dataset="xor", kernel="linear")
        result = nu_run(sample, NuChoice(mode, 0.3))
        assert not parted(result.data.X, result.data.y, 0.3, mode)
        assert result.model is None
        assert result.status is Status.OPTIMAL
        assert f"With ν = 0.3 no {word} was found" in result.sentence


class TestSentence:
    @every_mode
    def test_it_says_both_shares_and_C(self, mode):
        result = nu_run(SAMPLES["moons"], NuChoice(mode, 0.23))
        a, reached, _ = judged(result)
        out, held = int((reached < result.rho - 1e-6).sum()), int((a > 1e-9).sum())
        name = "margin errors" if mode == "nu_svc" else "outside"
        said = (
            f"{out} of 61 points are {name}, with {held} support vectors: "
            f"{100 * out / 61:.4g} % ≤ ν = 23 % ≤ {100 * held / 61:.4g} %."
        )
        if mode == "nu_svc":
            largest = np.abs(result.model.coef).max()
            said += f" It is the soft margin with C = 1/ρ = {largest:.4g}."
        assert result.sentence == said

    def test_one_is_singular(self):
        angles = 2.0 * np.pi * np.arange(9) / 9.0
        circle = [(np.cos(t), np.sin(t), 0) for t in angles.tolist()]
        result = nu_run(placed([*circle, (9.0, 9.0, 1)]), NuChoice("one_class", 0.5))
        np.testing.assert_array_equal(np.flatnonzero(result.outside), [9])
        assert result.sentence.startswith("1 of 10 points is outside, with ")
        one = nu_run(placed([(0.0, 0.0, 1)]), NuChoice("one_class", 0.5))
        assert "with 1 support vector: " in one.sentence

    def test_what_is_not_proved_is_said(self):
        hardly = nu_run(change(Experiment(), n_samples=400), NuChoice("nu_svc", 0.01))
        assert hardly.status is Status.STALLED
        assert hardly.sentence.endswith("It is not proved that no machine is better.")


class TestSweep:
    @pytest.mark.parametrize("name", ["moons", "uneven", "line"])
    @every_mode
    def test_it_is_what_the_machines_say(self, name, mode):
        sweep = nu_sweep(SAMPLES[name], mode)
        first = nu_run(SAMPLES[name], NuChoice(mode))
        top, X, y = first.largest, first.data.X, first.data.y
        np.testing.assert_allclose(sweep.nu, top * np.arange(1, NODES + 1) / NODES)
        for k in range(0, NODES, 3):
            if sweep.nu[k] < 0.01:
                continue
            result = nu_run(SAMPLES[name], NuChoice(mode, float(sweep.nu[k])))
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

    def test_it_is_kept_whatever_C_is(self):
        assert nu_sweep(Experiment(), "one_class") is nu_sweep(Experiment(C=7.0), "one_class")

    def test_fewer_machines_are_some_of_them(self):
        many, few = (nu_sweep(SAMPLES["moons"], "nu_svc", m) for m in (24, 6))
        np.testing.assert_allclose(few.nu, many.nu[3::4])
        np.testing.assert_array_equal(few.outside, many.outside[3::4])
        np.testing.assert_array_equal(few.support, many.support[3::4])
        with pytest.raises(ValueError, match="nodes must be >= 1, got 0"):
            nu_sweep(SAMPLES["moons"], "nu_svc", 0)

    def test_an_unknown_mode_is_refused(self):
        with pytest.raises(ValueError, match="mode must be one of nu_svc, one_class, got 'two'"):
            nu_sweep(Experiment(), "two")


def nonsense(text):
    return {"n_nu": text, "n_mode": "one_class"}, {"n_nu": "0.3", "n_mode": text}


class TestLink:
    @every_mode
    @pytest.mark.parametrize("nu", [0.01, 0.2, 1.0 / 3.0, 1.0])
    def test_there_and_back(self, mode, nu):
        choice = NuChoice(mode, nu)
        query = to_words(choice, "n_")
        assert all(word.startswith("n_") for word in query)
        assert from_words(NuChoice(), query, "n_") == choice

    def test_the_default_has_no_words(self):
        assert to_words(NuChoice(), "n_") == {}
        assert to_words(NuChoice("one_class", 1.0), "n_") == {"n_mode": "one_class", "n_nu": "1"}

    @pytest.mark.parametrize("text", ["", "nan", "inf", "-1", "0", "1.01", "1e999", "a", "__"])
    def test_what_makes_no_sense_is_ignored_word_by_word(self, text):
        read = [from_words(NuChoice(), words, "n_") for words in nonsense(text)]
        assert read == [NuChoice("one_class"), NuChoice("nu_svc", 0.3)]

    def test_a_choice_that_does_not_exist_is_refused(self):
        with pytest.raises(ValueError, match="mode must be one of nu_svc, one_class, got 'svc'"):
            NuChoice("svc")
        with pytest.raises(ValueError, match=r"nu must be from 0.01 to 1, got 2"):
            replace(NuChoice(), nu=2.0)
