"""Probabilities of one-vs-one classifiers: Platt's method on held-out scores, and coupling."""

import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, cast

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from svmcore.arrays import Array, Indices
from svmcore.engine import Space
from svmcore.estimators.training_data import KernelData
from svmcore.kernels import Linear
from svmcore.probability import FOLDS, PlattSigmoid, couple, fit_sigmoid, sigmoid
from svmcore.problems.certificate import REACHED, Status
from svmcore.problems.result import Result

WORDS = 2**32  # of the Mersenne Twister

Training: TypeAlias = Callable[[Space, Array, Array], Result]  # one model, for y and weights


def libsvm_folds(n: int, seed: int) -> Iterator[tuple[Indices, Indices]]:
    """The rows to train on and those held out, in each of the five folds that LIBSVM deals.

    n rows are shuffled and cut into stretches of equal length, some of them empty where n < 5; the
    classes are not dealt out evenly.
    """
    order = np.arange(n)
    for i, j in enumerate(swaps(n, seed)):
        order[i], order[j] = order[j], order[i]
    for k in range(FOLDS):
        held = slice(k * n // FOLDS, (k + 1) * n // FOLDS)
        yield np.delete(order, held), order[held]


def swaps(n: int, seed: int) -> Iterator[int]:
    """For each i below n a row from i to n - 1, by Lemire's method from the Mersenne Twister.

    Source: Lemire, Fast random integer generation in an interval, ACM TOMACS 29 (2019),
    https://doi.org/10.1145/3230636
    """
    bits, state = np.random.MT19937(), np.random.RandomState(seed).get_state(legacy=False)
    bits.state = cast(Any, state)
    for i in range(n):
        room = n - i
        drawn = room * int(bits.random_raw())
        while drawn % WORDS < WORDS % room:
            drawn = room * int(bits.random_raw())
        yield i + drawn // WORDS


def held_out_sigmoid(
    training: Training,
    kernel_points: KernelData,
    rows: Indices,
    y: Array,
    factors: Array,
    seed: int,
) -> PlattSigmoid:
    """P(y = +1 | f) of the machine for some rows of the data, from scores of five other machines.

    rows, y, factors : (n,), y in {-1, +1}. Where the other folds lack a class, a row scores 1 or -1
    for the class that they have. Warns once if some of the five ended before the optimum.

    Source: Chang and Lin, LIBSVM: a library for support vector machines (2011), section 8,
    https://www.csie.ntu.edu.tw/~cjlin/papers/libsvm.pdf
    """
    scores, early = np.empty(len(rows)), 0
    for train, test in libsvm_folds(len(rows), seed):
        if not test.size:
            continue
        if np.ptp(y[train]) == 0.0:
            scores[test] = y[train[0]]
            continue
        result = training(kernel_points.space(rows[train]), y[train], factors[train])
        scores[test] = _values(kernel_points, result, rows[train], rows[test])
        # a time limit has a warning of its own
        early += result.status not in (*REACHED, Status.TIMEOUT)
    if early:
        warnings.warn(
            f"{early} of {FOLDS} models for probability=True ended before the optimum: "
            "scale the data or raise max_iter",
            ConvergenceWarning,
            stacklevel=2,
        )
    return fit_sigmoid(scores, y > 0.0)


def _values(kernel_points: KernelData, result: Result, train: Indices, test: Indices) -> Array:
    """f at some rows of the data, of a machine trained on others."""
    if result.w is not None and isinstance(kernel_points.kernel, Linear):
        return np.asarray(kernel_points.X[test] @ result.w + result.intercept)
    held = np.flatnonzero(result.coef)
    return np.asarray(
        kernel_points.values(test, train[held]) @ result.coef[held] + result.intercept
    )


def probabilities(values: Array, A: Array, B: Array, k: int) -> Array:
    """P of each of k classes, (m, k), from the scores of all pairs, positive for the first."""
    pairs = [sigmoid(f, a, b) for a, b, f in zip(A, B, values.T, strict=True)]
    return couple(np.stack(pairs, axis=1), k)


def with_probability(estimator: Any) -> bool:
    """Whether an estimator has `predict_proba`: "deprecated" is scikit-learn's word for False.

    Raises AttributeError if not.
    """
    if estimator.probability in (False, "deprecated"):
        raise AttributeError("predict_proba is not available when probability=False")
    return True
