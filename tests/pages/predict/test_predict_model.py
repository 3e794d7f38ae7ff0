"""The tasks of the page Predict against refits with scikit-learn, and that each can be drawn."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import jaccard_score
from sklearn.svm import SVC

from pages.predict.model.what_changes import CHOICES, KINDS, change_task, quarters
from pages.predict.model.which_kernel import (
    APART,
    CANDIDATES,
    NAMES,
    OFFERED,
    conic,
    kernel_task,
    outline,
)
from pages.predict.model.which_support import marking
from pages.predict.settings import PredictSettings
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import fit_view, scene

NUMBERS = range(1, 61)  # of tasks
SOME = range(1, 5)


def refit(experiment, X, y):
    """scikit-learn's model of an experiment on these points."""
    names = {"linear": "linear", "poly": "poly", "rbf": "rbf"}
    own = {p.name: experiment[p.name] for p in experiment.parameters()["kernel"]}
    if experiment.kernel == "laplacian":

        def laplacian(A, B):
            return np.exp(-own["gamma"] * np.abs(A[:, None] - B[None]).sum(2))

        return SVC(kernel=laplacian, C=experiment.C, tol=1e-9).fit(X, y)
    return SVC(kernel=names[experiment.kernel], C=experiment.C, tol=1e-9, **own).fit(X, y)


def both(task):
    """scikit-learn's models before and after the change of a task."""
    X, y = task.before.data.X, task.before.data.y
    before = refit(task.before.experiment, X, y)
    keep = np.arange(len(y)) != (-1 if task.point is None else task.point)
    return before, refit(task.after.experiment, X[keep], y[keep])


def support(model) -> int:
    return int((np.abs(model.dual_coef_) > 1e-6 * model.C).sum())


@pytest.mark.parametrize("number", SOME)
def test_a_removed_point_moves_the_boundary_as_a_refit_does(number):
    task = change_task("removal", number)
    before, after = both(task)
    x, view = task.before.data.X[task.point], fit_view(task.before.data)
    w = before.coef_[0]
    foot = x - before.decision_function(x[None])[0] / (w @ w) * w
    there = after.decision_function(foot[None])[0]
    is_support = task.point in before.support_[np.abs(before.dual_coef_[0]) > 1e-6]
    nodes = np.random.default_rng(0).uniform(view[::2], view[1::2], (2000, 2))
    f, g = before.decision_function(nodes), after.decision_function(nodes)
    if task.answer == "still":
        assert not is_support
        np.testing.assert_allclose(f, g, atol=1e-5)
        return
    assert is_support
    # towards class +1: places that were +1 become -1
    assert (there < 0.0) == (task.answer == "plus")
    lost = ((f >= 0.0) & (g < 0.0)).sum(), ((f < 0.0) & (g >= 0.0)).sum()
    assert (lost[0] > 5 * lost[1]) if task.answer == "plus" else (lost[1] > 5 * lost[0])
    along = w / np.hypot(*w)
    np.testing.assert_allclose(task.shift, -there / (after.coef_[0] @ along), rtol=1e-3)


@pytest.mark.parametrize("number", SOME)
def test_the_margin_width_follows_C_as_in_refits(number):
    task = change_task("width", number)
    before, after = (2.0 / np.hypot(*model.coef_[0]) for model in both(task))
    ratio = after / before
    expected = "same" if abs(ratio - 1.0) < 1e-4 else "wider" if ratio > 1.0 else "narrower"
    assert task.answer == expected
    np.testing.assert_allclose((task.before.width, task.after.width), (before, after), rtol=1e-4)


@pytest.mark.parametrize("number", SOME)
def test_support_vectors_are_counted_as_in_refits(number):
    task = change_task("count", number)
    before, after = map(support, both(task))
    assert int(task.before.support.sum()) == before
    low, high = quarters(40)[CHOICES["count"].index(task.answer)]
    assert low <= after <= high


@pytest.mark.parametrize("number", SOME)
def test_training_errors_are_counted_as_in_refits(number):
    task = change_task("error", number)
    X, y = task.before.data.X, task.before.data.y
    before, after = (int((model.predict(X) != y).sum()) for model in both(task))
    assert task.answer == ("same" if after == before else "more" if after > before else "fewer")


