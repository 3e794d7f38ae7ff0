"""What Export offers on the page Regression: the tube, or the descent to it, as programs."""

from pages.datasets.curves import CURVES
from pages.export.descent_code import DescentProgram, svmcore_descent
from pages.export.numpy_code import numpy_descent
from pages.export.program import CodeParts, Exported, ModelCode, PointsTable
from pages.export.program_text import call, kernel_classes, numbers_code, rows_code
from pages.export.sgd_code import sklearn_descent
from pages.export.sklearn_code import UNFINISHED, single_precision
from pages.export.sklearn_kernel import sklearn_kernel
from pages.model_selection.kernel_formula import KERNELS
from pages.regression.model.descent import RegressionDescent, TubeDescent, descend
from pages.regression.model.experiment import Regression
from pages.regression.model.fit import TOL, fit
from pages.regression.model.fitted import RegressionFit
from pages.regression.settings import LAST, RegressionView
from pages.regression.text import MODELS
from pages.state.text.number_format import number
from svmcore.kernels import Linear
from svmcore.objective import Objective, TubeLoss
from svmcore.problems.certificate import Status
from svmcore.sgd.update_rules import Descend

NO_MODEL = "There is no model to export: the points and settings of the board give none."
FROM_ENDS = (
    "scikit-learn's code is left out: there are too few free support vectors on the edges of the "
    "tube for b to be unique, and scikit-learn's {} may choose another one."
)
CLASSES = {"epsilon": "SVR", "nu": "NuSVR"}
DECISION = '''
def decision_function(Z):
    """f at the rows of Z, shape (m, 1)."""
    return {}.predict(np.asarray(Z, dtype=float))
'''
SUPPORT = '''
def support_vectors():
    """Which points have a multiplier that is not 0."""
    return np.isin(np.arange(len(z)), model.support_)
'''
REPORT = """
proof = model.certificate_
print(f"status:          {model.status_.name}")
print(f"objective:       {proof.primal:.10g}  (primal)")
print(f"gap:             {proof.gap:.3g}  (relative: {proof.relative_gap:.3g})")
print(f"epsilon:         {epsilon:.10g}")
"""
COMMON = """print(f"b:               {NAME.intercept_[0]:.10g}")
print(f"support vectors: {len(NAME.support_)} of {len(z)}")
print(f"training MAE:    {np.abs(z - NAME.predict(X)).mean():.4g}")
"""
TEST = 'print(f"test MAE:        {np.abs(z_test - NAME.predict(X_test)).mean():.4g}")\n'
STEPS = '''from svmcore.engine import {name}, space_of, train
from svmcore.engine.tasks import State
from svmcore.kernels import {kernel}
from svmcore.model import Model

kernel, C = {made}, {C}
K = kernel(X, X)
middle = 0.5 * (z.max() + z.min())  # b takes it up
task = {task}
answer = train(space_of(kernel, X), task, tol={tol})
# where rounding or the optimum leave a choice: the b with the smaller gap for f as a sum of K
coef = task.coef(answer.alpha)
scores = K @ coef
states = [State(answer.alpha, scores, v) for v in (answer.v, task.best_multipliers(scores))]
state = min(states, key=lambda one: task.certify(*one).gap)
proof, v = task.certify(*state), state.v
model = Model(kernel, X, coef, {b} + middle)
epsilon = {epsilon}  # half the width of the tube


def decision_function(Z):
    """f at the rows of Z, shape (m, 1)."""
    return model(np.asarray(Z, dtype=float))


print(f"status:          {{answer.status.name}}")
print(f"objective:       {{proof.primal:.10g}}  (primal)")
print(f"gap:             {{proof.gap:.3g}}  (relative: {{proof.relative_gap:.3g}})")
print(f"epsilon:         {{epsilon:.10g}}")
print(f"b:               {{model.intercept:.10g}}")
'''
FIGURE = """import plotly.graph_objects as go

room = 0.05 * max(X.max() - X.min(), 1.0)
xs = np.linspace(X.min() - room, X.max() + room, 400)
curve = decision_function(xs[:, None])
figure = go.Figure()
for name, shift, dash in (
    ("f", 0.0, "solid"), ("f + ε", epsilon, "dash"), ("f - ε", -epsilon, "dash"),
):
    figure.add_scatter(x=xs, y=curve + shift, mode="lines", name=name,
                       line=dict(color="black", dash=dash))
figure.add_scatter(x=X[:, 0], y=z, mode="markers", name="training points",
                   marker=dict(color="#0072b2", size=8))
"""
TESTED = """figure.add_scatter(x=X_test[:, 0], y=z_test, mode="markers", name="test points",
                   marker=dict(color="#0072b2", size=8, symbol="circle-open"))
"""
RINGED = """ringed = X[support_vectors()]
figure.add_scatter(x=ringed[:, 0], y=z[support_vectors()], mode="markers", name="support vectors",
                   marker=dict(symbol="circle-open", color="black", size=14))
"""
END = 'figure.update_layout(template="simple_white", height=500)\nfigure\n'


