"""Samples, solver lists and kernel lists that several test files share."""

import itertools

import numpy as np
import pytest
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.svm import SVC

from svmcore import kernels
from svmcore.kernels import RBF, Linear, Polynomial, Sigmoid
from svmcore.losses import LOSSES, HuberHinge, SquaredHinge
from svmcore.params import parameters
from svmcore.problems import DualProblem, PrimalProblem
from svmcore.solvers import SOLVERS, solve

EXACT = [kind for kind in SOLVERS.values() if "dual" in kind.formulations]
KERNELS = [Linear(), Polynomial(degree=3, gamma=0.5, coef0=1.0), RBF(gamma=1.0)]
SMOOTH = [SquaredHinge(), HuberHinge(), HuberHinge(0.01), HuberHinge(2.0)]
every_smooth_loss = pytest.mark.parametrize("loss", SMOOTH, ids=repr)
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.title)


def corners(kind):
    """Values of `kind` with each parameter at an end of its range, or at 0 inside it."""
    ends = [
        (p.low, p.high, 0.0) if p.low < 0.0 < p.high else (p.low, p.high) for p in parameters(kind)
    ]
    names = [p.name for p in parameters(kind)]
    return [kind(**dict(zip(names, values, strict=True))) for values in itertools.product(*ends)]


EVERY_CORNER = [kernel for kind in kernels.KERNELS.values() for kernel in corners(kind)]


def sample(name, n=120):
    X, labels = {
        "moons": lambda: make_moons(n, noise=0.25, random_state=0),
        "circles": lambda: make_circles(n, noise=0.1, factor=0.5, random_state=0),
        "blobs": lambda: make_blobs(n, centers=[[-1, 0], [1, 1]], random_state=3),
        "apart": lambda: make_blobs(n, centers=[[-4, 0], [4, 1]], random_state=3),
    }[name]()
    return X, 2.0 * labels - 1.0


def xor(n=120):
    X = np.random.default_rng(0).uniform(-1.0, 1.0, (n, 2))
    y = np.sign(X[:, 0] * X[:, 1])
    return X, np.where(np.random.default_rng(1).random(n) < 0.05, -y, y)


def problem_for(kind, K, y, C):
    """The dual where the solver has one, else the primal with the first loss it takes."""
    if "dual" in kind.formulations:
        return DualProblem(K, y, C)
    return PrimalProblem(K, y, C, LOSSES[kind.losses[0]]())


def run(problem, kind, **options):
    options = {"tol": 1e-6, "max_iter": kind.max_iter_default, "max_seconds": 60.0} | options
    return solve(problem, kind(), **options)


def reference(kernel, C, X, y):
    """Decision values of LIBSVM.

    It keeps K in single precision and is right to 1e-7 of sum |coef K| at best: 1e-3 and more at
    C = 100 on data where hundreds of points are at the bound. Hence the sample and the size here.
    """
    names = {Linear: "linear", Polynomial: "poly", RBF: "rbf", Sigmoid: "sigmoid"}
    parameters = {name: value for name, value in vars(kernel).items() if name != "title"}
    machine = SVC(C=C, kernel=names[type(kernel)], tol=1e-8, **parameters)
    return machine.fit(X, y).decision_function(X)
