"""A film as plain values and arrays, one row a moment: what a timeline in a browser plays."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.descent.figures.algorithm import algorithm
from pages.descent.model.film import Film
from pages.descent.model.part_scores import part_scores
from pages.plots.frames import frames, small
from svmcore.arrays import Array, Indices
from svmcore.objective import CONVENTIONS
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.update_rules import projection_radius

RINGED = 16  # points of a batch that are marked in the picture
_RULES = {"gd": "sgd", "minibatch": "sgd"}  # the same formula with more points


def film_dict(
    film: Film, name: str, extent: Extent, *, live: bool, status: str, path: Array | None = None
) -> dict[str, Any]:
    """The film under a name; equal names are the same run.

    `extent` is what its surfaces cover, `path` where it is on a landscape, shape (M, 2). Where
    points have weights, `weight`, (M,), is that of the point of an update that sees a single one,
    and rule.weighed is true; losses are means of weight times loss. Where there are test points,
    `test_accuracy`, `test_precision` and `test_recall`, (M,), are those of class +1 among them.
    `algorithm` and `ran` are the pseudocode, and what each update executes of it.
    """
    walk, plan = film.walk, film.plan
    few = plan.batch_size <= RINGED
    counted = film.batches >= 0
    seen = np.maximum(counted.sum(axis=1), 1)
    losses = film.objective.loss(np.where(counted, film.margins, 1.0)) * film.seen_weight
    first = film.margins[:, 0] if plan.batch_size == 1 else np.full(len(film.update), np.nan)
    values: dict[str, Any] = {
        "id": name,
        "total": int(film.update[-1]),
        "per_epoch": plan.per_epoch,
        "update": film.update.astype(np.int32),
        "rate": small(walk.rate),
        "sample": film.batches[:, : plan.batch_size if few else 0].astype(np.int16),
        "batch": plan.batch_size,
        "seen": counted.sum(axis=1).astype(np.int32),
        "margin": small(first),
        "loss": small(losses.sum(axis=1) / seen),
        "active": (film.slopes != 0.0).sum(axis=1).astype(np.int32),
        "cost": small(film.terms.total),
        "margin_term": small(film.terms.margin),
        "loss_term": small(film.terms.loss),
        "above": small(film.above),
        "rule": _rule(film),
        "status": status,
        "live": live,
        "b": small(film.b),
        "b_before": small(walk.b_before),
    }
    if (scores := part_scores(film)) is not None:
        values |= {f"test_{name}": small(each) for name, each in scores._asdict().items()}
    if plan.batch_size == 1 and film.parametrization.weight is not None:
        values["weight"] = small(film.seen_weight[:, 0])
    if walk.b_mean is not None:  # what is shown is not what the update made
        values["b_after"] = small(walk.b)
    if path is not None:
        values["path"] = small(path)
    in_plane = isinstance(film.parametrization, LinearWeights)
    values |= algorithm(film)
    return values | (_weights(film) if in_plane else _frames(film, extent))


def _rule(film: Film) -> dict[str, Any]:
    method, way = film.descent.method, CONVENTIONS[film.descent.objective]
    own = method == "perceptron"
    return {
        "method": _RULES.get(method, method),
        "rho": film.objective.rho,
        "kappa": film.objective.kappa,
        "bias_inside": film.objective.bias_inside,
        "loss": "perceptron" if own else film.descent.loss,
        "h": float(getattr(film.objective.loss, "h", 0.0)),
        "scale": "1" if own else way.kappa,
        "rho_name": "0" if own else way.rho,
        "radius": projection_radius(film.objective, film.parametrization.weight)
        if method == "pegasos"
        else 0.0,
        "weighed": film.parametrization.weight is not None,
    }


def _weights(film: Film) -> dict[str, Any]:
    """Of a model with weights the browser needs only these."""
    walk = film.walk
    push, _ = film.push
    return {
        "kind": "linear",
        "w": small(film.v),
        "w_before": small(walk.v_before),
        "push": small(push),
    } | ({} if walk.v_mean is None else {"w_after": small(walk.v)})


def _frames(film: Film, extent: Extent) -> dict[str, Any]:
    """Of a model with kernels, the surface and the lines of every moment."""
    before, after = film.walk.v_before, film.walk.v
    train = film.split.train
    own = np.searchsorted(train, np.maximum(film.batches[:, 0], train[0]))[:, None]
    surfaces = frames(film.kernel, film.data.X[train], film.v, film.b, extent)
    return surfaces | {
        "kind": "kernel",
        "coef_before": small(np.take_along_axis(before, own, axis=1)[:, 0]),
        "coef_after": small(np.take_along_axis(after, own, axis=1)[:, 0]),
        "kept": small(_kept(before, after, own)),
    }


def _kept(before: Array, after: Array, own: Indices) -> Array:
    """What all coefficients but those of `own` were multiplied by, NaN where all of them are 0.

    Of a batch `own` is the first point alone, so that this says something of single points only.
    """
    others = before.copy()
    np.put_along_axis(others, own, 0.0, axis=1)
    largest = np.abs(others).argmax(axis=1)[:, None]
    old, new = (np.take_along_axis(v, largest, axis=1)[:, 0] for v in (others, after))
    kept = np.full(len(old), np.nan)
    return np.asarray(np.divide(new, old, out=kept, where=old != 0.0))
