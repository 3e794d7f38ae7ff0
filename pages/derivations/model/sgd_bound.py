"""A run of stochastic descent on the board's points, and the bound on its cost."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pages.derivations.model.question import Question, Subject, Uses
from pages.derivations.model.two_classes import NO_NUMBERS, note_of, untrained
from pages.model_selection.splits import held_out
from pages.state.descent.descent_bounds import gradient_bound, sgd_bound
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.optimum import optimum
from svmcore.arrays import Array, Indices
from svmcore.model import Model
from svmcore.objective import CONVENTIONS, Objective
from svmcore.sgd.driver import KeptStates, run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES

MOST_UPDATES = 150_000
NO_OPTIMUM = "The optimum of these points is not known."


@dataclass(frozen=True, eq=False)
class SgdBoundCase:
    """T updates with the rate 1 / (rho t) from w = 0, with points drawn with replacement.

    data, J : the training points and the cost, b the last weight. best : (w*, b*), (3,). T : how
    many updates. run : the models before the last update, with the mean of those until then, and
    after it. batch : the points of the last update
    """

    data: LinearWeights
    J: Objective
    best: Array
    T: int
    run: KeptStates
    batch: Indices

    @cached_property
    def before(self) -> Array:
        """The model w_T before the last update, (3,)."""
        return np.append(self.run.v_before[-1], self.run.b_before[-1])

    @cached_property
    def after(self) -> Array:
        """The model after it, (3,)."""
        return np.append(self.run.v[-1], self.run.b[-1])

    @property
    def eta(self) -> float:
        """The rate of the last update."""
        return 1.0 / (self.J.rho * self.T)

    def gradient(self, w: Array, rows: Indices | slice = slice(None)) -> Array:
        """The subgradient at w over some of the points, (3,)."""
        X, y, omega = self.data.matrix[rows], self.data.y[rows], self.data.weight
        weight = None if omega is None else omega[rows]
        g, gb = self.J.gradient(w[:-1], float(w[-1]), X, y, weight)
        return np.append(g, gb)

    def cost(self, w: Array) -> float:
        """J, w with b as its last number."""
        f = self.data.all_scores(w[None, :-1]) + w[-1]
        square = self.data.square(w[None, :-1])
        return float(self.J.terms(self.data.y * f, square, w[-1:], self.data.weight).total[0])

    @cached_property
    def mean(self) -> Array:
        """The mean of w_1 = 0, w_2, ..., w_T, (3,)."""
        assert self.run.v_mean is not None
        assert self.run.b_mean is not None
        share = (self.T - 1) / self.T
        at = int(np.searchsorted(self.run.update, self.T - 1))
        return share * np.append(self.run.v_mean[at], self.run.b_mean[at])

    @cached_property
    def G(self) -> float:
        """No subgradient is longer."""
        return gradient_bound(self.data, self.J)

    @property
    def bound(self) -> float:
        """On the expectation of `measured`."""
        return float(sgd_bound(np.array(float(self.T)), self.J.rho, self.G))

    @cached_property
    def measured(self) -> float:
        """J(mean) - J*."""
        return self.cost(self.mean) - self.cost(self.best)


def suited(descent: Descent) -> Descent:
    """The settings of the page Descent, with those that the bound needs."""
    inside = CONVENTIONS[descent.objective].bias_inside
    return replace(
        descent,
        method="pegasos" if descent.method == "pegasos" else "sgd",
        space="plane",
        objective=descent.objective if inside else "average",
        loss="hinge",
        schedule="pegasos",
        order="replacement",
    )


def sgd_bound_case(uses: Uses, question: Question) -> Subject:
    """The run that the page Descent shows with these settings; the picture shows its mean model."""
    points, missing = untrained(uses, question)
    if missing is not None:
        return missing
    how, data, experiment = suited(question.descent), points.data, points.experiment
    train = ~held_out(data.ids, data.y, how.test_share, experiment.seed)
    X = data.X[train]
    learnt = LinearWeights(X, data.y[train])
    J = how.cost(experiment.C, len(X))
    best = optimum(learnt, J)
    note = note_of(uses, question, points)
    if best is None:
        return Subject(None, points, note, f"{NO_OPTIMUM} {NO_NUMBERS}")
    plan = how.plan(len(X), experiment.seed)
    plan = replace(plan, epochs=max(1, min(plan.epochs, MOST_UPDATES // len(X))))
    run = run_descent(
        learnt,
        J,
        plan,
        SCHEDULES["pegasos"],
        rule=METHODS[how.method].rule,
        moments=[plan.total - 1, plan.total],
        average=True,
    )
    case = SgdBoundCase(learnt, J, np.append(*best), plan.total, run, plan.batch(plan.total))
    w, b = case.mean[:-1], float(case.mean[-1])
    coef = np.linalg.pinv(data.X.T) @ w
    model = Model(experiment.build_kernel(), data.X, coef, b)
    return Subject(case, replace(points, model=model), note)
