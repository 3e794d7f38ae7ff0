"""The lessons on descents and on traps: their numbers from loops of our own and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics.pairwise import sigmoid_kernel
from sklearn.svm import SVC

from pages.lessons.text.scenario import spoken
from pages.state.run import data_of
from pages.state.verdict import number
from svmcore.datasets.two_class import DATASETS, sample
from tests.helpers.links import descent_of, from_query
from tests.pages.lessons.answers import scenario
from tests.pages.lessons.test_answers import EXACT


def descended(title: str, fewer: int = 0) -> tuple[np.ndarray, float, float, SVC]:
    """w, b and the cost after a descent written out, and the exact model.

    fewer : updates less than those of the screen.
    """
    words = scenario(title).link.words
    experiment, descent = from_query(words), descent_of(words)
    data = data_of(experiment)
    X, y, C, n = data.X, data.y, experiment.C, len(data)
    plan = descent.plan(n, experiment.seed)
    w, b = np.zeros(2), 0.0
    for t in range(1, plan.total - fewer + 1):
        rows = plan.batch(t)
        f = X[rows] @ w + b
        if descent.method == "perceptron":
            for i, value in zip(rows, f, strict=True):
                if y[i] * value <= 0.0:
                    w, b = w + y[i] * X[i], b + y[i]
            continue
        eta = descent.eta0 / (np.sqrt(t) if descent.schedule == "inverse_sqrt" else 1.0)
        inside = rows[y[rows] * f < 1.0]
        share = C * n / len(rows)
        w_slope = w - share * (y[inside] @ X[inside])
        b_slope = -share * y[inside].sum()
        w, b = w - eta * w_slope, b - eta * b_slope
    cost = 0.5 * w @ w + C * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum()
    svc = SVC(C=EXACT if experiment.margin == "hard" else C, kernel="linear", tol=1e-10).fit(X, y)
    return w, float(b), float(cost), svc


def optimum(title: str, svc: SVC) -> float:
    experiment = from_query(scenario(title).link.words)
    data = data_of(experiment)
    w = svc.coef_[0]
    slack = np.maximum(0.0, 1.0 - data.y * svc.decision_function(data.X))
    return float(0.5 * w @ w + experiment.C * slack.sum())


ENDING = ("Down the cost", "Learning rate too small", "One point per update")
TITLES = {
    *ENDING,
    "Learning rate too large",
    "The perceptron",
    "A rare class",
    "Two labels at one place",
    "Random labels",
    "A function that is not a kernel",
}


@pytest.mark.parametrize("title", ENDING)
def test_where_a_descent_ends(title: str):
    _, _, cost, svc = descended(title)
    expected = f"At {number(cost, 4)}; the optimum is {number(optimum(title, svc), 4)}."
    assert spoken(scenario(title)).answer == expected


def test_too_large_a_learning_rate_alternates_for_ever():
    title = "Learning rate too large"
    (before, b, _, _), (_, _, first, _), (after, b_after, second, svc) = (
        descended(title, fewer) for fewer in (2, 1, 0)
    )
    np.testing.assert_allclose([*after, b_after], [*before, b], rtol=1e-9)  # so for ever
    assert first > 2.0 * second
    assert spoken(scenario(title)).answer == (
        f"At {number(first, 4)} and at {number(second, 4)}: it jumps between the two for ever. "
        f"The optimum is {number(optimum(title, svc), 4)}."
    )


def test_the_perceptron_leaves_less_room():
    w, b, _, svc = descended("The perceptron")
    data = data_of(from_query(scenario("The perceptron").link.words))
    nearest = (data.y * (data.X @ w + b)).min() / np.linalg.norm(w)
    widest = 1.0 / np.linalg.norm(svc.coef_[0])
    assert 0.0 < nearest < widest
    answer = spoken(scenario("The perceptron")).answer
    assert answer.startswith(f"{number(nearest)} from the perceptron's line, {number(widest)} from")


def test_a_rare_class():
    found = spoken(scenario("A rare class"))
    data = data_of(from_query(scenario("A rare class").link.words))
    few = data.y > 0.0
    missed, right = [], []
    for weight in (None, "balanced"):
        svc = SVC(C=0.1, kernel="linear", class_weight=weight, tol=1e-10).fit(data.X, data.y)
        wrong = svc.predict(data.X) != data.y
        missed.append(int((wrong & few).sum()))
        right.append(number(100.0 * (1.0 - wrong.mean())))
    assert missed[1] < missed[0]
    assert f"{missed[0]} of {few.sum()} with equal weights, {missed[1]} with" in found.answer
    assert f"{right[0]} % and {right[1]} %" in found.answer
    assert f"Only {few.sum()} of these {len(few)} points" in found.say


def test_two_labels_at_one_place():
    data = data_of(from_query(scenario("Two labels at one place").link.words))
    svc = SVC(C=1e4, gamma=2.0, tol=1e-8).fit(data.X, data.y)
    wrong = int((svc.predict(data.X) != data.y).sum())
    places = {tuple(x) for x in data.X.tolist()}
    pairs = len(data.y) - len(places)
    assert wrong == pairs == 2
    answer = spoken(scenario("Two labels at one place")).answer
    assert answer == f"{pairs}, one of each pair; here it is {wrong} of {len(data.y)}."


def test_random_labels():
    experiment = from_query(scenario("Random labels").link.words)
    data = data_of(experiment)
    svc = SVC(C=100.0, gamma=50.0, tol=1e-8).fit(data.X, data.y)
    X, y = sample(DATASETS["random"](), 1000, 0.5, 2)
    said = spoken(scenario("Random labels")).answer
    assert f"{number(100.0 * svc.score(data.X, data.y))} % of the training points" in said
    assert f"{number(100.0 * svc.score(X, y))} % of 1,000 new points" in said


def test_a_function_that_is_not_a_kernel():
    data = data_of(from_query(scenario("A function that is not a kernel").link.words))
    values = np.linalg.eigvalsh(sigmoid_kernel(data.X, gamma=0.5, coef0=1.0))
    negative = int((values < -1e-9 * values.max()).sum())
    expected = f"{negative} of {len(values)}; the smallest is {number(values[0])}, the largest "
    answer = spoken(scenario("A function that is not a kernel")).answer
    assert answer.startswith(expected + number(values[-1]))
