"""A descent for several classes: its cost over the epochs, and its film."""

from functools import lru_cache
from typing import Any

import numpy as np

from pages.classes.model import MulticlassCourse
from pages.classes.text import film_words
from pages.datasets.limits import Extent
from pages.plots.frames import small
from pages.plots.layout_sizes import EPOCHS_BELOW, LIT_RING, TITLE_AND_LEGEND
from pages.plots.theme import Figure
from pages.plots.traces import (
    chart_layout,
    curve,
    empty_figure,
    legend,
    marks,
    with_cost_scale,
)
from pages.state.descent.multiclass_descent import (
    OBJECTIVES,
    MulticlassDescentRun,
    MulticlassSchedule,
    descend,
)
from pages.state.descent.pseudocode import CHOSEN, Line, as_film, factor, rate_line
from pages.state.text.number_format import number
from svmcore.arrays import Indices
from svmcore.kernels import Linear
from svmcore.sgd.schedule import SCHEDULES

TITLE = "Cost"
TITLES = {"1": "Stochastic gradient descent", "all": "Gradient descent"}
BATCHES = "Mini-batch gradient descent"
SLOPES = {
    "weston_watkins": (
        "g_j ← 1 where f_j − f_y + δ > 0, else 0, for all j ≠ y",
        "g_y ← −Σ g_j over j ≠ y",
    ),
    "crammer_singer": (
        "j ← the class ≠ y with the largest f_j",
        "g_j ← 1, g_y ← −1 if f_j − f_y + δ > 0; all other g ← 0",
    ),
    "one_versus_rest": (
        "g_j ← 1 where f_j + 1 > 0, else 0, for all j ≠ y",
        "g_y ← −1 if 1 − f_y > 0, else 0",
    ),
}
ALWAYS_1 = "W holds the biases as its last column, and {} has one more coordinate, always 1."
OF_KERNEL = "Row c of W is Σ a_ci φ(xᵢ), so its product with φ(x) is Σ a_ci K(xᵢ, x)."
RINGS = 32  # of all points they would say nothing
MOMENTS, FIRST, NEAR = 240, 40, 12  # kept in all, at the start, and beside the update looked at
NODES = 41  # a side of the grid of scores
BYTES = 600_000  # of the scores of all frames


