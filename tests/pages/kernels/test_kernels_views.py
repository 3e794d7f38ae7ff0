"""The views of the page Kernels: every number once more, from the kernel and scikit-learn."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.kernels.model.gallery import SIGMAS
from pages.state.run import data_of
from pages.state.verdict import number
from svmcore.kernels import KERNELS
from tests.helpers.opened import (
    TRAINED,
    again,
    blocks,
    captions,
    control,
    experiment,
    gram,
    machine,
    numbers,
    open_page,
    plain,
    sent,
    session,
    verdict,
)

BUILT = "2 * rbf(gamma=3) + linear"


def open_kernels(view, query=None, **words):
    return open_page("kernels", {"i_kernels": view} | (query or {}) | words)


def counts(query) -> tuple[int, int]:
    """Support vectors and training errors of scikit-learn's machine."""
    data = data_of(experiment(query))
    K = gram(query, data.X, data.X)
    C = 1e9 if query.get("margin") == "hard" else float(query.get("C", 1.0))
    fit = SVC(kernel="precomputed", C=C, tol=1e-9).fit(K, data.y)
    held = np.abs(fit.dual_coef_[0]) > 1e-7 * np.abs(fit.dual_coef_).max()
    return int(held.sum()), int((fit.predict(K) != data.y).sum())


def cells(app) -> list[str]:
    return [plain(text) for text in blocks(app, "svm-cell")]


def titles(app) -> list[str]:
    return [app.button(key=f"cell_{k}").label for k in range(6)]


def is_cell(app, k, query) -> None:
    support, errors = counts(query)
    assert cells(app)[k] == f"{support} SVs, {errors} wrong"
    words = f"{support} support vectors, {errors} wrong"
    assert sent(app)[f"cell{k}"].header["alt"] == f"{titles(app)[k]}: {words}"
    line = sent(app)[f"cell{k}"].trace("boundary")
    at = np.column_stack([line["x"], line["y"]]).astype(float)
    at = at[np.isfinite(at).all(axis=1)]
    data = data_of(experiment(query))
    C = float(query.get("C", 1.0))
    fit = SVC(kernel="precomputed", C=C, tol=1e-9).fit(gram(query, data.X, data.X), data.y)
    f = gram(query, at, data.X[fit.support_]) @ fit.dual_coef_[0] + fit.intercept_
    size = np.abs(fit.decision_function(gram(query, data.X, data.X))).max()
    assert len(at) > 1
    assert np.abs(f).max() < 0.05 * size


@pytest.mark.parametrize("C", ["1", "20"])
def test_every_kernel_of_the_gallery_is_its_own_machine(C):
    query = {"C": C, "recipe": BUILT}
    app = open_kernels("gallery", query)
    assert titles(app) == [kernel.title for kernel in KERNELS.values()]
    for k, name in enumerate(KERNELS):
        if name == "sigmoid":  # there SMO may end anywhere
            found = machine(query | {"kernel": name})
            errors = int((found.margins < 0).sum())
            assert cells(app)[k] == f"{(found.case > 0).sum()} SVs, {errors} wrong"
            assert "not certified optimal" in app.button(key=f"cell_{k}").help
        else:
            is_cell(app, k, query | {"kernel": name})
            assert not app.button(key=f"cell_{k}").help


SWEEPS = [
    ("rbf", "gamma", (0.02, 0.1, 0.5, 2, 10, 50), "γ"),
    ("rbf", "sigma", (4, 2, 1, 0.5, 0.2, 0.1), "σ"),
    ("laplacian", "gamma", (0.02, 0.1, 0.5, 2, 10, 50), "γ"),
    ("poly", "degree", (1, 2, 3, 4, 6, 8), "degree"),
    ("poly", "coef0", (0, 0.25, 0.5, 1, 2, 3), "coef0"),
]


@pytest.mark.parametrize(("kernel", "along", "values", "label"), SWEEPS)
def test_a_sweep_shows_the_machine_of_each_value(kernel, along, values, label):
    app = open_kernels("gallery", {"kernel": kernel}, i_along=along)
    assert app.button_group(key="w_along").value == along
    assert titles(app) == [f"{label} = {value:g}" for value in values]
    for k, value in enumerate(values):
        word = {"gamma": str(0.5 / value**2)} if along == "sigma" else {along: str(value)}
        query = {"kernel": kernel} | word
        if kernel == "poly" and (along, value) in (("degree", 8), ("coef0", 0)):
            continue  # alpha is not unique there, or the fit ill-conditioned
        is_cell(app, k, query)


