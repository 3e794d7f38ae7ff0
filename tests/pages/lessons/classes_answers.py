"""The lesson on many classes: scikit-learn's binary SVMs, and cvxpy for the joint schemes."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from sklearn.svm import SVC

from pages.state.model.run import data_of
from pages.state.model.scene import cover, fit_view
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.text.number_format import number
from tests.helpers.links import board, value_of
from tests.pages.lessons.answers import answers, joint, scenario

NODES = 161  # a side of the picture


def points(title: str) -> tuple[np.ndarray, np.ndarray, float]:
    """The points and classes that a link opens, and C."""
    experiment = board("classes").decode(scenario(title).link.words)
    data = data_of(experiment)
    assert experiment.kernel == "linear"
    return data.X, np.array(data.labels), experiment.C


def scheme(title: str) -> str:
    return value_of(Scheme, scenario(title).link.words).scheme


def rest_scores(title: str, Z: np.ndarray, tol: float = 1e-8) -> np.ndarray:
    """f of each class against the rest at the places Z, (m, k)."""
    X, labels, C = points(title)
    each = [SVC(C=C, kernel="linear", tol=tol).fit(X, labels == c) for c in np.unique(labels)]
    return np.column_stack([one.decision_function(Z) for one in each])


def pair_votes(title: str, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The votes of all pairs at the places Z, (m, k), and the sums of their values."""
    X, labels, C = points(title)
    k = labels.max() + 1
    votes, sums = np.zeros((2, len(Z), k))
    for a, b in combinations(range(k), 2):
        rows = (labels == a) | (labels == b)
        f = SVC(C=C, kernel="linear", tol=1e-8).fit(X[rows], labels[rows] == b).decision_function(Z)
        votes[np.arange(len(Z)), np.where(f >= 0.0, b, a)] += 1
        sums[:, b] += f
        sums[:, a] -= f
    return votes, sums


def places(title: str) -> np.ndarray:
    """The nodes of the picture."""
    x0, x1, y0, y1 = cover(fit_view(data_of(board("classes").decode(scenario(title).link.words))))
    a, b = np.meshgrid(np.linspace(x0, x1, NODES), np.linspace(y0, y1, NODES))
    return np.column_stack([a.ravel(), b.ravel()])


def share(inside: np.ndarray) -> str:
    return f"{number(100.0 * inside.mean(), 2)} %"


def wrong(title: str, kind: str) -> int:
    X, labels, _ = points(title)
    if kind == "ovr":
        predicted = rest_scores(title, X).argmax(axis=1)
    elif kind == "ovo":
        predicted = pair_votes(title, X)[0].argmax(axis=1)
    else:
        W, b = joint(*points(title), loss=kind)
        predicted = (X @ W.T + b).argmax(axis=1)
    return int((predicted != labels).sum())


@answers("One-vs-one")
def one_vs_one(title: str) -> str:
    _, labels, _ = points(title)
    pairs = [len(list(combinations(range(k), 2))) for k in (labels.max() + 1, 10)]
    assert scheme(title) == "ovo"
    return (
        f"{pairs[0]}, and {pairs[1]} for 10: k (k − 1) / 2. Here {wrong(title, 'ovo')} of "
        f"{len(labels)} points are misclassified."
    )


@answers("Tied votes")
def ties(title: str) -> str:
    Z = places(title)
    votes, _ = pair_votes(title, Z)
    tied = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) > 1
    claims = (rest_scores(title, Z) > 0.0).sum(axis=1)
    return f"{share(tied)}, and {share(claims != 1)} one-vs-rest."


@answers("Three in a row")
def row(title: str) -> str:
    X, labels, _ = points(title)
    middle = rest_scores(title, X[labels == 1], tol=1e-3)[:, 1]  # smaller ones take 20 s
    np.testing.assert_allclose(middle, -1.0, atol=1e-2)
    right = len(X) - wrong(title, "crammer_singer")
    return (
        f"For {(middle > 0.0).sum()}: it is −1 everywhere. Crammer–Singer classifies {right} of "
        f"{len(X)} points correctly."
    )


@answers("Four schemes")
def four(title: str) -> str:
    a, b, c, d = (wrong(title, k) for k in ("ovr", "ovo", "weston_watkins", "crammer_singer"))
    n = len(points(title)[0])
    return f"One-vs-rest {a}, one-vs-one {b}, Weston–Watkins {c}, Crammer–Singer {d} of {n}."


@answers("Ambiguous places")
def ambiguous(title: str) -> str:
    claims = (rest_scores(title, places(title)) > 0.0).sum(axis=1)
    return f"{share(claims == 0)} for no class and {share(claims > 1)} for several classes."
