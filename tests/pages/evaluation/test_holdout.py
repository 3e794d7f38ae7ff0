"""A trial, its picture and its charts, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from pages.evaluation.figures.charts import matrix_figure, ranking_figure
from pages.evaluation.figures.decision import trial_figure
from pages.evaluation.model import FLAT, cut
from pages.model_selection.holdout import on_all, trial
from pages.model_selection.splits import Split, train_test
from pages.tables.columns import guess
from pages.tables.plane import pca_plane
from pages.tables.preparing import prepare
from pages.tables.real import real
from tests.helpers.evaluation_samples import BOX, GAMMA, RBF, X2, Y2
from tests.helpers.figures import accepted, traces

LEVELS = [-0.4, 0.35]


def gram(X, Z):
    return np.exp(-GAMMA * ((X[:, None] - Z[None]) ** 2).sum(2))


def two():
    return trial(RBF, X2, Y2, train_test(Y2, share=0.4, seed=3))


def f_of(found, Z):
    """f of two classes: nothing but alpha, b and the kernel is taken."""
    machine = found.fitted.estimator
    there = found.X[found.split.train][machine.support_]
    return gram(Z, there) @ machine.dual_coef_[0] + machine.intercept_[0]


@pytest.mark.parametrize("t", LEVELS)
@pytest.mark.parametrize("part", ["train", "test"])
def test_one_threshold_makes_every_number(t: float, part: str):
    found = two()
    f = f_of(found, X2)
    np.testing.assert_allclose(found.scores, f, atol=1e-9)
    said, judged = found.called(t), found.called(t).part(part)
    rows = getattr(found.split, part)
    positive, own = f[rows] >= t, Y2[rows] == 1
    tp, fp = (positive & own).sum(), (positive & ~own).sum()
    fn, tn = (~positive & own).sum(), (~positive & ~own).sum()
    assert judged.matrix.tolist() == [[tn, fp], [fn, tp]]
    assert judged.accuracy == pytest.approx((tp + tn) / len(rows))
    assert judged.precision == pytest.approx(tp / (tp + fp) if tp + fp else 0.0)
    assert judged.recall == pytest.approx(tp / (tp + fn))
    assert pytest.approx(2 * tp / (2 * tp + fp + fn)) == judged.F1
    assert (said.wrong == ((f >= t) != Y2)).all()


@pytest.mark.parametrize("t", LEVELS)
def test_the_line_the_crosses_and_the_dots_are_those_of_the_threshold(t: float):
    found = two()
    f, said = f_of(found, X2), found.called(t)
    parted = cut(found, FLAT, BOX, t)
    line = parted.boundary[np.isfinite(parted.boundary[:, 0])]
    assert len(line) > 10
    np.testing.assert_allclose(f_of(found, line), t, atol=2e-3)
    for level, margin in zip((-1.0, 1.0), parted.margins, strict=True):
        there = margin[np.isfinite(margin[:, 0])]
        np.testing.assert_allclose(f_of(found, there), level, atol=2e-3)
    words = {"numbers": (0, 1), "names": ("−1", "+1"), "words": "A slice."}
    figure = trial_figure(found, said, parted, FLAT, BOX, BOX, **words)
    drawn = traces(figure)
    np.testing.assert_array_equal(drawn["boundary"]["x"], parted.boundary[:, 0].astype(np.float32))
    crosses = np.column_stack([drawn["wrong"]["x"], drawn["wrong"]["y"]])
    np.testing.assert_array_equal(crosses, X2[(f >= t) != Y2])
    shades = drawn["regions"]["z"]
    xs = np.linspace(BOX[0], BOX[1], shades.shape[1])
    ys = np.linspace(BOX[2], BOX[3], shades.shape[0])
    a, b = np.meshgrid(xs, ys)
    depth = f_of(found, np.column_stack([a.ravel(), b.ravel()])).reshape(shades.shape) - t
    np.testing.assert_allclose(shades, 127.0 * np.tanh(depth), atol=0.51)
    symbols = np.array(drawn["points"]["marker"]["symbol"])
    hollow = np.char.endswith(symbols, "-open")
    assert np.flatnonzero(hollow).tolist() == found.split.test.tolist()
    assert f"f(x) = {f[7]:.4g}" in drawn["points"]["customdata"][7]
    assert figure["layout"]["annotations"][0]["text"] == "A slice."
    ranking = found.ranking("test")
    rows = found.split.test
    tp = ((f[rows] >= t) & (Y2[rows] == 1)).sum() / (Y2[rows] == 1).sum()
    fp = ((f[rows] >= t) & (Y2[rows] == 0)).sum() / (Y2[rows] == 0).sum()
    roc = ranking_figure(ranking, "roc", (0, 1), ("−1", "+1"), "ROC", t)
    dot = traces(roc)["here"]
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((fp, tp))
    recall = ranking_figure(ranking, "precision", (0, 1), "ab", "Precision", t)
    dot = traces(recall)["here"]
    called = (f[rows] >= t).sum()
    share = ((f[rows] >= t) & (Y2[rows] == 1)).sum() / called if called else 1.0
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((tp, share))
    assert pytest.approx(roc_auc_score(Y2[rows], f[rows])) == ranking.AUC
    assert pytest.approx(average_precision_score(Y2[rows], f[rows])) == ranking.AP
    for shown in (figure, roc, recall):
        accepted(shown)


def test_a_plane_among_more_columns_shows_f_on_that_plane():
    prepared = prepare(real("iris"), guess(real("iris")))
    X, y = prepared.X[50:], prepared.y[50:] - 1
    ground = pca_plane(prepared)
    found = trial(RBF, X, y, train_test(y, seed=1))
    parted = cut(found, ground, BOX, 0.25)
    line = parted.boundary[np.isfinite(parted.boundary[:, 0])]
    np.testing.assert_allclose(f_of(found, ground.origin + line @ ground.axes), 0.25, atol=2e-3)


def test_a_part_without_a_class_has_no_curves_and_bad_splits_are_refused():
    split = train_test(Y2, share=0.4, seed=3)
    lonely = split._replace(test=split.test[Y2[split.test] == 1])
    assert trial(RBF, X2, Y2, lonely).ranking("test") is None
    assert ranking_figure(None, "roc", (), (), "ROC")["data"] == []
    with pytest.raises(ValueError, match="one of the classes"):
        trial(RBF, X2, Y2, split._replace(train=split.train[Y2[split.train] == 1]))
    whole = on_all(RBF, X2, Y2)
    assert len(whole.split.test) == 0
    assert matrix_figure(whole.called().part("test").matrix, ("a", "b"), "test")["data"] == []
    assert whole.called().part("train").matrix.sum() == len(Y2)


def test_a_point_exactly_at_the_threshold_is_positive():
    found = two()
    for k in (0, 7):
        assert found.called(found.scores[k]).predicted[k] == 1
        assert found.called(np.nextafter(found.scores[k], np.inf)).predicted[k] == 0


def test_a_trial_learns_from_points_by_their_weights():
    """A weight of 3 is three points at the same place."""
    split, w = train_test(Y2, share=0.4, seed=3), np.random.default_rng(1).choice([1, 3], len(Y2))
    heavy = trial(RBF, X2, Y2, split, w)
    rows = np.repeat(split.train, w[split.train])
    copies = Split(np.arange(len(rows)), np.arange(len(rows), len(rows) + len(Y2)))
    there = np.vstack([X2[rows], X2]), np.concatenate([Y2[rows], Y2])
    np.testing.assert_allclose(
        heavy.scores, trial(RBF, *there, copies).scores[copies.test], atol=1e-3
    )
    assert np.abs(heavy.scores - trial(RBF, X2, Y2, split).scores).max() > 0.05
