"""The best of several states that are not optimal, at the length that suits it."""

import numpy as np

from svmcore.engine.certified import Certified, certified, with_scores
from svmcore.engine.spaces import MAX_DENSE, Space
from svmcore.engine.tasks import State, Task

MAX_HALVINGS = 60  # of a model that is too long; C is at most about 1e15 times too large


def best_of(space: Space, task: Task, candidates: list[Certified]) -> Certified:
    """The state with the smallest gap among those that cost no more than the simplest feasible one.

    That one has w = 0 where sum_i balance_i a_i = 0 is asked. Each candidate is looked at on the
    whole segment that leads to it from there, and so is a gradient step from w = 0.
    """
    nothing = with_scores(space, task, task.feasible(np.zeros(len(task.sign))))
    if len(space) <= MAX_DENSE:  # which costs a product with all of K
        zero = np.zeros(len(space))
        short = task.q - task.values(zero, task.best_multipliers(zero))
        down = task.feasible(np.where(short >= 0.0, task.C, 0.0))
        candidates = [*candidates, with_scores(space, task, down)]
    shorter = [_shortened(task, nothing, candidate) for candidate in candidates]
    # `nothing` is last: of equals, the first is taken
    return min([*shorter, nothing], key=lambda candidate: _rank(candidate, nothing))


def _rank(candidate: Certified, nothing: Certified) -> tuple[bool, float]:
    """Whether the model is worse than none, then its gap.

    A violated constraint is worth as much in its unit, as f is about 1.
    """
    certificate = candidate.certificate
    error = abs(certificate.gap) + certificate.infeasibility
    no_worse = certificate.primal <= nothing.certificate.primal
    return not no_worse, error if np.isfinite(error) else np.inf


def _shortened(task: Task, nothing: Certified, candidate: Certified) -> Certified:
    """The best state on the segment from `nothing`, a feasible one, to the candidate.

    A method that has just begun often has a good direction and too large a step. The gap and the
    primal value are convex on the segment, so halving ends where both have fallen.
    """
    best, (start, state) = candidate, (nothing.state, candidate.state)
    for halving in range(1, MAX_HALVINGS):
        t = 0.5**halving
        a = start.a + t * (state.a - start.a)
        scores = start.scores + t * (state.scores - start.scores)
        shorter = certified(task, State(a, scores, task.best_multipliers(scores)))
        if _rank(shorter, nothing) < _rank(best, nothing):
            best = shorter
        elif not _rank(best, nothing)[0]:
            break
    return best
