"""The points of the page Dual: every number once more, from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.model.kkt import derivation
from pages.state.model.run import data_of, run
from pages.state.text.number_format import number
from tests.helpers.opened import TRAINED, experiment, lines, machine, numbers, open_page

SEVERAL = [board for board in TRAINED if board != "two points"]


def open_dual(query, **words):
    return open_page("dual", query | words)


@pytest.mark.parametrize("board", SEVERAL)
def test_by_hand_adds_up(board):
    query = TRAINED[board]
    found = machine(query)
    first, *middle, b, last = lines(open_dual(query), "svm-derivation", "li")
    size, balance = numbers(first.replace("α > 0", ""))
    assert size == (found.case > 0).sum()
    assert abs(balance) < 1e-6
    coef = found.alpha * found.y
    if query.get("kernel") == "linear":
        w = ", ".join(number(float(v)) for v in coef @ found.X)
        assert middle == [f"w = Σ α y x = ({w})"]
    else:
        assert not middle
    free = found.case == 1
    votes = (found.y - found.K @ coef)[free]
    assert b.startswith(f"b = {number(float(votes.mean()), 4)}: the mean of")
    assert f"over the {free.sum()} free" in b
    assert numbers(b)[-1] == pytest.approx(np.ptp(votes), abs=1e-8)
    assert "sign" in last


@pytest.mark.parametrize("board", ["usual", "linear", "two points"])
@pytest.mark.parametrize("k", [0, 1])
def test_the_class_of_a_point_is_added_up(board, k):
    query = TRAINED[board]
    found = machine(query)
    ids = data_of(experiment(query)).ids
    last = lines(open_dual(query, i_point=str(ids[k])), "svm-derivation", "li")[-1]
    total = float(found.K[k] @ (found.alpha * found.y))
    assert last.startswith(f"class of point {k + 1}:")
    sign = "+1" if total + found.b >= 0.0 else "−1"
    assert last.endswith(f"= {number(total + found.b, 4)}, so {sign}")
    terms = numbers(last.split("= ")[1].replace("− ", "−").replace("+ ", ""))
    assert terms == pytest.approx([total, found.b], rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("query", [{"C": "0.01"}, TRAINED["two points"]])
def test_without_a_free_point_b_has_room(query):
    b = next(s for s in lines(open_dual(query), "svm-derivation", "li") if s.startswith("b ="))
    assert "no point is free" in b
    how = derivation(run(experiment(query)))
    assert not len(how.free)
    assert numbers(b) == pytest.approx([how.b, *how.interval], rel=6e-3)
