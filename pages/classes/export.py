"""What Export offers on the page Classes: the model of a scheme, or the descent, as programs."""

import numpy as np

from pages.classes.model import (
    SCHEME_OF,
    MulticlassCourse,
    MulticlassDescent,
    multiclass_descent,
)
from pages.classes.settings import ClassesView
from pages.export.descent_code import LACKS, DescentProgram
from pages.export.figure_code import BY_SCORE, PLANE, PLANE_END
from pages.export.multiclass_code import class_data, class_table, multiclass_code
from pages.export.numpy_code import numpy_classes
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.program_text import call, kernel_classes, short_name, title
from pages.export.sgd_code import INTO_W, bias_in_w, made, order_lines
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
from svmcore.kernels import Linear
from svmcore.losses import Hinge
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.objective import Objective
from svmcore.sgd.update_rules import Descend

NO_LOSS = "has no {} loss"


def classes_export(
    experiment: Experiment, scheme: Scheme, view: ClassesView, asked: MulticlassDescent
) -> Exported:
    """The points with their classes, and the model on the screen."""
    data = data_of(experiment)
    name, points = short_name(experiment), class_table(data, experiment)
    if view.view == "descent":
        course = multiclass_descent(experiment, asked)
        code = None if course.run is None else _descent_code(course, asked)
        name, why = f"{name}_{asked.loss}_descent", course.why
    else:
        found = multiclass_run(experiment, scheme)
        code = None if found.many is None else multiclass_code(found)
        name, why = f"{name}_{scheme.scheme}", found.why
    return Exported(name=name, code=code, why="" if code else why, points=points)


def _descent_code(course: MulticlassCourse, asked: MulticlassDescent) -> ModelCode:
    """The program of a descent, up to the update that is looked at."""
    experiment, run = course.experiment, course.run
    assert run is not None
    part, m = course.at(asked.epoch, asked.update)
    last, loss = int(part.update[m]), SCORE_LOSSES[asked.loss].title
    kernel, cost = experiment.build_kernel(), run.course.cost
    weighed = bool((course.C != experiment.C).any())
    learned = run.data.y[run.plan.order.ravel()[:last]]
    single = DescentProgram(
        objective=Objective(cost.rho, cost.kappa, cost.bias_inside, Hinge()),
        plan=run.plan,
        rate=asked.schedule,
        eta0=asked.step,
        rule=Descend(),
        last=last,
        kernel=None if isinstance(kernel, Linear) else kernel,
        weighed=weighed,
        start_seed=asked.start_lot if asked.start == "random" else None,
        one_class=len(set(learned.tolist())) < len(course.classes),
    )
    lacks = single.missing
    if asked.loss not in SCHEME_OF:
        lacks = LACKS.format("SGDClassifier", NO_LOSS.format(loss))
    data = class_data(course.data, experiment, np.asarray(course.C / experiment.C))
    return ModelCode(
        title=f"{title(experiment)}, subgradient descent on the {loss} loss",
        ours=CodeParts(data, _svmcore(course, asked, last, weighed=weighed)),
        theirs=None if lacks else CodeParts(data, _sklearn(single)),
        lacks=lacks,
        loop=CodeParts(data, numpy_classes(single, cost.loss)),
        figure=PLANE + BY_SCORE + PLANE_END,
    )


