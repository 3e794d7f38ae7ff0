"""Rows of K are the same whether they are known or computed, and no more are kept than fit."""

import numpy as np
import pytest

from svmcore import SVC
from svmcore.engine import GramSpace, KernelSpace
from svmcore.engine.spaces import rows_of
from svmcore.kernels import RBF
from svmcore.optim import rows as module
from svmcore.optim.rows import CachedRows
from tests.helpers.samples import sample

N = 50
K = RBF(gamma=1.0)(*(np.random.default_rng(0).normal(size=(N, 2)),) * 2)


@pytest.fixture
def asked(monkeypatch):
    """The rows that were computed, and a cache with room for ten of them."""
    monkeypatch.setattr(module, "MAX_ENTRIES", 10 * N)
    computed = []

    def compute(F):
        computed.extend(F.tolist())
        return K[F]

    return computed, CachedRows(N, compute)


def test_equal_blocks():
    X = np.random.default_rng(0).normal(size=(N, 2))
    twice = np.tile(K, (2, 2))
    for space in (GramSpace(K), KernelSpace(RBF(gamma=1.0), X)):
        rows, F = rows_of(space, blocks=2), np.array([3, N + 3, N - 1, 2 * N - 1])
        np.testing.assert_allclose(rows[N + 7], twice[N + 7], rtol=1e-12)
        np.testing.assert_allclose(rows.take(F), twice[F], rtol=1e-12)


def test_what_is_kept_is_not_computed_again(asked):
    computed, rows = asked
    rows.take(np.arange(4))
    assert computed == [0, 1, 2, 3]
    np.testing.assert_array_equal(rows.take(np.array([5, 2, 0])), K[[5, 2, 0]])
    np.testing.assert_array_equal(rows[3], K[3])
    assert computed == [0, 1, 2, 3, 5]


def test_the_oldest_rows_make_room(asked):
    computed, rows = asked
    np.testing.assert_array_equal(rows.take(np.arange(30)), K[:30])
    assert len(rows.rows) == 10
    computed.clear()
    rows.take(np.arange(20, 30))
    assert computed == []
    np.testing.assert_array_equal(rows[0], K[0])
    assert computed == [0]
    for i in range(20):
        rows.inverse_roots[i] = K[i]
    assert len(rows.inverse_roots) <= 10 // module.ROWS_PER_ROOT


def test_the_rows_kept_are_within_cache_size(monkeypatch):
    """And the model is the same, however few they are."""
    n, caches, kept = 700, [], module._Newest

    class Counted(kept):
        def __init__(self, most):
            super().__init__(most)
            self.largest = 0
            caches.append(self)

        def __setitem__(self, i, row):
            super().__setitem__(i, row)
            self.largest = max(self.largest, len(self))

    monkeypatch.setattr(module, "_Newest", Counted)
    X, y = sample("moons", n)
    models = {}
    for megabytes in (0.5, 200.0):
        caches.clear()
        models[megabytes] = SVC(gamma=20.0, C=10.0, cache_size=megabytes).fit(X, y)
        pairs = zip(caches[::2], caches[1::2], strict=True)  # rows and inverse roots
        most = [8 * n * (rows.largest + roots.largest) for rows, roots in pairs]
        assert most or megabytes > 1.0  # K as a whole fits
        assert max(most, default=0) <= megabytes * 1e6
    few, many = models.values()
    np.testing.assert_allclose(few.decision_function(X), many.decision_function(X), atol=1e-6)
