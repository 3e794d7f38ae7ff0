"""String kernels against a loop over all subsequences, and against numbers worked out by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from svmcore.kernels.strings import SpectrumKernel, SubsequenceKernel, normalised
from tests.helpers.refusals import refuses

RNG = np.random.default_rng(5)
WORDS = ["", "a", "banana", "ananas", "bnb", "aaaaaaa"] + [
    "".join(RNG.choice(list("abc"), size)) for size in (2, 5, 9, 12)
]
KERNELS = [SubsequenceKernel(length, decay) for length in (1, 2, 3) for decay in (0.3, 1.0)]
KERNELS += [SpectrumKernel(length) for length in (1, 2, 3, 4)]


def naive_phi(kernel, s: str) -> dict[str, float]:
    """Every choice of places, one after the other."""
    found: dict[str, float] = {}
    for places in combinations(range(len(s)), kernel.length):
        extent = places[-1] - places[0] + 1
        u = "".join(s[i] for i in places)
        if isinstance(kernel, SubsequenceKernel):
            found[u] = found.get(u, 0.0) + kernel.decay**extent
        elif extent == kernel.length:
            found[u] = found.get(u, 0.0) + 1.0
    return found


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_the_kernel_is_the_inner_product_of_all_subsequences(kernel):
    phi = [naive_phi(kernel, s) for s in WORDS]
    expected = [[sum(p[u] * q.get(u, 0.0) for u in p) for q in phi[2:]] for p in phi]
    np.testing.assert_allclose(kernel(WORDS, WORDS[2:]), expected, rtol=1e-12, atol=1e-300)
    for s, wanted in zip(WORDS, phi, strict=True):
        assert dict(kernel.features(s)) == pytest.approx(wanted, rel=1e-12)


def test_the_example_of_the_source():
    """Lodhi et al., section 2: K(car, cat) = lambda^4, K(car, car) = 2 lambda^4 + lambda^6."""
    for decay in (0.25, 0.9):
        K = SubsequenceKernel(2, decay)(["car", "cat", "bar"], ["car", "cat", "bar"])
        assert K[0, 1] == pytest.approx(decay**4)
        assert K[0, 0] == pytest.approx(2.0 * decay**4 + decay**6)
        assert K[0, 2] == pytest.approx(decay**4)
        assert K[1, 2] == 0.0
        likeness = normalised(K, K.diagonal(), K.diagonal())
        assert likeness[0, 1] == pytest.approx(1.0 / (2.0 + decay**2))
        np.testing.assert_allclose(likeness.diagonal(), 1.0)


def test_parameters_out_of_their_range_are_refused():
    refuses("length must be", lambda: SpectrumKernel(0))
    refuses("decay must be", lambda: SubsequenceKernel(2, 0.0))
