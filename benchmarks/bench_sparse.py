"""LinearSVC on sparse X against scikit-learn's: one thread, processor time, interleaved.

    OPENBLAS_NUM_THREADS=1 python benchmarks/bench_sparse.py

Prints ours / scikit-learn's, the best of three, the relative difference of the objectives, our
relative gap, and the geometric mean for each loss. scikit-learn stops at its default tolerance.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn import svm

sys.path.insert(0, str(Path(__file__).parents[1]))

import svmcore

TURNS = 3
CELLS = [
    ("normal", 2000, 20_000, 1e-3),
    ("normal", 10_000, 20_000, 1e-3),
    ("normal", 30_000, 20_000, 1e-3),
    ("normal", 100_000, 20_000, 1e-3),
    ("text", 2000, 20_000, 1e-3),
    ("text", 10_000, 20_000, 1e-3),
    ("text", 30_000, 20_000, 1e-3),
    ("text", 100_000, 20_000, 1e-3),
    ("text", 11_000, 130_000, 1.2e-3),  # the shape of 20 newsgroups
]


def points(kind: str, n: int, d: int, density: float) -> tuple[sp.csr_matrix, np.ndarray]:
    """Entries of a normal distribution, or words by Zipf's law with tf-idf, in rows of length 1."""
    rng = np.random.default_rng(0)
    if kind == "normal":
        X = sp.random(n, d, density, format="csr", random_state=rng, data_rvs=rng.standard_normal)
    else:
        shares = np.cumsum(1.0 / (np.arange(d) + 10.0))
        each = int(1.15 * density * d)  # some words come twice
        words = np.searchsorted(shares / shares[-1], rng.random(n * each))
        X = sp.csr_matrix((np.ones(n * each), (np.repeat(np.arange(n), each), words)), (n, d))
        X.sum_duplicates()
        rare = np.log((1.0 + n) / (1.0 + np.bincount(X.indices, minlength=d))) + 1.0
        X.data = (1.0 + np.log(X.data)) * rare[X.indices]
        X.data /= np.repeat(sp.linalg.norm(X, axis=1), np.diff(X.indptr))
    f = X @ rng.standard_normal(d)
    return X, f + 0.5 * f.std() * rng.standard_normal(n) > 0.0


def objective(model: Any, X: sp.csr_matrix, y: np.ndarray) -> float:
    """What the model minimised, from its attributes."""
    w, b = model.coef_[0], float(model.intercept_[0])
    short = np.maximum(0.0, 1.0 - np.where(y, 1.0, -1.0) * (X @ w + b))
    losses = short if model.loss == "hinge" else short**2
    return 0.5 * float(w @ w + b * b) + float(losses.sum())


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")  # LIBLINEAR's own word on not having converged
    for loss in ("squared_hinge", "hinge"):
        ratios = []
        for cell in CELLS:
            X, y = points(*cell)
            models = [svmcore.LinearSVC(loss=loss), svm.LinearSVC(loss=loss)]
            best = [np.inf, np.inf]
            for _ in range(TURNS):
                for k, model in enumerate(models):
                    start = time.process_time()
                    model.fit(X, y)
                    best[k] = min(best[k], time.process_time() - start)
            ours, theirs = (objective(model, X, y) for model in models)
            gap, status = models[0].certificate_.relative_gap, models[0].status_.name
            ratios.append(best[0] / best[1])
            print(
                f"{ratios[-1]:7.2f} {1e3 * best[0]:9.1f} ms  {loss} {cell}  objective "
                f"{(ours - theirs) / theirs:+.1e}, gap {gap:.1e}, {status}",
                flush=True,
            )
        print(f"{loss}: geometric mean {np.exp(np.mean(np.log(ratios))):.2f}")


if __name__ == "__main__":
    main()
