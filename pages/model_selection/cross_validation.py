"""Cross-validation: every metric on every fold, and what each point is called by models that
have not seen it."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import (
    Candidate,
    FittedCandidate,
    Progress,
    checked,
    fitted_on,
    scaled_before,
)
from pages.model_selection.scoring import Ranking, ScoreSummary, judged, ranking
from pages.model_selection.splits import Split, leave_one_out
from svmcore.arrays import Array, Bools, Indices

NAMES = ("accuracy", "precision", "recall", "F1", "AUC", "average precision")


@dataclass(frozen=True, eq=False)
class Validation:
    """Cross-validation results: m metrics of every fold in the order of `names`.

    values : (folds, m), NaN where a test part has only one class and so no curve. Two classes:
        those of class 1; more: the means over classes, "average precision" too.
    train : (folds,), the accuracy on the points learnt from.
    tested : (n,), which points were in a test part. scores : (n,) or (n, k) and predicted : (n,),
        of the model that did not learn from the point; NaN and -1 where not tested.
    fits, saved : models that were trained, and that did not have to be.
    """

    names: tuple[str, ...]
    values: Array
    train: Array
    tested: Bools
    scores: Array
    predicted: Indices
    y: Indices
    fits: int
    saved: int = 0

    @cached_property
    def mean(self) -> Array:
        """Of each metric over the folds that have it: shape (m,); NaN where none has."""
        return np.array([v.mean() if v.size else np.nan for v in self._known])

    @cached_property
    def error(self) -> Array:
        """The standard error of `mean`, (m,): the standard deviation over these folds (by their
        number less 1) over the square root of their number."""
        known = self._known
        return np.array([v.std(ddof=1) / v.size**0.5 if v.size > 1 else np.nan for v in known])

    @cached_property
    def _known(self) -> list[Array]:
        """Each metric over the folds that have it."""
        return [column[np.isfinite(column)] for column in self.values.T]

    @cached_property
    def judged(self) -> ScoreSummary:
        """Of all points that were tested, by the model that did not know them."""
        k = int(self.y.max()) + 1
        return judged(self.y[self.tested], self.predicted[self.tested], k)

    @cached_property
    def pooled(self) -> Ranking | None:
        """The curves of all scores together; None where a class was not tested.

        The folds' machines differ a little in what a score means; pooling takes them as one.
        """
        return ranking(self.y[self.tested], self.scores[self.tested])

    @property
    def lacking(self) -> int:
        """How many folds have no curve, because no point of some class was there to judge."""
        return int(np.isnan(self.values[:, self.names.index("AUC")]).sum())


def cross_validate(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    w: npt.ArrayLike | None = None,
) -> Validation:
    """Cross-validation: train on each split's training part, score on the other.

    X : (n, d), y : (n,), classes 0 to k - 1, w : (n,), weights. Raises ValueError if X, y, w or
    the model are not what they should be, there is no split, or a class is not in a training part.

    Source: Kohavi, A study of cross-validation and bootstrap for accuracy estimation and model
    selection, IJCAI (1995), https://www.ijcai.org/Proceedings/95-2/Papers/016.pdf
    """
    *_, last = cross_validating(machine, X, y, splits, w)
    assert last.found is not None
    return last.found


def cross_validating(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    w: npt.ArrayLike | None = None,
) -> Generator[Progress[Validation], None, None]:
    """`cross_validate`, fold by fold; the result comes with the last one.

    Raises ValueError without a split.
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    if not splits:
        raise ValueError("There must be at least one split.")
    pooled, total = _Pool(y), len(splits)
    values, train = [], []
    for part in splits:
        found = fitted_on(machine, X, y, w, part.train)
        pooled.take(part.test, found.scores(X[part.test]), found.predict(X[part.test]))
        test, k = part.test, pooled.k
        values.append(_numbers(y[test], pooled.scores[test], pooled.predicted[test], k))
        train.append(float((found.predict(X[part.train]) == y[part.train]).mean()))
        if len(train) < total:
            yield Progress(len(train), total, None)
    yield Progress(total, total, pooled.validation(np.array(values), np.array(train), total, 0))