@pytest.mark.parametrize("kind", KINDS)
def test_every_task_is_drawn_and_every_answer_occurs(kind):
    numbers = [n for n in NUMBERS if PredictSettings(task=n).kind == kind]
    answers = Counter(change_task(kind, number).answer for number in numbers)
    assert set(answers) == set(CHOICES[kind])
    assert max(answers.values()) <= 0.7 * len(numbers), answers


def test_every_kernel_is_asked_for():
    tasks = [kernel_task(number) for number in NUMBERS[:20]]
    answers = Counter(task.answer for task in tasks)
    assert set(answers) == set(NAMES)
    assert max(answers.values()) < 0.4 * len(tasks), answers
    for task in tasks:
        assert task.answer in task.offered
        assert len(set(task.offered)) == OFFERED


@pytest.mark.parametrize("number", SOME)
def test_the_four_kernels_of_a_task_look_different(number):
    task = kernel_task(number)
    data, view = task.run.data, task.view
    assert task.run.experiment == change(task.run.experiment, **CANDIDATES[task.answer])
    nodes = np.stack(
        np.meshgrid(np.linspace(*view[:2], 80), np.linspace(*view[2:], 80)), axis=-1
    ).reshape(-1, 2)
    signs = {
        name: refit(change(task.run.experiment, **CANDIDATES[name]), data.X, data.y).predict(nodes)
        for name in task.offered
    }
    apart = [(signs[a] != signs[b]).mean() for a in signs for b in signs if a < b]
    assert min(apart) > 0.8 * APART  # on another grid
    np.testing.assert_allclose(min(apart), task.apart, atol=0.02)
    assert all(0.05 < (sign > 0).mean() < 0.95 for sign in signs.values())


def test_a_conic_is_known_by_its_squares():
    quadratic = {"kernel": "poly", "degree": 2}
    around = run(change(Experiment(), dataset="circles", noise=0.1, **quadratic))
    across = run(change(Experiment(), dataset="xor", noise=0.1, **quadratic))
    for found, shape in ((around, "ellipse"), (across, "hyperbola")):
        model = refit(found.experiment, found.data.X, found.data.y)
        value = {
            (i, j): model.decision_function([[i, j]])[0] for i in (-1, 0, 1) for j in (-1, 0, 1)
        }
        xx = value[1, 0] - 2.0 * value[0, 0] + value[-1, 0]
        yy = value[0, 1] - 2.0 * value[0, 0] + value[0, -1]
        xy = (value[1, 1] - value[1, -1] - value[-1, 1] + value[-1, -1]) / 4.0
        assert (xx * yy > xy * xy) == (shape == "ellipse")
        assert conic(found, fit_view(found.data)) == shape


def test_curves_are_counted_where_they_are_seen():
    gap = [[np.nan, np.nan]]
    square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    half = [[2.5, 0.0], [3.5, 0.0], [3.5, 1.0], [2.5, 0.0]]  # closed, but not in the view alone
    far = [[9.0, 9.0], [8.0, 9.0], [8.0, 8.0], [9.0, 9.0]]
    line = np.array([*square, *gap, *half, *gap, *far, *gap, [-1.0, -1.0], [1.0, -1.5]])
    drawn = replace(scene(run(Experiment()), (-3.0, 3.0, -2.0, 2.0)), lines=(line, line, line))
    assert outline(drawn, (-3.0, 3.0, -2.0, 2.0)) == (3, 1)


def test_marks_are_compared_with_the_support_vectors():
    found = run(change(Experiment(), n_samples=30, kernel="linear"))
    ids = np.array(found.data.ids)
    held, idle = ids[found.support].tolist(), ids[~found.support].tolist()
    marked = {*held[2:], *idle[:3], 9999}  # one that is on the board no longer
    result = marking(found, marked)
    assert ids[result.hits].tolist() == held[2:]
    assert ids[result.missed].tolist() == held[:2]
    assert ids[result.extra].tolist() == idle[:3]
    chosen = np.isin(ids, list(marked))
    assert result.score == pytest.approx(jaccard_score(found.support, chosen))
    assert marking(found, set(held)).score == 1.0
    assert marking(found, set()).score == 0.0
