"""The linear classifier by descent on the primal, a few points at a time: SubgradientSVC."""

import warnings
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from svmcore.arrays import Array, Indices
from svmcore.class_weight import BALANCED
from svmcore.estimators.checks import classes as classes_of
from svmcore.estimators.checks import light, points, target, weights, written_out
from svmcore.estimators.linear import LinearClassifier
from svmcore.estimators.parameters import (
    COUNT,
    MAX_SEED,
    POSITIVE,
    SHARE,
    ClassWeight,
    Law,
    RandomState,
    check_parameters,
    one_of,
    or_none,
)
from svmcore.estimators.training_data import SMALL, class_factors, refuse_overflow
from svmcore.kernels import Linear
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS, Objective, PerceptronLoss
from svmcore.optim.threads import limited_blas
from svmcore.problems.certificate import Status
from svmcore.sgd.driver import DescentState
from svmcore.sgd.epochs import EpochSchedule, Outcome, handed_out, passes
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.parametrization import weights as unless_one
from svmcore.sgd.schedule import SCHEDULES
from svmcore.sgd.update_rules import Descend

COSTS = {**LOSSES, "perceptron": PerceptronLoss}
LAWS: dict[str, Law] = {
    "loss": one_of(*COSTS),
    "penalty": or_none(one_of("l2")),
    "objective": one_of(*CONVENTIONS),
    "learning_rate": one_of(*SCHEDULES),
    "eta0": POSITIVE,
    "max_iter": COUNT,
    "tol": or_none(SHARE),
    "n_iter_no_change": COUNT,
    "batch_size": or_none(COUNT),
    **dict.fromkeys(("shuffle", "average", "project", "warm_start"), one_of(True, False)),
}
STREAMED = tuple(name for name, way in CONVENTIONS.items() if "N" not in way.kappa)


