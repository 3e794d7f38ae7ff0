"""Films of small honest training runs, as the pages send them: what timelines are tested with."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import contourpy
import numpy as np

EXTENT = (-4.0, 4.0, -3.2, 3.2)
NODES = 51


SIZE, RATE = 40, 0.3


@dataclass(frozen=True)
class Setting:
    """What a run is of; equal settings are equal runs."""

    kind: str = "linear"
    C: float = 0.1
    epochs: int = 5

    size = per_epoch = SIZE

    @property
    def id(self) -> str:
        return f"{self.kind}-C{self.C:g}-T{self.updates}"

    @property
    def rule(self) -> dict[str, Any]:
        """How the update rule is told to the browser."""
        return {
            "method": "sgd",
            "rho": 1.0,
            "rho_name": "1",
            "kappa": self.C * SIZE,
            "scale": "N C",
            "bias_inside": False,
            "loss": "hinge",
            "h": 0.5,
            "radius": (self.C * SIZE) ** 0.5,
        }

    @property
    def updates(self) -> int:
        return self.epochs * SIZE


def blobs() -> tuple[np.ndarray, np.ndarray]:
    """Points and their signs: two blobs that touch."""
    rng = np.random.default_rng(3)
    y = np.where(np.arange(SIZE) % 2, 1.0, -1.0)
    X = rng.normal(size=(SIZE, 2)) * 0.8 + np.outer(y, [1.1, 0.6])
    return X.round(3), y


def points(_: Setting) -> dict[str, np.ndarray]:
    X, y = blobs()
    return {"x": X[:, 0], "y": X[:, 1], "label": (y > 0).astype(np.int8)}


def order(setting: Setting) -> np.ndarray:
    """The point of every update."""
    rng = np.random.default_rng(4)
    return np.concatenate([rng.permutation(SIZE) for _ in range(setting.epochs)]).astype(np.int16)


@functools.cache
def trained(setting: Setting) -> dict[str, np.ndarray]:
    """Every update of a run: ½|w|² + C sum of hinges, by the subgradient of one point at a time.

    The machine is f(x) = sum of coef K(., x) + b. A linear one has w = X'coef; the coefficients
    say everything of either.
    """
    X, y = blobs()
    K = X @ X.T if setting.kind == "linear" else np.exp(-((X[:, None] - X[None]) ** 2).sum(-1))
    kappa, coef, b = setting.rule["kappa"], np.zeros(SIZE), 0.0
    rows = [(coef, b, np.zeros(SIZE), np.nan, np.nan, np.nan, 0)]
    for t, i in enumerate(order(setting)):
        rate, margin, push = RATE / (1.0 + RATE * t), y[i] * (K[i] @ coef + b), np.zeros(SIZE)
        push[i] = y[i] * (margin < 1.0)
        coef = coef - rate * (coef - kappa * push)
        b = b + rate * kappa * push.sum()
        rows.append((coef, b, push, rate, margin, max(0.0, 1.0 - margin), int(margin < 1.0)))
    names = ("coef", "b", "push", "rate", "margin", "loss", "active")
    run = {
        name: np.array(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)
    }
    f = run["coef"] @ K + run["b"][:, None]
    run["margin_term"] = 0.5 * np.einsum("ti,ij,tj->t", run["coef"], K, run["coef"])
    run["loss_term"] = setting.C * np.maximum(0.0, 1.0 - y * f).sum(1)
    run["accuracy"] = (y * f > 0).mean(1)
    return run


def film(
    setting: Setting, *, every: int = 1, near: int | None = None, **more: Any
) -> dict[str, Any]:
    """The moments of a run that are sent: every n-th update, and all within 10 of `near`."""
    run = trained(setting)
    total = setting.updates
    wanted = {*range(0, total + 1, every), total}
    if near is not None:
        wanted |= set(range(max(0, near - 10), min(total, near + 10) + 1))
    at = np.array(sorted(wanted), dtype=np.int32)
    before = np.maximum(at - 1, 0)
    f4 = {
        name: run[name][at].astype(np.float32)
        for name in ("b", "rate", "margin", "loss", "margin_term", "loss_term", "accuracy")
    }
    cost = run["margin_term"] + run["loss_term"]
    sample = np.concatenate([[-1], order(setting)]).astype(np.int16)[:, None]
    common = {
        "id": setting.id,
        "kind": setting.kind,
        "total": total,
        "per_epoch": setting.per_epoch,
        "update": at,
        "sample": sample[at],
        "batch": 1,
        "active": run["active"][at].astype(np.int32),
        "cost": cost[at].astype(np.float32),
        "above": (cost[at] / cost.min() - 1.0).astype(np.float32),
        "test_accuracy": np.full(len(at), np.nan, np.float32),
        "b_before": run["b"][before].astype(np.float32),
        "rule": setting.rule,
        "status": "",
        "live": False,
    }
    own = _linear(setting, at, before) if setting.kind == "linear" else _kernel(setting, at, before)
    return common | f4 | own | more


def _linear(setting: Setting, at: np.ndarray, before: np.ndarray) -> dict[str, Any]:
    X, _ = blobs()
    run = trained(setting)
    w = (run["coef"] @ X).astype(np.float32)
    return {
        "w": w[at],
        "w_before": w[before],
        "push": (run["push"][at] @ X).astype(np.float32),
        "path": w[at],
    }


def _kernel(setting: Setting, at: np.ndarray, before: np.ndarray) -> dict[str, Any]:
    X, _ = blobs()
    run = trained(setting)
    xs, ys = (np.linspace(*EXTENT[k : k + 2], NODES) for k in (0, 2))
    nodes = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
    values = run["coef"][at] @ np.exp(-((X[:, None] - nodes[None]) ** 2).sum(-1))
    values += run["b"][at, None]
    pieces, offsets, length = [np.zeros((0, 2))], [], 0
    for surface in values.reshape(-1, NODES, NODES):
        level = contourpy.contour_generator(xs, ys, surface)
        row = [length]
        for c in (-1.0, 0.0, 1.0):
            for line in level.lines(c):
                pieces += [line, np.full((1, 2), np.nan)]
                length += len(line) + 1
            row.append(length)
        offsets.append(row)
    i = np.maximum(np.concatenate([[-1], order(setting)])[at], 0)
    return {
        "k": NODES,
        "extent": list(EXTENT),
        "shades": np.rint(127 * np.tanh(values)).astype(np.int8),
        "lines_xy": np.concatenate(pieces).astype(np.float32),
        "lines_at": np.array(offsets, dtype=np.int32),
        "coef_before": run["coef"][before, i].astype(np.float32),
        "coef_after": run["coef"][at, i].astype(np.float32),
    }
