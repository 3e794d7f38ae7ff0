"""SMO as pseudocode, with the classifier that is made of its multipliers."""

from typing import Any

import numpy as np

from pages.dual.model.smo_record import SmoRecord
from pages.state.descent.pseudocode import Line, as_film
from pages.state.text.number_format import number
from svmcore.kernels import Linear

LARGEST = "the k with the largest Eₖ, of those whose yₖαₖ may grow"
GAIN = "the k with the largest (Eᵢ − Eₖ)²/(Kᵢᵢ + Kₖₖ − 2Kᵢₖ), of those whose yₖαₖ may fall"
OVER_ALL = (
    "Some texts take each Σ over S; here it is over all i, because the points with α = C are terms "
    "of it."
)
NO_FREE = "S is empty: b ← the mean of (largest Eₖ that may grow) and (smallest that may fall)"


def smo_algorithm(record: SmoRecord) -> dict[str, Any]:
    """The pseudocode of a record, as its panel takes it; its last lines are those of the end."""
    update, pair = record.update, record.line
    step, never = update > 0, np.zeros(len(update), dtype=bool)
    end = (update == record.total) & record.finished
    clipped = (pair.unclipped < pair.low) | (pair.unclipped > pair.high)
    last = record.states.alpha[-1]
    free = ((last > 0.0) & (last < record.bound)).any() or not record.finished
    hard, linear = bool(np.isinf(record.C)), isinstance(record.kernel, Linear)
    weighed = not hard and bool((record.bound != record.C).any())
    C, K = "Cᵢ" if weighed else "C", "xᵢ·{}" if linear else "K(xᵢ, {})"
    box = "below 0" if hard else f"out of [0, {C}]"
    inner = [
        f"i ← {LARGEST}",
        f"j ← {GAIN}",
        "d ← (Eᵢ − Eⱼ)/(Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ)",
        "yᵢαᵢ ← yᵢαᵢ + d, yⱼαⱼ ← yⱼαⱼ − d",
        "Eₖ ← Eₖ − d (Kᵢₖ − Kⱼₖ) for all k",
    ]
    loop = [Line(text, 1, step) for text in inner]
    loop.insert(
        3, Line(f"if that moves αᵢ or αⱼ {box}: d ← the largest allowed d", 1, clipped, True)
    )
    tol = number(record.experiment.tol)
    stop = f"until (largest Eₖ that may grow) − (smallest that may fall) ≤ {tol}"
    classifier = [
        f"S ← all i with {'αᵢ > 0' if hard else f'0 < αᵢ < {C}'}",
        *(["w ← Σ αᵢyᵢxᵢ over all i"] if linear else []),
        f"b ← mean over s in S of yₛ − Σ αᵢyᵢ {K.format('xₛ')}" if free else NO_FREE,
        f"predict the sign of {'w·x' if linear else 'Σ αᵢyᵢ K(xᵢ, x)'} + b",
    ]
    lines = [
        Line("α ← 0, Eₖ ← yₖ for all k", 0, update == 0),
        Line("repeat", 0, never),
        *loop,
        Line(stop, 0, end, branch=True),
        *(Line(text, 0, end) for text in classifier),
    ]
    kind = "linear" if linear else "nonlinear"
    title = f"{'Hard' if hard else 'Soft'}-margin {kind} SVM by SMO"
    return as_film(title, lines, "" if hard else OVER_ALL)
