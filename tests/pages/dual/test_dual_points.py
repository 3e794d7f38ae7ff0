"""The points of the page Dual: every number once more, from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.state.run import data_of
from pages.state.verdict import number
from tests.helpers.opened import (
    TRAINED,
    experiment,
    gram,
    lines,
    machine,
    numbers,
    open_page,
    reference,
    sent,
    table,
    verdict,
)

SEVERAL = [board for board in TRAINED if board != "two points"]


def open_dual(query, **words):
    return open_page("dual", query | words)


@pytest.mark.parametrize("board", SEVERAL)
def test_the_sentence_counts_by_the_conditions(board):
    query = TRAINED[board]
    found = machine(query)
    idle, free, bound = (int((found.case == case).sum()) for case in range(3))
    assert found.violation.max() < 1e-5
    if board not in ("sigmoid", "hard", "hard RBF"):
        theirs = np.zeros(len(found.y))
        best = reference(query)
        theirs[best.support_] = np.abs(best.dual_coef_[0])
        assert (theirs > 1e-6).sum() == free + bound
        assert (theirs > found.C - 1e-6).sum() == bound
    text = verdict(open_dual(query))
    assert f"{free + bound} of {len(found.y)} points are support vectors" in text
    assert f"{free} on the margin (" in text
    assert (f"{bound} inside the margin" in text) == (bound > 0)
    assert ("(α = C)" in text) == (bound > 0)
    assert f"the other {idle} are" in text
    assert ("beyond their margin" in text) == bool(
        (found.margins[found.case == 0] > 1 + 1e-6).all()
    )


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
    found = machine(query)
    assert not (found.case == 1).any()
    b = next(s for s in lines(open_dual(query), "svm-derivation", "li") if s.startswith("b ="))
    assert "no point is free" in b
    own, low, high = numbers(b)
    scores = found.K @ (found.alpha * found.y)
    inside = np.linspace(low, high, 9)[1:-1]
    loss = [np.maximum(0, 1 - found.y * (scores + b)).sum() for b in [*inside, low - 1, high + 1]]
    np.testing.assert_allclose(loss[:-2], loss[0], rtol=1e-2)
    assert min(loss[-2:]) > loss[0]
    assert own == pytest.approx((low + high) / 2, abs=1e-2)


KINDS = [
    ("usual", 0),
    ("usual", 1),
    ("usual", 2),
    ("laplacian", 2),
    ("built", 1),
    ("hard", 1),
    ("hard RBF", 1),
    ("linear", 2),
    ("poly", 1),
]


@pytest.mark.parametrize(("board", "case"), KINDS)
def test_a_point_tells_its_own_numbers_and_what_it_holds_up(board, case):
    query = TRAINED[board]
    found = machine(query)
    k = int(np.flatnonzero(found.case == case)[-1])
    app = open_dual(query, i_point=str(k))
    sign, why, missed = lines(app, "svm-point-text")
    assert sign == f"A point of class {'+1' if found.y[k] > 0 else '−1'}."
    if case == 0:
        assert f"y f(x) is {number(found.margins[k])}, beyond" in why
        assert why.endswith("so α = 0: it is not a support vector.")
        assert missed == "Without it the model is the same."
    elif case == 1:
        assert "lies on its margin (y f = 1)" in why
        assert why.endswith(f": {number(found.alpha[k])}.")
        assert ("any positive value" in why) == (query.get("margin") == "hard")
    else:
        assert f"a slack of {number(found.slack[k])}" in why
        assert ("misclassified" in why) == (found.margins[k] < 0)
        assert why.endswith(f"α = C = {number(found.C)}.")
    is_missed(app, query, found, k, missed)
    ring = sent(app)["main"].trace("asked")
    assert (ring["x"], ring["y"]) == ([found.X[k, 0]], [found.X[k, 1]])
    assert table(app)["chosen"] == sent(app)["main"].header["ids"][k]


def is_missed(app, query, found, k, missed) -> None:
    """The change of f that is told, and the dotted line, are those of a machine without it."""
    kept = np.arange(len(found.y)) != k
    C = min(found.C, 1e9)
    fit = SVC(kernel="precomputed", C=C, tol=1e-9).fit(found.K[np.ix_(kept, kept)], found.y[kept])

    def without(Z):
        return gram(query, Z, found.X[kept][fit.support_]) @ fit.dual_coef_[0] + fit.intercept_

    change = np.abs(without(found.X) - found.y * found.margins)
    ghost = sent(app)["main"].trace("ghost")
    if "same" in missed:
        assert change.max() < 1e-4
        assert ghost is None
        return
    told, x, y = numbers(missed)
    assert told >= change.max() * 0.99
    near = np.array([[x, y]])
    coef = found.alpha * found.y
    there = abs(float(without(near)[0] - gram(query, near, found.X)[0] @ coef - found.b))
    assert there == pytest.approx(told, rel=0.1)
    line = np.column_stack([ghost["x"], ghost["y"]]).astype(float)
    line = line[np.isfinite(line).all(axis=1)]
    assert len(line) > 1
    assert np.abs(without(line)).max() < 0.05 * np.abs(found.margins).max()


def test_the_only_point_of_its_class_is_missed_wholly():
    app = open_dual(TRAINED["two points"], i_point="1000000")
    found = machine(TRAINED["two points"])
    *_, why, missed = lines(app, "svm-point-text")
    assert missed == "Without it no model exists: it is the only point of its class."
    assert number(found.alpha[0]) in why
    assert sent(app)["main"].trace("ghost") is None
