"""Words, the primal beside the dual, and kernels side by side, all with weights."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.model.primal_vs_dual import comparison
from pages.dual.text.views import dual_sentence, point_text
from pages.model_selection.compare_kernels import comparing
from pages.model_selection.splits import k_fold
from pages.state.model.kkt import conditions
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import metric_cards
from svmcore.estimators import SVC
from tests.helpers.weighted import unweighed, weighed

LINEAR = weighed(kernel="linear", C=2.0)


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
    g = found.dual.scores - found.dual.b
    costs = [C @ np.maximum(0.0, 1.0 - y * (g + b)) for b in (*found.b_range, *(y - g))]
    assert costs[:2] == pytest.approx([min(costs)] * 2, rel=1e-9)


def test_kernels_are_compared_with_weights_in_training_alone():
    result = run(LINEAR)
    X, y, w = result.data.X, result.data.y, result.data.weight
    *_, last = comparing(X, y, seed=3, folds=3, weight=w)
    parts = k_fold(y > 0.0, 3, seed=3)
    for choice in last.found:
        words = dict(choice.settings)
        if choice.kernel == "poly":
            words |= {"gamma": 1.0, "coef0": 1.0}
        scores = []
        for part in parts:
            train, test = part.train, part.test
            machine = SVC(kernel=choice.kernel, **words).fit(X[train], y[train], w[train])
            scores.append((machine.predict(X[test]) == y[test]).mean())
        assert choice.scores == pytest.approx(scores)
    with pytest.raises(ValueError, match="one positive number a point"):
        comparing(X, y, weight=w[1:])
