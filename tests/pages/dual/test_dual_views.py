"""The films and tables of the page Dual: what is sent and said, from alpha and the kernel alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

import pages.dual.panels.primal_vs_dual as beside_view
from pages.dual.model.primal_vs_dual import CostRow, comparison
from pages.dual.remembered import SmoMemory
from pages.state.board.experiment import Experiment, change
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
    visit_of,
)

CONVEX = [board for board in TRAINED if board != "sigmoid"]
SOFT = [board for board in CONVEX if "hard" not in board]


def open_dual(query, view, **words):
    return open_page("dual", {"i_dual": view} | query | words)


def test_smo_that_is_looked_at_closely_keeps_the_steps_around():
    app = open_dual({"C": "1000", "kernel": "poly", "n_samples": "200"}, "smo")
    film = sent(app)["smo"].figure["film"]
    gaps = np.flatnonzero(np.diff(film["update"]) > 5)
    assert len(gaps), "a long run is not sent whole"
    step = int(film["update"][gaps[0]]) + 3
    assert step not in film["update"]
    visit_of(app).remembered(SmoMemory).step_in(film["id"], step)
    closer = sent(again(app))["smo"].figure["film"]
    assert {step - 1, step, step + 1} <= set(closer["update"].tolist())
    assert (closer["id"], closer["total"]) == (film["id"], film["total"])
    visit_of(app).remembered(SmoMemory).step_in("another run", step)
    assert step not in sent(again(app))["smo"].figure["film"]["update"]


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
    words = captions(open_dual(query, "beside"))
    low, high = numbers(next(line for line in words.splitlines() if "Any b from" in line))[-2:]
    found = comparison(change(Experiment(), C=0.01))
    assert (low, high) == pytest.approx(found.b_range, rel=1e-3)
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
