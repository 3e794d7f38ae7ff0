"""What a run says of its points, above all when its solver stopped early."""

import numpy as np
import pytest

from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run
from svmcore.solvers import Status
from tests.helpers.grids import grid

LOOSE = [
    ("dual", "smo", 1e-2),
    ("dual", "projected_gradient", 1e-2),
    ("dual", "interior_point", 1e-2),
    ("primal", "interior_point", 1e-2),
    ("primal", "subgradient", 1e-1),
]


KERNELS = ["linear", "rbf", "poly"]


def labels(result: Run) -> np.ndarray:
    """0: without weight, 1: free, 2: at C."""
    return result.support.astype(int) + (result.support & result.bound)


def exact_labels(result: Run) -> np.ndarray:
    return (result.alpha > 0.0).astype(int) + (result.alpha == result.experiment.C)


@pytest.mark.parametrize(
    ("kernel", "C", "proposal"), grid(KERNELS, [1e-3, 1e-1, 10.0], LOOSE), ids=str
)
def test_a_loose_machine_has_the_labels_of_the_exact_one(kernel, C, proposal):
    """Stopped at a tolerance of 1e-2 or 1e-1, it still knows free, bound and idle points apart.

    Except where the tolerance itself leaves it open: margins within 3 tol of 1. Those are few, and
    of the points whose alpha is far from its bounds at least every second is known as free: where
    another point can take over its alpha, rounding errors decide which of the two is at C.
    """
    formulation, solver, tol = proposal
    for dataset in ("moons", "blobs", "xor"):
        exact = run(change(Experiment(), dataset=dataset, kernel=kernel, C=C, tol=1e-10))
        loose = run(change(exact.experiment, formulation=formulation, solver=solver, tol=tol))
        assert exact.solution.status is Status.OPTIMAL
        if solver == "subgradient" and not loose.finished:
            continue  # nothing is certified, and its labels are another matter
        assert loose.solution.status is Status.OPTIMAL
        free = np.minimum(exact.alpha, C - exact.alpha) > 0.25 * C
        assert not free.any() or (labels(loose)[free] == 1).mean() >= 0.5
        clear = np.abs(exact.margins - 1.0) > 3.0 * tol
        np.testing.assert_array_equal(labels(loose)[clear], exact_labels(exact)[clear])
        assert (labels(loose) != exact_labels(exact)).mean() <= 0.1


@pytest.mark.parametrize("C", [1e-3, 1.0, 1e4])
def test_a_tiny_kernel_does_not_blow_rounding_errors_up_to_labels(C):
    """Entries of 1e-10 and less: a step of 1 / K would be 1e10, and f = 1 has an error of 1e-14."""
    words = {"kernel": "poly", "degree": 8, "gamma": 0.01, "coef0": 0.0, "balance": 0.2, "C": C}
    result = run(change(Experiment(), **words))
    assert result.finished
    assert result.spread < 1e-9
    np.testing.assert_array_equal(labels(result), exact_labels(result))


@pytest.mark.parametrize("tol", [1e-6, 1e-2])
def test_in_a_hard_margin_nobody_is_at_the_bound(tol):
    words = {"dataset": "linear", "kernel": "linear", "margin": "hard"}
    exact = run(change(Experiment(), solver="interior_point", **words))
    for solver in ("smo", "projected_gradient", "interior_point"):
        result = run(change(Experiment(), solver=solver, tol=tol, **words))
        assert result.finished
        assert not result.bound.any()
        np.testing.assert_array_equal(result.support, exact.alpha > 0.0)
