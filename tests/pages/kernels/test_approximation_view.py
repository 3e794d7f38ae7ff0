"""The view Approximation: every number once more, from the features and scikit-learn's SVM."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.kernels.figures.approximation import approximation_figure, error_figure
from pages.kernels.model.approximation import (
    COUNTS,
    INSEPARABLE,
    METHODS,
    approximated,
    error_curves,
    make_features,
)
from pages.kernels.text.approximation import ONLY_RBF, approximation_text, curves_text
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import fit_view, scene
from pages.state.screen.layers import LAYERS
from tests.helpers.figures import traces
from tests.helpers.opened import (
    blocks,
    board_of,
    captions,
    move,
    open_page,
    plain,
    sent,
    until_done,
    verdict,
)

EXTENT = (-3.0, 3.0, -2.5, 2.5)
BASE = change(Experiment(), n_samples=60, gamma=1.5, C=3.0)
EXACT = run(BASE)
K = np.exp(-1.5 * ((EXACT.data.X[:, None] - EXACT.data.X[None]) ** 2).sum(2))


def found(method: str, D: int, seed: int = 1):
    return approximated(EXACT, method, D, seed, EXTENT)


@pytest.mark.parametrize(("method", "D"), [("fourier", 20), ("nystrom", 3)])
def test_the_model_is_a_linear_svm_on_the_features(method: str, D: int):
    shown = found(method, D)
    X, y = EXACT.data.X, EXACT.data.y
    Z = make_features(method, X, 1.5, D, 1)(X)
    theirs = SVC(kernel="precomputed", C=3.0, tol=1e-10).fit(Z @ Z.T, y)
    scores = theirs.decision_function(Z @ Z.T)
    np.testing.assert_allclose(shown.scores, scores, atol=1e-5)
    assert shown.different == int(((scores >= 0.0) != (EXACT.scores >= 0.0)).sum())
    assert shown.error == pytest.approx(np.linalg.norm(K - Z @ Z.T) / np.linalg.norm(K))
    held = np.zeros(len(y), dtype=bool)
    held[theirs.support_[np.abs(theirs.dual_coef_[0]) > 1e-6]] = True
    np.testing.assert_array_equal(shown.support, held)
    np.testing.assert_array_equal(shown.bound, held & (np.abs(shown.coef) > 3.0 - 1e-6))


@pytest.mark.parametrize("method", METHODS)
def test_the_surface_and_its_lines_are_those_of_the_model(method: str):
    shown, X = found(method, 12), EXACT.data.X
    at_points = shown.grid.at(X)
    np.testing.assert_allclose(at_points, shown.scores, atol=0.01)
    features = make_features(method, X, 1.5, 12, 1)
    Z = features(X)
    w = np.linalg.lstsq(Z - Z.mean(0), shown.scores - shown.scores.mean(), rcond=None)[0]
    b = float((shown.scores - Z @ w).mean())
    for line, level in zip(shown.lines, (-1.0, 0.0, 1.0), strict=True):
        places = line[np.isfinite(line).all(axis=1)]
        assert len(places) > 5
        np.testing.assert_allclose(features(places) @ w + b, level, atol=1e-3)


def test_nystrom_with_every_point_is_the_exact_model():
    shown = found("nystrom", 200)
    assert shown.D == len(shown.landmarks) == 60
    assert shown.error < 1e-12
    np.testing.assert_allclose(shown.scores, EXACT.scores, atol=1e-5)
    assert shown.different == 0
    assert "classify all training points the same" in approximation_text(shown, "nystrom")
    assert len(found("fourier", 200).landmarks) == 0


def test_weights_and_a_hard_margin_are_kept():
    heavy = run(change(BASE, class_weight="balanced", balance=0.2))
    shown = approximated(heavy, "nystrom", 60, 1, EXTENT)
    np.testing.assert_allclose(shown.scores, heavy.scores, atol=1e-5)
    hard = run(change(BASE, margin="hard", gamma=20.0))
    exact = approximated(hard, "nystrom", 60, 1, EXTENT)
    np.testing.assert_allclose(exact.scores, hard.scores, atol=1e-5)
    assert not exact.bound.any()
    none = approximated(hard, "fourier", 1, 1, EXTENT)
    assert none.why == INSEPARABLE
    assert none.grid is None
    assert not none.support.any()
    assert approximation_text(none, "fourier").startswith(INSEPARABLE)
    with pytest.raises(ValueError, match="RBF"):
        approximated(run(change(BASE, kernel="linear")), "fourier", 4, 1, EXTENT)


def test_the_curves_are_means_over_the_draws():
    steps = list(error_curves(EXACT.data.X, 1.5, seeds=2))
    assert [step.seeds for step in steps] == [1, 2]
    assert steps[1].counts == {"fourier": COUNTS, "nystrom": (2, 4, 8, 16, 32)}
    for method in METHODS:
        for k, D in enumerate(steps[1].counts[method]):
            each = []
            for seed in (0, 1):
                Z = make_features(method, EXACT.data.X, 1.5, D, seed)(EXACT.data.X)
                each.append(np.linalg.norm(K - Z @ Z.T) / np.linalg.norm(K))
            assert steps[0].errors[method][k] == pytest.approx(each[0])
            assert steps[1].errors[method][k] == pytest.approx(np.mean(each))
    shown = found("fourier", 20)
    drawn = traces(error_figure(steps[1], shown, "fourier"))
    assert (drawn["here"]["x"], drawn["here"]["y"][0]) == ([20], shown.error)
    np.testing.assert_array_equal(drawn["nystrom"]["y"], steps[1].errors["nystrom"])
    text = curves_text(steps[1])
    first, last = steps[1].errors["fourier"][[0, -1]]
    assert f"by a factor of {first / last:.3g}" in text
    assert "1/√D by 11.3" in text  # √128


def test_the_picture_has_both_boundaries_and_the_landmarks():
    exact, shown = scene(EXACT, fit_view(EXACT.data)), found("nystrom", 5)
    drawn = traces(approximation_figure(shown, exact, EXTENT, "1", LAYERS))
    np.testing.assert_allclose(drawn["edgeexact"]["x"], exact.lines[1][:, 0].astype(np.float32))
    np.testing.assert_array_equal(drawn["landmarks"]["x"], EXACT.data.X[shown.landmarks, 0])
    assert len(drawn["wrong"]["x"]) == int(shown.wrong.sum())


def test_the_page_says_the_numbers_of_its_settings():
    words = {"i_kernels": "approximation", "i_n_components": "6", "gamma": "1.5"}
    app = until_done(open_page("kernels", words))
    exact = run(change(Experiment(), gamma=1.5))
    shown = approximated(exact, "fourier", 6, 1, scene(exact, board_of(app).view).extent)
    cards = plain(blocks(app, "svm-cards")[0])
    assert f"Kernel error{shown.error:.3g}D = 6" in cards
    assert f"Disagreement{shown.different}of 90" in cards
    assert verdict(app) == approximation_text(shown, "fourier", LAYERS)
    assert {"main", "error"} <= set(sent(app))
    move(app, "w_n_components", 9)
    assert dict(app.query_params) == words | {"i_n_components": "9"}
    app.button(key="draw_features").click().run()
    assert app.query_params["i_draw"] == "2"
    app.button_group(key="w_features").set_value("nystrom").run()
    assert "9 landmarks" in verdict(app)


def test_another_kernel_leads_to_the_rbf_kernel():
    app = open_page("kernels", {"i_kernels": "approximation", "kernel": "poly"})
    assert ONLY_RBF in captions(app)
    app.button(key="use_rbf").click().run()
    assert board_of(app).experiment.kernel == "rbf"
    assert "random Fourier features" in verdict(app)
    words = {"i_kernels": "approximation", "i_n_components": "100000", "i_method": "magic"}
    assert "32 random Fourier features" in verdict(open_page("kernels", words))