def course_figure(course: MulticlassCourse) -> Figure:
    """J after every epoch with its penalty and its loss; the dotted line is the optimum, if proved.

    The film draws the upright line of the update that is looked at.
    """
    run = course.run
    if run is None:
        return empty_figure(TITLE, "There is no run yet.")
    x = run.epoch
    ends = np.array([0.0, max(float(x[-1]), 1.0)])
    curves = [
        curve(x, run.total, "cost", "$ink", "solid"),
        curve(x, run.loss, "loss", "$muted", "dash"),
        curve(x, run.margin, "penalty", "$muted", "dot"),
    ]
    if course.floor is not None:
        curves.append(curve(ends, np.full(2, course.floor), "optimum", "$good", "dot"))
    layout = chart_layout(TITLE, "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW)
    layout = with_cost_scale(layout, run.total, np.append(run.total, course.floor or []))
    # one row where the chart is as narrow as beside the picture
    layout |= legend()
    layout["legend"] |= {"itemwidth": 30, "x": -0.1, "font": {"size": 11, "color": "$ink"}}
    layout["xaxis"]["range"] = ends.tolist()
    if layout["yaxis"].get("type") == "log":  # which has no zeros: the penalty of the start is 0
        curves = [line | {"y": np.where(line["y"] > 0.0, line["y"], np.nan)} for line in curves]
    return {"data": curves, "layout": layout}


def with_seen(figure: Figure, course: MulticlassCourse, epoch: int, update: int = 0) -> Figure:
    """The picture with a ring around the points that an update of the epoch saw, up to 32.

    The thickest is around the point that its words speak of, the first of the batch.
    """
    why = course.explained(epoch, update)
    if why is None or len(why.points) > RINGS:
        return figure
    seen = course.data.X[why.points]
    ring = {"symbol": "circle-open", "size": LIT_RING, "color": "$ink"}
    ring["line"] = {"width": [3.5] + [1.2] * (len(seen) - 1), "color": "$ink"}
    return figure | {
        "data": [*figure["data"], marks("seen", seen[:, 0], seen[:, 1], ring, showlegend=False)]
    }


@lru_cache(maxsize=4)
def course_film(
    course: MulticlassCourse, at: int, name: str, extent: Extent, live: bool
) -> dict[str, Any]:
    """The film of a run under a name; the update `at` is one of its moments, or the nearest are.

    For M moments of k classes and n points: update, int32 (M,); x, (M,), the epochs; sample, int16
    (M, batch), the points of an update, up to RINGS of them; crossed, int8 (M, n), 1 where the
    model is wrong; colors, the classes' numbers; delta, the lead of a clear win, where `alone` says
    that the winner needs a score of 1 too. The linear kernel has w (M, 2 k) and b (M, k); any other
    one scores, int16 (F, k NODES NODES), class by class, in units of size (F,) / 32767 over extent,
    and frame, (M,), which of the F belongs to each moment. Its pseudocode is that of `algorithm`.
    """
    run = course.run
    assert run is not None
    wanted = _moments(run, at) if not live else np.array([0, run.update[-1]])
    start = {"coef_init": run.V[0], "intercept_init": run.b[0]}
    kept = descend(run.data, len(course.classes), run.course, moments=wanted, **start)
    many = course.shown(-1).many
    assert many is not None
    values = np.array([kept.scores(m, kept.data.matrix) for m in range(len(kept.update))])
    decided = np.any(values, axis=(1, 2), keepdims=True)[:, 0]
    wrong = (values.argmax(axis=2) != kept.data.y) & decided
    per_epoch = run.plan.per_epoch
    return {
        "process": "classes",
        "id": name,
        "total": int(kept.update[-1]),
        "per_epoch": per_epoch,
        "update": kept.update.astype(np.int32),
        "x": small(kept.update / per_epoch),
        "live": live,
        "status": "",
        "batch": 2,  # the slack of a single point is drawn for two classes only
        "sample": _samples(kept).astype(np.int16),
        "crossed": wrong.astype(np.int8),
        "colors": course.classes.tolist(),
        "delta": float(many.delta),
        "alone": many.scheme == "ovr",
        "kind": "classes",
        "words": film_words(course, kept),
        **algorithm(course, kept),
        **_scores(course, kept, at, extent),
    }


def _moments(run: MulticlassDescentRun, at: int) -> Indices:
    """The first updates, those beside the one that is looked at, the ends of epochs, others."""
    total = int(run.update[-1])
    most = np.unique(np.linspace(0, total, MOMENTS).astype(np.intp))
    ends = run.update if len(run.update) <= MOMENTS else most
    every = np.arange(total + 1) if total <= MOMENTS else np.arange(min(total, FIRST) + 1)
    near = np.arange(max(at - NEAR, 0), min(at + NEAR, total) + 1)
    base = np.union1d(every, ends)
    return base if at in base else np.union1d(base, near)


def _samples(kept: MulticlassDescentRun) -> Indices:
    size = kept.plan.batch_size
    rows = np.full((len(kept.update), size if size <= RINGS else 0), -1, dtype=np.intp)
    for m in range(len(kept.update)):
        batch = kept.batch(m)
        if size <= RINGS:
            rows[m, : len(batch)] = batch
    return rows


def _scores(
    course: MulticlassCourse, kept: MulticlassDescentRun, at: int, extent: Extent
) -> dict[str, Any]:
    kernel, k, count = course.experiment.build_kernel(), len(course.classes), len(kept.update)
    if isinstance(kernel, Linear):
        w = np.einsum("nd,mnk->mkd", course.data.X, kept.V)  # V are coefficients of the points
        return {"w": small(w.reshape(count, 2 * k)), "b": small(kept.b)}
    most = min(count, max(12, BYTES // (2 * k * NODES**2)))
    chosen = np.unique(np.linspace(0, count - 1, most).astype(np.intp))
    chosen = np.union1d(chosen, np.searchsorted(kept.update, [at]))
    xs, ys = (np.linspace(extent[e], extent[e + 1], NODES) for e in (0, 2))
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    rows = kernel(nodes, course.data.X)
    scores = np.array([kept.scores(m, rows).T.ravel() for m in chosen.tolist()])
    size = np.maximum(np.abs(scores).max(axis=1), 1e-300)
    own = np.searchsorted(chosen, np.arange(count), side="right") - 1
    return {
        "k": NODES,
        "extent": list(extent),
        "scores": np.rint(scores / size[:, None] * 32767.0).astype(np.int16),
        "size": size,
        "frame": own.astype(np.int16),
    }


def algorithm(course: MulticlassCourse, kept: MulticlassDescentRun) -> dict[str, Any]:
    """The pseudocode of the descent, and what the update of each kept moment executes of it."""
    asked, way, step = course.course, OBJECTIVES[course.course.way], kept.update > 0
    active = np.array([_is_active(kept, m) for m in range(len(kept.update))])
    linear, inside = isinstance(course.experiment.build_kernel(), Linear), way.bias_inside
    x, single = "x" if linear else "φ(x)", kept.plan.batch_size == 1
    weight = "" if kept.data.weight is None else "ω "
    rho, kappa = factor(way.rho), factor(way.kappa)
    push = f"{kappa}{weight}g {x}ᵀ" if single else f"{kappa}G"
    bias = "" if inside else f", b ← b − η {kappa}{weight}g" if single else f", b ← b − η {kappa}h"
    mean = f"{'G' if inside else '(G, h)'} ← the mean of {weight}g {x if inside else f'({x}, 1)'}ᵀ"
    move = f"W ← W − η ({rho}W + {push}){bias}"
    stops = [f"after an epoch: stop if {rule}"] if (rule := _stop(kept.course)) else []
    moves = [
        Line(f"if g ≠ 0: {move}", 1, step & active, True),
        Line(f"else: W ← W − {rho}η W", 1, step & ~active, True),
    ]
    seen, inner = ["for all points (x, y)"], 1 if single else 2
    if asked.batch != "all":
        what = "(x, y)" if single else "a batch B of points"
        seen = [CHOSEN["shuffled"].format(what), *([] if single else ["for all (x, y) of B"])]
    lines = [
        Line(_start(asked.start == "random", linear, inside), 0, ~step),
        Line(f"for t = 1, …, {kept.plan.total}", 0, np.zeros(len(step), dtype=bool)),
        *(Line(text, 1, step) for text in seen),
        Line(f"f ← W {x}" if inside else f"f ← W {x} + b", inner, step),
        *(Line(text, inner, step) for text in SLOPES[asked.loss]),
        Line(rate_line(SCHEDULES[asked.schedule].formula, way), 1, step),
        *(moves if single else [Line(mean, 1, step), Line(move, 1, step)]),
        *(Line(text, 1, step & (kept.update % kept.plan.per_epoch == 0)) for text in stops),
    ]
    notes = ([ALWAYS_1.format(x)] if inside else []) + ([] if linear else [OF_KERNEL])
    notes += ["The weights ω have the mean 1."] if weight else []
    return as_film(TITLES.get(asked.batch, BATCHES), lines, " ".join(notes))


def _start(random: bool, linear: bool, inside: bool) -> str:
    """The first model; with a kernel the coefficients of the points are drawn."""
    value = "normal random numbers" if random else "0"
    name = "a" if random and not linear else "W"
    return f"{name} ← {value}" + ("" if inside and name == "W" else f", b ← {value}")


def _stop(course: MulticlassSchedule) -> str:
    """When a run stops before its last epoch, "" for never."""
    if course.target_cost is not None:
        return f"J ≤ {number(course.target_cost)}"
    if course.tol is None:
        return ""
    return (
        f"J fell by less than {number(100.0 * course.tol)} % in each of the last {course.patience}"
    )


def _is_active(kept: MulticlassDescentRun, m: int) -> bool:
    """Whether the update of a moment saw a loss with a slope."""
    points = kept.batch(m)
    F = kept.data.matrix[points] @ kept.V_before[m] + kept.b_before[m]
    return bool(kept.course.cost.slope(F, kept.data.y[points]).any())
