"""A short descent on an experiment's points, with the cost of the models on its way."""

import numpy as np

from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import data_of
from svmcore.arrays import Array
from svmcore.sgd.driver import KeptStates, run_descent
from svmcore.sgd.parametrization import LinearWeights


def descent_trace(
    experiment: Experiment, descent: Descent, moments: tuple[int, ...] = ()
) -> tuple[KeptStates, Array]:
    """The models at the start, after `moments` updates and at the end; and the cost of each.

    The cost is 1/2 |w|^2 + C sum of slacks, whatever the descent minimises.
    """
    data = data_of(experiment)
    X, y = data.X, data.y
    plan, cost = descent.plan(len(y), experiment.seed), descent.cost(experiment.C, len(y))
    kept = run_descent(
        LinearWeights(X, y),
        descent.update_objective(cost),
        plan,
        *descent.rate(),
        moments=(0, *moments, plan.total),
    )
    slack = np.maximum(0.0, 1.0 - y * (kept.v @ X.T + kept.b[:, None]))
    return kept, 0.5 * (kept.v**2).sum(axis=1) + experiment.C * slack.sum(axis=1)