def test_what_a_kernel_cannot_be_swept_over_is_not_offered():
    for kernel, known in (
        ("linear", 1),
        ("poly", 4),
        ("rbf", 3),
        ("laplacian", 2),
        ("sigmoid", 3),
        ("built", 1),
    ):
        app = open_kernels("gallery", {"kernel": kernel}, i_along="degree")
        along = app.button_group(key="w_along")
        assert len(along.options) == known, kernel
        assert along.value == ("degree" if kernel == "poly" else "kernels")
    app.button_group(key="w_kernel").set_value("poly")
    again(app)
    assert app.button_group(key="w_along").value == "degree", "the wish is kept for later"


def test_a_sweep_is_a_word_of_the_link_and_a_cell_can_be_taken():
    app = open_kernels("gallery")
    app.button_group(key="w_along").set_value("sigma")
    again(app)
    assert app.query_params["i_along"] == "sigma"
    app.button(key="cell_4").click()
    again(app)
    assert session(app).experiment["gamma"] == pytest.approx(0.5 / 0.2**2)
    assert control(app, "w_gamma")["value"] == pytest.approx(12.5)
    app.button_group(key="w_along").set_value("kernels")
    again(app)
    app.button(key="cell_1").click()
    again(app)
    assert session(app).experiment.kernel == "poly"
    assert app.button_group(key="w_kernel").value == "poly"
    support, errors = counts({"kernel": "poly", "gamma": "12.5"})
    assert f"{support} of 90 points are support vectors" in verdict(app)
    assert cells(app)[1] == f"{support} SVs, {errors} wrong"


def test_a_hard_margin_that_does_not_exist_is_said_in_its_cell():
    app = open_kernels("gallery", {"margin": "hard"})
    assert cells(app)[0] == "no model"
    assert "No straight line separates" in app.button(key="cell_0").help
    assert "this kernel has no hard margin" in app.button(key="cell_4").help
    soft = machine({"kernel": "sigmoid"})
    errors = int((soft.margins < 0).sum())
    assert cells(app)[4] == f"{(soft.case > 0).sum()} SVs, {errors} wrong"


@pytest.mark.parametrize("C", ["1", "100"])
def test_the_chart_of_the_widths_counts_what_scikit_learn_counts(C):
    app = open_kernels("gallery", {"C": C})
    chart = sent(app)["flexibility"]
    support, errors = chart.trace("supportvectors"), chart.trace("trainingerrors")
    np.testing.assert_allclose(support["x"], SIGMAS)
    theirs = [counts({"C": C, "gamma": str(0.5 / sigma**2)}) for sigma in SIGMAS]
    # one on the edge of its bound may count here and not there
    assert np.abs(np.array(support["y"]) - [held for held, _ in theirs]).max() <= 1
    np.testing.assert_array_equal(errors["y"], [wrong for _, wrong in theirs])
    words = next(line for line in captions(app).splitlines() if "upport vectors" in line)
    assert str(int(np.array(support["y"])[-1])) in words
    [now] = chart.figure["layout"]["shapes"]
    assert now["x0"] == pytest.approx(1.0)  # gamma = 0.5


ORDERED = {"usual": "class", "laplacian": "distance", "built": "given", "sigmoid": "class"}


