"""The films and tables of the page Dual: what is sent and said, from alpha and the kernel alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

import pages.dual.panels.primal_vs_dual as beside_view
from pages.dual.model.primal_vs_dual import CostRow
from pages.dual.session import SmoMemory
from pages.state.verdict import number
from tests.helpers.opened import (
    TRAINED,
    again,
    blocks,
    captions,
    machine,
    numbers,
    open_page,
    plain,
    reference,
    sent,
    session,
    verdict,
)

CONVEX = [board for board in TRAINED if board != "sigmoid"]
SOFT = [board for board in CONVEX if "hard" not in board]


def open_dual(query, view, **words):
    return open_page("dual", {"i_dual": view} | query | words)


def values_of(found, alpha, b):
    """Dual and primal value of the multipliers `alpha` (m, n) with `b` (m,)."""
    coef = alpha * found.y
    products = coef @ found.K
    square = (coef * products).sum(axis=1)
    slack = np.maximum(0, 1 - found.y * (products + b[:, None])).sum(axis=1)
    dual = alpha.sum(axis=1) - 0.5 * square
    if np.isinf(found.C):  # of the machine that is stretched until the nearest point is at 1
        nearest = (found.y * (products + b[:, None])).min(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return dual, np.where(nearest > 0, 0.5 * square / nearest**2, np.inf)
    return dual, 0.5 * square + found.C * slack


@pytest.mark.parametrize("board", TRAINED)
def test_smo_says_the_steps_and_values_of_its_film(board):
    query = TRAINED[board]
    app = open_dual(query, "smo")
    film = sent(app)["smo"].figure["film"]
    found = machine(query)
    assert verdict(app).startswith(f"SMO takes {film['total']} step")
    assert " of two multipliers until " in verdict(app)
    assert f"{len(film['marks'])} key steps are marked" in verdict(app)
    alpha, b = film["alpha"].astype(float), film["b"].astype(float)
    assert (alpha[0] == 0).all()
    assert np.abs(alpha @ found.y).max() < 1e-5 * max(1.0, alpha.max())
    dual, primal = values_of(found, alpha, b)
    assert (np.diff(dual) > -1e-4 * dual[-1]).all(), "every step raises the dual"
    words = film["words"]
    assert words["place"] == [f"step {k} of {film['total']}" for k in film["update"]]
    finite = np.array(["∞" not in text for text in words["cost"]])
    assert np.isinf(primal[~finite]).all()
    finite &= primal < 1e5  # larger ones have two digits
    told = np.array([numbers(words["cost"][k]) for k in np.flatnonzero(finite)])
    np.testing.assert_allclose(told[:, 0], dual[finite], rtol=2e-3, atol=1e-4)
    np.testing.assert_allclose(told[:, 1], primal[finite], rtol=2e-3, atol=1e-4)
    shown = {t["uid"]: t for t in sent(app)["smo_values"].figure["data"]}
    np.testing.assert_allclose(shown["dual"]["y"], dual, rtol=1e-3, atol=1e-4)
    if board != "sigmoid":  # there SMO may end anywhere
        scores = found.K @ (alpha[-1] * found.y)
        ours = found.K @ (found.alpha * found.y)
        np.testing.assert_allclose(scores, ours, atol=1e-3 * np.ptp(ours))


def test_smo_that_is_looked_at_closely_keeps_the_steps_around():
    app = open_dual({"C": "1000", "kernel": "poly", "n_samples": "200"}, "smo")
    film = sent(app)["smo"].figure["film"]
    gaps = np.flatnonzero(np.diff(film["update"]) > 5)
    assert len(gaps), "a long run is not sent whole"
    step = int(film["update"][gaps[0]]) + 3
    assert step not in film["update"]
    session(app).remembered(SmoMemory).step_in(film["id"], step)
    closer = sent(again(app))["smo"].figure["film"]
    assert {step - 1, step, step + 1} <= set(closer["update"].tolist())
    assert (closer["id"], closer["total"]) == (film["id"], film["total"])
    session(app).remembered(SmoMemory).step_in("another run", step)
    assert step not in sent(again(app))["smo"].figure["film"]["update"]


@pytest.mark.parametrize("board", CONVEX)
def test_every_machine_of_the_path_obeys_its_own_conditions(board):
    query = {k: v for k, v in TRAINED[board].items() if k != "margin"}
    app = open_dual(query, "path")
    pictures = sent(app)
    film = pictures["path"].figure["film"]
    found = machine(query)
    C, alpha, b = (film[name].astype(float) for name in ("C", "alpha", "b"))
    assert (np.diff(C) > 0).all()
    assert (C[0], C[-1]) == (pytest.approx(0.01), pytest.approx(1000.0))
    assert np.isclose(C, found.C).any(), "the visitor's own C is a moment"
    margins = found.y * ((alpha * found.y) @ found.K + b[:, None])
    marks = pictures["main"].trace("points")["marker"]["symbol"]
    held = np.array([not mark.endswith("-open") for mark in marks])
    assert not alpha[:, ~held].any()
    step = np.clip(alpha + 1 - margins, 0, C[:, None]) - alpha
    # float32 travels: alpha of 1000 has four decimals
    assert (np.abs(step[:, held]) < 1e-3 + 1e-5 * C[:, None]).all()
    case = film["case"]
    loose = 1e-5 * C[:, None]
    assert (np.abs(alpha[case == 0]) == 0).all()
    assert (np.abs(alpha - C[:, None]) < loose)[case == 2].all()
    assert ((alpha > -loose) & (alpha < C[:, None] + loose))[case == 1].all()
    counts = {t["uid"]: t["y"] for t in pictures["path_counts"].figure["data"]}
    np.testing.assert_array_equal(counts["free"], (case == 1).sum(axis=1))
    np.testing.assert_array_equal(counts["at C"], (case == 2).sum(axis=1))
    told = [f"{(row == 1).sum()} free, {(row == 2).sum()} at C" for row in case]
    assert film["words"]["step"] == told


def test_the_words_of_the_path_count_the_wrong_and_the_held_back():
    app = open_dual({}, "path")
    film = sent(app)["path"].figure["film"]
    found = machine({})
    alpha, b = film["alpha"].astype(float), film["b"].astype(float)
    margins = found.y * ((alpha * found.y) @ found.K + b[:, None])
    marks = sent(app)["main"].trace("points")["marker"]["symbol"]
    away = np.array([mark.endswith("-open") for mark in marks])
    assert 0.2 < away.mean() < 0.3
    n = (~away).sum()
    assert (alpha[:, away] == 0).all(), "what is held back is never learnt"
    for k in (0, 40, 80, len(b) - 1):
        width, wrong, of, test, of_test = numbers(film["words"]["cost"][k])
        assert (of, of_test) == (n, away.sum())
        assert wrong == (margins[k, ~away] < 0).sum()
        assert test == (margins[k, away] < 0).sum()
        coef = alpha[k] * found.y
        assert width == pytest.approx(2 / np.sqrt(coef @ found.K @ coef), rel=0.06)


def rows_of(app) -> dict[str, list[str]]:
    [table] = blocks(app, "svm-numbers svm-beside")
    body = table.split("<tbody>")[1]
    found = re.findall(r"<tr><th>(.*?)</th><td>(.*?)</td><td>(.*?)</td></tr>", body)
    return {name: [plain(primal), plain(dual)] for name, primal, dual in found}


@pytest.mark.parametrize("board", SOFT)
def test_both_columns_state_the_same_machine(board):
    query = TRAINED[board]
    found = rows_of(open_dual(query, "beside"))
    own = machine(query)
    n = len(own.y)
    size = 2 if query.get("kernel") == "linear" else n
    assert found["number of variables"] == [str(size + 1 + n), str(n)]
    first = "w" if query.get("kernel") == "linear" else "β"
    assert found["variables"] == [f"{size} {first}, 1 b, {n} ξ", f"{n} α"]
    best = reference(query)
    alpha = np.zeros(n)
    alpha[best.support_] = np.abs(best.dual_coef_[0])
    coef = alpha * own.y
    value = alpha.sum() - 0.5 * coef @ own.K @ coef
    for text in found["value"]:
        assert numbers(text)[0] == pytest.approx(value, rel=2e-5)
    if board != "two points":  # there b is a choice
        for text in found["b"]:
            assert numbers(text)[0] == pytest.approx(float(best.intercept_[0]), abs=2e-4)
    assert ("w" in found) == (query.get("kernel") == "linear")
    for text in found.get("w", []):
        np.testing.assert_allclose(numbers(text), coef @ own.X, rtol=1e-3)


def test_where_b_is_a_choice_both_ends_are_said():
    query = {"C": "0.01"}
    app = open_dual(query, "beside")
    found = machine(query)
    words = next(line for line in captions(app).splitlines() if "Any b from" in line)
    low, high = numbers(words)[-2:]
    scores = found.K @ (found.alpha * found.y)

    def loss(b):
        return np.maximum(0, 1 - found.y * (scores + b)).sum()

    inside = [loss(b) for b in np.linspace(low + 2e-2, high - 2e-2, 5)]
    np.testing.assert_allclose(inside, inside[0], rtol=1e-9)
    assert min(loss(low - 0.05), loss(high + 0.05)) > inside[0]
    assert "Any b" not in captions(open_dual({"kernel": "linear"}, "beside"))


def test_measuring_fills_the_chart_and_stays(monkeypatch):
    measured = [CostRow(25, 2, 1.5, 3.0, 9, 11), CostRow(50, 2, 2.5, 9.0, 10, 12)]
    asked = []

    def growing(by):
        asked.append(by)
        yield from measured

    monkeypatch.setattr(beside_view, "growing", growing)
    app = open_dual({}, "beside")

    def heights():
        figure = sent(app)["growth"].figure
        return [v for t in figure["data"] for v in np.asarray(t.get("y", []), float).tolist()]

    assert not {1.5, 9.0} & set(heights())
    app.button(key="measure").click()
    again(app)
    assert asked == ["points"]
    assert {1.5, 2.5, 3.0, 9.0} <= set(heights())
    assert "in about N³" in captions(app)
    # 2.5 / 1.5 and 9 / 3 at twice the points
    assert "the primal grew like N^0.74, that of the dual like N^1.6." in captions(app)
    app.button_group(key="w_growth").set_value("dimensions")
    again(app)
    assert not {1.5, 9.0} & set(heights()), "another question, another answer"
    assert "do not depend on d" in captions(app)
    app.button_group(key="w_growth").set_value("points")
    again(app)
    assert {1.5, 9.0} <= set(heights())
    assert asked == ["points"]


def test_numbers_are_written_as_the_report_writes_them():
    """The parser of these tests reads what `number` writes."""
    for value in (0.5, -3.25, 4e-13, 1200.0, -2e-5):
        assert numbers(number(value)) == [pytest.approx(value)]