def regression_export(
    value: Regression, view: RegressionView, steps: RegressionDescent
) -> Exported:
    """The points with their targets, and the model on the screen."""
    found, course = fit(value), None
    tube = f"nu{value.nu:g}" if value.machine == "nu" else f"epsilon{value.epsilon:g}"
    name = f"{value.curve}_{value.kernel}_{tube}_C{value.C:g}"
    if view.view == "descent":
        name, course = f"{name}_descent", descend(value, steps)
    code = None
    if found.model is not None:
        code = _fit_code(found) if course is None else _descent_code(course, steps, view.epoch)
    return Exported(name=name, code=code, why="" if code else NO_MODEL, points=_table(found))


def _table(found: RegressionFit) -> PointsTable:
    columns = {"x": found.x.tolist(), "z": found.z.tolist()}
    columns |= {"weight": found.weight.tolist()} if found.weighed else {}
    columns |= {"test": found.test.astype(int).tolist()} if found.test.any() else {}
    return PointsTable(columns, ("x",), "z")


def _title(value: Regression) -> str:
    tube = f"ν = {number(value.nu)}" if value.machine == "nu" else f"ε = {number(value.epsilon)}"
    sample, kernel = CURVES[value.curve].title, KERNELS[value.kernel].title
    return f"{sample}, {MODELS[value.machine]}, {kernel} kernel, C = {number(value.C)}, {tube}"


def _data(found: RegressionFit) -> str:
    learned, test = found.learned, found.test
    lines = [
        "import numpy as np",
        "",
        f"X = {rows_code(found.x[learned][:, None])}",
        f"z = {numbers_code(found.z[learned].tolist())}",
    ]
    if found.weighed:
        lines.append(
            f"weight = {numbers_code(found.weight[learned].tolist())}  # of each point's C"
        )
    if test.any():
        lines += [
            f"X_test = {rows_code(found.x[test][:, None])}",
            f"z_test = {numbers_code(found.z[test].tolist())}",
        ]
    return "\n".join(lines)


def _fit_code(found: RegressionFit) -> ModelCode:
    value, data = found.regression, _data(found)
    tested = bool(found.test.any())
    lacks = _missing(found)
    return ModelCode(
        title=_title(value),
        ours=CodeParts(data, (_estimated if _exact(found) else _stepwise)(found)),
        theirs=None if lacks else CodeParts(data, _sklearn(found)),
        lacks=lacks,
        figure=FIGURE + (TESTED if tested else "") + (RINGED if _exact(found) else "") + END,
    )


def _missing(found: RegressionFit) -> str:
    if found.status is not Status.OPTIMAL:
        return UNFINISHED
    if not _unique(found):
        return FROM_ENDS.format(CLASSES[found.regression.machine])
    learned = found.learned
    X, coef = found.x[learned][:, None], found.coef[learned]
    return single_precision(found.regression.build_kernel(), X, coef)


def _unique(found: RegressionFit) -> bool:
    """Whether b, and with nu the width of the tube, follow from free support vectors."""
    above = bool((found.free & (found.coef > 0.0)).any())
    below = bool((found.free & (found.coef < 0.0)).any())
    return above and below if found.regression.machine == "nu" else above or below


