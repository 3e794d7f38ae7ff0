"""A kernel that is registered is one everywhere: by its word, with its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from sklearn import svm
from sklearn.base import clone, is_regressor
from sklearn.metrics import pairwise

from svmcore import SVC, SVR, NuSVC, NuSVR, OneClassSVM, OneVsRestSVC
from svmcore.arrays import Array
from svmcore.kernels import KERNELS, Kernel, Sigmoid, atoms, base, parse
from svmcore.params import check, param, parameters
from tests.helpers.evaluation_samples import X2, Y2

X, y = X2, Y2


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
    monkeypatch.setitem(KERNELS, "cauchy", Cauchy)


def by_hand(gamma: float, power: float = 1.0):
    return lambda A, B: Cauchy(gamma, power)(A, B)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (SVC(C=3.0), svm.SVC(C=3.0, tol=1e-9)),
        (NuSVC(nu=0.3), svm.NuSVC(nu=0.3, tol=1e-9)),
        (SVR(C=2.0), svm.SVR(C=2.0, tol=1e-9)),
        (NuSVR(C=2.0), svm.NuSVR(C=2.0, tol=1e-9)),
        (OneClassSVM(nu=0.2), svm.OneClassSVM(nu=0.2, tol=1e-9)),
        (OneVsRestSVC(C=3.0), svm.SVC(C=3.0, tol=1e-9)),
    ],
    ids=lambda machine: type(machine).__name__,
)
def test_an_estimator_takes_it_by_its_word_and_as_a_value(ours, theirs):
    def f(machine):
        found = machine.fit(X, y)
        return found.predict(X) if is_regressor(found) else found.decision_function(X)

    def with_kernel(kernel, **words):
        return f(clone(ours).set_params(kernel=kernel, **words))

    named = with_kernel("cauchy", gamma=0.7)
    np.testing.assert_allclose(named, f(theirs.set_params(kernel=by_hand(0.7))), atol=1e-4)
    np.testing.assert_array_equal(named, with_kernel(Cauchy(0.7)))
    scaled = f(theirs.set_params(kernel=by_hand(1.0 / (2.0 * X.var()))))
    np.testing.assert_allclose(with_kernel("cauchy"), scaled, atol=1e-4)
    other = f(theirs.set_params(kernel=by_hand(0.7, 3.0)))
    np.testing.assert_allclose(with_kernel(Cauchy(0.7, 3.0)), other, atol=1e-4)
    assert np.abs(other - named).max() > 1e-2


def test_it_is_a_word_of_kernels_built_by_hand():
    built = parse("2 * Cauchy(gamma=0.7, power=3) + linear")
    np.testing.assert_allclose(built(X, X), 2.0 * by_hand(0.7, 3.0)(X, X) + X @ X.T, rtol=1e-12)
    assert "cauchy" in atoms()
    assert atoms() == tuple(n for n in KERNELS if n not in ("sigmoid", "built"))
    with pytest.raises(ValueError, match="laplacian, cauchy, numbers"):
        parse("wavelet")


def test_one_that_is_no_kernel_builds_none(monkeypatch):
    monkeypatch.setitem(KERNELS, "tanh", Sigmoid)
    with pytest.raises(ValueError, match="tanh is not positive semi-definite"):
        parse("linear + tanh")
    assert "tanh" not in atoms()


@pytest.mark.parametrize("name", KERNELS)
def test_every_registered_kernel_is_one_of_the_estimators(name):
    kind: type[Kernel] = KERNELS[name]
    words = {"degree": 2, "gamma": 0.3, "coef0": 0.5}
    kernel = kind(**{p.name: words[p.name] for p in parameters(kind)})
    machine = SVC(kernel=name, **words).fit(X, y)
    np.testing.assert_array_equal(
        machine.decision_function(X),
        clone(machine).set_params(kernel=kernel).fit(X, y).decision_function(X),
    )
    if kernel.psd:
        theirs = svm.SVC(kernel=kernel, tol=1e-9).fit(X, y).decision_function(X)
        np.testing.assert_allclose(machine.decision_function(X), theirs, atol=1e-4)


def test_what_is_not_registered_is_refused():
    with pytest.raises(ValueError, match="'built', 'cauchy', 'precomputed', got 'wavelet'"):
        SVC(kernel="wavelet").fit(X, y)
