"""A descent as a program: the same updates with svmcore, and what scikit-learn lacks for them."""

from dataclasses import dataclass

from pages.export.program_text import call, kernel_classes
from svmcore.kernels import Kernel
from svmcore.losses import HuberHinge
from svmcore.objective import Objective, PerceptronLoss, TubeLoss
from svmcore.sgd.schedule import BatchPlan
from svmcore.sgd.update_rules import Descend, Mirror, Rule

LACKS = "scikit-learn's code is left out: its {} {}."
NO_KERNELS = "has no kernels"
NO_MIRROR = "has no mirror descent"
NO_PROJECTION = "has no projection onto a ball"
NO_BATCHES = "updates with one point at a time, never with a batch"
NO_HUBER = "has no Huber hinge"
NO_START = "has no model before the first update"
NO_CLASS = "begins with w ≠ 0 only where it sees points of both classes"
NO_TURN = "sets w to 0 where the first steps of this rate, longer than 1/ρ, turn it round"


@dataclass(frozen=True, kw_only=True)
class DescentProgram:
    """A descent over the points X with the targets `target`, a name, as it was carried out.

    rate, eta0 : a key of SCHEDULES, and the length of the first step
    last : the update whose model is shown. average : whether that is the mean of all so far
    kernel : None for weights of coordinates. weighed : whether the points have a `weight`
    start : (w, b) before the first update; None for 0
    start_seed : of the random W and b before the first update, for several classes; None for 0
    one_class : whether the updates saw points of one class alone
    shown : the cost that the page shows, if it is not what the updates descend on
    """

    objective: Objective
    shown: Objective | None = None
    plan: BatchPlan
    rate: str
    eta0: float
    rule: Rule
    last: int
    average: bool = False
    kernel: Kernel | None = None
    weighed: bool = False
    start: tuple[list[float], float] | None = None
    start_seed: int | None = None
    one_class: bool = False
    target: str = "y"

    @property
    def estimator(self) -> str:
        """scikit-learn's class that descends on such a cost."""
        return "SGDRegressor" if isinstance(self.objective.loss, TubeLoss) else "SGDClassifier"

    @property
    def missing(self) -> str:
        """What scikit-learn lacks for the same updates, as a sentence; "" where it has all."""
        rule, loss = self.rule, self.objective.loss
        steepest = 1.0 if self.rate == "pegasos" else self.eta0 * self.objective.rho
        reasons = {
            NO_KERNELS: self.kernel is not None,
            NO_MIRROR: isinstance(rule, Mirror),
            NO_PROJECTION: isinstance(rule, Descend) and rule.project,
            NO_BATCHES: self.plan.batch_size > 1,
            NO_HUBER: isinstance(loss, HuberHinge),
            NO_TURN: steepest > 1.0,
            NO_START: self.last == 0,
            NO_CLASS: self.one_class and (self.start, self.start_seed) != (None, None),
        }
        found = next((reason for reason, holds in reasons.items() if holds), "")
        return LACKS.format(self.estimator, found) if found else ""


def svmcore_descent(found: DescentProgram) -> str:
    """The program with svmcore, which ends with `decision_function` and the cost."""
    kernel, loss, rule = found.kernel, found.objective.loss, found.rule
    where = "LinearWeights" if kernel is None else "KernelWeights"
    own = isinstance(loss, (PerceptronLoss, TubeLoss))
    names = ["Objective", *([type(loss).__name__] if own else [])]
    state = "DescentState, " if found.start else ""
    losses = {type(J.loss) for J in (found.objective, found.shown) if J is not None}
    beside = sorted(one.__name__ for one in losses if one not in (PerceptronLoss, TubeLoss))
    imports = [
        *([] if kernel is None else [f"from svmcore.kernels import {kernel_classes(kernel)}"]),
        *([f"from svmcore.losses import {', '.join(beside)}"] if beside else []),
        f"from svmcore.objective import {', '.join(names)}",
        f"from svmcore.sgd.driver import {state}run_descent",
        f"from svmcore.sgd.parametrization import {where}",
        "from svmcore.sgd.schedule import SCHEDULES, BatchPlan",
        f"from svmcore.sgd.update_rules import {type(rule).__name__}",
    ]
    points = ("X" if kernel is None else "kernel(X, X)") + f", {found.target}"
    points += ", weight" if found.weighed else ""
    options = [f"rule={call(rule)}", "moments=[last]"]
    options += ["average=True"] if found.average else []
    options += ["state=start"] if found.start else []
    size = "(|w|^2 + b^2)" if found.objective.bias_inside else "|w|^2"
    weight = "weight " if found.weighed else ""
    lines = [
        *imports,
        "",
        f"# J = rho/2 {size} + kappa/n sum {weight}loss",
        f"objective = {_objective(found.objective)}",
        f"plan = {call(found.plan)}",
        *([] if kernel is None else [f"kernel = {call(kernel)}"]),
        f"data = {where}({points})",
        *(
            [f"start = DescentState.start(2, {found.start[0]!r}, {found.start[1]!r})"]
            if found.start
            else []
        ),
        f"last = {found.last}  # the update after which the model is shown",
        f"rate, eta0 = SCHEDULES[{found.rate!r}], {found.eta0!r}",
        "run = run_descent(",
        "    data, objective, plan, rate, eta0,",
        f"    {', '.join(options)},",
        ")",
        f"v, b = run.{'v_mean' if found.average else 'v'}[-1], "
        f"run.{'b_mean' if found.average else 'b'}[-1]"
        + ("  # f = <v, x> + b" if kernel is None else "  # f = sum_i v_i K(x_i, .) + b"),
        "",
        "",
        "def decision_function(Z):",
        f'    """f at the rows of Z, shape (m, {2 if found.target == "y" else 1})."""',
        "    Z = np.asarray(Z, dtype=float)",
        f"    return {'Z' if kernel is None else 'kernel(Z, X)'} @ v + b",
        "",
        "",
        *_report(found),
    ]
    return "\n".join(lines)


def _objective(J: Objective) -> str:
    numbers = f"rho={J.rho!r}, kappa={J.kappa!r}, bias_inside={J.bias_inside!r}"
    return f"Objective({numbers}, loss={call(J.loss)})"


def _report(found: DescentProgram) -> list[str]:
    f, cost = "decision_function(X)", found.shown or found.objective
    at = f"{f} - {found.target}" if isinstance(cost.loss, TubeLoss) else f"y * {f}"
    weight = "weight * " if found.weighed else ""
    inside = " + b**2" if cost.bias_inside else ""
    J = "objective" if found.shown is None else "cost"
    return [
        *(
            []
            if found.shown is None
            else [f"{J} = {_objective(cost)}  # of the SVM, which the page shows"]
        ),
        f"square = data.square(v[None])[0]{inside}",
        f"mean = ({weight}{J}.loss({at})).mean()",
        'print(f"updates:  {run.update[-1]} of {plan.total}")',
        f'print(f"cost J:   {{0.5 * {J}.rho * square + {J}.kappa * mean:.10g}}")',
        'print(f"b:        {b:.10g}")',
        "",
    ]