def _exact(found: RegressionFit) -> bool:
    """Whether the estimator gives the same model: there is only one, or w = 0 is known to be it."""
    if found.status is not Status.OPTIMAL:
        return False
    return _unique(found) or not found.coef.any()


def _arguments(value: Regression) -> str:
    tube = f"nu={value.nu!r}" if value.machine == "nu" else f"epsilon={value.epsilon!r}"
    return f"C={value.C!r}, {tube}"


def _weights(found: RegressionFit) -> str:
    return ", sample_weight=weight" if found.weighed else ""


def _estimated(found: RegressionFit) -> str:
    """The program with the estimator."""
    value = found.regression
    kernel, name = value.build_kernel(), CLASSES[value.machine]
    epsilon = "model.epsilon_" if value.machine == "nu" else repr(value.epsilon)
    begin = [
        f"from svmcore import {name}",
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        "",
        f"model = {name}(kernel={call(kernel)}, {_arguments(value)}, tol={TOL!r})",
        f"model.fit(X, z{_weights(found)})",
        f"epsilon = {epsilon}  # half the width of the tube",
        "",
    ]
    report = f"{REPORT}{_report(found, 'model')}"
    return "\n".join(begin) + f"\n{DECISION.format('model')}\n{SUPPORT}\n{report}"


def _report(found: RegressionFit, name: str) -> str:
    return (COMMON + (TEST if found.test.any() else "")).replace("NAME", name)


def _stepwise(found: RegressionFit) -> str:
    """The program that takes the page's own steps, which decide where the optimum leaves a choice
    or was not reached.
    """
    value = found.regression
    kernel, nu = value.build_kernel(), value.machine == "nu"
    task = f"regression(z - middle, C, {value.epsilon!r})"
    weight = "weight" if found.weighed else "np.ones(len(z))"
    return STEPS.format(
        task=f"nu_regression(z - middle, {value.nu!r}, C)" if nu else task,
        name="nu_regression" if nu else "regression",
        kernel=kernel_classes(kernel),
        made=call(kernel),
        C=f"{value.C!r} * {weight}",
        tol=repr(TOL),
        b="0.5 * (v[0] - v[1])" if nu else "v[0]",
        epsilon="max(0.0, 0.5 * v.sum())" if nu else repr(value.epsilon),
    )


def _sklearn(found: RegressionFit) -> str:
    value = found.regression
    name, kernel = CLASSES[value.machine], sklearn_kernel(value.build_kernel())
    begin = [
        *kernel.imports,
        f"from sklearn.svm import {name}",
        "",
        *kernel.function,
        f"svr = {name}({kernel.arguments}, {_arguments(value)}, tol=1e-8, cache_size=500)",
        f"svr.fit(X, z{_weights(found)})",
        "",
    ]
    return "\n".join(begin) + f"\n{DECISION.format('svr')}\n\n{_report(found, 'svr')}"


def _descent_code(course: TubeDescent, steps: RegressionDescent, epoch: int) -> ModelCode:
    found = course.fitted
    value, n = found.regression, int(found.learned.sum())
    kernel, plan = value.build_kernel(), steps.plan(n, value.seed)
    ends = course.epochs * plan.per_epoch
    row = len(ends) - 1 if epoch == LAST else min(epoch, len(ends) - 1)
    program = DescentProgram(
        objective=Objective(1.0, n * value.C, False, TubeLoss(found.epsilon)),
        plan=plan,
        rate=steps.schedule,
        eta0=steps.eta0,
        rule=Descend(),
        last=int(ends[row]),
        kernel=None if isinstance(kernel, Linear) else kernel,
        weighed=found.weighed,
        target="z",
    )
    data = _data(found)
    return ModelCode(
        title=f"{_title(value)}, subgradient descent",
        ours=CodeParts(data, svmcore_descent(program) + f"epsilon = {found.epsilon!r}\n"),
        theirs=None if program.missing else CodeParts(data, sklearn_descent(program)),
        lacks=program.missing,
        loop=CodeParts(data, numpy_descent(program)),
        figure=FIGURE + (TESTED if found.test.any() else "") + END,
    )
