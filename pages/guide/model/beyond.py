"""Examples beyond two classes: several classes, regression, one class, a table, a test part."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from pages.model_selection.splits import Split, train_test
from pages.state.board.experiment import Experiment, change
from pages.state.model.nu_solution import solved
from pages.state.model.run import Run, data_of
from pages.state.multiclass.multiclass_run import MulticlassRun, Scheme, multiclass_run
from pages.state.registry import BOARDS
from pages.state.table.table_run import TableRun, run_of_table
from pages.state.table.table_settings import TableSettings
from svmcore.arrays import Array, Bools
from svmcore.engine import classification, regression, space_of, train
from svmcore.model import Model

NU = 0.1
SHARE = 0.3  # of the points that are used for testing only
TESTED = change(Experiment(), n_samples=150, noise=0.5, C=100.0, gamma=5.0)
BOUND = 1e-8  # of the largest alpha: what is nearer to 0 is 0

T = TypeVar("T")
once: Callable[[Callable[[], T]], Callable[[], T]] = lru_cache(maxsize=1)


@once
def several() -> MulticlassRun:
    """The page Classes as it opens: one-vs-rest."""
    return multiclass_run(BOARDS["classes"].entry.start, Scheme())


class Tube(NamedTuple):
    """A regression on all its points: f, the targets, the residuals, the support vectors."""

    experiment: Any
    model: Model
    x: Array
    z: Array
    residuals: Array
    support: Bools

    @property
    def outside(self) -> Bools:
        """The points outside the tube."""
        return np.asarray(np.abs(self.residuals) > self.experiment.epsilon + 1e-6)


@once
def tube() -> Tube:
    """The page Regression as it opens, without test points."""
    entry = BOARDS["regression"].entry
    experiment = entry.change(entry.start, test_share=0.0)
    x, z = BOARDS["regression"].data(experiment).X.T
    kernel, X = experiment.build_kernel(), x[:, None]
    task = regression(z, np.full(len(z), experiment.C), experiment.epsilon)
    answer = train(space_of(kernel, X), task)
    coef = task.coef(answer.alpha)
    model = Model(kernel, X, coef, float(answer.v[0]))
    support = np.abs(coef) > BOUND * np.abs(coef).max()
    return Tube(experiment, model, x, z, z - model(X), support)


class Novelty(NamedTuple):
    """A one-class SVM: the points outside f = 0, and the support vectors."""

    experiment: Experiment
    model: Model
    outside: Bools
    support: Bools


@once
def novelty() -> Novelty:
    """The one-class SVM on the points of the Playground."""
    experiment = Experiment()
    data, kernel = data_of(experiment), experiment.build_kernel()
    found = solved(space_of(kernel, data.X), data.y, "one_class", NU)
    return Novelty(
        experiment, Model(kernel, data.X, found.a, found.b), found.outside, found.support
    )


@once
def table() -> TableRun:
    """The page Data as it opens: two columns of the table Iris."""
    return run_of_table(TableSettings())


class Tested(NamedTuple):
    """A model of a training part: the split, and which points it misclassifies."""

    run: Run
    split: Split
    wrong: Bools


@once
def tested() -> Tested:
    """A flexible kernel model, as the page Evaluation tests it."""
    data, kernel = data_of(TESTED), TESTED.build_kernel()
    split = train_test((data.y > 0.0).astype(int), data.ids, share=SHARE)
    X, y = data.X[split.train], data.y[split.train]
    task = classification(y, np.full(len(y), TESTED.C))
    answer = train(space_of(kernel, X), task)
    coef = np.zeros(len(data))
    coef[split.train] = task.coef(answer.alpha)
    shown = Run(TESTED, data, Model(kernel, data.X, coef, float(answer.v[0])))
    return Tested(shown, split, shown.wrong)
