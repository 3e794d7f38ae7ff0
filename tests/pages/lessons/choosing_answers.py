"""The lesson on choosing C and gamma: scikit-learn's models in the same splits."""

from __future__ import annotations

from itertools import product

import numpy as np
from sklearn.svm import SVC

from pages.model_selection.splits import Split, k_fold, train_test
from pages.state.text.number_format import number
from tests.pages.lessons.answers import answers, opened, percent

GAMMAS = np.geomspace(0.01, 100.0, 9)
EQUAL = 1e-12
Cell = tuple[float, float, float, float]  # C, gamma, the mean error and its standard error


def svc(C: float, gamma: float) -> SVC:
    return SVC(C=C, gamma=gamma, tol=1e-6)


def split(title: str, seed: int) -> tuple[float, float, int]:
    """The accuracy on training and test points of the model that a link opens."""
    experiment, X, y, ids = opened(title)
    train, test = train_test(y > 0, ids, share=0.3, seed=seed)
    fitted = svc(experiment.C, experiment["gamma"]).fit(X[train], y[train])
    return fitted.score(X[train], y[train]), fitted.score(X[test], y[test]), len(test)


def errors(X: np.ndarray, y: np.ndarray, folds: tuple[Split, ...], model: SVC) -> np.ndarray:
    """The error on the test part of each fold."""
    return np.array([1.0 - model.fit(X[a], y[a]).score(X[b], y[b]) for a, b in folds])


def grid(cells: int) -> tuple[list[float], list[float]]:
    """C and gamma of the map, with three digits."""
    axes = np.geomspace(0.01, 1000.0, cells), np.geomspace(0.01, 100.0, cells)
    return tuple([float(f"{v:.3g}") for v in axis] for axis in axes)


def smallest(
    X: np.ndarray, y: np.ndarray, folds: tuple[Split, ...], Cs: list[float], gammas: list[float]
) -> list[Cell]:
    """All cells, the simplest first."""
    found = []
    for C, gamma in product(Cs, gammas):
        each = errors(X, y, folds, svc(C, gamma))
        found.append((C, gamma, each.mean(), each.std(ddof=1) / np.sqrt(len(each))))
    return found


@answers("Training and test")
def training(title: str) -> str:
    train, test, _ = split(title, 0)
    experiment, X, y, ids = opened(title)
    a, b = train_test(y > 0, ids, share=0.3, seed=0)
    wide = svc(experiment.C, 0.5).fit(X[a], y[a])
    return (
        f"{percent(train)} on training and {percent(test)} on test points. At γ = 0.5: "
        f"{percent(wide.score(X[a], y[a]))} and {percent(wide.score(X[b], y[b]))}."
    )


@answers("One split is not enough")
def one_split(title: str) -> str:
    found = [split(title, seed) for seed in range(10)]
    low, high = min(test for _, test, _ in found), max(test for _, test, _ in found)
    return f"Between {percent(low)} and {percent(high)}; one point is {percent(1 / found[0][2])}."


@answers("The curve of γ")
def curve(title: str) -> str:
    experiment, X, y, ids = opened(title)
    folds = k_fold(y > 0, 5, ids)
    gammas = [float(f"{gamma:.3g}") for gamma in GAMMAS]
    right = [1.0 - errors(X, y, folds, svc(experiment.C, gamma)).mean() for gamma in gammas]
    best = int(np.argmax(right))
    last = svc(experiment.C, gammas[-1])
    train = np.mean([last.fit(X[a], y[a]).score(X[a], y[a]) for a, _ in folds])
    return (
        f"{percent(right[best])} at γ = {number(gammas[best])}. At γ = {number(gammas[-1])}: "
        f"{percent(right[-1])}, and {percent(train)} in training."
    )


def map_cells(title: str) -> tuple[list[Cell], Cell]:
    """The cells of the map that a link opens, and the simplest of the best ones."""
    _, X, y, ids = opened(title)
    cells = smallest(X, y, k_fold(y > 0, 5, ids), *grid(8))
    least = min(cell[2] for cell in cells)
    return cells, next(cell for cell in cells if cell[2] <= least + EQUAL)


@answers("The map of C and γ")
def grid_map(title: str) -> str:
    cells, best = map_cells(title)
    simple = next(cell for cell in cells if cell[2] <= best[2] + best[3] + EQUAL)
    return (
        f"C = {number(best[0])}, γ = {number(best[1])} with {percent(best[2])} error; "
        f"C = {number(simple[0])}, γ = {number(simple[1])} with {percent(simple[2])}."
    )


@answers("Few parameters, careful tuning")
def tuning(title: str) -> str:
    cells, best = map_cells(title)
    most = max(cell[2] for cell in cells)
    worst = next(cell for cell in cells if cell[2] >= most - EQUAL)
    assert worst[2] > 2.0 * best[2]
    rows = [f"{percent(c[2])} at C = {number(c[0])}, γ = {number(c[1])}" for c in (best, worst)]
    return f"{rows[0]}; {rows[1]}."


@answers("Nested cross-validation")
def nested(title: str) -> str:
    _, X, y, ids = opened(title)
    Cs, gammas = grid(8)
    claimed, found = [], []
    for train, test in k_fold(y > 0, 5, ids):
        inner = k_fold(y[train] > 0, 5, [ids[i] for i in train])
        cells = smallest(X[train], y[train], inner, Cs[::2], gammas[::2])
        best = min(cells, key=lambda cell: round(cell[2], 12))
        claimed.append(best[2])
        found.append(errors(X, y, (Split(train, test),), svc(*best[:2]))[0])
    error = np.std(found, ddof=1) / np.sqrt(5.0)
    return (
        f"{percent(np.mean(claimed))} where they were chosen, and {percent(np.mean(found))} ± "
        f"{percent(error)} (standard error) on others; guessing has 50 %."
    )


@answers("Which kernel?")
def kernels(title: str) -> str:
    experiment, X, y, ids = opened(title)
    folds = k_fold(y > 0, 5, ids, seed=experiment.seed)
    tried = {
        "Linear": [{"kernel": "linear"}],
        "Poly": [{"kernel": "poly", "degree": d, "gamma": 1.0, "coef0": 1.0} for d in (2, 3)],
        "RBF": [{"gamma": gamma} for gamma in (0.1, 0.5, 2.0, 10.0)],
    }
    best = {
        name: max(
            1.0 - errors(X, y, folds, SVC(C=C, tol=1e-6, **words)).mean()
            for C, words in product((0.1, 1.0, 10.0, 100.0), words)
        )
        for name, words in tried.items()
    }
    a, b, c = (f"{percent(right)} ({name})" for name, right in best.items())
    return f"{a}, {b} and {c}."
