"""The film of a training run: what was true at chosen moments, never how it was computed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from svmcore.arrays import Array, read_only
from svmcore.problems.base import Problem
from svmcore.problems.certificate import Certificate

FRAMES = 64  # at least so many moments of a long run are kept, at most twice as many


@dataclass(frozen=True, eq=False)
class Trace:
    """Moments of a run, first and last included. Arrays have one entry, or row, a moment.

    iteration : iterate number, in the solver's `unit`
    margin_term, loss_term : |w|^2 / 2 and sum C loss; their sum is the primal value
    dual : the dual value of a feasible point
    violation : worst violation of the optimality conditions
    coef, intercept : the machine at that moment, shapes (moments, n) and (moments,)
    """

    unit: str
    iteration: Array
    margin_term: Array
    loss_term: Array
    dual: Array
    violation: Array
    coef: Array
    intercept: Array

    @property
    def primal(self) -> Array:
        """The primal value at each moment."""
        return np.asarray(self.margin_term + self.loss_term)

    @property
    def gap(self) -> Array:
        """primal - dual at each moment."""
        return np.asarray(self.primal - self.dual)

    def __len__(self) -> int:
        return len(self.iteration)


@dataclass
class Recorder:
    """Keeps every `stride`-th moment; when there are too many, every other one goes.

    Only the point is kept while the solver runs; what is left at the end is judged then.
    """

    problem: Problem
    stride: int = 1
    kept: list[tuple[int, Array]] = field(default_factory=list)

    def offer(self, iteration: int, x: Array) -> None:
        """Show a moment to the recorder, which may or may not keep it."""
        if iteration % self.stride:
            return
        if len(self.kept) >= 2 * FRAMES - 1:  # one place is for the last moment
            self.kept = self.kept[::2]
            self.stride *= 2
            if iteration % self.stride:
                return
        self._keep(iteration, x)

    def close(self, iteration: int, x: Array) -> None:
        """The last moment is always part of the film."""
        if not self.kept or self.kept[-1][0] != iteration:
            self._keep(iteration, x)

    def _keep(self, iteration: int, x: Array) -> None:
        if np.isfinite(x).all():
            self.kept.append((iteration, x.copy()))

    def trace(self, unit: str) -> tuple[Trace, Certificate]:
        """The film as a passive record, and what is proved about its last moment."""
        points = np.stack([x for _, x in self.kept])
        coef, intercept = self.problem.machines(points)
        judged = self.problem.judge(points)
        trace = Trace(
            unit=unit,
            iteration=read_only([iteration for iteration, _ in self.kept]),
            margin_term=read_only(judged.margin_term),
            loss_term=read_only(judged.loss_term),
            dual=read_only(judged.dual),
            violation=read_only(judged.violation),
            coef=read_only(coef),
            intercept=read_only(intercept),
        )
        return trace, judged[-1]
