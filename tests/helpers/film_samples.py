"""Films of small honest training runs, as the pages send them: what timelines are tested with."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import contourpy
import numpy as np

EXTENT = (-4.0, 4.0, -3.2, 3.2)
NODES = 51


@dataclass(frozen=True)
class Setting:
    """What a run is of; equal settings are equal runs."""

    kind: str = "linear"
    C: float = 0.1
    epochs: int = 5
    rate: float = 0.3
    batch: int = 1
    size: int = 40
    seed: int = 3
    method: str = "sgd"

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.method}-C{self.C:g}-T{self.updates}-B{self.batch}"

    @property
    def per_epoch(self) -> int:
        return -(-self.size // self.batch)

    @property
    def rule(self) -> dict[str, Any]:
        """How the update rule is told to the browser."""
        plain = self.method == "perceptron"
        return {
            "method": self.method,
            "rho": 0.0 if plain else 1.0,
            "rho_name": "1",
            "kappa": 1.0 if plain else self.C * self.size,
            "scale": "1" if plain else "N C",
            "bias_inside": False,
            "loss": "perceptron" if plain else "hinge",
            "h": 0.5,
            "radius": 0.0 if plain else (self.C * self.size) ** 0.5,
        }

    def step(self, t: int) -> float:
        """The learning rate of the update after `t` others."""
        if self.method == "perceptron":
            return 1.0
        if self.method == "sgd":
            return self.rate / (1.0 + self.rate * t)
        return 1.0 / (t + 1.0)  # of Pegasos, and what mirror descent comes to

    @property
    def updates(self) -> int:
        return self.epochs * self.per_epoch


def blobs(setting: Setting) -> tuple[np.ndarray, np.ndarray]:
    """Points and their signs: two blobs that touch."""
    rng = np.random.default_rng(setting.seed)
    y = np.where(np.arange(setting.size) % 2, 1.0, -1.0)
    X = rng.normal(size=(setting.size, 2)) * 0.8 + np.outer(y, [1.1, 0.6])
    return X.round(3), y


def points(setting: Setting) -> dict[str, np.ndarray]:
    X, y = blobs(setting)
    return {"x": X[:, 0], "y": X[:, 1], "label": (y > 0).astype(np.int8)}


def batches(setting: Setting) -> np.ndarray:
    """The points of every update, -1 where the last batch of an epoch is short."""
    rng = np.random.default_rng(setting.seed + 1)
    rows = []
    for _ in range(setting.epochs):
        order = np.full(setting.per_epoch * setting.batch, -1)
        order[: setting.size] = rng.permutation(setting.size)
        rows.append(order.reshape(setting.per_epoch, setting.batch))
    return np.concatenate(rows).astype(np.int16)


@functools.cache
def trained(setting: Setting) -> dict[str, np.ndarray]:
    """Every update of a run: ½|w|² + C sum of hinges, by subgradients of batches.

    The machine is f(x) = sum of coef K(., x) + b. A linear one has w = X'coef; the coefficients
    say everything of either.
    """
    X, y = blobs(setting)
    K = X @ X.T if setting.kind == "linear" else np.exp(-((X[:, None] - X[None]) ** 2).sum(-1))
    rho, kappa, N = setting.rule["rho"], setting.rule["kappa"], setting.size
    limit = 0.0 if setting.method == "perceptron" else 1.0
    coef, b = np.zeros(N), 0.0
    out: dict[str, list] = {
        name: [] for name in ("coef", "b", "push", "rate", "margin", "loss", "active")
    }

    def note(rate: float, margin: float, loss: float, active: int, push: np.ndarray) -> None:
        out["coef"].append(coef.copy())
        out["b"].append(b)
        for name, value in (("rate", rate), ("margin", margin), ("loss", loss)):
            out[name].append(value)
        out["active"].append(active)
        out["push"].append(push)

    note(np.nan, np.nan, np.nan, 0, np.zeros(N))
    for t, row in enumerate(batches(setting)):
        i = row[row >= 0]
        rate = setting.step(t)
        margin = y[i] * (K[i] @ coef + b)
        push = np.zeros(N)
        pushes = margin < limit if limit else margin <= 0.0
        push[i] = np.where(pushes, y[i], 0.0) / len(i)
        coef = coef - rate * (rho * coef - kappa * push)
        if setting.method == "pegasos":
            coef *= min(1.0, np.sqrt(kappa / max(coef @ K @ coef, 1e-300)))
        b = b + rate * kappa * push.sum()
        loss = np.maximum(0.0, limit - margin)
        one = len(i) == 1 and setting.batch == 1
        note(rate, margin[0] if one else np.nan, loss.mean(), pushes.sum(), push)
    run = {name: np.array(values) for name, values in out.items()}
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
    sample = np.concatenate([np.full((1, setting.batch), -1, np.int16), batches(setting)])
    common = {
        "id": setting.id,
        "kind": setting.kind,
        "total": total,
        "per_epoch": setting.per_epoch,
        "update": at,
        "sample": sample[at],
        "batch": setting.batch,
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
    X, _ = blobs(setting)
    run = trained(setting)
    w = (run["coef"] @ X).astype(np.float32)
    return {
        "w": w[at],
        "w_before": w[before],
        "push": (run["push"][at] @ X).astype(np.float32),
        "path": w[at],
    }


def _kernel(setting: Setting, at: np.ndarray, before: np.ndarray) -> dict[str, Any]:
    X, _ = blobs(setting)
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
    i = np.maximum(np.concatenate([[-1], batches(setting)[:, 0]])[at], 0)
    return {
        "k": NODES,
        "extent": list(EXTENT),
        "shades": np.rint(127 * np.tanh(values)).astype(np.int8),
        "lines_xy": np.concatenate(pieces).astype(np.float32),
        "lines_at": np.array(offsets, dtype=np.int32),
        "coef_before": run["coef"][before, i].astype(np.float32),
        "coef_after": run["coef"][at, i].astype(np.float32),
    }
