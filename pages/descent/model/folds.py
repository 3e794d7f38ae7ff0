"""The same descent on five folds: each is tested by the model of the four others."""

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from pages.descent.model.film import affordable
from pages.descent.model.problem import begins, has_weights, part_of
from pages.descent.model.start import StartWeights
from pages.model_selection.candidate import Progress
from pages.model_selection.scoring import judged, ranking
from pages.model_selection.splits import Split, held_out, k_fold
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.run import data_of
from svmcore.arrays import Array
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS, Objective
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import LinearWeights

FOLDS = 5
METRICS = ("accuracy", "precision", "recall", "AUC", "AUC of labels")


class FoldMean(NamedTuple):
    """A mean over the folds and its standard error."""

    mean: float
    error: float


class FoldScores(NamedTuple):
    """The metrics of `METRICS` of every fold, (5, m); `updates` of each descent.

    parts : the folds. models : (w1, w2, b) of each, (5, 3); None for kernels
    """

    values: Array
    updates: int
    parts: tuple[Split, ...] = ()
    models: Array | None = None

    def mean(self, metric: str) -> FoldMean:
        """Mean and standard error: the standard deviation (by 5 - 1) over the root of 5."""
        column = self.values[:, METRICS.index(metric)]
        return FoldMean(float(column.mean()), float(column.std(ddof=1) / np.sqrt(len(column))))


def fold_scores(
    experiment: Experiment, descent: Descent, start: StartWeights, order: str = "stratified"
) -> Generator[Progress[FoldScores], None, None]:
    """Carry the descent out without each of five folds, which then tests it.

    order : of `k_fold`; "given" cuts the points as they come. The constant of the cost stays as the
    page shows it, whatever the number of training points. The AUC of a fold whose test points are
    of one class is NaN. Yields its progress, the result with the last one. Raises ValueError for a
    class with fewer points than folds, or with no training point in a fold.

    Source: Kohavi, A study of cross-validation and bootstrap for accuracy estimation and model
    selection, IJCAI (1995), https://www.ijcai.org/Proceedings/95-2/Papers/016.pdf
    """
    data = data_of(experiment)
    y = (data.y > 0.0).astype(np.intp)
    if order == "stratified" and min(np.bincount(y, minlength=2)) < FOLDS:
        raise ValueError(f"Five folds need at least {FOLDS} points of each class.")
    rows, models, updates = [], [], 0
    yield Progress(0, FOLDS, None)
    parts = k_fold(y, FOLDS, data.ids, order=order, seed=experiment.seed)
    for part in parts:
        v, b, scores, updates = _carried_out(experiment, descent, start, part)
        models.append(np.append(v, b))
        called = judged(y[part.test], (scores >= 0.0).astype(np.intp), 2)
        areas = [ranking(y[part.test], of) for of in (scores, (scores >= 0.0).astype(np.float64))]
        rows.append([called.accuracy, called.precision, called.recall])
        rows[-1] += [np.nan if found is None else found.AUC for found in areas]
        found = None
        if len(rows) == FOLDS:
            lines = np.array(models) if has_weights(experiment, descent) else None
            found = FoldScores(np.array(rows), updates, parts, lines)
        yield Progress(len(rows), FOLDS, found)


def _carried_out(
    experiment: Experiment, descent: Descent, start: StartWeights, part: Split
) -> tuple[Array, float, Array, int]:
    """The last model, its f at the test points, and how many updates there were."""
    data, kernel = data_of(experiment), experiment.build_kernel()
    learnt = part_of(experiment, descent.space, part.train)
    objective = descent.update_objective(cost_of_fold(experiment, descent, len(part.train)))
    plan = affordable(descent, learnt, objective, experiment.seed)
    own = start if has_weights(experiment, descent) else StartWeights()
    walked = run_descent(
        learnt,
        objective,
        plan,
        *descent.rate(),
        rule=METHODS[descent.method].rule,
        moments=np.array([plan.total]),
        average=descent.output == "mean",
        state=begins(learnt, own),
    )
    if walked.diverged >= 0:
        raise ValueError("The descent diverges on a fold: a smaller learning rate helps.")
    mean = walked.v_mean is not None and walked.b_mean is not None
    v, b = (walked.v_mean, walked.b_mean) if mean else (walked.v, walked.b)
    assert v is not None
    assert b is not None
    X, Z = data.X[part.train], data.X[part.test]
    rows = Z.T if isinstance(learnt, LinearWeights) else kernel(X, Z)
    return v[-1], float(b[-1]), np.asarray(v[-1] @ rows + b[-1]), plan.total


def cost_of_fold(experiment: Experiment, descent: Descent, n: int) -> Objective:
    """The cost over n points with the constant that the page shows for its training part."""
    data, way = data_of(experiment), CONVENTIONS[descent.objective]
    apart = held_out(data.ids, data.y, descent.test_share, experiment.seed)
    constant = way.constant_of(experiment.C, len(data) - int(apart.sum()))
    return way.objective(constant, n, LOSSES[descent.loss]())
