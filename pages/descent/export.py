"""What Export offers on the page Descent: the descent, up to the update that is looked at."""

import numpy as np

from pages.datasets.two_class import DATASETS
from pages.descent.model.film import Film, film
from pages.descent.model.problem import obstacle
from pages.descent.model.start import StartWeights
from pages.descent.settings import DescentMoment
from pages.export.descent_code import DescentProgram, svmcore_descent
from pages.export.figure_code import TWO_CLASS_FIGURE
from pages.export.numpy_code import numpy_descent
from pages.export.points import two_class_table
from pages.export.program import CodeParts, Exported, ModelCode, PointsTable
from pages.export.program_text import numbers_code, rows_code, title
from pages.export.sgd_code import sklearn_descent
from pages.export.two_class import NO_MODEL
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.run import data_of
from pages.state.text.number_format import number
from svmcore.losses import LOSSES
from svmcore.sgd.parametrization import LinearWeights

ACCURACY = """
def accuracy(X, y):
    \"\"\"The share of the points on the right side; f = 0 is class +1.\"\"\"
    return ((decision_function(X) >= 0.0) == (y > 0.0)).mean()


print(f"training accuracy: {accuracy(X, y):.2%}")
"""
TEST = 'print(f"test accuracy:     {accuracy(X_test, y_test):.2%}")\n'


def descent_export(
    experiment: Experiment, descent: Descent, start: StartWeights, moment: DescentMoment
) -> Exported:
    """The points, and the model after the update at which the film was stopped, or the last."""
    shown = film(experiment, descent, start)
    space = "w" if descent.space == "plane" else experiment.kernel
    name = f"{experiment.dataset}_{descent.method}_{space}_{descent.loss}_C{experiment.C:g}"
    why = obstacle(experiment, descent) or NO_MODEL
    return Exported(
        name=name,
        code=None if shown is None else _code(shown, moment.at),
        why=why if shown is None else "",
        points=_table(experiment, shown),
    )


def _table(experiment: Experiment, shown: Film | None) -> PointsTable:
    """The points, and which of them are for the test."""
    data = data_of(experiment)
    table = two_class_table(data)
    if shown is None or not len(shown.split.test):
        return table
    test = np.isin(np.arange(len(data)), shown.split.test).astype(int).tolist()
    return PointsTable({**table.columns, "test": test}, table.features, table.target)


def _code(shown: Film, at: int) -> ModelCode:
    descent, weighed = shown.descent, shown.parametrization.weight is not None
    plain = isinstance(shown.parametrization, LinearWeights)
    w, b = shown.start.w.tolist(), float(shown.start.b)
    last = min(at, int(shown.update[-1])) if at >= 0 else int(shown.update[-1])
    seen = shown.plan.order.ravel()[: last * shown.plan.batch_size]
    program = DescentProgram(
        objective=shown.objective,
        shown=None if shown.cost == shown.objective else shown.cost,
        plan=shown.plan,
        rate=METHODS[descent.method].rate or descent.schedule,
        eta0=descent.rate()[1],
        rule=METHODS[descent.method].rule,
        last=last,
        average=descent.output == "mean",
        kernel=None if plain else shown.kernel,
        weighed=weighed,
        start=(w, b) if any((*w, b)) else None,
        one_class=len(set(shown.parametrization.y[seen].tolist())) < 2,
    )
    data = _data(shown, weighed=weighed)
    accuracy = ACCURACY + (TEST if len(shown.split.test) else "")
    return ModelCode(
        title=_title(shown),
        ours=CodeParts(data, f"{svmcore_descent(program)}\n{accuracy}"),
        theirs=None if program.missing else CodeParts(data, sklearn_descent(program)),
        lacks=program.missing,
        loop=CodeParts(data, numpy_descent(program)),
        figure=TWO_CLASS_FIGURE,
    )


def _title(shown: Film) -> str:
    experiment, descent = shown.experiment, shown.descent
    method = METHODS[descent.method].title
    if descent.method == "perceptron":
        return f"{DATASETS[experiment.dataset].title}, {method}"
    loss = LOSSES[descent.loss].title
    if descent.space == "kernel":
        return f"{title(experiment)}, {method}, {loss}"
    C = number(experiment.C)
    return f"{DATASETS[experiment.dataset].title}, weights w, C = {C}, {method}, {loss}"


def _data(shown: Film, *, weighed: bool) -> str:
    X, y, split = shown.data.X, shown.data.y, shown.split
    lines = [
        "import numpy as np",
        "",
        f"X = {rows_code(X[split.train])}",
        f"y = {numbers_code(y[split.train].tolist())}",
    ]
    if weighed:
        weight = shown.data.weight[split.train].tolist()
        lines.append(f"weight = {numbers_code(weight)}  # of each point's loss")
    if len(split.test):
        lines += [
            f"X_test = {rows_code(X[split.test])}",
            f"y_test = {numbers_code(y[split.test].tolist())}",
        ]
    return "\n".join(lines)