@dataclass(kw_only=True, eq=False, repr=False)
class SubgradientSVC(LinearClassifier):
    """Linear support vector classification by subgradient descent, one against the rest.

    An update sees one point or a batch and steps against a subgradient of

        J(w, b) = rho/2 (|w|^2 + b^2 where the bias is inside w)
                  + kappa/n sum_i c_i loss(y_i f(x_i)),

        w <- (1 - eta rho) w - eta kappa mean over the batch of c loss'(y f) y x,

    from w = 0, b = 0, where c_i is the weight of the point's class. A point of sample weight s
    counts as s points: n is the sum of the weights, and the point adds s times as much to its
    update, as if it had come s times in it. So the cost is that of repeated points, and so is the
    run where an update sees all points; single points are drawn once an epoch whatever they weigh.
    There is no certificate (`LinearSVC` has one). It is for watching, for data that do not fit into
    memory (`partial_fit`), and for rough answers.

    Parameters
    ----------
    loss : "hinge", "squared_hinge", "huber_hinge" or "perceptron", default="hinge"
    penalty : "l2" or None, default="l2"
        None leaves rho = 0: with the perceptron's loss and a constant rate, the perceptron.
    C : float > 0, default=1.0
        The constant of `objective`, C or lambda.
    objective : default="average"
        "sum" (|w|^2 / 2 + C sum loss), "average" ((|w|^2 + b^2) / 2 + C mean loss), "square"
        (|w|^2 + C mean loss), "square_sum" (|w|^2 + C sum loss) or "lambda" (C/2 (|w|^2 + b^2) +
        mean loss: a large C is a strong penalty). `svmcore.objective.CONVENTIONS` has their factors
        rho and kappa.
    learning_rate : default="pegasos"
        "constant" (eta0), "inverse_sqrt" (eta0 / sqrt(t)), "inverse" (eta0 / t) or "pegasos"
        (1 / (rho t), whatever eta0 is) at update t = 1, 2, ...
    eta0 : float > 0, default=0.01
    max_iter : int, default=100
        Epochs, passes over all points.
    tol : float > 0 or None, default=None
        Stop after `n_iter_no_change` epochs in turn whose cost was not below the least one before
        by this share; None for all epochs. The cost of a random descent rises now and then.
    n_iter_no_change : int, default=5
    batch_size : int or None, default=1
        Points an update sees, None for all of them. The last batch of an epoch takes what is left.
    shuffle : bool, default=True
        Whether every epoch has an order of its own, or that of the data.
    average : bool, default=False
        Hand out the mean of all models so far in place of the last one.
    class_weight : dict, "balanced", "weighted_balanced" or None, default=None
        What the loss of a point is multiplied with, by its class. Of several classes, the machine
        of class c weighs its own points by the weight of c and all others by 1, as those of
        `sklearn.linear_model.SGDClassifier` do.
    project : bool, default=False
        After each update bring w back into the ball that is known to hold the optimum.
    random_state : int, RandomState or None, default=None
    warm_start : bool, default=False
        Whether another `fit` goes on from the last model, with its t and its mean.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, where it points to classes_[1]; (classes, d).
    intercept_ : array of shape (1,) or (classes,).
    classes_, class_weight_, n_features_in_, feature_names_in_
    n_iter_ : int, the epochs that the last `fit` finished and the calls of `partial_fit` since.
    t_ : int, updates so far.
    cost_curve_ : array of shape (n_iter_,) for two classes, else (n_iter_, classes)
        J after every epoch that was finished; of `partial_fit` over the rows it was given.
    status_ : Status
        MAX_ITER after all epochs, STALLED where `tol` ended them, DIVERGED where the next update
        gives no finite number: the model is then the one before it, and a ConvergenceWarning
        names the update.

    Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos: primal estimated sub-gradient solver
    for SVM, Mathematical Programming 127 (2011), https://doi.org/10.1007/s10107-010-0420-4
    """

    loss: str = "hinge"
    penalty: str | None = "l2"
    C: float = 1.0
    objective: str = "average"
    max_iter: int = 100
    tol: float | None = None
    shuffle: bool = True
    random_state: RandomState = None
    learning_rate: str = "pegasos"
    eta0: float = 0.01
    n_iter_no_change: int = 5
    class_weight: ClassWeight = None
    warm_start: bool = False
    average: bool = False
    batch_size: int | None = 1
    project: bool = False

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the labels y and weights, shape (n,).

        A point of weight 0 or below is as if it were not there.

        Raises ValueError or TypeError if a parameter, X, y or a weight is not what it may be; with
        `warm_start` if X or y does not fit what was learnt.
        """
        self._check(stream=False)
        resumed = bool(self.warm_start) and self.__sklearn_is_fitted__()
        if not resumed:
            self.__dict__.pop("status_", None)
        X, y, w, all_labels = self._data(X, y, sample_weight, reset=not resumed)
        labels, index = classes_of(y)
        if resumed and not np.array_equal(labels, self.classes_):
            raise ValueError(f"warm_start needs the classes {self.classes_}, got {labels}")
        self.class_weight_ = class_factors(self.class_weight, labels, index, w, all_labels)
        self.classes_ = labels
        total = float(X.shape[0] if w is None else w.sum())
        # J has a mean over rows: with weights of mean 1 it is that over all they stand for
        factors = np.ones(X.shape[0]) if w is None or np.ptp(w) == 0.0 else w * (X.shape[0] / total)
        outcome = self._descend(X, index, factors, total, self.max_iter, resumed=resumed)
        self._settle(outcome, None)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Pass once over some more points, going on from where the last call ended.

        t and the mean go on too: chunks of a stream in the order of the data give the model of
        one `fit` with one epoch, if they hold whole batches. `max_iter` and `tol` are for `fit`.
        The sum of all weights is not known here, so a weight s is s times the step of the weight 1,
        as in SGDClassifier; `fit` has the same where the mean of the weights is 1.

        Parameters
        ----------
        X, y : shapes (n, d) and (n,)
        classes : all labels there will be, for the first call.
        sample_weight : shape (n,), default=None; a row of weight 0 or below is left out.

        Raises
        ------
        ValueError, TypeError
            As `fit`; if `classes` is missing or changes, y holds another label, or what is asked
            for depends on all points, which a stream does not know: `objective` "sum", or class
            weights that are balanced.
        """
        self._check(stream=True)
        first = not self.__sklearn_is_fitted__()
        if first and classes is None:
            raise ValueError("classes must be given in the first call of partial_fit")
        known = self.classes_ if classes is None else classes_of(np.asarray(classes))[0]
        if not first and not np.array_equal(known, self.classes_):
            raise ValueError(f"classes must stay {self.classes_}, got {known}")
        X, y, w, all_labels = self._data(X, y, sample_weight, reset=first)
        strange = np.setdiff1d(all_labels, known)
        if len(strange):
            raise ValueError(f"y must hold the classes {known}, got {strange[0]}")
        index = np.searchsorted(known, y).astype(np.intp)
        self.class_weight_ = class_factors(self.class_weight, known, index, None)
        self.classes_ = known
        factors = np.ones(X.shape[0]) if w is None else w
        outcome = self._descend(X, index, factors, X.shape[0], 1, resumed=not first)
        self._settle(outcome, None if first else self.cost_curve_)
        return self

    def _check(self, *, stream: bool) -> None:
        """Refuse what the parameters may not be, and what does not go together.

        Of a `stream`, also what depends on all points. Raises ValueError.
        """
        check_parameters(self, LAWS)
        if self.penalty is None and (self.learning_rate == "pegasos" or self.project):
            what = "project=True" if self.project else "learning_rate='pegasos'"
            raise ValueError(f"{what} needs a penalty, got penalty=None")
        if not stream:
            return
        way, weights = self.objective, self.class_weight
        if way not in STREAMED:
            others = ", ".join(map(repr, STREAMED))
            raise ValueError(
                f"objective={way!r} needs the number of all points: stream with {others}"
            )
        if isinstance(weights, str) and weights in BALANCED:
            raise ValueError(
                f"class_weight={weights!r} needs the labels of all points: "
                "stream with a dict of weights"
            )

    def _data(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[Any, Any, Array | None, Any]:
        """The rows with weight, their labels and weights, None for 1 each; the labels of all."""
        X = points(self, X, reset=reset)
        X = X if light(X, SMALL) else written_out(X)
        y = target(self, y, X.shape[0], numeric=False)
        refuse_overflow(Linear(), X)
        w = weights(sample_weight, X)
        if w is None:
            return X, y, None, y
        return X[w > 0.0], y[w > 0.0], w[w > 0.0], y

    def _course(self, n: float) -> EpochSchedule:
        """For n points, or weights that add up to n."""
        way = CONVENTIONS[self.objective]
        rho, kappa = way.factors(float(self.C), n)
        rho = 0.0 if self.penalty is None else rho
        return EpochSchedule(
            Objective(rho, kappa, way.bias_inside, COSTS[self.loss]()),
            SCHEDULES[self.learning_rate],
            float(self.eta0),
            Descend(bool(self.project)),
            None if self.batch_size is None else int(self.batch_size),
            bool(self.shuffle),
            bool(self.average),
        )

    def _descend(
        self, X: Any, index: Indices, w: Array, total: float, epochs: int, *, resumed: bool
    ) -> Outcome:
        """Over points with weights w, shape (n,), rows that stand for `total` points in all.

        `resumed` goes on from the last models. Raises ValueError if `average` changed since.
        """
        k = len(self.classes_)
        positive = [1] if k == 2 else range(k)
        states = [DescentState.start(X.shape[1]) for _ in positive]
        if resumed:
            states = self._states
            if bool(self.average) != self._averaged:
                raise ValueError(f"average must stay {self._averaged} while training goes on")
        draw = check_random_state(self.random_state).randint
        problems = []
        for c in positive:
            factors = unless_one(w * self._class_factors(index, c))
            problems.append(LinearWeights(X, np.where(index == c, 1.0, -1.0), factors))
        with limited_blas():
            return passes(
                problems,
                self._course(total),
                epochs,
                lambda: int(draw(MAX_SEED)),
                states,
                None if self.tol is None else float(self.tol),
                int(self.n_iter_no_change),
            )

    def _settle(self, outcome: Outcome, before: Array | None) -> None:
        """Write the attributes, after the costs of earlier calls; warn where no number was left."""
        models = [handed_out(state, bool(self.average)) for state in outcome.states]
        self.coef_ = np.array([v for v, _ in models])
        self.intercept_ = np.array([b for _, b in models])
        costs = outcome.costs[:, 0] if len(models) == 1 else outcome.costs
        self.cost_curve_ = costs if before is None else np.concatenate([before, costs])
        self.n_iter_ = len(self.cost_curve_)
        self._states, self._averaged = outcome.states, bool(self.average)
        self.t_ = outcome.states[0].t
        self.status_ = Status.STALLED if outcome.stalled else Status.MAX_ITER
        if outcome.diverged:
            self.status_ = Status.DIVERGED
            warnings.warn(
                f"SubgradientSVC diverged: update {outcome.diverged} gives no finite model, the "
                "one before it is kept: choose a smaller learning rate",
                ConvergenceWarning,
                stacklevel=3,
            )
