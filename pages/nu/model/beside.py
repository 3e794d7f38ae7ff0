"""The one-class SVM beside the sphere with the same nu."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.nu.model import NuRun, nu_run
from svmcore.kernels import Kernel, diagonal_of

EQUAL = 1e-12  # relative difference of two K(x, x) that only rounding errors have made
PROBES = np.array([[0.0, 0.0], [0.7, -1.3], [3.1, 2.2], [-4.0, 0.9]])


@dataclass(frozen=True, eq=False)
class OutlinePair:
    """A sphere and the one-class SVM on the same points with the same nu.

    same : whether K(x, x) is constant, for which both are one problem
    differ : how many points are outside one outline alone; all that are, without `one_class.model`
    """

    sphere: NuRun
    one_class: NuRun
    same: bool
    differ: int


@lru_cache(maxsize=32)
def outline_pair(sphere: NuRun) -> OutlinePair | None:
    """The one-class SVM beside a sphere; None for what is no sphere.

    The dual of the sphere is max sum_i alpha_i K_ii - alpha' K alpha. Where K(x, x) is constant the
    first term is, and what is left is the dual of the one-class SVM.
    """
    if sphere.choice.mode != "sphere" or sphere.model is None:
        return None
    other = nu_run(sphere.experiment, replace(sphere.choice, mode="one_class"))
    same = constant_diagonal(sphere.experiment.build_kernel())
    return OutlinePair(sphere, other, same, int((sphere.outside != other.outside).sum()))


def constant_diagonal(kernel: Kernel) -> bool:
    """Whether K(x, x) is the same at all of some places in the plane."""
    square = diagonal_of(kernel, PROBES)
    return float(np.ptp(square)) <= EQUAL * float(np.abs(square).max())
