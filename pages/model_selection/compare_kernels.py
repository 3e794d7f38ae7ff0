"""Cross-validated comparison of the linear, polynomial and RBF kernels on the same folds.

Weights count in training, as factors of each point's C, and not in the scores: these are the plain
share of the points held back that are right.
"""

from collections.abc import Generator, Sequence
from itertools import product

import numpy as np

from pages.model_selection.candidate import Progress
from pages.model_selection.kernel_choice import TIE_TOL, KernelChoice
from pages.model_selection.splits import Split, k_fold
from svmcore.arrays import Array, Indices, as_points, as_signs, read_only
from svmcore.estimators.one_vs_one import SVC

COSTS = (0.1, 1.0, 10.0, 100.0)
DEGREES = (2, 3)
GAMMAS = (0.1, 0.5, 2.0, 10.0)
# gamma = coef0 = 1, as in (<x, z> + 1)^degree; C alone scales it
GRIDS: dict[str, tuple[dict[str, float], ...]] = {
    "linear": ({},),
    "poly": tuple({"degree": degree, "gamma": 1.0, "coef0": 1.0} for degree in DEGREES),
    "rbf": tuple({"gamma": gamma} for gamma in GAMMAS),
}


def obstacle(y: Array, folds: int = 5) -> str:
    """Why there can be no comparison, as a sentence; empty if there can."""
    few = min(int((y > 0.0).sum()), int((y < 0.0).sum()))
    if few < folds:
        return f"Each class needs {folds} points, one for each fold: the smaller one has {few}."
    return ""


def comparing(
    X: Array,
    y: Array,
    ids: Sequence[int] | None = None,
    *,
    seed: int = 0,
    folds: int = 5,
    weight: Array | None = None,
) -> Generator[Progress[tuple[KernelChoice, ...]], None, None]:
    """Grid search of each kernel by stratified k-fold cross-validation, the simplest kernel first.

    Yields its progress after every setting, with the choices of the kernels that are done.

    X : (N, 2) or (N, d). y : (N,) in {-1, +1}. Each point draws its fold from its id (or its
    place) and the seed, so that moving a point leaves the others where they are. Of settings with
    equal means the first counts: the smallest C, then the lowest degree or gamma. `weight`, (N,),
    is the factor of each point's C, 1 by default; the scores do not weigh the points.

    Raises ValueError at once, if X or y are not what they should be, there are fewer than 2 folds,
    or a class has fewer points than there are folds, or the weights are not one positive number a
    point.
    """
    X = as_points(X)
    y = as_signs(y, len(X))
    if why := obstacle(y, folds):
        raise ValueError(why)
    if weight is not None and (weight.shape != y.shape or not (weight > 0.0).all()):
        raise ValueError("weight must be one positive number a point, got others")
    parts = k_fold(y > 0.0, folds, ids, seed=seed)
    return _comparing(read_only(X), read_only(y), parts, weight)


def _comparing(
    X: Array, y: Array, parts: Sequence[Split], weight: Array | None
) -> Generator[Progress[tuple[KernelChoice, ...]], None, None]:
    def fit(machine: SVC, rows: Indices | slice) -> SVC:
        return machine.fit(X[rows], y[rows], None if weight is None else weight[rows])

    total = sum(len(COSTS) * len(grid) * len(parts) + 1 for grid in GRIDS.values())
    choices: tuple[KernelChoice, ...] = ()
    done = 0
    for kernel, grid in GRIDS.items():
        tried = []
        for C, words in product(COSTS, grid):
            machine = SVC(kernel=kernel, C=C).set_params(**words)
            scores = tuple(fit(machine, train).score(X[test], y[test]) for train, test in parts)
            tried.append((float(np.mean(scores)), machine, scores))
            done += len(parts)
            if len(tried) < len(COSTS) * len(grid):
                yield Progress(done, total, choices)
        top = max(mean for mean, _, _ in tried)
        mean, machine, scores = next(one for one in tried if one[0] >= top - TIE_TOL)
        varied = [name for name in grid[0] if len({words[name] for words in grid}) > 1]
        found = KernelChoice(
            kernel,
            tuple((name, getattr(machine, name)) for name in ("C", *varied)),
            scores,
            mean,
            float(np.std(scores, ddof=1) / np.sqrt(len(scores))),
            int(fit(machine, slice(None)).n_support_.sum()),
            len(tried) * len(scores) + 1,
        )
        choices += (found,)
        done += 1
        yield Progress(done, total, choices)