def _svmcore(
    course: MulticlassCourse, asked: MulticlassDescent, last: int, *, weighed: bool
) -> str:
    kernel, run = course.experiment.build_kernel(), course.run
    assert run is not None
    how, cost = run.course, run.course.cost
    loss = type(cost.loss).__name__
    weight = ", weight / weight.mean()" if weighed else ""
    linear = isinstance(kernel, Linear)
    size = "len(X)" if how.batch_size is None else f"min({how.batch_size!r}, len(X))"
    lines = [
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        f"from svmcore.multiclass.loss import {loss}, MulticlassCost",
        "from svmcore.sgd.driver import DescentState, run_descent",
        "from svmcore.sgd.parametrization import KernelWeights",
        "from svmcore.sgd.schedule import SCHEDULES, BatchPlan",
        "",
        "# J = rho/2 |W|^2 + kappa times the mean loss" + (", |b|^2 added" * cost.bias_inside),
        "cost = MulticlassCost(",
        f"    loss={call(cost.loss)},",
        f"    rho={cost.rho!r}, kappa={cost.kappa!r}, bias_inside={cost.bias_inside!r},",
        ")",
        f"kernel, last = {call(kernel)}, {last}  # the update after which the model is shown",
        "classes, y = np.unique(labels, return_inverse=True)",
        f"data = KernelWeights(kernel(X, X), y{weight})",
        f"plan = BatchPlan(len(X), {how.epochs!r}, {size}, seed={how.seed!r})",
        *_begin(random=asked.start == "random", linear=linear, seed=asked.start_lot),
        "state = DescentState(V, b, 0, np.zeros_like(V), np.zeros_like(b))",
        f"rate = SCHEDULES[{how.schedule!r}]",
        f"run = run_descent(data, cost, plan, rate, {how.eta0!r}, moments=[last], state=state, "
        "span=(0, last))",
        "V, b = run.v[-1], run.b[-1]  # f_c = sum_i V_ic K(x_i, .) + b_c",
        "",
        "",
        "def decision_function(Z):",
        '    """f of each class at the rows of Z, shape (m, classes)."""',
        "    return kernel(np.asarray(Z, dtype=float), X) @ V + b",
        "",
        "",
        "def predict(Z):",
        '    """The class with the largest f at the rows of Z."""',
        "    return classes[decision_function(Z).argmax(1)]",
        "",
        "",
        "terms = cost.terms_at(data, V, b)",
        'print(f"update:   {last} of {plan.total}")',
        'print(f"cost J:   {float(terms.total):.10g}")',
        'print(f"accuracy: {(predict(X) == labels).mean():.2%} of the training points")',
        "",
    ]
    return "\n".join(lines)


def _begin(*, random: bool, linear: bool, seed: int) -> list[str]:
    """V and b before the first update."""
    if not random:
        return ["V, b = np.zeros((len(X), len(classes))), np.zeros(len(classes))"]
    lines = [
        f"rng = np.random.default_rng({seed})",
        f"V = rng.standard_normal(({2 if linear else 'len(X)'}, len(classes)))",
        "b = rng.standard_normal(len(classes))",
    ]
    return [*lines, "V = np.linalg.pinv(X.T) @ V  # from W to coefficients"] if linear else lines


def _sklearn(program: DescentProgram) -> str:
    """One SGDClassifier a class, all with the same order of points."""
    random = program.start_seed is not None
    begin = ["coef_init=[W_init[:, c]]", "intercept_init=[b_init[c]]"]
    begin = ["coef_init=[np.append(W_init[:, c], b_init[c])]"] if bias_in_w(program) else begin
    X = "features(X)" if bias_in_w(program) else "X"
    rows = "features(Z)" if bias_in_w(program) else "np.asarray(Z, dtype=float)"
    weight = ", sample_weight=share[seen]" if program.weighed else ""
    lines = [
        "from sklearn.linear_model import SGDClassifier",
        "",
        *([INTO_W] if bias_in_w(program) else []),
        *order_lines(program),
        *(["share = weight / weight.mean()"] if program.weighed else []),
        *(
            [
                f"rng, k = np.random.default_rng({program.start_seed}), len(np.unique(labels))",
                "W_init, b_init = rng.standard_normal((2, k)), rng.standard_normal(k)",
            ]
            if random
            else []
        ),
        "sgds = []",
        "for c, label in enumerate(np.unique(labels)):"
        if random
        else "for label in np.unique(labels):",
        "    side = np.where(labels == label, 1.0, -1.0)",
        *(f"    {line}" for line in made(program)),
        f"    sgd.fit({X}[seen], side[seen], {', '.join(begin)}{weight})"
        if random
        else f"    sgd.partial_fit({X}[seen], side[seen], classes=[-1.0, 1.0]{weight})",
        "    sgds.append(sgd)",
        "",
        "",
        "def decision_function(Z):",
        '    """f of each class at the rows of Z, shape (m, classes)."""',
        f"    return np.column_stack([sgd.decision_function({rows}) for sgd in sgds])",
        "",
        "",
        'print(f"after {sgds[0].t_ - 1:g} updates")',
        "",
    ]
    return "\n".join(lines)
