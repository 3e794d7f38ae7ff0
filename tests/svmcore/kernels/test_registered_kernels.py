"""A kernel that is registered is one everywhere: by its word, with its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from sklearn import svm
from sklearn.base import clone
from sklearn.datasets import make_moons
from sklearn.metrics import pairwise

from svmcore import SVC, SVR
from svmcore.arrays import Array
from svmcore.kernels import KERNELS, Kernel, base
from svmcore.params import check, param, parameters

X, y = make_moons(80, noise=0.35, random_state=2)


@dataclass(frozen=True)
class Cauchy:
    """K(x, z) = 1 / (1 + gamma |x - z|^2)^power."""

    title: ClassVar[str] = "Cauchy"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = 1 / (1 + γ‖x − z‖²)^power"

    gamma: float = base.gamma("How fast similarity falls.")
    power: float = param(1.0, 0.5, 4.0, help="How thin the tails are.")

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, X: Array, Z: Array) -> Array:
        squares = pairwise.euclidean_distances(X, Z, squared=True)
        return (1.0 + self.gamma * squares) ** -self.power


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(KERNELS, "own_cauchy", Cauchy)


@pytest.mark.parametrize(
    ("kernel", "words", "values"),
    [
        ("own_cauchy", {"gamma": 0.7}, (0.7,)),
        (Cauchy(0.7), {}, (0.7,)),
        ("own_cauchy", {}, (1.0 / (2.0 * X.var()),)),
        (Cauchy(0.7, 3.0), {}, (0.7, 3.0)),
    ],
)
def test_an_estimator_takes_it_by_its_word_and_as_a_value(kernel, words, values):
    ours = SVR(C=2.0, kernel=kernel, **words).fit(X, y)
    theirs = svm.SVR(C=2.0, kernel=lambda A, B: Cauchy(*values)(A, B), tol=1e-9).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-4)


@pytest.mark.parametrize("name", KERNELS)
def test_every_registered_kernel_is_one_of_the_estimators(name):
    kind: type[Kernel] = KERNELS[name]
    words = {"degree": 2, "gamma": 0.3, "coef0": 0.5}
    kernel = kind(**{p.name: words[p.name] for p in parameters(kind) if p.name in words})
    machine = SVC(kernel=name, **words).fit(X, y)
    np.testing.assert_array_equal(
        machine.decision_function(X),
        clone(machine).set_params(kernel=kernel).fit(X, y).decision_function(X),
    )
    if kernel.psd:
        theirs = svm.SVC(kernel=kernel, tol=1e-9).fit(X, y).decision_function(X)
        np.testing.assert_allclose(machine.decision_function(X), theirs, atol=1e-4)


def test_what_is_not_registered_is_refused():
    with pytest.raises(
        ValueError, match=r"'sigmoid', .*'own_cauchy', 'precomputed', got 'wavelet'"
    ):
        SVC(kernel="wavelet").fit(X, y)
