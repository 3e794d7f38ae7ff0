"""Accuracy, precision and recall of a descent: on the test part, and on five folds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    precision_score,
    recall_score,
    roc_auc_score,
)

from pages.descent.figures.beside import fold_figure
from pages.descent.figures.film import film_dict
from pages.descent.model import folds
from pages.descent.model.film import film
from pages.descent.model.folds import METRICS, fold_scores
from pages.descent.model.part_scores import part_scores
from pages.descent.model.start import StartWeights
from pages.descent.text import FOLDED, MARGINS_UPWARDS, fold_cards, fold_text
from pages.model_selection.splits import k_fold
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import data_of
from pages.state.model.scene import cover, fit_view
from pages.state.text.number_format import number
from tests.helpers.opened import open_page, until_done

MOONS = change(Experiment(), dataset="moons", kernel="linear", n_samples=60, noise=0.4, C=0.05)
WHOLE = Descent(method="gd", objective="sum", schedule="constant", eta0=0.05, epochs=40)
VIEW = cover(fit_view(data_of(MOONS)))


def test_the_test_part_is_scored_at_every_moment_as_by_scikit_learn():
    made = film(change(MOONS, balance=0.3), Descent(epochs=2))
    scores, test = part_scores(made), made.split.test
    y = made.data.y[test] > 0
    for k in range(0, len(made.update), 7):
        called = made.scores[k, test] >= 0.0
        assert scores.accuracy[k] == pytest.approx(accuracy_score(y, called))
        assert scores.precision[k] == pytest.approx(precision_score(y, called, zero_division=0))
        assert scores.recall[k] == pytest.approx(recall_score(y, called))
    sent = film_dict(made, "a", VIEW, live=False, status="")
    np.testing.assert_allclose(sent["test_recall"], scores.recall, rtol=1e-6)
    untested = film(MOONS, Descent(epochs=1, test_share=0.0))
    assert part_scores(untested) is None
    assert "test_accuracy" not in film_dict(untested, "a", VIEW, live=False, status="")


def by_hand(train, test) -> list[float]:
    """The descent of `WHOLE` in a plain loop, and its metrics on the test part."""
    data = data_of(MOONS)
    X, y, Z, t = data.X[train], data.y[train], data.X[test], data.y[test] > 0
    w, b = np.zeros(2), 0.0
    for _ in range(WHOLE.epochs):
        active = y * (X @ w + b) < 1.0
        pull = (y[active, None] * X[active]).sum(axis=0), y[active].sum()
        w, b = w - WHOLE.eta0 * (w - MOONS.C * pull[0]), b + WHOLE.eta0 * MOONS.C * pull[1]
    f = Z @ w + b
    called = f >= 0.0
    metrics = accuracy_score, precision_score, recall_score
    areas = [roc_auc_score(t, f), roc_auc_score(t, called)]
    return [metric(t, called) for metric in metrics] + areas


def test_five_folds_are_those_of_a_plain_loop():
    steps = list(fold_scores(MOONS, WHOLE, StartWeights()))
    assert [step.done for step in steps] == [0, 1, 2, 3, 4, 5]
    found, data = steps[-1].found, data_of(MOONS)
    parts = k_fold(data.y > 0, 5, data.ids, seed=MOONS.seed)
    expected = np.array([by_hand(*part) for part in parts])
    np.testing.assert_allclose(found.values, expected, atol=1e-12)
    assert expected.std(axis=0).min() > 0.0
    for k, metric in enumerate(METRICS):
        mean, error = found.mean(metric)
        assert mean == pytest.approx(expected[:, k].mean())
        assert error == pytest.approx(expected[:, k].std(ddof=1) / 5**0.5)
    assert fold_cards(found)[0].value.startswith(number(100.0 * expected[:, 0].mean(), 4))


@pytest.mark.parametrize("order", ["stratified", "given"])
def test_five_folds_are_cut_and_drawn_as_chosen(order):
    """The line of a fold is where the f of a plain loop without its points is 0."""
    *_, last = fold_scores(MOONS, WHOLE, StartWeights(), order)
    found, data = last.found, data_of(MOONS)
    parts = k_fold(data.y > 0, 5, data.ids, order=order, seed=MOONS.seed)
    expected = np.array([by_hand(*part) for part in parts])
    np.testing.assert_allclose(found.values, expected, atol=1e-12)
    figure = fold_figure(film(MOONS, WHOLE), found, 2)
    assert fold_text(found, 2, order).endswith(MARGINS_UPWARDS) == (order == "given")
    drawn = {trace["uid"]: trace for trace in figure["data"]}
    ends = np.column_stack([drawn["boundary"]["x"], drawn["boundary"]["y"]])
    w, b = found.models[1, :2], found.models[1, 2]
    assert 1.0 / abs(w[1]) > 1.01 / np.hypot(*w)  # from f = 0 straight up to f = 1, and along w
    assert ((data.X[parts[1].test] @ w + b >= 0.0) == (data.y[parts[1].test] > 0)).mean() == (
        expected[1, 0]
    )
    assert np.abs(ends @ w + b).max() <= 1e-5 * np.abs(ends).max()
    hollow = [symbol.endswith("open") for symbol in drawn["samples"]["marker"]["symbol"]]
    assert np.flatnonzero(hollow).tolist() == parts[1].test.tolist()


def test_the_constant_of_a_mean_stays_that_of_the_page():
    """λ is that of the page's 44 training points, and not that of a fold's 48 with the same C."""
    mean = Descent(method="gd", objective="lambda", schedule="constant", eta0=0.1, epochs=60)
    cost = folds.cost_of_fold(MOONS, mean, 48)
    assert (len(film(MOONS, mean).split.train), cost.rho) == (44, 1.0 / (44 * MOONS.C))
    assert cost.rho != pytest.approx(mean.cost(MOONS.C, 48).rho)


def test_too_few_points_say_so():
    few = change(MOONS, n_samples=8)
    with pytest.raises(ValueError, match="at least 5 points of each class"):
        list(fold_scores(few, WHOLE, StartWeights()))


def test_the_page_shows_the_folds_and_its_link_opens_them():
    app = until_done(open_page("descent", {"d_folded": "1"}))
    cards = next(h.value for h in app.get("html") if "±" in h.value)
    assert "Recall" in cards
    assert "from labels" in cards
    assert next(t for t in app.toggle if t.label == FOLDED).value is True
