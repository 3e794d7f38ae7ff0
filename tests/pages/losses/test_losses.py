"""The page Losses: the model of each loss, its numbers, its curves and its page."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge

from pages.losses.figures import curves_figure, loss_figure
from pages.losses.model import KINDS, LossesSettings, hidden, loss_run
from pages.losses.text import loss_badge, loss_cards, loss_sentence, notes, point_words
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import fit_view
from tests.helpers.figures import accepted, traces
from tests.helpers.opened import numbers, open_page, verdict

LINEAR = change(Experiment(), dataset="blobs", kernel="linear", C=0.5, noise=0.6)
every_loss = pytest.mark.parametrize("loss", KINDS)
CONVEX = [name for name in KINDS if name != "zero_one"]


def of(loss: str, experiment: Experiment = LINEAR, **more: float):
    return loss_run(experiment, LossesSettings(loss, **more))


@pytest.mark.parametrize("loss", ["logistic", "squared"])
def test_linear_models_are_those_of_scikit_learn(loss):
    found = of(loss)
    X, y = found.data.X, found.data.y
    theirs = {
        "logistic": LogisticRegression(C=0.5, tol=1e-12, max_iter=10_000),
        "squared": Ridge(alpha=1.0),
    }[loss].fit(X, y)
    np.testing.assert_allclose(found.drawn.model.weights, theirs.coef_.ravel(), atol=1e-6)
    assert loss_badge(found).kind == "certified"


@pytest.mark.parametrize("loss", CONVEX)
@pytest.mark.parametrize("experiment", [LINEAR, Experiment()], ids=["linear", "rbf"])
def test_no_step_from_the_minimum_is_lower(loss, experiment):
    found = of(loss, experiment, **({"h": 0.2} if loss == "huber_hinge" else {}))
    data, model = found.data, found.drawn.model
    K, built = model.kernel(data.X, data.X), found.choice.chosen

    def value(coef, b):
        f = K @ coef + b
        return 0.5 * coef @ K @ coef + experiment.C * built(data.y * f).sum()

    best, rng = value(model.coef, model.intercept), np.random.default_rng(1)
    for size in (1e-3, 1e-2, 0.3):
        for _ in range(5):
            step = size * rng.standard_normal(len(data))
            assert value(model.coef + step, model.intercept + size) > best - 1e-9
            assert value(model.coef, model.intercept - size) > best - 1e-9
    assert found.certificate.primal == pytest.approx(best, rel=1e-6)


def test_hinge_and_01_show_the_svm_and_only_the_hinge_is_proved():
    svm = run(change(LINEAR, solver="auto"))
    for loss in ("hinge", "zero_one"):
        np.testing.assert_array_equal(of(loss).drawn.model.coef, svm.model.coef)
        assert "svm" not in traces(loss_figure(of(loss), fit_view(svm.data)))
    assert loss_badge(of("hinge")).kind == "certified"
    assert loss_badge(of("zero_one")).name == "not minimised"


@every_loss
def test_sentence_and_cards_have_the_numbers_of_the_points(loss):
    found = of(loss)
    f, y = found.drawn.model(found.data.X), found.data.y
    t = y * f
    values = {
        "zero_one": (t < 0.0).astype(float),
        "hinge": np.maximum(0.0, 1.0 - t),
        "squared_hinge": np.maximum(0.0, 1.0 - t) ** 2,
        "logistic": np.log1p(np.exp(-t)),
        "squared": (y - f) ** 2,
    }.get(loss, found.losses)
    np.testing.assert_allclose(found.losses, values, atol=1e-12)
    alpha = np.abs(found.drawn.model.coef)
    np.testing.assert_array_equal(
        found.support, (alpha > 1e-6) & (loss not in ("logistic", "squared"))
    )
    if loss in ("hinge", "huber_hinge"):
        np.testing.assert_array_equal(found.bound, alpha > 0.5 - 1e-6)
    mean, share, accuracy, alike = (card.value for card in loss_cards(found))
    assert numbers(mean)[0] == pytest.approx(values.mean(), rel=5e-3)
    assert numbers(share)[0] == pytest.approx(100.0 * values.max() / values.sum(), rel=5e-3)
    assert numbers(accuracy)[0] == pytest.approx(100.0 * ((f >= 0) == (y > 0)).mean(), abs=0.01)
    assert numbers(alike) == [
        int(((f >= 0) == (run(LINEAR).scores >= 0)).sum()),
        len(y),
    ]
    first = numbers(loss_sentence(found))[0]
    assert first == {"logistic": len(y)}.get(loss, int((values > 1e-6).sum()))
    if loss in ("hinge", "squared_hinge"):
        assert first == int((t < 1.0 - 1e-6).sum())
    if loss == "squared":
        over = t > 1.0
        shown = numbers(loss_sentence(found).split(";")[1])
        assert shown[0] == int(over.sum()) > 0
        assert shown[2] == pytest.approx(100.0 * values[over].sum() / values.sum(), rel=5e-3)


def test_an_outlier_pulls_most_where_the_loss_is_squared():
    board = LINEAR.board().apply(Edit("add", points=((-2.8, -2.6),), label=1))
    far = LINEAR.with_board(board)
    share = [float(of(loss, far).shares.max()) for loss in ("squared_hinge", "hinge", "logistic")]
    assert share == sorted(share, reverse=True)
    assert share[-1] > 1.0 / len(far.board().all_points)
    worst = of("squared_hinge", far)
    np.testing.assert_array_equal(worst.data.X[worst.worst], [-2.8, -2.6])


def test_weights_of_points_count_in_mean_and_share():
    heavy = change(LINEAR, class_weight="own", weights=(3.0, 1.0))
    found = of("logistic", heavy)
    w = found.data.weight
    assert set(w) == {1.0, 3.0}
    assert found.mean == pytest.approx((w @ found.losses) / w.sum())
    np.testing.assert_allclose(found.shares, w * found.losses / (w @ found.losses))
    theirs = LogisticRegression(C=0.5, tol=1e-12, max_iter=10_000)
    theirs.fit(found.data.X, found.data.y, sample_weight=w)
    np.testing.assert_allclose(found.drawn.model.weights, theirs.coef_.ravel(), atol=1e-6)


@every_loss
def test_points_are_on_the_curve_of_the_chosen_loss(loss):
    found = of(loss)
    figure = curves_figure(found, 4)
    accepted(figure)
    shown = traces(figure)
    curve, points = shown[loss.replace("_", "")], shown["points"]
    np.testing.assert_array_equal(points["x"], found.drawn.margins)
    if loss != "zero_one":
        inside = (points["x"] > curve["x"][0]) & (points["x"] < curve["x"][-1])
        on_curve = np.interp(points["x"], curve["x"], curve["y"])
        np.testing.assert_allclose(points["y"][inside], on_curve[inside], atol=2e-3)
    asked = shown["asked"]
    assert [*asked["x"], *asked["y"]] == [found.drawn.margins[4], found.losses[4]]


def test_points_that_the_chart_has_no_room_for_are_counted():
    board = LINEAR.board().apply(Edit("add", points=((-9.0, -9.0), (-9.0, -8.0)), label=1))
    strong = of("hinge", LINEAR.with_board(board))
    layout = curves_figure(strong)["layout"]
    (low, high), top = layout["xaxis"]["range"], layout["yaxis"]["range"][1]
    t = strong.drawn.margins
    out = int(((t < low) | (t > high) | (strong.losses > top)).sum())
    assert out == hidden(strong) > 0
    assert f"{out} points are outside the chart" in notes(strong)


def test_the_boundary_of_the_svm_is_dashed_beside_the_model():
    found = of("squared", Experiment())
    view = fit_view(found.data)
    line = traces(loss_figure(found, view))["svm"]
    places = np.column_stack([line["x"], line["y"]])
    places = places[np.isfinite(places[:, 0])].astype(float)
    assert np.abs(found.svm.model(places)).max() < 0.02
    assert np.abs(found.drawn.model(places)).max() > 0.05
    assert not {"svm", "svmname"} & traces(loss_figure(found, view, svm=False)).keys()


def test_a_point_is_told_under_every_loss():
    found = of("hinge")
    t = float(found.drawn.margins[7])
    told = numbers(point_words(found, 7).split(":")[1].replace("0-1", ""))
    wanted = [t < 0, max(0, 1 - t), max(0, 1 - t) ** 2, None, np.log1p(np.exp(-t)), (1 - t) ** 2]
    for said, value in zip(told, wanted, strict=True):
        assert value is None or said == pytest.approx(float(value), rel=5e-3)
    assert "Click" in point_words(found, None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"kernel": "sigmoid", "lo_loss": "squared"}, "not positive semi-definite"),
        ({"lo_loss": "zero_one"}, "not convex"),
        ({"kernel": "sigmoid", "lo_loss": "hinge"}, "to the hinge loss"),
        ({"classes": "3", "dataset": "blobs", "positive": "2"}, "Class 2 (+1) vs. rest: All 90"),
    ],
)
def test_the_page_opens_what_a_link_says(words, said):
    app = open_page("losses", words)
    assert said in verdict(app)
    assert dict(app.query_params) == words
