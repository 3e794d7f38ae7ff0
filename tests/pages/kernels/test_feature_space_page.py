"""Lifted points, and kernels compared: the numbers of the page Kernels from scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.state.run import data_of
from svmcore.model_selection.splits import k_fold
from tests.helpers.opened import (
    TRAINED,
    again,
    blocks,
    captions,
    control,
    experiment,
    gram,
    lines,
    machine,
    numbers,
    open_page,
    plain,
    sent,
    session,
    until_done,
    verdict,
)


def open_kernels(view, query=None, **words):
    return open_page("kernels", {"i_kernels": view} | (query or {}) | words)


MAPS = {
    "homogeneous": lambda a, b: np.column_stack([a * a, np.sqrt(2) * a * b, b * b]),
    "paraboloid": lambda a, b: np.column_stack([a, b, a * a + b * b]),
    "parabola": lambda a, b: np.column_stack([a, a * a]),
    "cusp": lambda a, b: np.column_stack([a**3, a * a]),
}


@pytest.mark.parametrize("lift", MAPS)
@pytest.mark.parametrize("C", ["0.5", "10"])
def test_what_parts_the_lifted_points_is_flat(lift, C):
    query = {"dataset": "circles", "C": C}
    app = open_kernels("lift", query, i_lift=lift)
    data = data_of(experiment(query))
    phi = MAPS[lift](*data.X.T)
    fit = SVC(kernel="linear", C=float(C), tol=1e-9).fit(phi, data.y)
    shown = sent(app)["lift"]
    points = shown.trace("points")
    axes = [points[name] for name in ("x", "y", "z")[: phi.shape[1]]]
    np.testing.assert_allclose(np.column_stack(axes), phi, atol=1e-5)
    flat = shown.trace("boundary")
    size = np.abs(fit.decision_function(phi)).max()
    if flat is not None:
        at = np.column_stack([flat[name] for name in ("x", "y", "z")[: phi.shape[1]]])
        assert np.abs(fit.decision_function(at)).max() < 1e-3 * size
    line = sent(app)["main"].trace("boundary")
    at = np.column_stack([line["x"], line["y"]]).astype(float) if line else np.empty((0, 2))
    at = at[np.isfinite(at).all(axis=1)]
    if len(at):
        assert np.abs(fit.decision_function(MAPS[lift](*at.T))).max() < 0.05 * size
    assert len(at) or lift == "cusp", "the plane of the points is divided too"


@pytest.mark.parametrize("lift", ["homogeneous", "constant", "doubled", "paraboloid"])
def test_both_sides_of_the_kernel_trick_agree_in_numbers(lift):
    app = open_kernels("lift", i_lift=lift, i_point="4", i_other="7")
    x, z = data_of(experiment({})).X[[7, 4]]
    told = lines(app, "svm-agreement")
    inner = x @ z
    wanted = {
        "homogeneous": inner**2,
        "constant": (1 + inner) ** 2,
        "doubled": (1 + inner) ** 2,
        "paraboloid": inner + (x @ x) * (z @ z),
    }[lift]
    assert len(told) == 2
    for line in told:
        assert numbers(line)[-1] == pytest.approx(wanted, rel=1e-3)
    factors = numbers(told[0].split("= ")[1])
    assert sum(np.prod(np.reshape(factors, (-1, 2)), axis=1)) == pytest.approx(wanted, abs=5e-3)
    rings = [t for t in sent(app)["main"].figure["data"] if t["uid"] == "asked"]
    at = sorted((ring["x"][0], ring["y"][0]) for ring in rings)
    np.testing.assert_allclose(at, sorted([tuple(x), tuple(z)]))
    lone = open_kernels("lift", i_lift=lift, i_point="4")
    assert "Click two points" in captions(lone)
    assert not blocks(lone, "svm-agreement")


@pytest.mark.parametrize("board", ["usual", "linear", "laplacian", "sigmoid", "hard RBF"])
def test_the_surface_is_f_over_the_plane(board):
    query = TRAINED[board]
    found = machine(query)
    coef = found.alpha * found.y
    shown = sent(open_kernels("lift", query, i_lift="surface"))["lift"]
    surface = shown.trace("surface")
    x, y, z = (np.asarray(surface[name], dtype=float) for name in "xyz")
    top = shown.figure["layout"]["meta"]["top"]  # beyond it the summits are cut off
    size = np.abs(z).max()
    f = np.clip(found.margins * found.y, -top, top)
    some = slice(None, None, 97)
    wanted = gram(query, np.column_stack([x, y])[some], found.X) @ coef + found.b
    np.testing.assert_allclose(z[some], np.clip(wanted, -top, top), rtol=1e-3, atol=1e-3 * size)
    points = shown.trace("points")
    np.testing.assert_allclose(points["z"], f, atol=1e-4 * size)
    assert len(shown.trace("support")["x"]) == (found.case > 0).sum()


@pytest.mark.parametrize("board", ["usual", "laplacian", "built", "poly"])
def test_kernel_pca_keeps_the_largest_directions(board):
    query = TRAINED[board]
    X = data_of(experiment(query)).X
    points = sent(open_kernels("lift", query, i_lift="pca"))["lift"].trace("points")
    at = np.column_stack([points[name] for name in "xyz"]).astype(float)
    centre = np.eye(len(X)) - 1 / len(X)
    values, vectors = np.linalg.eigh(centre @ gram(query, X, X) @ centre)
    ours = vectors[:, :-4:-1] * np.sqrt(values[:-4:-1])
    np.testing.assert_allclose(at @ at.T, ours @ ours.T, atol=1e-4 * values[-1])


SMALL = {"n_samples": "40", "dataset": "moons", "seed": "3"}


@pytest.fixture(scope="module")
def compared():
    app = open_kernels("choose", SMALL)
    assert not [b for b in app.button if b.key and b.key.startswith("use_")]
    app.button(key="compare").click()
    return until_done(again(app), "kernels")


def scores(kernel, settings) -> np.ndarray:
    """The accuracy on each fold, by scikit-learn."""
    data = data_of(experiment(SMALL))
    words = {"kernel": kernel} | {name: f"{value:g}" for name, value in settings.items()}
    K = gram(words | {"gamma": str(settings.get("gamma", 1.0))}, data.X, data.X)
    found = []
    for part in k_fold(data.y > 0.0, 5, data.ids, seed=3):
        train, test = part.train, part.test
        fit = SVC(kernel="precomputed", C=settings["C"], tol=1e-8)
        fit.fit(K[np.ix_(train, train)], data.y[train])
        found.append(fit.score(K[np.ix_(test, train)], data.y[test]))
    return np.array(found)


SEARCHED = {
    "linear": [{}],
    "poly": [{"degree": 2}, {"degree": 3}],
    "rbf": [{"gamma": gamma} for gamma in (0.1, 0.5, 2, 10)],
}


def test_the_accuracies_are_those_of_scikit_learn(compared):
    chart = sent(compared)["choice"]
    means, folds = chart.trace("means"), chart.trace("folds")
    assert means["y"] == ["Linear", "Poly", "RBF"]
    best = {}
    for k, (kernel, grid) in enumerate(SEARCHED.items()):
        label = compared.button(key=f"use_{kernel}").label
        settings = dict(
            (name.split()[-1].replace("γ", "gamma"), numbers(text)[0])
            for name, text in (part.split(" = ") for part in label.split(" with ")[1].split(", "))
        )
        assert set(settings) == {"C", *grid[0]}
        theirs = scores(kernel, settings)
        np.testing.assert_allclose(folds["x"][5 * k : 5 * k + 5], 100 * theirs)
        assert means["x"][k] == pytest.approx(100 * theirs.mean())
        error = theirs.std(ddof=1) / np.sqrt(5)
        assert means["error_x"]["array"][k] == pytest.approx(100 * error)
        tried = [
            scores(kernel, {"C": C} | words).mean() for C in (0.1, 1, 10, 100) for words in grid
        ]
        assert theirs.mean() == pytest.approx(max(tried)), "no other settings are better"
        best[kernel] = theirs.mean(), error
    [advice] = blocks(compared, "svm-advice")
    top = max(best.values(), key=lambda found: found[0])
    chosen = next(name for name, found in best.items() if found[0] >= top[0] - top[1] - 1e-12)
    name = {"linear": "Linear", "poly": "Poly", "rbf": "RBF"}[chosen]
    assert plain(advice).startswith(name)
    assert f"{100 * best[chosen][0]:.1f}".removesuffix(".0") + " %" in plain(advice)


@pytest.mark.parametrize("kernel", SEARCHED)
def test_what_was_compared_can_be_taken(compared, kernel):
    compared.query_params.clear()
    for name, value in ({"i_kernels": "choose"} | SMALL).items():
        compared.query_params[name] = value
    again(compared)
    button = compared.button(key=f"use_{kernel}")
    told = numbers(button.label.split(" with ")[1])
    support = numbers(button.help)[0]
    button.click()
    again(compared)
    now = session(compared).experiment
    assert (now.kernel, now.margin) == (kernel, "soft")
    names = {"linear": ["C"], "poly": ["C", "degree"], "rbf": ["C", "gamma"]}[kernel]
    assert [float(now[name]) for name in names] == told
    if kernel == "poly":
        assert (now["gamma"], now["coef0"]) == (1.0, 1.0)
    assert control(compared, "w_C")["value"] == told[0]
    assert f"{support:.0f} of 40 points are support vectors" in verdict(compared)
    data = data_of(now)
    K = gram(compared.query_params | {"kernel": kernel}, data.X, data.X)
    theirs = SVC(kernel="precomputed", C=now.C, tol=1e-9).fit(K, data.y)
    assert theirs.n_support_.sum() == support


def test_what_was_compared_is_forgotten_with_the_points_and_found_again(compared):
    assert compared.button(key="use_rbf")
    session(compared).choose(seed=8)
    again(compared)
    assert not [b for b in compared.button if b.key == "use_rbf"]
    assert not blocks(compared, "svm-advice")
    session(compared).choose(seed=3)
    again(compared)
    assert compared.button(key="use_rbf")


def test_the_marks_of_the_comparison_are_explained_once_they_are_there(compared):
    words = "A tick is one of 5 folds, the dot their mean, the whiskers ± its standard error."
    assert words in captions(compared)
    assert words not in captions(open_kernels("choose", SMALL))
