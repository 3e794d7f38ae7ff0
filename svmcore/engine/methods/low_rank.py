"""Training on a thin factor of K, and with K itself where that is not exact enough.

Source: Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR 2
(2001), https://www.jmlr.org/papers/v2/fine01a.html
"""

from collections.abc import Iterator

import numpy as np

from svmcore.engine.certified import Certified, Step, certified
from svmcore.engine.methods import coordinates
from svmcore.engine.methods.decomposition import refine
from svmcore.engine.methods.pivoted_cholesky import pivoted_cholesky
from svmcore.engine.spaces import FeatureSpace, Space
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time
from svmcore.optim.memory import spare_memory

MAX_THICK = 3000  # points up to which a factor of K may have as many columns as points
FACTORS = 6  # arrays of the size of a factor of K that a walk on it holds at a time, and room
SPARE = 20  # points near their margin that are solved for beside the undecided ones
# error of the factor, to be divided by this power of C, and of the walk on it
TRIES = ((1e-3, 0.5, 1e-5), (1e-5, 1.0, 1e-8), (1e-9, 1.0, 1e-11))


def applies(space: Space, task: Task) -> bool:
    """Whether K is known by its entries alone."""
    return not isinstance(space, FeatureSpace)


def iterate(space: Space, task: Task, tol: float, max_iter: int) -> Iterator[Step]:
    """For finer and finer factors: the interior point on the factor, then working sets with K."""
    used, top = 0, max(1.0, float(task.C.max()))
    for error, power, hand_over in TRIES:
        most = most_columns(len(space), spare_memory())
        L = pivoted_cholesky(space, error / top**power, most)
        if L is None:
            return
        if task.shiftable:
            L -= L.mean(0)
        before, guess = used, None
        for step in coordinates.iterate(
            FeatureSpace(L), task, tol, max_iter - before, (hand_over,)
        ):
            used = before + step.n_iter
            guess = step.reached and step.reached.state
            yield Step(step.a, used, step.error)
        assert guess is not None
        if used >= max_iter or out_of_time():  # far from the optimum the active set says nothing
            yield Step(guess.a, used, reached=_with_kernel(space, task, guess))
            return
        target = task.gradient_step(guess)
        free = (target > 0.0) & (target < task.C)
        a = np.where(free, guess.a, np.where(target > 0.0, task.C, 0.0))
        known = State(a, space.scores(task.coef(a)), guess.v)
        yield Step(a, used, reached=certified(task, known), target=target)
        left = max_iter - used
        state, more = refine(
            space, task, guess, SPARE, coordinates.REFINE_TOL, known=known, max_iter=left
        )
        used += more
        if state is not guess:  # whose scores are those of the factor, not those of K
            yield Step(state.a, used, reached=certified(task, state))
        elif out_of_time():  # what has just been put at its bounds may be worse
            yield Step(guess.a, used, reached=_with_kernel(space, task, guess))
            return


def _with_kernel(space: Space, task: Task, guess: State) -> Certified:
    """The state with the scores of K in place of those of a factor."""
    return certified(task, guess._replace(scores=space.scores(task.coef(guess.a))))


def most_columns(n: int, spare: float) -> int:
    """Columns of a factor of K, (n, r), up to which a walk on it is worth its time and memory.

    spare : bytes that this process may take; without a limit inf
    """
    return n if n <= MAX_THICK else int(min(n // 4, spare / (8 * n * FACTORS)))
