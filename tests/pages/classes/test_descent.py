"""The descent for several classes of the page: its machines, costs, floor, chart and words."""

from __future__ import annotations

import numpy as np
import pytest
from plotly.graph_objects import Figure

from pages.classes.figures import course_figure, with_seen
from pages.classes.model import MulticlassDescent, multiclass_descent
from pages.classes.text import course_figures, course_sentence
from pages.model_selection.multiclass_model import train_many
from pages.plots.multiclass import multiclass_figure
from pages.plots.theme import resolve
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.descent.multiclass_descent import End
from pages.state.multiclass.multiclass_scene import multiclass_scene
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.problems.certificate import Status
from tests.helpers.score_losses import loss_of, optimum

BLOBS = change(
    Experiment(), dataset="blobs", classes=3, n_samples=40, kernel="linear", noise=0.8, C=0.5
)
WEIGHED = change(BLOBS, class_weight="own", weights=(1.0, 3.0, 0.5))
FACTORS = {  # rho, kappa of J = rho/2 |W|^2 + kappa/n sum, and whether biases are in |W|
    "sum": lambda C, n: (1.0, C * n, False),
    "lambda": lambda C, n: (1.0 / (C * n), 1.0, True),
    "course": lambda C, n: (1.0 / (C * n), 1.0, True),
}
PAIRS = [*zip(SCORE_LOSSES, FACTORS, strict=True)]


def weights_of(experiment, labels):
    return np.array([experiment.class_factor(c) for c in labels])


def terms_of(experiment, course, found):
    """J's two terms after every epoch, from the values of the models alone."""
    y, c = found.labels, np.ones(len(found.labels))
    if experiment.class_weight == "own":
        c = weights_of(experiment, y)
    rho, kappa, inside = FACTORS[course.way](experiment.C * c.mean(), len(y))
    terms = []
    for epoch in range(course.passes + 1):
        many = found.shown(epoch).many
        b = many.values(np.zeros((1, 2)))
        size = ((many.values(np.eye(2)) - b) ** 2).sum() + inside * (b**2).sum()
        scores = many.values(found.data.X)
        losses = [
            loss_of(course.loss, f.tolist(), int(j), 1.0) for f, j in zip(scores, y, strict=True)
        ]
        terms.append((0.5 * rho * size, kappa * np.mean(c / c.mean() * losses)))
        assert found.shown(epoch).wrong.sum() == (scores.argmax(1) != y).sum()
    return np.array(terms)


@pytest.mark.parametrize(("loss", "way"), PAIRS)
@pytest.mark.parametrize("experiment", [BLOBS, WEIGHED], ids=["plain", "weighed"])
def test_costs_are_those_of_the_models(loss, way, experiment):
    step = 0.01 if way == "sum" else 0.5
    course = MulticlassDescent(loss=loss, way=way, batch="8", step=step, passes=3, lot=4)
    found = multiclass_descent(experiment, course)
    terms = terms_of(experiment, course, found)
    np.testing.assert_allclose(found.run.margin, terms[:, 0], atol=1e-9)
    np.testing.assert_allclose(found.run.loss, terms[:, 1], rtol=1e-9)
    chart = course_figure(found)
    total, lost, _, level = chart["data"]
    np.testing.assert_allclose(total["y"], terms.sum(1), rtol=1e-9)
    np.testing.assert_allclose(lost["y"], terms[:, 1], rtol=1e-9)
    assert (np.asarray(level["y"]) == found.floor).all()
    assert found.floor <= terms.sum(1).min() * (1.0 + 1e-9)


@pytest.mark.parametrize(("loss", "way"), PAIRS)
@pytest.mark.parametrize("experiment", [BLOBS, WEIGHED], ids=["plain", "weighed"])
def test_the_floor_is_what_a_conic_solver_finds(experiment, way, loss):
    found = multiclass_descent(experiment, MulticlassDescent(loss=loss, way=way, passes=1))
    y, X = found.labels, found.data.X
    c = weights_of(experiment, y) if experiment is WEIGHED else np.ones(len(y))
    rho, kappa, inside = FACTORS[way](experiment.C * c.mean(), len(y))
    least, _, _ = optimum(loss, X, y, 3, 1.0, rho, kappa, inside, c)
    assert found.floor == pytest.approx(least, rel=1e-5)


