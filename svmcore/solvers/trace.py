"""The trace of a training run: models, values and violations at chosen iterations."""

from dataclasses import dataclass, field

import numpy as np

from svmcore.arrays import Array, read_only
from svmcore.problems.certificate import Certificate
from svmcore.problems.formulations import Problem

FRAMES = 64  # at least so many moments of a long run are kept, at most twice as many
GROWTH = 1.08  # from one moment to the next where they are not even: 30 in each power of ten


@dataclass(frozen=True, eq=False)
class Trace:
    """Moments of a run, first and last included. Arrays have one entry, or row, a moment.

    iteration : iterate number, in the solver's `unit`
    seconds : what the solver had worked until then, without what judging its points took
    margin_term, loss_term : |w|^2 / 2 and sum C loss; their sum is the primal value
    dual : the dual value of a feasible point
    violation : worst violation of the optimality conditions
    coef, intercept : the model at that moment, shapes (moments, n) and (moments,)
    """

    unit: str
    iteration: Array
    seconds: Array
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

    Not `evenly`: keeps the first moments and then about GROWTH times as late a one each, for axes
    that show how an error falls by powers of ten. Only the point is kept while the solver runs;
    what is left at the end is judged then.
    """

    problem: Problem
    evenly: bool = True
    stride: int = 1
    following: int = 0  # where the moments are not even: from where on the next one is kept
    kept: list[tuple[int, float, Array]] = field(default_factory=list)

    def offer(self, iteration: int, x: Array, seconds: float = 0.0) -> None:
        """Show a moment to the recorder, which may or may not keep it."""
        if not self.evenly:
            if iteration >= self.following:
                self.following = max(iteration + 1, round(GROWTH * iteration))
                self._keep(iteration, x, seconds)
            return
        if iteration % self.stride:
            return
        if len(self.kept) >= 2 * FRAMES - 1:  # one place is for the last moment
            self.kept = self.kept[::2]
            self.stride *= 2
            if iteration % self.stride:
                return
        self._keep(iteration, x, seconds)

    def close(self, iteration: int, x: Array, seconds: float = 0.0) -> None:
        """Keep the last iterate in any case."""
        if not self.kept or self.kept[-1][0] != iteration:
            self._keep(iteration, x, seconds)

    def _keep(self, iteration: int, x: Array, seconds: float) -> None:
        if np.isfinite(x).all():
            self.kept.append((iteration, seconds, x.copy()))

    def trace(self, unit: str) -> tuple[Trace, Certificate]:
        """The trace, and the certificate of its last iterate."""
        points = np.stack([x for _, _, x in self.kept])
        coef, intercept, judged = self.problem.certify_rows(points)
        trace = Trace(
            unit=unit,
            iteration=read_only([iteration for iteration, _, _ in self.kept]),
            seconds=read_only([seconds for _, seconds, _ in self.kept]),
            margin_term=read_only(judged.margin_term),
            loss_term=read_only(judged.loss_term),
            dual=read_only(judged.dual),
            violation=read_only(judged.violation),
            coef=read_only(coef),
            intercept=read_only(intercept),
        )
        return trace, judged[-1]
