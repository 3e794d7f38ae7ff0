"""The penalties |w|_1 and 1/2 |w|^2 on the page Losses: models, weights, pictures, links."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from sklearn.svm import LinearSVC

from pages.losses.figures import loss_figure, penalty_figure
from pages.losses.model import LossesSettings, LossRun, change_losses, loss_run
from pages.losses.text import loss_badge, loss_cards, loss_sentence, notes, touching_words
from pages.state.board.experiment import Experiment, change
from pages.state.model.scene import fit_view
from tests.helpers.figures import accepted, traces
from tests.helpers.opened import again, board_of, captions, open_page, verdict

LINEAR = change(Experiment(), dataset="blobs", kernel="linear", C=0.5, noise=0.6)
HEAVY = change(LINEAR, class_weight="own", weights=(3.0, 1.0), C=0.01)
BOARDS = [change(LINEAR, C=0.02), HEAVY, change(LINEAR, n_samples=30), change(LINEAR, C=50.0)]
L1 = LossesSettings("squared_hinge", penalty="l1")
SMALL_C = BOARDS[0]


def sparse(experiment: Experiment) -> LossRun:
    return loss_run(experiment, L1)


@pytest.mark.filterwarnings("ignore:Liblinear failed to converge")
@pytest.mark.parametrize("experiment", BOARDS)
def test_the_l1_penalty_is_that_of_scikit_learn_and_proved(experiment: Experiment):
    """LIBLINEAR penalises b too, by |b| / intercept_scaling, and stops a little above."""
    found = sparse(experiment)
    X, y, C = found.data.X, found.data.y, experiment.C * found.data.weight
    given = {"penalty": "l1", "dual": False, "intercept_scaling": 300.0, "max_iter": 20_000}
    theirs = LinearSVC(C=experiment.C, tol=1e-8, **given)
    theirs.fit(X, y, sample_weight=found.data.weight)

    def cost(w, b):
        return np.abs(w).sum() + C @ np.maximum(0.0, 1.0 - y * (X @ w + b)) ** 2

    best, zero = cost(found.w, found.weights.l1.intercept), int((found.w == 0.0).sum())
    assert best <= cost(theirs.coef_[0], theirs.intercept_[0]) * (1.0 + 1e-9)
    np.testing.assert_allclose(found.w, theirs.coef_[0], atol=2e-3)
    assert ((found.w == 0.0) == (theirs.coef_[0] == 0.0)).all()
    assert found.certificate.primal == pytest.approx(best, rel=1e-9)
    assert loss_badge(found).kind == "certified"
    b = found.weights.l1.intercept
    np.testing.assert_allclose(found.drawn.scores, X @ found.w + b, atol=1e-9)
    assert loss_cards(found)[-1].value == f"{zero} of 2"
    assert ("exactly 0." in loss_sentence(found)) == (zero > 0)
    assert ("No weight is 0." in loss_sentence(found)) == (zero == 0)


def test_with_C_one_weight_after_the_other_is_no_longer_0():
    """Both are 0 while |sum alpha y x| <= 1 for the alpha of the best constant f."""
    zeros = []
    for C in np.geomspace(1e-3, 1.0, 25):
        found = sparse(change(LINEAR, C=float(C)))
        y, X = found.data.y, found.data.X
        least = np.abs(2.0 * C * (1.0 - y * y.mean()) * y @ X).max()
        assert (not found.w.any()) == (least <= 1.0)
        zeros.append(int((found.w == 0.0).sum()))
    assert zeros == sorted(zeros, reverse=True)
    assert set(zeros) == {0, 1, 2}
    assert sparse(change(LINEAR, C=1e-3)).drawn.constant


@pytest.mark.parametrize("experiment", BOARDS)
def test_a_level_line_touches_the_set_of_each_penalty_at_its_optimum(experiment: Experiment):
    both = sparse(experiment).weights
    data, angle = both.data, np.linspace(0.0, 2.0 * np.pi, 721)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    for w, value in zip(circle[::90], both.loss(circle[::90]), strict=True):

        def loss(b, w=w):
            return both.C @ np.maximum(0.0, 1.0 - data.y * (data.X @ w + b)) ** 2

        assert value == pytest.approx(minimize_scalar(loss, (-1.0, 1.0), tol=1e-10).fun, rel=1e-6)
    diamond = circle / np.abs(circle).sum(axis=1)[:, None]
    borders = both.size * diamond, both.radius * circle
    for fit, border, line in zip((both.l1, both.l2), borders, both.levels, strict=False):
        least, shown = both.loss(fit.w[None])[0], line[np.isfinite(line[:, 0])]
        assert both.loss(border).min() >= least * (1.0 - 1e-9)
        assert fit.certificate.relative_gap < 1e-6
        assert len(shown) or experiment.C > 1.0, "with a large C it is too short to be seen"
        np.testing.assert_allclose(both.loss(shown), least, rtol=1e-3)


def test_the_pictures_have_both_optima_and_both_boundaries():
    found, ridge = sparse(SMALL_C), loss_run(SMALL_C, LossesSettings("squared_hinge"))
    figure = penalty_figure(found.weights, "l1")
    accepted(figure)
    for name, fit in (("wsparse", found.weights.l1), ("wridge", found.weights.l2)):
        dot = traces(figure)[name]
        assert [*dot["x"], *dot["y"]] == fit.w.tolist()
    np.testing.assert_allclose(ridge.drawn.model.weights, found.weights.l2.w, atol=1e-5)
    line = traces(loss_figure(found, fit_view(found.data)))["svm"]
    places = np.column_stack([line["x"], line["y"]]).astype(float)
    assert np.abs(ridge.drawn.model(places[np.isfinite(places[:, 0])])).max() < 0.02
    assert "the boundary with ½‖w‖²" in notes(found)
    assert "lower C" not in touching_words(found)
    assert "lower C" in touching_words(sparse(change(LINEAR, C=5000.0)))


def test_the_penalty_brings_its_loss_and_kernel_and_travels():
    assert change_losses(LossesSettings(), penalty="l1") == L1
    assert change_losses(L1, loss="hinge") == LossesSettings("hinge")
    with pytest.raises(ValueError, match="penalty l1 needs the loss squared_hinge, got 'hinge'"):
        LossesSettings("hinge", penalty="l1")
    app = open_page("losses")
    app.button_group(key="w_penalty").set_value("l1")
    again(app)
    words = {"kernel": "linear", "lo_loss": "squared_hinge", "lo_penalty": "l1"}
    assert dict(app.query_params) == words
    assert loss_sentence(sparse(board_of(app).experiment)) in verdict(app)
    app.button_group(key="w_kernel").set_value("poly")
    again(app)
    assert app.button_group(key="w_penalty").value == "l2"
    assert "Minimised: ½‖w‖²" in captions(app)
