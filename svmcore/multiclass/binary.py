"""Several classes by models of two: what each model is trained on, and how all of them decide."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Bools, Indices
from svmcore.problems.result import Result

THIRD = 1.0 / 3.0  # what breaks a tie of votes never makes a vote


class BinaryProblem(NamedTuple):
    """The points of one model, which `rows` picks out of all n, and their labels y in {-1, +1}."""

    rows: Indices | slice
    y: Array


class BinaryModels(NamedTuple):
    """f_j = sum_i coef_ji K(x_i, .) + intercept_j: coef (m, n), intercept (m,), and the results."""

    coef: Array
    intercept: Array
    results: Sequence[Result]


def pairs(k: int) -> tuple[tuple[int, int], ...]:
    """Every two of k classes, in the order of their models: (0, 1), (0, 2), .. (1, 2), .."""
    return tuple(combinations(range(k), 2))


def one_vs_one(index: Indices, k: int) -> list[BinaryProblem]:
    """A problem for every two of k classes, positive for the first; index : (n,), the classes."""
    members = [np.flatnonzero(index == c) for c in range(k)]
    return [
        BinaryProblem(
            np.concatenate([members[i], members[j]]),
            np.repeat([1.0, -1.0], [len(members[i]), len(members[j])]),
        )
        for i, j in pairs(k)
    ]


def one_vs_rest(index: Indices, classes: Iterable[int]) -> list[BinaryProblem]:
    """A problem of all points for each of the classes, positive for its own points.

    Of two classes the second alone is enough.
    """
    return [BinaryProblem(slice(None), np.where(index == c, 1.0, -1.0)) for c in classes]


def train_each(
    problems: Sequence[BinaryProblem],
    fit: Callable[[BinaryProblem], Result],
    n: int,
    solved: Sequence[Result | None] | None = None,
) -> BinaryModels:
    """The models that `fit` makes of the problems, over all n points: coef is 0 elsewhere.

    solved : the results that are known already, None where `fit` is to be asked
    """
    known = [None] * len(problems) if solved is None else solved
    results = [
        fit(problem) if result is None else result
        for problem, result in zip(problems, known, strict=True)
    ]
    coef = np.zeros((len(problems), n))
    for row, problem, result in zip(coef, problems, results, strict=True):
        row[problem.rows] = result.coef
    return BinaryModels(coef, np.array([result.intercept for result in results]), results)


def votes(wins: Bools, k: int) -> Indices:
    """How many of its pairs each of k classes wins, shape (.., k).

    wins : (.., k (k - 1) / 2), whether the first class of each pair wins
    """
    counts = np.zeros((*wins.shape[:-1], k), dtype=np.intp)
    for m, (i, j) in enumerate(pairs(k)):
        counts[..., i] += wins[..., m]
        counts[..., j] += ~wins[..., m]
    return counts


def vote_scores(values: Array, wins: Bools, k: int) -> Array:
    """`votes` plus s / (3 |s| + 3), which is below 1/3; shape (.., k).

    values : those of the models of all pairs, (.., k (k - 1) / 2), positive for the first class; s
    is the sum of what the models of a class say for it. So it breaks ties and turns no vote.

    Source: scikit-learn, https://scikit-learn.org/stable/modules/svm.html#scores-probabilities
    """
    sums = np.zeros((*values.shape[:-1], k))
    for m, (i, j) in enumerate(pairs(k)):
        sums[..., i] += values[..., m]
        sums[..., j] -= values[..., m]
    return np.asarray(votes(wins, k) + THIRD * sums / (np.abs(sums) + 1.0))


def elected(values: Array, k: int) -> Indices:
    """The class that `SVC` predicts from the values of its models, shape (..,).

    values : (.., k (k - 1) / 2) as in `vote_scores`, and of equals the first class is elected; of
    two classes (.., 1), positive for the second.
    """
    if k == 2:
        return np.asarray(values[..., 0] >= 0.0, dtype=np.intp)
    return np.asarray(votes(values > 0.0, k).argmax(-1))
