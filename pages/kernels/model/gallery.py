"""The same points under every kernel, along one parameter, and what a width sigma does."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pages.model_selection.kernel_formula import KERNELS
from pages.model_selection.kernel_grid import has_short_cut
from pages.state.board.experiment import Experiment, change
from pages.state.model.grid import COARSE, COARSEST, DecisionGrid, decision_grid, level_lines
from pages.state.model.run import Run, run
from pages.state.model.scene import cover, fit_view, simplify_polyline
from pages.state.text.number_format import number
from pages.state.text.verdict import sentence
from svmcore.arrays import Array
from svmcore.params import parameters
from svmcore.problems.certificate import Status

# how every cell is trained: what is compared are models, not ways to find them
EXACTLY = {"formulation": "dual", "solver": "auto", "tol": 1e-6, "max_iter": 0}
STOPS: dict[str, tuple[float, ...]] = {
    "gamma": (0.02, 0.1, 0.5, 2.0, 10.0, 50.0),
    "sigma": (4.0, 2.0, 1.0, 0.5, 0.2, 0.1),
    "degree": (1, 2, 3, 4, 6, 8),
    "coef0": (0.0, 0.25, 0.5, 1.0, 2.0, 3.0),
}
SIGNS = (-3.0, -1.5, -0.5, 0.0, 0.5, 1.5)  # stops of coef0 where the kernel is indefinite anyway
SIGMAS = tuple(float(s) for s in np.round(np.geomspace(6.0, 0.08, 14), 3))
LABELS = {"gamma": "γ", "sigma": "σ", "degree": "degree", "coef0": "coef0"}


@dataclass(frozen=True, eq=False)
class GalleryCell:
    """A small picture of one machine.

    support, errors : how many points have alpha > 0, and how many are on the wrong side
    grid, line : f on a coarse grid, and the polyline f = 0, (m, 2) parted by NaN
    note : why there is no model, what had to be changed for there to be one, or what is not
        proved of it; empty for an optimum
    The numbers and the grid are None without a model.
    """

    title: str
    experiment: Experiment
    run: Run
    note: str
    support: int | None = None
    errors: int | None = None
    grid: DecisionGrid | None = None
    line: Array = field(default_factory=lambda: np.empty((0, 2)))


class WidthRow(NamedTuple):
    """The model of one width; None where none exists."""

    sigma: float
    support: int | None
    errors: int | None


@lru_cache(maxsize=4)
def gallery(experiment: Experiment) -> tuple[GalleryCell, ...]:
    """The experiment's points, margin, C and parameters under each kernel of KERNELS.

    A kernel that has no hard margin is shown with the soft one, and its note says so.
    """
    return tuple(
        _cell(kernel.title, experiment, change(experiment, kernel=name, **EXACTLY))
        for name, kernel in KERNELS.items()
    )


def stops(experiment: Experiment, name: str) -> tuple[float, ...]:
    """The six values of a parameter that `sweep` shows; `sigma` is for gamma = 1 / (2 sigma^2).

    Those of gamma, sigma and degree begin with the least flexible model; coef0 rises.
    """
    return SIGNS if name == "coef0" and experiment.kernel == "sigmoid" else STOPS[name]


def swept(experiment: Experiment) -> tuple[str, ...]:
    """The parameters over which the experiment's kernel can be swept."""
    names = [p.name for p in parameters(KERNELS[experiment.kernel]) if p.name in STOPS]
    return (*names, "sigma") if experiment.kernel == "rbf" else tuple(names)


@lru_cache(maxsize=8)
def sweep(experiment: Experiment, name: str) -> tuple[GalleryCell, ...]:
    """The experiment with six values of one parameter of its kernel."""
    return tuple(
        _cell(
            f"{LABELS[name]} = {number(value)}",
            experiment,
            change(experiment, **_words(name, value), **EXACTLY),
        )
        for value in stops(experiment, name)
    )


