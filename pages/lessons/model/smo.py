"""The steps of SMO on an example: its pairs, their boxes, and the gap at the end of each."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.lessons.model.two_classes import OVERLAP
from pages.state.board.experiment import Experiment, change
from pages.state.model.pair_line import PairLine, pair_line
from pages.state.model.run import data_of, sample_C
from svmcore.arrays import Array, Bools, Indices
from svmcore.problems import DualProblem
from svmcore.solvers.smo import pairs_of

FEW = change(OVERLAP, n_samples=20)
TOLS = (1e-1, 1e-3, 1e-6)
SAME = 1e-9  # multipliers that differ by less are equal but for rounding


@dataclass(frozen=True, eq=False)
class PairSteps:
    """M steps of SMO from alpha = 0 on.

    pair : (M, 2), points i and j. after : (M, 2), their alpha. line : the edge of their box.
    values : (M + 1, 2), primal and dual value, of the start first.
    """

    pair: Indices
    after: Array
    line: PairLine
    values: Array

    def __len__(self) -> int:
        return len(self.pair)

    @property
    def clipped(self) -> Bools:
        """The steps that end at L or H, where the parabola of the pair still rises: (M,)."""
        top = self.line.unclipped
        return np.asarray((top < self.line.low) | (top > self.line.high))

    @property
    def first_clipped(self) -> int:
        """The first of these, from 0."""
        return int(self.clipped.argmax())


@lru_cache(maxsize=8)
def pair_steps(experiment: Experiment) -> PairSteps:
    """The steps of SMO on the dual of an experiment, until its tolerance is reached."""
    data = data_of(experiment)
    K = experiment.build_kernel()(data.X, data.X)
    problem = DualProblem(K, data.y, sample_C(experiment, data))
    state = pairs_of(problem)
    pairs: list[tuple[int, int]] = []
    E: list[tuple[float, float]] = []
    alphas = [np.zeros(len(data))]
    for i, j, E_i, difference, violation in state.steps():
        if pairs:
            alphas.append(np.abs(state.x))
        if violation <= experiment.tol:
            break
        pairs.append((i, j))
        E.append((E_i, E_i - difference))
    pair, alpha = np.array(pairs), np.array(alphas)
    rows = np.arange(len(pair))[:, None]
    before, after = alpha[rows, pair], alpha[rows + 1, pair]
    line = pair_line(data.y, K, problem.C, pair=pair, E=np.array(E), before=before, after=after)
    _, _, certificates = problem.certify_rows(alpha)
    values = np.column_stack([certificates.margin_term + certificates.loss_term, certificates.dual])
    return PairSteps(pair, after, line, values)
