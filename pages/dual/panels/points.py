"""Every point's multiplier, its condition and what it does; and the boundary without it."""

from html import escape

import streamlit as st

from pages.dual.model.kkt import Conditions, conditions, derivation
from pages.dual.model.leave_one_out import difference, without
from pages.dual.panels import common
from pages.dual.text import dual_sentence, point_text
from pages.plots.charts import alpha_figure, bar_order
from pages.plots.decision import asked_figure
from pages.state.inspected import Inspected
from pages.state.run import Run, run
from pages.state.scene import Scene, scene
from pages.state.verdict import badge, number, sentence
from pages.ui import display
from pages.ui.inspected_point import dual_experiment, inspected_index
from pages.ui.rows import rows
from pages.ui.session import Session

COLUMNS = {
    "": "The point's number, in the order of the board.",
    "α": "The multiplier of the point; a support vector has α > 0.",
    "y f(x)": "Functional margin: 1 on the margin, below 0 misclassified.",
    "slack": "ξ = max(0, 1 − y f(x)).",
    "violation": "|clip(α + 1 − y f(x), 0, C × weight) − α|: 0 exactly at the optimum.",
    "case": "α = 0 implies y f(x) ≥ 1, a free α y f(x) = 1, and α = C × weight y f(x) ≤ 1.",
}
CASES = ("α = 0", "free", "α = C")
WEIGHED = ("α = 0", "free", "α = C × weight")  # of a point whose weight is not 1
STORY = "Click a point, a bar or a row to see its α, and how the model changes without it."


def show(session: Session) -> None:
    """The picture, the multipliers as bars and as a table, and one point in words."""
    result = run(dual_experiment(session))
    k = inspected_index(session, result)
    drawn = scene(result, session.view)
    ghost, fits = _without(session, result, k), str(session.fits)
    figure = asked_figure(drawn, session.home, k, ghost, show=session.show, revision=fits)
    text = dual_sentence(result) if result.model is not None else sentence(result)
    left, right = display.columns()
    with left:
        display.inspection_picture(session, figure, result.data, badge(result), text)
    with right:
        common.choose(session)
        if result.model is not None:
            _point_details(session, drawn, k)


def _without(session: Session, result: Run, k: int | None) -> Scene | None:
    """What the model without the point would show; None where that is the same."""
    if k is None or result.model is None:
        return None
    change = difference(result, k)
    return None if change is None or change.same else scene(without(result, k), session.view)


def _point_details(session: Session, drawn: Scene, k: int | None) -> None:
    result = drawn.run
    found = conditions(result)
    lines = point_text(result, k) if k is not None else (STORY,)
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    st.html(f'<div class="svm-point-text" role="status">{body}</div>')
    bars, ids = alpha_figure(result, k), session.browser_ids(result.data.ids)
    links = [ids[i] for i in bar_order(result)]
    display.chart("alpha", bars, 170, linked_ids=links, on_pick=session.pick)
    ranked = sorted(range(len(ids)), key=lambda i: (-found.alpha[i], found.margins[i]))
    rows(
        "kkt",
        COLUMNS,
        [_cells(found, i) for i in ranked],
        ids=[ids[i] for i in ranked],
        chosen=None if k is None else ids[k],
        on_pick=lambda id: session.set_fields(Inspected, point=session.own_id(id), place=None),
        height=200,
    )
    _by_hand(result, found, k)


def _cells(found: Conditions, i: int) -> list[str]:
    return [
        str(i + 1),
        number(float(found.alpha[i])),
        number(float(found.margins[i])),
        number(float(found.slack[i])),
        number(float(found.violation[i]), 1),
        CASES[found.case[i]] if found.bounds[i] == found.C else WEIGHED[found.case[i]],
    ]


def _by_hand(result: Run, found: Conditions, k: int | None) -> None:
    """The textbook's algorithm in the numbers of this machine."""
    way = derivation(result)
    lines = [f"S: {len(way.S)} points with α > 0. Σ α y = {number(found.balance, 1)}"]
    if way.w is not None:
        lines.append(f"w = Σ α y x = ({number(way.w[0])}, {number(way.w[1])})")
    if way.mean is not None and way.spread is not None:
        b, mean = number(way.b, 4), number(way.mean, 4)
        lines.append(
            f"b = {b}: the mean of y − Σ α y K over the {len(way.free)} free points"
            f"{'' if b == mean else f' is {mean}'}, which differ by {number(way.spread, 1)}"
        )
    else:
        low, high = way.interval
        lines.append(
            f"b = {number(way.b, 4)}: no point is free, so b may be anything from {number(low)} to "
            f"{number(high)}"
        )
    lines.append(_class_of(result, found, way.b, k))
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    st.html(f'<ol class="svm-derivation">{items}</ol>')


def _class_of(result: Run, found: Conditions, b: float, k: int | None) -> str:
    if k is None:
        return "class of x: the sign of Σ α y K(x, ·) + b"
    f = float(found.margins[k] * result.data.y[k])
    terms = f"{number(f - b, 4)} {'+' if b >= 0.0 else '−'} {number(abs(b), 4)}"
    side = "+1" if f >= 0.0 else "−1"
    return f"class of point {k + 1}: Σ α y K + b = {terms} = {number(f, 4)}, so {side}"
