"""The views of the page Kernels: every number once more, from the kernel and scikit-learn."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.state.model.run import data_of
from tests.helpers.opened import (
    TRAINED,
    again,
    blocks,
    board_of,
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
    until_done,
    verdict,
)


def open_kernels(view, query=None, **words):
    return open_page("kernels", {"i_kernels": view} | (query or {}) | words)


def cells(app) -> list[str]:
    return [plain(text) for text in blocks(app, "svm-cell")]


def test_what_a_kernel_cannot_be_swept_over_is_not_offered():
    known = {"linear": 1, "poly": 4, "rbf": 3, "laplacian": 2, "sigmoid": 3, "built": 1}
    for kernel, count in known.items():
        app = open_kernels("gallery", {"kernel": kernel}, i_along="degree")
        along = app.button_group(key="w_along")
        assert len(along.options) == count, kernel
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
    assert board_of(app).experiment["gamma"] == pytest.approx(0.5 / 0.2**2)
    assert control(app, "w_gamma")["value"] == pytest.approx(12.5)
    app.button_group(key="w_along").set_value("kernels")
    again(app)
    app.button(key="cell_1").click()
    again(app)
    assert board_of(app).experiment.kernel == "poly"
    assert app.button_group(key="w_kernel").value == "poly"
    found = machine({"kernel": "poly", "gamma": "12.5"})
    support, errors = int((found.case > 0).sum()), int((found.margins < 0).sum())
    assert f"{support} of 90 points are support vectors" in verdict(app)
    assert cells(app)[1] == f"{support} SVs, {errors} wrong"


def test_a_machine_that_does_not_exist_or_is_not_certified_is_said_in_its_cell():
    app = open_kernels("gallery", {"margin": "hard"})
    assert cells(app)[0] == "no model"
    assert "No straight line separates" in app.button(key="cell_0").help
    assert "this kernel has no hard margin" in app.button(key="cell_4").help
    assert "not certified optimal" in app.button(key="cell_4").help


def test_f_at_a_place_is_the_sum_of_its_terms():
    query = TRAINED["hard RBF"]
    found = machine(query)
    app = open_kernels("apart", query, i_place="0.4,-0.3")
    terms = found.alpha * found.y * gram(query, np.array([[0.4, -0.3]]), found.X)[0]
    value = terms.sum() + found.b
    x, y, told, side = numbers(verdict(app).split("f(")[1].replace("+1", "1"))
    np.testing.assert_allclose([x, y], (0.4, -0.3), rtol=5e-3)
    assert told == pytest.approx(value, rel=1e-3, abs=1e-6)
    assert side == (1 if value >= 0 else -1)
    chart = sent(app)["apart"]
    ids = sent(app)["main"].header["ids"]
    held = [ids.index(i) for i in chart.header["linkedIds"]][:30]
    shown = np.asarray(chart.trace("terms")["y"], dtype=float)
    np.testing.assert_allclose(shown[: len(held)], terms[held], rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize(("degree", "rank"), [("1", 3), ("2", 6), ("3", 10)])
def test_a_polynomial_has_as_many_dimensions_as_monomials(degree, rank):
    app = open_kernels("gram", {"kernel": "poly", "degree": degree})
    verdict = re.search(
        r"Numerical rank (\d+) of 90, effective dimension .* = (\S+)\.", captions(app)
    )
    spectrum = np.array(sent(app)["spectrum"].trace("positive")["y"])
    assert len(spectrum) == rank == int(verdict[1])
    assert float(verdict[2]) == pytest.approx(spectrum.sum() ** 2 / (spectrum**2).sum(), rel=0.06)


@pytest.mark.parametrize("lift", ["homogeneous", "doubled", "paraboloid"])
def test_both_sides_of_the_kernel_trick_agree_in_numbers(lift):
    app = open_kernels("lift", i_lift=lift, i_point="4", i_other="7")
    x, z = data_of(experiment({})).X[[7, 4]]
    told = lines(app, "svm-agreement")
    inner = x @ z
    wanted = {
        "homogeneous": inner**2,
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


SMALL = {"n_samples": "40", "dataset": "moons", "seed": "3"}


@pytest.fixture(scope="module")
def compared():
    app = open_kernels("choose", SMALL)
    assert not [b for b in app.button if b.key and b.key.startswith("use_")]
    app.button(key="compare").click()
    return until_done(again(app))


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_what_was_compared_can_be_taken(compared, kernel):
    compared.query_params.clear()
    compared.query_params.update({"i_kernels": "choose"} | SMALL)
    again(compared)
    assert "A tick is one of 5 folds" in captions(compared)
    [advice] = blocks(compared, "svm-advice")
    assert "% cross-validation accuracy" in plain(advice)
    button = compared.button(key=f"use_{kernel}")
    told = numbers(button.label.split(" with ")[1])
    support = numbers(button.help)[0]
    button.click()
    again(compared)
    now = board_of(compared).experiment
    assert (now.kernel, now.margin) == (kernel, "soft")
    names = {"linear": ["C"], "poly": ["C", "degree"], "rbf": ["C", "gamma"]}[kernel]
    assert [float(now[name]) for name in names] == told
    assert control(compared, "w_C")["value"] == told[0]
    assert f"{support:.0f} of 40 points are support vectors" in verdict(compared)


def test_what_was_compared_is_forgotten_with_the_points_and_found_again(compared):
    assert compared.button(key="use_rbf")
    board_of(compared).choose(seed=8)
    again(compared)
    assert not [b for b in compared.button if b.key == "use_rbf"]
    assert not blocks(compared, "svm-advice")
    board_of(compared).choose(seed=3)
    again(compared)
    assert compared.button(key="use_rbf")
