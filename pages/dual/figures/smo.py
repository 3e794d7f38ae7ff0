"""The pictures of SMO, and its pseudocode."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pages.datasets.limits import Extent
from pages.dual.model.smo_record import SmoRecord, thinned
from pages.plots.charts import MAX_BARS, over_error
from pages.plots.frames import frames, small
from pages.plots.layout_sizes import TITLE_ALONE
from pages.plots.theme import Figure
from pages.plots.traces import bar_layout, bars, chart_layout, curve, empty_figure, note, rule
from pages.state.descent.pseudocode import Line, as_film
from pages.state.model.run import Data
from pages.state.text.number_format import number
from svmcore.arrays import Array, Indices
from svmcore.kernels import Kernel, Linear

# --- SMO as pseudocode, with the classifier that is made of its multipliers ---

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


# --- The record of SMO as a film, one row a moment, and as a chart of its values ---

TITLE = "Primal and dual value during SMO"
BARS, BARS_UNIT = "Multipliers α", "points; pale: at the end; filled: class −1, outlined: class +1"
FRAMES, FEWEST = 120, 60  # surfaces of a model with a kernel
OPENING, NEAR_FOCUS = 30, 12  # moments at the start and beside the focus that have their own
PICTURES = 620_000  # bytes that the surfaces and their lines may take, before they are encoded


def smo_dict(record: SmoRecord, name: str, extent: Extent, live: bool = False) -> dict[str, Any]:
    """The record under a name, for M moments of n points; equal names are the same run.

    All arrays of its steps, lines and states, and its box, are there as float32 (a number that
    float32 does not hold keeps its array in float64), but the pair, which is sample, int16 (M, 2).
    Further: update and marks, int32; case (M, n), int8, 0 where alpha = 0, 1 between, 2 at C_i;
    crossed (M, n), int8, 1 where the model is wrong; order, the points of the bars from left to
    right; y, int8 (n,); C, that of weight 1, None for
    the hard margin, which has no box; weighed, whether some C_i is another one. The model is
    w (M, 2) and b (M,) for the linear kernel;
    for another one b, and the pictures of some moments (see `frames`), where frame, int16 (M,),
    is which picture belongs to each moment: its own, or the last one before it. There are at
    most FRAMES, and fewer, down to FEWEST, where the lines are so winding that they would be
    too long.
    """
    C, alpha, hard = record.C, record.states.alpha, np.isinf(record.C)
    case = (alpha > 0.0).astype(np.int8) + (alpha == record.bound).astype(np.int8)
    values: dict[str, Any] = {
        "process": "smo",
        "id": name,
        "total": record.total,
        "per_epoch": 1.0,
        "update": record.update.astype(np.int32),
        "marks": record.marks.astype(np.int32),
        "live": live,
        "status": "",
        "sample": record.steps.pair.astype(np.int16),
        "batch": 2,
        "case": case,
        "crossed": crossed(record.data, record.kernel, record.coef, record.states.b),
        "C": None if hard else C,
        "weighed": not hard and bool((record.bound != C).any()),
        "y": record.data.y.astype(np.int8),
        "order": bar_figure(alpha, record.data.y, record.bound)[1],
    }
    numbers = vars(record.steps) | vars(record.line) | vars(record.states)
    numbers |= {} if hard else {"box": record.box}
    values |= {key: small(array) for key, array in numbers.items() if key != "pair"}
    if isinstance(record.kernel, Linear):
        return values | {"kind": "linear", "w": small(record.coef @ record.data.X)}
    pictures = surfaces(
        record.kernel,
        record.data.X,
        record.coef,
        record.states.b,
        record.update,
        record.focus,
        extent,
    )
    return values | {"kind": "kernel"} | pictures


def crossed(data: Data, kernel: Kernel, coef: Array, b: Array) -> npt.NDArray[np.int8]:
    """Whether each moment's model is wrong at each point; before the first step there is none."""
    scores = coef @ kernel(data.X, data.X) + b[:, None]
    return ((data.y * scores < 0.0) & coef.any(axis=1, keepdims=True)).astype(np.int8)


def surfaces(
    kernel: Kernel, X: Array, coef: Array, b: Array, update: Indices, focus: int, extent: Extent
) -> dict[str, Any]:
    """Pictures of chosen moments, and for every moment the last of these up to it."""

    def pictures(moments: Indices) -> dict[str, Any]:
        held = coef[moments].any(axis=0)
        return frames(kernel, X[held], coef[np.ix_(moments, held)], b[moments], extent)

    count = len(update)
    trial = pictures(np.array([count // 2, count - 1]))
    each = (trial["shades"].nbytes + trial["lines_xy"].nbytes) // 2
    most = min(FRAMES, max(FEWEST, PICTURES // each))
    chosen = _chosen(update, focus, most)
    own = np.searchsorted(chosen, np.arange(count), side="right") - 1
    return {"frame": own.astype(np.int16)} | pictures(chosen)


def _chosen(update: Indices, focus: int, most: int) -> Indices:
    """The moments that get a picture: all if they are few; the first, those beside the focus, the
    last, and others as evenly as there is room.
    """
    every = np.arange(len(update))
    if len(every) <= most:
        return every
    beside = every[np.abs(update - focus) <= NEAR_FOCUS] if focus >= 0 else every[:0]
    return thinned(np.concatenate([every[:OPENING], beside, every[-1:]]), every, most=most)


def bar_figure(alpha: Array, y: Array, bound: Array) -> tuple[Figure, Indices]:
    """The multipliers of the last moment, (M, n), as pale bars, which the film draws over; and the
    points from left to right: those with alpha > 0 in some moment, the largest last ones first.

    The bound C is a dashed line where all points have the same.
    """
    last, most = alpha[-1], alpha.max(axis=0)
    order = np.lexsort((-most, -last))
    order = order[most[order] > 0.0][:MAX_BARS]
    layout = bar_layout(BARS, BARS_UNIT, len(order))
    layout["margin"] |= {"t": TITLE_ALONE}
    top = float(most[order].max(initial=1e-300))
    C = float(bound[0]) if len(bound) and (bound == bound[0]).all() else np.inf
    near = 8.0 * top > C
    layout["yaxis"] |= {"range": [0.0, 1.12 * (max(C, top) if near else top)]}
    if near:
        layout["shapes"] = [rule("y", C, "$muted", 1.5, "4px,3px")]
        layout["annotations"] = [note("C", 1.0, C) | {"xref": "paper", "xanchor": "right"}]
    look = {"color": "$line", "line": {"width": 0}}
    hover = "at the end α = %{y:.4g}<extra></extra>"
    pale = bars("alpha", np.arange(len(order)), last[order], look, hovertemplate=hover)
    return {"data": [pale], "layout": layout}, order.astype(np.int32)


def progress_figure(record: SmoRecord | None) -> Figure:
    """The primal and the dual value after every kept step, and below it their gap on a log axis.

    Where a kernel is not positive semi-definite the gap bounds nothing, and the violation stands
    in its place. The primal of the hard margin is infinite at first, and drawn from where it is a
    number. Without a record the chart says that there is none.
    """
    if record is None:
        return empty_figure(TITLE, "no model to train")
    states = record.states
    x, primal = record.update.astype(np.float64), states.primal
    curves = [
        curve(x, np.where(np.isfinite(primal), primal, np.nan), "primal", "$ink", "solid"),
        curve(x, states.dual, "dual", "$muted", "dash"),
    ]
    bound = record.kernel.psd
    error, name = (primal - states.dual, "gap") if bound else (record.steps.left, "KKT violation")
    return over_error(chart_layout(TITLE, "step"), curves, primal, error, name)
