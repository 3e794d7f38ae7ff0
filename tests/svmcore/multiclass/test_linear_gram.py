"""The Gram matrix that is not written down is the one that is."""

from __future__ import annotations

import numpy as np

from svmcore.multiclass.linear_gram import LinearGram


def test_it_is_the_matrix():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(9, 4))
    K, held = X @ X.T, LinearGram(X)
    rows, columns = np.array([1, 7]), np.array([0, 2, 8])
    np.testing.assert_allclose(held[np.ix_(rows, columns)], K[np.ix_(rows, columns)])
    np.testing.assert_allclose(held.diagonal(), K.diagonal())
    coef = rng.normal(size=(9, 2))
    np.testing.assert_allclose(held @ coef, K @ coef)