@pytest.mark.parametrize("board", ORDERED)
def test_the_matrix_is_the_kernel_in_its_order(board):
    query, order = TRAINED[board], ORDERED[board]
    app = open_kernels("gram", query, i_order=order)
    data = data_of(experiment(query))
    K = gram(query, data.X, data.X)
    shown = sent(app)["gram"]
    place = [shown.header["linkedIds"].index(i) for i in sent(app)["main"].header["ids"]]
    own = np.argsort(place)
    np.testing.assert_allclose(shown.trace("gram")["z"], K[np.ix_(own, own)], atol=1e-5)
    if order == "class":
        assert (np.diff(data.y[own]) >= 0).all()
    if order == "given":
        assert own.tolist() == list(range(len(data.y)))
    if order == "distance":
        walked = data.X[own]
        rest = np.linalg.norm(walked[1:] - walked[:1], axis=1)
        assert np.linalg.norm(walked[1] - walked[0]) == pytest.approx(rest.min())
    values = np.linalg.eigvalsh(K)[::-1]
    large = np.abs(values) > len(K) * np.finfo(float).eps * np.abs(values).max()
    words = captions(app)
    rank = numbers(next(s for s in words.split(".") if "Numerical rank" in s))[0]
    assert abs(rank - large.sum()) <= 2, "eigenvalues at the edge of rounding"
    if board == "sigmoid":
        ratio = values.min() / np.abs(values).max()
        assert f"the smallest eigenvalue is {number(float(ratio), 3)} times" in words
        negative = sent(app)["spectrum"].trace("negative")
        assert negative is not None
    else:
        assert "holds for any points" in words
        top = sent(app)["spectrum"].trace("positive")["y"]
        np.testing.assert_allclose(np.asarray(top)[:5], values[:5], rtol=1e-6)


@pytest.mark.parametrize("board", ["usual", "laplacian", "built", "sigmoid", "poly"])
def test_the_shade_is_the_similarity_to_the_point(board):
    query = TRAINED[board]
    app = open_kernels("gram", query, i_point="11")
    X = data_of(experiment(query)).X
    assert "K(x, ·) of point 12" in verdict(app)
    main = sent(app)["main"]
    assert {t["uid"] for t in main.figure["data"]} == {"similarity", "points", "asked"}
    shade = main.trace("similarity")
    rows, columns = shade["z"].shape
    for r, c in ((0, 0), (3, rows // 2), (rows - 1, columns - 1), (rows // 2, 7)):
        at = np.array([[shade["x0"] + c * shade["dx"], shade["y0"] + r * shade["dy"]]])
        wanted = gram(query, at, X[11:12])[0, 0]
        assert shade["z"][r, c] == pytest.approx(wanted, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("board", TRAINED)
def test_f_at_a_place_is_the_sum_of_its_terms(board):
    query = TRAINED[board]
    found = machine(query)
    coef = found.alpha * found.y
    ids = data_of(experiment(query)).ids
    for words, at in (
        ({"i_place": "0.4,-0.3"}, np.array([0.4, -0.3])),
        ({"i_point": str(ids[-1])}, found.X[-1]),
    ):
        app = open_kernels("apart", query | words)
        terms = coef * gram(query, at[None], found.X)[0]
        value = terms.sum() + found.b
        x, y, told, side = numbers(verdict(app).split("f(")[1].replace("+1", "1"))
        np.testing.assert_allclose([x, y], at, rtol=5e-3)
        assert told == pytest.approx(value, rel=1e-3, abs=1e-6)
        assert side == (1 if value >= 0 else -1)
        chart = sent(app)["apart"]
        held = [sent(app)["main"].header["ids"].index(i) for i in chart.header["linkedIds"]]
        shown = np.asarray(chart.trace("terms")["y"], dtype=float)
        most = min(30, len(held))
        np.testing.assert_allclose(shown[:most], terms[held][:most], rtol=1e-6, atol=1e-9)
        assert (np.diff(np.abs(shown[:most])) < 1e-9).all(), "the largest first"
        assert shown.sum() == pytest.approx(value, abs=1e-6)
        colours = chart.trace("terms")["marker"]["color"]
        assert colours[:most] == [f"$class{int(found.y[i] > 0)}" for i in held[:most]]
        ring = sent(app)["main"].trace("asked")
        np.testing.assert_allclose([ring["x"][0], ring["y"][0]], at)


@pytest.mark.parametrize(("degree", "rank"), [("1", 3), ("2", 6), ("3", 10)])
def test_a_polynomial_has_as_many_dimensions_as_monomials(degree, rank):
    app = open_kernels("gram", {"kernel": "poly", "degree": degree})
    verdict = re.search(
        r"Numerical rank (\d+) of 90, effective dimension .* = (\S+)\.", captions(app)
    )
    spectrum = np.array(sent(app)["spectrum"].trace("positive")["y"])
    assert len(spectrum) == rank == int(verdict[1])
    assert float(verdict[2]) == pytest.approx(spectrum.sum() ** 2 / (spectrum**2).sum(), rel=0.06)
