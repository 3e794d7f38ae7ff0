"""The record of SMO as a film, one row a moment, and as a chart of its values."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pages.dual.model.smo_record import SmoRecord, thinned
from pages.plots.charts import over_error
from pages.plots.frames import frames, small
from pages.plots.parts import chart_layout, curve, empty_figure
from pages.plots.theme import Figure
from svmcore.arrays import Indices
from svmcore.grid import Extent
from svmcore.kernels import Linear

TITLE = "Primal and dual value during SMO"
FRAMES, FEWEST = 120, 60  # surfaces of a model with a kernel
OPENING, NEAR_FOCUS = 30, 12  # moments at the start and beside the focus that have their own
PICTURES = 620_000  # bytes that the surfaces and their lines may take, before they are encoded


def smo_dict(record: SmoRecord, name: str, extent: Extent, live: bool = False) -> dict[str, Any]:
    """The record under a name, for M moments of n points; equal names are the same run.

    All arrays of its steps, lines and states, and its box, are there as float32 (a number that
    float32 does not hold keeps its array in float64), but the pair, which is sample, int16 (M, 2).
    Further: update and marks, int32; case (M, n), int8, 0 where alpha = 0, 1 between, 2 at C_i;
    crossed (M, n), int8, 1 where the model is wrong; y, int8 (n,); C, that of weight 1, None for
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
        "crossed": _crossed(record),
        "C": None if hard else C,
        "weighed": not hard and bool((record.bound != C).any()),
        "y": record.data.y.astype(np.int8),
    }
    numbers = vars(record.steps) | vars(record.line) | vars(record.states)
    numbers |= {} if hard else {"box": record.box}
    values |= {key: small(array) for key, array in numbers.items() if key != "pair"}
    if isinstance(record.kernel, Linear):
        return values | {"kind": "linear", "w": small(record.coef @ record.data.X)}
    return values | {"kind": "kernel"} | _surfaces(record, extent)


def _crossed(record: SmoRecord) -> npt.NDArray[np.int8]:
    """Whether each moment's model is wrong at each point; before the first step there is none."""
    X, y = record.data.X, record.data.y
    scores = record.coef @ record.kernel(X, X) + record.states.b[:, None]
    return ((y * scores < 0.0) & record.coef.any(axis=1, keepdims=True)).astype(np.int8)


def _surfaces(record: SmoRecord, extent: Extent) -> dict[str, Any]:
    """Pictures of chosen moments, and for every moment the last of these up to it."""
    count = len(record.update)
    trial = _pictures(record, np.array([count // 2, count - 1]), extent)
    each = (trial["shades"].nbytes + trial["lines_xy"].nbytes) // 2
    most = min(FRAMES, max(FEWEST, PICTURES // each))
    chosen = _chosen(record.update, record.focus, most)
    own = np.searchsorted(chosen, np.arange(count), side="right") - 1
    return {"frame": own.astype(np.int16)} | _pictures(record, chosen, extent)


def _pictures(record: SmoRecord, moments: Indices, extent: Extent) -> dict[str, Any]:
    coef, b, X = record.coef[moments], record.states.b[moments], record.data.X
    held = coef.any(axis=0)
    return frames(record.kernel, X[held], coef[:, held], b, extent)


def _chosen(update: Indices, focus: int, most: int) -> Indices:
    """The moments that get a picture: all if they are few; the first, those beside the focus, the
    last, and others as evenly as there is room.
    """
    every = np.arange(len(update))
    if len(every) <= most:
        return every
    beside = every[np.abs(update - focus) <= NEAR_FOCUS] if focus >= 0 else every[:0]
    return thinned(np.concatenate([every[:OPENING], beside, every[-1:]]), every, most=most)


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
