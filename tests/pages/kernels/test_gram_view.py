"""The Gram matrix against the kernel, scikit-learn's kernel PCA and spectra known in advance."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import KernelPCA

from pages.kernels.model.gram import ORDERS, chain, gram_view
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import principal
from pages.state.model.run import data_of

BASE = change(Experiment(), n_samples=70)
SIGMOID = change(BASE, kernel="sigmoid", gamma=1.0, coef0=-1.0)
CASES = {
    "rbf": change(BASE, gamma=1.5),
    "linear": change(BASE, kernel="linear"),
    "poly": change(BASE, kernel="poly", degree=2, gamma=0.7, coef0=1.0),
    "sigmoid": SIGMOID,
}


def gram(experiment: Experiment):
    """K by the formula of its kernel, written out once more."""
    X = data_of(experiment).X
    inner = X @ X.T
    if experiment.kernel == "rbf":
        return np.exp(-1.5 * ((X[:, None] - X) ** 2).sum(axis=2))
    return {"linear": inner, "poly": (0.7 * inner + 1.0) ** 2, "sigmoid": np.tanh(inner - 1.0)}[
        experiment.kernel
    ]


@pytest.mark.parametrize("name", CASES)
def test_the_view_is_K_in_its_order_and_the_spectrum_that_of_K(name: str):
    K = gram(CASES[name])
    for order in ORDERS:
        view = gram_view(CASES[name], order)
        assert sorted(view.order.tolist()) == list(range(70))
        expected = K[np.ix_(view.order, view.order)]
        np.testing.assert_allclose(view.K, expected, rtol=1e-12, atol=1e-12)
    found = view.spectrum
    values = np.linalg.svd(K, compute_uv=False)  # |lambda| by another algorithm
    np.testing.assert_allclose(np.sort(np.abs(found.values))[::-1], values, atol=1e-11)
    assert found.values.sum() == pytest.approx(np.trace(K))
    assert (np.diff(found.values) <= 0.0).all()
    assert found.tolerance == pytest.approx(70 * 2.0**-52 * values[0])
    if name != "sigmoid":
        assert found.dimension == pytest.approx(np.trace(K) ** 2 / (K**2).sum())


def test_the_rank_is_the_number_of_coordinates_of_phi():
    assert gram_view(CASES["linear"]).spectrum.rank == 2
    assert gram_view(CASES["poly"]).spectrum.rank == 6
    assert gram_view(change(CASES["poly"], coef0=0.0)).spectrum.rank == 3
    assert gram_view(change(BASE, gamma=100.0, noise=0.3)).spectrum.rank == 70


def test_a_negative_eigenvalue_is_told_with_what_it_means():
    found = gram_view(SIGMOID).spectrum
    values = np.linalg.eigvalsh(gram(SIGMOID))
    assert found.negative == pytest.approx(values[0] / np.abs(values).max())
    assert found.negative < 0.0
    assert not found.holds
    assert found.dimension is None
    assert "fails" in found.mercer
    assert "not concave" in found.mercer
    assert np.isnan(found.shares).all()  # parts of a trace with negative terms are no shares
    for name in ("rbf", "linear", "poly"):
        holds = gram_view(CASES[name]).spectrum
        assert holds.negative == 0.0
        assert "holds for any points" in holds.mercer
    board = change(SIGMOID, dataset="own").board().apply(Edit("add", points=((2.0, 0.0),)))
    alone = gram_view(change(SIGMOID, dataset="own").with_board(board)).spectrum
    assert alone.values.tolist() == [pytest.approx(np.tanh(4.0 - 1.0))]
    assert alone.holds
    assert "on these points" in alone.mercer


def test_the_dual_can_be_concave_where_mercers_condition_fails():
    """<x, z> - 1 is the linear kernel for all v that add up to 0: the 1 counts nothing there."""
    shifted = change(BASE, kernel="poly", degree=1, gamma=0.5, coef0=-1.0)
    X = data_of(BASE).X
    K = 0.5 * X @ X.T - 1.0
    H = np.eye(70) - 1.0 / 70
    assert np.linalg.eigvalsh(H @ K @ H)[0] > -1e-10
    assert np.linalg.eigvalsh(K)[0] < -1.0
    found = gram_view(shifted).spectrum
    assert (found.holds, found.psd, found.concave) == (False, False, True)
    assert "fails" in found.mercer
    assert "on these points the dual is concave nevertheless" in found.mercer
    assert "not concave" not in found.mercer
    assert np.linalg.eigvalsh(H @ gram(SIGMOID) @ H)[0] < -1e-3
    assert not gram_view(SIGMOID).spectrum.concave
    assert gram_view(CASES["rbf"]).spectrum.concave


@pytest.mark.parametrize("name", ["rbf", "linear", "poly"])
def test_kernel_pca_is_that_of_scikit_learn_but_for_signs(name: str):
    K, found = gram(CASES[name]), gram_view(CASES[name]).spectrum
    machine = KernelPCA(n_components=3, kernel="precomputed", eigen_solver="dense")
    theirs = machine.fit_transform(K)
    for k in range(theirs.shape[1]):
        sign = np.sign(theirs[:, k] @ found.coordinates[:, k])
        expected = theirs[:, k] if machine.eigenvalues_[k] > 1e-9 else 0.0 * theirs[:, k]
        np.testing.assert_allclose(sign * found.coordinates[:, k], expected, atol=1e-9)
    H = np.eye(70) - 1.0 / 70
    shares = np.linalg.eigvalsh(H @ K @ H)[::-1][:3] / np.trace(H @ K @ H)
    np.testing.assert_allclose(found.shares, np.maximum(shares, 0.0), atol=1e-10)


def test_classes_stand_apart_and_the_alike_side_by_side():
    view = gram_view(CASES["rbf"], "class")
    y = view.data.y[view.order]
    assert (np.diff(y) >= 0.0).all()
    first = int((y < 0).sum())
    for block in (view.order[:first], view.order[first:]):
        K = gram(CASES["rbf"])[np.ix_(block, block)]
        H = np.eye(len(K)) - 1.0 / len(K)
        along = np.linalg.eigh(H @ K @ H)[1][:, -1]
        assert (np.diff(along) >= -1e-9).all() or (np.diff(along) <= 1e-9).all()


def test_the_chain_goes_to_the_nearest_point():
    X = np.array([[0.0, 0.0], [5.0, 0.0], [1.0, 0.0], [2.5, 0.0], [-4.0, 0.0]])
    assert chain(X).tolist() == [4, 0, 2, 3, 1]
    view = gram_view(BASE, "distance")
    rest, X = list(range(70)), view.data.X
    for here, there in zip(view.order[:-1], view.order[1:], strict=True):
        rest.remove(int(here))
        assert there == min(rest, key=lambda j: float(np.hypot(*(X[j] - X[here]))))


def test_boards_that_are_nearly_empty():
    own = change(BASE, dataset="own")
    view = gram_view(own)
    assert (view.K.shape, view.spectrum.rank, view.spectrum.dimension) == ((0, 0), 0, 0.0)
    coordinates, shares = principal(np.ones((3, 3)), 2)
    assert not coordinates.any()
    assert not shares.any()