def leaving_each_out(
    machine: Candidate, X: npt.ArrayLike, y: npt.ArrayLike, w: npt.ArrayLike | None = None
) -> Generator[Progress[Validation], None, None]:
    """Leave-one-out cross-validation: one training on all points, and one for each support vector.

    Yields its progress, the result with the last one. Close the iterator to break off.

    Without a point whose alpha is 0, the model is that of all points, which scores it, too. This
    asks for three things: the other points' coordinates and kernel stay (no scaling inside the
    folds, no relative gamma), their classes' weights do (not balanced), and b is unique, which a
    point with 0 < alpha < C makes sure of. Where one is missing, or the scheme is not "svc", all
    are trained. `train` is the accuracy of the model of all. Raises ValueError as
    `cross_validate`; and if a class has one point only.

    Source: Chapelle, Vapnik, Bousquet and Mukherjee, Choosing multiple parameters for support
    vector machines, Machine Learning 46 (2002), https://doi.org/10.1023/A:1012450327387
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    parts = leave_one_out(y)
    whole = fitted_on(machine, X, y, w, np.arange(len(y)))
    sure = np.zeros(len(y), dtype=bool)
    alike = machine.scheme == "svc" and machine.independent
    if alike and _only_one_b(whole, machine, y, w):
        sure[:] = True
        sure[whole.support] = False
    pooled, done, total = _Pool(y), 1, int((~sure).sum()) + 1
    yield Progress(done, total, None)
    for i, part in enumerate(parts):
        found = whole if sure[i] else fitted_on(machine, X, y, w, part.train)
        pooled.take(part.test, found.scores(X[part.test]), found.predict(X[part.test]))
        if not sure[i]:
            done += 1
            yield Progress(done, total, None)
    right = pooled.predicted == y
    values = np.full((len(y), len(NAMES)), np.nan)
    values[:, 0] = right
    train = np.array([float((whole.predict(X) == y).mean())])
    yield Progress(total, total, pooled.validation(values, train, total, int(sure.sum())))


def _numbers(y: Indices, scores: Array, predicted: Indices, k: int) -> list[float]:
    """The metrics in the order of `NAMES`."""
    called, curves = judged(y, predicted, k), ranking(y, scores)
    areas = (curves.AUC, curves.AP) if curves else (np.nan, np.nan)
    return [called.accuracy, called.precision, called.recall, called.F1, *areas]


class _Pool:
    """What each point was called by a model that did not know it."""

    def __init__(self, y: Indices) -> None:
        self.y, self.k = y, int(y.max()) + 1
        self.scores = np.full((len(y), self.k) if self.k > 2 else len(y), np.nan)
        self.predicted = np.full(len(y), -1, dtype=np.intp)

    def take(self, test: Indices, scores: Array, predicted: Indices) -> None:
        self.scores[test] = scores
        self.predicted[test] = predicted

    def validation(self, values: Array, train: Array, fits: int, saved: int) -> Validation:
        tested = self.predicted >= 0
        return Validation(
            NAMES, values, train, tested, self.scores, self.predicted, self.y, fits, saved
        )


def _only_one_b(
    whole: FittedCandidate, machine: Candidate, y: Indices, w: npt.ArrayLike | None
) -> bool:
    """Whether each two classes' model has a point with 0 < alpha < its bound."""
    k = int(y.max()) + 1
    # as in scikit-learn, support_ has the classes one after the other
    rows = np.asarray(whole.estimator.support_)
    a = np.abs(np.asarray(whole.estimator.dual_coef_))
    bound = machine.C * machine.factors(y)[y[rows]]
    if w is not None:
        bound = bound * np.asarray(w, dtype=np.float64)[rows]
    free = (a > 0.0) & (a < bound * (1.0 - 1e-9))
    mine = [y[rows] == c for c in range(k)]
    if k == 2:
        return bool(free.any())
    return all(
        bool(free[j - 1, mine[i]].any() or free[i, mine[j]].any())
        for i, j in combinations(range(k), 2)
    )