def test_why_speaks_of_the_board_s_classes_and_the_point_that_is_ringed():
    """Without a class in the middle; the last update of epoch 2 saw the last point of its order."""
    board = BLOBS.board()
    gone = tuple(p.id for p in board.all_points if p.label == 1)
    experiment = change(BLOBS, removed=gone)
    found = multiclass_descent(experiment, MulticlassDescent(passes=2, lot=3))
    assert found.classes.tolist() == [0, 2]
    n = len(found.labels)
    order = np.random.default_rng(3).permuted(np.tile(np.arange(n), (2, 1)), axis=1)
    point, why = order[1, -1], found.explained(2)
    assert why.words[0].startswith(f"Point {point + 1} is of class {found.labels[point]}: f₀ =")
    assert "f₂ =" in why.words[0]
    assert "f₁" not in " ".join(why.words)
    run = found.shown(2)
    plain = multiclass_figure(multiclass_scene(run, (-3.0, 3.0, -3.0, 3.0)), (-3.0, 3.0, -3.0, 3.0))
    ringed = with_seen(plain, found, 2)
    for figure in (ringed, course_figure(found)):
        Figure(resolve(figure, "light"))
    assert [ringed["data"][-1]["x"][0], ringed["data"][-1]["y"][0]] == found.data.X[point].tolist()
    assert with_seen(plain, found, 0) is plain
    assert found.explained(0) is None


def test_how_a_run_ends_is_said():
    early = multiclass_descent(BLOBS, MulticlassDescent(tol="0.01", passes=100))
    assert early.run.end is End.TOL
    costs = early.run.total
    least = np.minimum.accumulate(costs)
    fell = costs[1:] < 0.99 * least[:-1]
    assert not fell[-5:].any()
    assert f"ended after {len(costs) - 1} epochs" in course_sentence(early, -1)
    wild = change(BLOBS, C=100.0)
    lost = multiclass_descent(
        wild, MulticlassDescent(way="sum", schedule="constant", step=10.0, passes=100)
    )
    assert lost.run.end is End.DIVERGED
    assert f"update {lost.run.diverged}:" in course_sentence(lost, -1)
    assert np.isfinite(course_figure(lost)["data"][0]["y"]).all()
    assert np.isfinite(lost.shown(-1).many.coef).all()


FAR_AWAY = tuple(
    Placed(x, y, label, k)
    for k, (x, y, label) in enumerate(
        [(-1.0, 0.0, 0), (1.0, 0.0, 1), (0.0, 1.0, 2), (1e6, -1e6, 1), (0.5, 0.2, 0)]
    )
)
AWKWARD = change(Experiment(dataset="own"), placed=FAR_AWAY, kernel="linear")
HUGE = "poly(degree=8, gamma=10) * poly(degree=8, gamma=10) * poly(degree=8, gamma=10)"


def test_without_a_proof_no_optimum_is_told_or_drawn():
    exact = train_many(
        AWKWARD.build_kernel(), [(p.x, p.y) for p in FAR_AWAY], [0, 1, 2, 1, 0], "weston_watkins"
    )
    assert exact.status is not Status.OPTIMAL
    found = multiclass_descent(AWKWARD, MulticlassDescent(way="sum", passes=2))
    assert found.floor is None
    card = course_figures(found, 2)[1]
    assert (card.value, card.detail) == ("–", "optimum unknown")
    assert "optimum" not in [line["name"] for line in course_figure(found)["data"]]


def test_a_kernel_whose_values_are_no_numbers_has_no_descent_and_it_says_so():
    found = multiclass_descent(
        change(AWKWARD, kernel="built", recipe=HUGE), MulticlassDescent(passes=2)
    )
    assert found.run is None
    assert course_sentence(found, -1).startswith("The values of this kernel are too large")
    assert course_figures(found, -1) == ()
    [note] = course_figure(found)["layout"]["annotations"]
    assert note["text"] == "There is no run yet."