def _words(name: str, value: float) -> dict[str, Any]:
    return {"gamma": 0.5 / value**2} if name == "sigma" else {name: value}


def _cell(title: str, wanted: Experiment, experiment: Experiment) -> GalleryCell:
    result = run(experiment)
    if result.model is None:
        return GalleryCell(title, experiment, result, sentence(result))
    extent = cover(fit_view(result.data))
    # narrow kernels need the finer one, and those with a short cut have it for nothing
    nodes = COARSE if has_short_cut(result.model.kernel) else COARSEST
    grid = decision_grid(result.model, extent, nodes)
    line = np.empty((0, 2))
    if not result.constant:  # the line of rounding errors would fill the picture
        line = simplify_polyline(level_lines(grid, (0.0,), result.model)[0], extent)
    return GalleryCell(
        title,
        experiment,
        result,
        _note(wanted, result),
        int(result.support.sum()),
        int(result.wrong.sum()),
        grid,
        line,
    )


def _note(wanted: Experiment, result: Run) -> str:
    """What a model is that is not the optimum that was asked for; empty where it is."""
    assert result.solution is not None
    words = []
    if result.experiment.margin != wanted.margin:
        words.append(f"soft margin, C = {number(wanted.C)}: this kernel has no hard margin")
    if result.solution.status is Status.STATIONARY:
        words.append("a stationary point, not certified optimal")
    elif result.solution.status is not Status.OPTIMAL:
        words.append(f"not certified optimal: {result.solution.status.value}")
    return "; ".join(words)


@lru_cache(maxsize=4 * len(SIGMAS))
def flexible(experiment: Experiment, sigma: float) -> WidthRow:
    """Support vectors and training errors of the RBF model of one width."""
    result = run(change(experiment, kernel="rbf", **_words("sigma", sigma), **EXACTLY))
    if result.model is None:
        return WidthRow(sigma, None, None)
    return WidthRow(sigma, int(result.support.sum()), int(result.wrong.sum()))


def report(rows: tuple[WidthRow, ...]) -> str:
    """What the numbers of some widths show, in words that hold for them and no further.

    That support vectors become more as sigma falls is said of the widths from the fewest on, and
    only if each step there shows it and no step has more training errors; of flexibility only if
    there are fewer of these in the end.
    """
    known = [(s, held, wrong) for s, held, wrong in rows if held is not None and wrong is not None]
    if not known:
        return "No model exists for any of these σ."
    sigma, support, errors = (list(column) for column in zip(*known, strict=True))
    lowest = min(support)
    rises = (
        i
        for i, held in enumerate(support)
        if held == lowest
        and support[i:] == sorted(support[i:])
        and errors[i:] == sorted(errors[i:], reverse=True)
    )
    least = next(rises, len(support))
    tail, wrong = support[least:], errors[least:]
    if not tail or tail[-1] == lowest:
        least = support.index(lowest)
        words = (
            f"Support vectors: {support[0]} at σ = {number(sigma[0])}, fewest at "
            f"σ = {number(sigma[least])} ({lowest}), {support[-1]} at "
            f"σ = {number(sigma[-1])}; training errors: {errors[0]}, {errors[least]}, {errors[-1]}."
        )
    else:
        start = f"From σ = {number(sigma[least])} down, " if least else ""
        ends = f"from {tail[0]} to {tail[-1]}"
        if wrong[0] > wrong[-1]:
            words = (
                f"{start}flexibility grows as σ falls (training errors from {wrong[0]} to "
                f"{wrong[-1]}), and so does the number of support vectors, {ends}."
            )
        else:  # nothing here shows that the model fits more
            words = (
                f"{start}the number of support vectors grows as σ falls, {ends}; "
                f"the training errors stay {wrong[0]}."
            )
        words = words[0].upper() + words[1:]
        if least:
            words += f" At σ = {number(sigma[0])} there are {support[0]}."
    lost = len(rows) - len(known)
    return f"{words} No model exists for {lost} of {len(rows)} σ." if lost else words
