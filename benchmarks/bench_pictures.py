"""The worst picture: boards of 600 points, every kernel, parameters from all over their sliders.

    python benchmarks/bench_pictures.py [--boards 200] [--seed 0]

Processor time of a picture's numbers (surface, lines, slacks) after its model was trained, and its
ratio to that of the picture of 600 points of two moons with the RBF kernel of the start, taken
right before. Prints the worst picture of each kernel, and whether it is drawn coarser. Ends with
code 1 if one takes longer than `LONGEST`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import printed
from pages.datasets.two_class import WINDOW
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import Scene, fit_view, scene
from svmcore.params import parameters

N, LONGEST = 600, 0.15  # points; seconds of processor time
SCALE = {"gamma": (0.01, 100.0), "C": (1e-3, 1e4)}
HEAVY = "laplacian(gamma={})".format
RECIPES = (  # the last but one has as many kernels as a formula may have
    "laplacian * rbf + linear",
    "laplacian(gamma=1)^4 * rbf(gamma=3)^4 + poly^4",
    "*".join(f"rbf(gamma={k})" for k in range(1, 10)) + "*" + "*".join(map(HEAVY, (1, 2, 3))),
    "2 * laplacian(gamma=1) + rbf(gamma=9) + poly",
)


class Drawn(NamedTuple):
    """A picture: processor seconds, their ratio to the usual picture, and what was drawn."""

    seconds: float
    ratio: float
    experiment: Experiment
    scene: Scene


def drawn(experiment: Experiment) -> tuple[float, Scene]:
    """Processor seconds of a picture, without the training of its model; and the picture."""
    result = run(experiment)
    view = fit_view(result.data)
    start = time.process_time()
    picture = scene.__wrapped__(result, view)
    _ = picture.slacks
    return time.process_time() - start, picture


def board(rng: np.random.Generator) -> tuple[Placed, ...]:
    """600 points with random labels, or of two clouds that overlap."""
    x0, x1, y0, y1 = WINDOW
    X, labels = rng.uniform([x0, y0], [x1, y1], (N, 2)), rng.integers(0, 2, N)
    if rng.random() < 0.3:
        X = rng.normal(0.0, 1.0, (N, 2)) + 0.7 * labels[:, None]
    return tuple(
        Placed(float(x), float(y), int(c), FIRST_PLACED_ID + k)
        for k, ((x, y), c) in enumerate(zip(X.round(4), labels, strict=True))
    )


def experiment(rng: np.random.Generator, kernel: str, placed: tuple[Placed, ...]) -> Experiment:
    """A soft margin with random parameters; half of them as at the start, but for C."""
    C = float(np.exp(rng.uniform(*np.log(SCALE["C"]))))
    chosen = Experiment(dataset="own", placed=placed, kernel=kernel, C=C)
    names = [p.name for p in parameters(KERNELS[kernel])]
    if "gamma" in names and rng.random() < 0.5:
        low, high = np.log(SCALE["gamma"])
        chosen = change(chosen, gamma=float(np.exp(rng.uniform(low, high))))
    return change(chosen, recipe=str(rng.choice(RECIPES))) if kernel == "built" else chosen


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--boards", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    args = options.parse_args()
    threadpool_limits(1, user_api="blas")  # as the server has it from its start
    rng = np.random.default_rng(args.seed)
    usual = Experiment(n_samples=N)
    drawn(usual)
    pictures: dict[str, list[Drawn]] = {kernel: [] for kernel in KERNELS}
    for _ in range(args.boards):
        placed = board(rng)
        for kernel, drawings in pictures.items():
            tried = experiment(rng, kernel, placed)
            if run(tried).model is None:
                continue
            base, (seconds, picture) = drawn(usual)[0], drawn(tried)
            drawings.append(Drawn(seconds, seconds / base, tried, picture))
    rows = []
    for kernel, drawings in pictures.items():
        worst = max(drawings)
        coarse = sum(drawing.scene.coarse for drawing in drawings)
        middle = median(drawing.ratio for drawing in drawings)
        how = "coarser" if worst.scene.coarse else "exact"
        print(
            f"{kernel:10s} worst {1e3 * worst.seconds:6.1f} ms = {worst.ratio:5.1f} usual pictures "
            f"({how}); half below {middle:4.1f}; {coarse} of {len(drawings)} drawn coarser; "
            f"worst with C = {worst.experiment.C:.3g} {dict(worst.experiment.options)}"
        )
        rows.append((f"{kernel}: worst picture (s)", worst.seconds, LONGEST))
    sys.exit(not printed([(name, took, most, took <= most) for name, took, most in rows]))


if __name__ == "__main__":
    main()
