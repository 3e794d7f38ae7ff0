"""Examples of textbooks and tutorials with known answers, and ours for the same points.

scikit-learn is loaded by the first step that needs it, and not with the app.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.datasets.two_class import Mixture
from pages.lessons.model.two_classes import NEW_SEED, by_hand
from pages.model_selection.splits import Split, held_out, k_fold
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import data_of, run
from svmcore.arrays import Array
from svmcore.objective import CONVENTIONS, Terms
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import LinearWeights

# ten epochs of a descent on far blobs, as its text prints them; its split has no seed
PRINTED_COSTS = (29.00, 8.63, 3.83, 2.49, 1.95, 1.60, 1.36, 1.17, 1.04, 0.96)
PRINTED_AUC = 0.9777349997637123  # the mean over five folds of wide blobs, from predicted labels
TEN_EPOCHS = Descent(
    method="sgd",
    objective="average",
    schedule="constant",
    eta0=1e-6,
    order="data",
    epochs=10,
    test_share=0.3,
)
FOLDS, EPOCHS, RATE = 5, 1000, 1e-3  # of the wide blobs
WIDE_DESCENT = Descent(
    method="sgd",
    objective="square",
    schedule="constant",
    eta0=RATE,
    order="data",
    epochs=EPOCHS,
    test_share=0.0,
)
WHOLE = Descent(
    method="gd", objective="average", schedule="constant", eta0=0.1, epochs=50, test_share=0.0
)
CLOSE_PAIR = change(by_hand(((1.0, 2.0, 1), (3.0, 4.0, 0))), kernel="linear", C=0.1)
ON_A_LINE = by_hand(
    ((1.0, 0.0, 1), (2.0, 0.0, 1), (4.0, 0.0, 0), (5.0, 0.0, 0), (6.0, 0.0, 1)),
    kernel="poly",
    degree=2,
    gamma=1.0,
    coef0=1.0,
    C=100.0,
)
# the mean loss of two points with the constant 1: C of the sum is 1/2
TWO_COSTS = by_hand(((0.5, 0.0, 0), (2.5, 0.0, 1)), kernel="linear", C=0.5)
START_W, START_B = np.array([2.0, 0.0]), 1.0
MIXTURE = change(Experiment(), dataset="mixture", n_samples=200, gamma=1.0, seed=8)
NEW_POINTS = 10_000


def blobs(n: int, seed: int, spread: float) -> tuple[Array, Array]:
    """scikit-learn's make_blobs with two centres in the plane: points, (n, 2), and 0 or 1, (n,).

    Source: https://scikit-learn.org/stable/modules/generated/sklearn.datasets.make_blobs.html
    """
    rng = np.random.RandomState(seed)
    centres = rng.uniform(-10.0, 10.0, (2, 2))
    X = np.vstack([rng.normal(centre, spread, (n // 2, 2)) for centre in centres])
    order = np.arange(n)
    rng.shuffle(order)
    return X[order], np.repeat([0, 1], n // 2)[order]


def on_board(X: Array, y: Array, **changes: object) -> Experiment:
    """An experiment on these points, placed by hand, with the linear kernel."""
    points = ((float(a), float(b), int(c)) for (a, b), c in zip(X.round(4), y, strict=True))
    return by_hand(points, kernel="linear", **changes)


@lru_cache(maxsize=1)
def far_blobs() -> Experiment:
    """600 points of two far clouds, with the constant 100 before the mean loss."""
    experiment = on_board(*blobs(600, 42, 1.0))
    train, _ = _split(experiment)
    return change(experiment, C=CONVENTIONS["average"].C_of(100.0, len(train)))


@lru_cache(maxsize=1)
def wide_blobs() -> Experiment:
    """500 points of two wide clouds, with the C of |w|^2 + mean loss over four of five parts."""
    X, y = blobs(500, 10, 4.0)
    n = len(y) * (FOLDS - 1) // FOLDS
    return on_board(X, y, C=CONVENTIONS["square"].C_of(1.0, n))


def wide_board() -> Experiment:
    """The same points with the C that `WIDE_DESCENT` writes as 1 before the mean loss."""
    points = wide_blobs()
    return change(points, C=CONVENTIONS["square"].C_of(1.0, len(data_of(points))))


def _split(experiment: Experiment) -> Split:
    data = data_of(experiment)
    return Split.of(held_out(data.ids, data.y, TEN_EPOCHS.test_share, experiment.seed))


@lru_cache(maxsize=1)
def epoch_costs() -> Array:
    """The cost after each epoch of the descent on the far blobs, over the training points."""
    experiment = far_blobs()
    data, (train, _) = data_of(experiment), _split(experiment)
    X, y = data.X[train], data.y[train]
    plan, cost = TEN_EPOCHS.plan(len(y), experiment.seed), TEN_EPOCHS.cost(experiment.C, len(y))
    ends = plan.per_epoch * np.arange(1, plan.epochs + 1)
    kept = run_descent(LinearWeights(X, y), cost, plan, *TEN_EPOCHS.rate(), moments=ends)
    margins = y * (kept.v @ X.T + kept.b[:, None])
    return cost.terms(margins, (kept.v**2).sum(axis=1), kept.b).total


class FoldAUC(NamedTuple):
    """Means over five folds: the area under the ROC curve from predicted labels, and from f."""

    labels: float
    f: float


@lru_cache(maxsize=1)
def fold_areas() -> FoldAUC:
    """The descent of the text on the wide blobs, in its five folds without shuffling."""
    from pages.model_selection.scoring import ranking
    from svmcore.estimators import SubgradientSVC

    data = data_of(wide_blobs())
    y = (data.y > 0.0).astype(np.intp)
    descent = SubgradientSVC(
        objective="square",
        C=1.0,
        learning_rate="constant",
        eta0=RATE,
        max_iter=EPOCHS,
        shuffle=False,
    )
    areas = []
    for train, test in k_fold(y, FOLDS, order="given"):
        f = descent.fit(data.X[train], y[train]).decision_function(data.X[test])
        curves = [ranking(y[test], scores) for scores in ((f >= 0.0).astype(np.float64), f)]
        areas.append([found.AUC for found in curves if found])
    return FoldAUC(*np.mean(areas, axis=0).tolist())


def start_cost() -> Terms:
    """The two terms of 1/2 (|w|^2 + b^2) + mean loss at the start weights, of the two points."""
    data = data_of(TWO_COSTS)
    cost = WHOLE.cost(TWO_COSTS.C, len(data))
    margins = data.y * (data.X @ START_W + START_B)
    return cost.terms(margins[None], np.array([START_W @ START_W]), np.array([START_B]))


class MixtureErrors(NamedTuple):
    """Shares of misclassified points: training points, new ones, and new ones by Bayes' rule."""

    train: float
    new: float
    bayes: float


@lru_cache(maxsize=8)
def mixture_errors(experiment: Experiment) -> MixtureErrors:
    """The errors of a model of the mixture, on new points around the same means."""
    shown, mixture = run(experiment), Mixture()
    assert shown.model is not None
    means = mixture.means(np.random.default_rng(experiment.seed))
    y = np.where(np.arange(NEW_POINTS) % 2 == 0, 1.0, -1.0)
    X = mixture.around(means, y, np.random.default_rng(NEW_SEED))
    squares = ((X[:, None, None] - means) ** 2).sum(axis=3)
    minus, plus = np.exp(-0.5 * squares / mixture.variance).sum(axis=2).T
    new, bayes = (
        float((one != (y > 0.0)).mean()) for one in (shown.model(X) >= 0.0, plus >= minus)
    )
    return MixtureErrors(1.0 - shown.accuracy, new, bayes)
