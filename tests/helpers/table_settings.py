"""Lessons for tests of tables, a crowd to learn from, and their machines written down again."""

from __future__ import annotations

import numpy as np

from pages.state.table.table_plan import planned
from pages.state.table.table_settings import TableSettings, choice_of
from pages.tables.preparing import prepare
from pages.tables.record import Column, Table
from svmcore.arrays import read_only

SETTINGS = {
    "two columns": TableSettings(),
    "linear, raw": TableSettings(real="wine", kernel="linear", standardise=False),
    "two directions": TableSettings(real="cancer", learn="pca"),
    "slice": TableSettings(learn="all"),
    "slice of PCA": TableSettings(real="wine", learn="all", plane="pca", C=5.0),
    "linear slice": TableSettings(real="wine", learn="all", kernel="linear"),
    "laplacian": TableSettings(real="wine", learn="all", kernel="laplacian", reach=0.5),
    "nothing held back": TableSettings(held=0),
}


def plan_of(settings: TableSettings, table: Table | None = None):
    table = table or settings.table()
    return planned(prepare(table, choice_of(table, settings)), settings)


def crowd(n: int, k: int = 2, d: int = 3) -> Table:
    """n rows of k classes that overlap."""
    rng = np.random.default_rng(4)
    y = np.arange(n) % k
    X = rng.normal(size=(k, d))[y] * 1.5 + rng.normal(size=(n, d))
    columns = [Column(f"c{j}", read_only(column)) for j, column in enumerate(X.T)]
    return Table("Crowd", (*columns, Column("class", read_only(y.astype(float)))))


def values(run, Z: np.ndarray) -> np.ndarray:
    """f of every machine at the places Z, written down once more."""
    many, settings = run.many, run.plan.settings
    X = run.plan.X[run.rows]
    if settings.standardise and settings.learn != "pca":
        Z, X = (Z - X.mean(0)) / X.std(0), (X - X.mean(0)) / X.std(0)
    K = Z @ X.T
    if settings.kernel != "linear":
        gamma = settings.reach / (X.shape[1] * X.var())
        apart = Z[:, None] - X[None]
        each = apart**2 if settings.kernel == "rbf" else np.abs(apart)
        K = np.exp(-gamma * each.sum(2))
    return K @ many.coef.T + many.intercept


def winner(run, Z: np.ndarray) -> np.ndarray:
    f = values(run, Z)
    return np.where(f[:, 0] > 0.0, 0, 1) if f.shape[1] == 1 else f.argmax(1)


def column(plan, name: str) -> np.ndarray:
    return plan.settings.table().column(name).values[plan.prepared.rows]
