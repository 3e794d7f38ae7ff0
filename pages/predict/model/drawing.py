"""Tasks drawn at random from a number: samples, models, and the search for a fair task."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np

from pages.datasets.limits import Extent
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run
from svmcore.arrays import Array

ATTEMPTS = 200  # samples that are tried for a task; one of a few will do
TRIED = 12  # samples in which the answer that was drawn is looked for, before any other will do
NODES = 33  # a side of the grid on which two pictures are compared
CLEAR = 1e-3  # of C: an alpha between 0 and this is too small to see, an f(x) too near 0


class Answered(Protocol):
    """A task with its right answer, one of its choices."""

    @property
    def answer(self) -> str:
        """The right choice."""
        ...


T = TypeVar("T", bound=Answered)


def fair(rng: np.random.Generator, choices: Sequence[str], draw: Callable[[str], T | None]) -> T:
    """A task whose answer is each of the choices equally often, as far as samples allow.

    `draw` tries one sample, for the answer that is wanted; None where it makes no clear task.

    Raises RuntimeError if no sample of `ATTEMPTS` makes one.
    """
    wanted = choices[int(rng.integers(len(choices)))]
    other: T | None = None
    for attempt in range(ATTEMPTS):
        task = draw(wanted)
        if task is not None and task.answer == wanted:
            return task
        other = other or task
        if other is not None and attempt >= TRIED:
            return other
    raise RuntimeError(f"no task in {ATTEMPTS} samples")


def sampled(rng: np.random.Generator, datasets: Sequence[str], size: int) -> Experiment:
    """A sample of one of the datasets, with a seed and some noise of its own."""
    name = datasets[int(rng.integers(len(datasets)))]
    seed = int(rng.integers(10_000))
    noise = float(rng.choice([0.2, 0.3, 0.4]))
    found = change(Experiment(), dataset=name, n_samples=size, seed=seed)
    return found if name == "linear" else change(found, noise=noise)


def places(view: Extent) -> Array:
    """The nodes of a grid over the view, (NODES^2, 2)."""
    x, y = (np.linspace(low, high, NODES) for low, high in (view[:2], view[2:]))
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def is_clear(run: Run) -> bool:
    """Whether nobody can doubt which points are support vectors, and which are misclassified."""
    if run.model is None or not run.finished:
        return False
    small = run.support & (run.alpha < CLEAR * run.C)
    idle = ~run.support & (run.margins < 1.0 + CLEAR)
    return not (small | idle | (np.abs(run.scores) < CLEAR)).any()
