"""Conditions, words, the primal beside the dual, lifts, kernels side by side: all with weights."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.model.leave_one_out import without
from pages.dual.model.primal_vs_dual import comparison
from pages.dual.text import dual_sentence, point_text
from pages.kernels.model.decomposition import decompose as apart_at
from pages.kernels.model.feature_space import lifted
from pages.kernels.model.gallery import gallery
from pages.kernels.model.gram import gram_view
from pages.plots.charts import alpha_figure, bar_order
from pages.state.experiment import change
from pages.state.kkt import conditions, derivation
from pages.state.run import run
from pages.state.verdict import metric_cards, number
from svmcore.estimators import SVC
from svmcore.kernels.feature_maps import LIFTS
from svmcore.model_selection.compare_kernels import comparing
from svmcore.model_selection.splits import k_fold
from svmcore.optim.barrier import primal_barrier
from tests.helpers.weighted import apart, doubled, unweighed, weighed

LINEAR = weighed(kernel="linear", C=2.0)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_conditions_have_the_bound_of_each_point(kernel):
    experiment = weighed(kernel=kernel, C=2.0)
    result = run(experiment)
    found = conditions(result)
    C = 2.0 * np.array([p.weight for p in experiment.placed])
    np.testing.assert_array_equal(found.bounds, C)
    assert found.C == 2.0
    alpha, y = result.alpha, result.data.y
    moved = np.minimum(np.maximum(alpha + 1.0 - y * result.scores, 0.0), C)
    np.testing.assert_allclose(found.violation, np.abs(moved - alpha), atol=1e-12)
    assert found.violation.max() <= 1e-5
    low, high = alpha <= 1e-6 * C, alpha >= C * (1.0 - 1e-6)
    np.testing.assert_array_equal(found.case, np.where(high, 2, np.where(low, 0, 1)))
    assert 0 < (found.case == 2).sum() < len(y)
    free = derivation(result).free
    np.testing.assert_array_equal(free, np.flatnonzero(~low & ~high))


def test_the_words_name_the_bound_of_the_point():
    result = run(LINEAR)
    found = conditions(result)
    k = int(np.flatnonzero(found.case == 2)[0])
    C = 2.0 * LINEAR.placed[k].weight
    told = point_text(result, k)
    assert f", of weight {number(LINEAR.placed[k].weight)}." in told[0]
    assert f"α = C × weight = {number(C)}." in told[1]
    assert "α = C × weight" in dual_sentence(result)
    free = int(np.flatnonzero(found.case == 1)[0])
    assert "any value between 0 and C × weight" in point_text(result, free)[1]
    plain = run(unweighed(LINEAR))
    assert metric_cards(result)[0].detail.endswith(" at α = C × weight")
    assert metric_cards(plain)[0].detail.endswith(" at α = C")
    assert "weight" not in dual_sentence(plain)
    assert "weight" not in " ".join(
        point_text(plain, int(np.flatnonzero(conditions(plain).case == 2)[0]))
    )


def test_the_bars_keep_their_own_ceilings():
    result = run(LINEAR)
    figure, order = alpha_figure(result), bar_order(result)
    bars, ceilings = figure["data"]
    C = 2.0 * np.array([p.weight for p in LINEAR.placed])
    np.testing.assert_array_equal(ceilings["y"], C[order])
    assert (bars["y"] <= ceilings["y"] + 1e-9).all()


def test_the_machine_without_a_point_keeps_the_other_weights():
    other = without(run(LINEAR), 3)
    expected = np.delete([p.weight for p in LINEAR.placed], 3)
    np.testing.assert_array_equal(other.data.weight, expected)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_primal_and_dual_of_weighted_points_are_one_machine(kernel):
    experiment = weighed(kernel=kernel, C=2.0)
    found = comparison(experiment)
    y, X = found.data.y, found.data.X
    C = 2.0 * np.array([p.weight for p in experiment.placed])
    K = X @ X.T
    if kernel == "rbf":
        K = np.exp(-experiment["gamma"] * ((X[:, None] - X[None]) ** 2).sum(2))
    for side in (found.primal, found.dual):
        f = K @ side.coef + side.b
        np.testing.assert_allclose(side.scores, f, atol=1e-5)
    f = found.primal.scores
    square = found.primal.coef @ K @ found.primal.coef
    value = 0.5 * square + C @ np.maximum(0.0, 1.0 - y * f)
    assert found.primal.value == pytest.approx(value, rel=1e-6)
    alpha = y * found.dual.coef
    assert found.dual.value == pytest.approx(
        alpha.sum() - 0.5 * found.dual.coef @ K @ found.dual.coef
    )
    assert found.met
    assert found.scores < 1e-3
    assert ("αᵢ ≤ C ωᵢ", 30) in found.dual.constraints
    assert ("αᵢ ≤ C", 30) in comparison(unweighed(experiment)).dual.constraints
    # every b in the range, and no other, costs least
    low, high = found.b_range
    g = found.dual.scores - found.dual.b

    def cost(b):
        return C @ np.maximum(0.0, 1.0 - y * (g + b))

    least = min(cost(b) for b in y - g)
    assert cost(low) == pytest.approx(least, rel=1e-9)
    assert cost(high) == pytest.approx(least, rel=1e-9)
    assert cost(low - 1e-3) > least + 1e-6
    assert cost(high + 1e-3) > least + 1e-6


def test_the_barrier_takes_a_C_a_point():
    result = run(LINEAR)
    X, y, C = result.data.X, result.data.y, result.C
    weighted = primal_barrier(X, y, C, 1e-9)
    rows = np.append(np.arange(30), 4)
    halves = C[rows].copy()
    halves[[4, 30]] *= 0.5
    again = primal_barrier(X[rows], y[rows], halves, 1e-9)
    np.testing.assert_allclose(weighted.w, again.w, atol=1e-6)
    np.testing.assert_allclose(weighted.w, result.model.weights, atol=1e-5)
    one = primal_barrier(X, y, 2.0, 1e-6)
    np.testing.assert_allclose(one.w, primal_barrier(X, y, np.full(30, 2.0), 1e-6).w, atol=1e-9)


@pytest.mark.parametrize("name", list(LIFTS)[:3])
def test_a_lifted_machine_of_weight_2_is_that_of_two_points(name):
    lift = LIFTS[name]
    lift = lift() if isinstance(lift, type) else lift
    heavy, twice = (lifted(run(doubled(LINEAR, 4, h)), lift) for h in (True, False))
    Z = LINEAR.placed
    there = np.array([(p.x, p.y) for p in Z])
    np.testing.assert_allclose(heavy(there), twice(there), atol=1e-5)
    plain = lifted(run(unweighed(LINEAR)), lift)
    assert np.abs(plain(there) - lifted(run(LINEAR), lift)(there)).max() > 1e-3


def test_weights_mean_nothing_to_hard_margins():
    for experiment in (apart(), change(apart(), kernel="rbf")):
        weighted, plain = run(experiment), run(unweighed(experiment))
        np.testing.assert_allclose(weighted.scores, plain.scores, atol=1e-6)
        found = conditions(weighted)
        assert np.isinf(found.bounds).all()
        assert "α > 0" in dual_sentence(weighted)
        k = int(np.flatnonzero(found.case == 1)[0])
        assert "any positive value" in point_text(weighted, k)[1]


def test_the_gallery_trains_every_kernel_with_the_weights():
    for cell in gallery(LINEAR):
        np.testing.assert_array_equal(cell.run.C, 2.0 * np.array([p.weight for p in LINEAR.placed]))
        assert (cell.run.alpha <= cell.run.C * (1 + 1e-9)).all()


def test_kernels_are_compared_with_weights_in_training_alone():
    result = run(LINEAR)
    X, y, w = result.data.X, result.data.y, result.data.weight
    *_, last = comparing(X, y, seed=3, folds=3, weight=w)
    parts = k_fold(y > 0.0, 3, seed=3)
    for choice in last.choices:
        words = dict(choice.settings)
        if choice.kernel == "poly":
            words |= {"gamma": 1.0, "coef0": 1.0}
        scores = []
        for part in parts:
            train, test = part.train, part.test
            machine = SVC(kernel=choice.kernel, **words).fit(X[train], y[train], w[train])
            scores.append((machine.predict(X[test]) == y[test]).mean())
        assert choice.scores == pytest.approx(scores)
        whole = SVC(kernel=choice.kernel, **words).fit(X, y, w)
        assert choice.n_support == whole.n_support_.sum()
    *_, plain = comparing(X, y, seed=3, folds=3)
    assert plain.choices != last.choices
    with pytest.raises(ValueError, match="one positive number a point"):
        comparing(X, y, weight=w[1:])


def test_the_gram_matrix_does_not_weigh_and_f_does():
    plain = unweighed(LINEAR)
    np.testing.assert_array_equal(gram_view(LINEAR).K, gram_view(plain).K)
    result, place = run(LINEAR), (0.3, -0.4)
    found = apart_at(result, place)
    X, y = result.data.X, result.data.y
    held = result.alpha > 0.0
    f = (result.alpha * y)[held] @ (X[held] @ np.array(place)) + result.model.intercept
    assert found.value == pytest.approx(f, abs=1e-9)
    assert (found.alpha <= result.C[found.points] * (1.0 + 1e-9)).all()
    assert found.alpha.max() > 2.0  # beyond the C of weight 1
    assert found.value != pytest.approx(apart_at(run(plain), place).value, abs=1e-3)
