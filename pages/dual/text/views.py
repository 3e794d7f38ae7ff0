"""The sentences of the page Dual: on one point, all points, steps of SMO, path of C, and costs."""

from collections.abc import Sequence
from math import log

from pages.dual.model.leave_one_out import difference, without
from pages.dual.model.path import PathRecord
from pages.dual.model.primal_vs_dual import CostRow, PrimalDualComparison
from pages.dual.model.smo_record import SmoRecord
from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE
from pages.state.model.kkt import Conditions, balance, conditions, derivation
from pages.state.model.run import Run
from pages.state.text.number_format import number
from pages.state.text.support_words import reach, split_support
from pages.state.text.verdict import sentence

THEORY = {
    "points": (
        "With d fixed, a step of the primal takes about N d² operations. A step of the dual solves "
        "N + 1 equations in about N³, after N² d for the Gram matrix."
    ),
    "dimensions": (
        "With N fixed, a step of the primal takes about N d² + d³ operations. The dual meets d "
        "once, in N² d for the Gram matrix; its steps do not depend on d."
    ),
}
NEAR = 5e-3  # nearer to 1 than this it takes more digits to tell it from 1
COLUMNS = {
    "": "The point's number, in the order of the board.",
    "α": "The multiplier of the point; a support vector has α > 0.",
    "y f(x)": "Functional margin: 1 on the margin, below 0 misclassified.",
    "slack": "ξ = max(0, 1 − y f(x)).",
    "KKT violation": "By how much the point violates the optimality (KKT) conditions, not its "
    "margin: |clip(α + 1 − y f(x), 0, C × weight) − α|: 0 exactly at the optimum.",
    "case": "α = 0 implies y f(x) ≥ 1, a free α y f(x) = 1, and α = C × weight y f(x) ≤ 1.",
}
CASES = ("α = 0", "free", "α = C")
WEIGHED = ("α = 0", "free", "α = C × weight")  # of a point whose weight is not 1
CONDITIONS = "KKT conditions"
STOP = "SMO runs to"
STOP_HELP = "After fewer steps the model is not optimal: the table shows every point's violation."
STORY = "Click a point, a bar or a row to see its α, and how the model changes without it."
SMO_HELP = {
    "place": "A step changes the multipliers of two points, i and j.",
    "step": "The equality constraint of the dual: 0 but for rounding errors after every step.",
    "cost": "Dual: Σ α − ½ Σ α α y y K, a lower bound of the optimal cost. Primal: the cost "
    "½‖w‖² + C Σ ξ of the model, an upper bound. They meet at the optimum.",
    "above": "max E over the y α that may grow minus min E over those that may fall, with "
    "E = y − Σ α y K: 0 only at the optimum.",
    "test": "Free: 0 < α < C, on the margin at the optimum. At C: α at its upper bound.",
}
PATH_HELP = {
    "place": "The C of the model shown. Between two events every α is linear in C.",
    "step": "Free: 0 < α < C, on the margin. At C: α at its upper bound.",
    "cost": "Width of the margin 2/‖w‖, and how many training and test points are misclassified.",
    "above": "The events since the moment before: a point changes its case.",
}
WIDE = 1e-6  # an interval of b that is more than rounding
MEASURE, MEASURE_HELP = "Measure", "Trains both on the server, for two seconds."


def point_text(run: Run, k: int) -> tuple[str, ...]:
    """Point number `k` of `run.data` in two or three sentences.

    First its class, its y f(x), its slack and its alpha, and why the one follows from the other;
    then what the model would be without it. One sentence where there is no model.

    Raises ValueError if there is no point number `k`.
    """
    run.data.check(k)
    if run.model is None:
        return (sentence(run),)
    sign = "+1" if run.data.y[k] > 0.0 else "−1"
    weight = float(run.data.weight[k])
    weighs = "" if weight == 1.0 else f", of weight {number(weight)}"
    return (f"A point of class {sign}{weighs}.", _why(run, k), _missed(run, k))


def _why(run: Run, k: int) -> str:
    kkt = conditions(run)
    margin, case = float(kkt.margins[k]), int(kkt.case[k])
    alpha = number(float(kkt.alpha[k]))
    y_f = number(margin, 3 if abs(margin - 1.0) > NEAR else 7)
    slack = number(float(kkt.slack[k]))
    if not run.finished:
        off = number(float(kkt.violation[k]), 2)
        has = f"α = {alpha} and y f(x) = {y_f}"
        return f"Training has not converged: {has} violate its KKT condition by {off}."
    on = abs(margin - 1.0) <= reach(run)
    top = "C" if run.data.weight[k] == 1.0 else "C × weight"
    on_margin = (
        "y f = 1" if abs(margin - 1.0) <= MARGIN_TOLERANCE else f"y f = {y_f}, 1 to the tolerance"
    )
    if case == 0:
        if on:
            return f"It lies on its margin ({on_margin}), but α = 0: it is not a support vector."
        return f"Its y f(x) is {y_f}, beyond the margin, so α = 0: it is not a support vector."
    if case == 1:
        where = (
            f"lies on its margin ({on_margin})" if on else f"is about on its margin (y f = {y_f})"
        )
        span = (
            "any positive value"
            if run.experiment.margin == "hard"
            else f"any value between 0 and {top}"
        )
        return f"It {where}, so α may be {span}: {alpha}."
    full = f"α is at its upper bound: α = {top} = {number(float(kkt.bounds[k]))}."
    if on:
        return f"It lies on its margin ({on_margin}), and {full}"
    if run.wrong[k]:
        return f"It is misclassified (y f = {y_f}, a slack of {slack}), so {full}"
    return f"It is inside the margin by a slack of {slack}, so {full}"


def _missed(run: Run, k: int) -> str:
    other = without(run, k)
    if other.model is None:
        return "Without it no model exists: it is the only point of its class."
    change_of_f = difference(run, k)
    assert change_of_f is not None  # both models exist
    case, change = int(conditions(run).case[k]), number(change_of_f.largest, 2)
    at = f"({number(change_of_f.at[0], 2)}, {number(change_of_f.at[1], 2)})"
    if not (run.finished and other.finished):
        return f"A solver that stops as early without it differs by up to {change} in f."
    if change_of_f.same and not change_of_f.exact:
        return f"Without it f changes by up to {change}, which is within the tolerance."
    if change_of_f.same:
        if case == 0:
            return "Without it the model is the same."
        return "Without it the model is the same: other points take over its α."
    if case == 0 and run.model is not None and not run.model.kernel.psd:
        return f"Without it the solver ends at another stationary point: f changes by {change}."
    if case == 0 and not len(derivation(run).free):
        return (
            f"Without it w is the same, but f moves by {change}: no support vector is free, so b "
            "is the middle of an interval that this point bounds."
        )
    return f"Without it f changes by up to {change}, most at {at}."


def dual_sentence(run: Run) -> str:
    """Which points are support vectors, and why: one sentence with counts."""
    if run.model is None:
        return sentence(run)
    kkt, n = conditions(run), len(run.data)
    idle = int((kkt.case == 0).sum())
    if not run.finished:
        positive = int((kkt.alpha > 0.0).sum())
        return f"Training has not converged: {positive} of {n} points have α > 0 so far."
    top = "C" if (run.data.weight == 1.0).all() else "C × weight"
    if idle == n:
        return f"None of the {n} points is a support vector: w is 0."
    span = "α > 0" if run.experiment.margin == "hard" else f"0 < α < {top}"
    rest = ""
    if idle:
        others = "the other one is" if idle == 1 else f"the other {idle} are"
        beyond = (
            "beyond"
            if bool((kkt.margins[kkt.case == 0] > 1.0 + reach(run)).all())
            else "on or past"
        )
        rest = f"; {others} {beyond} {_are(idle, 'its', 'their')} margin, so α = 0"
    return f"{split_support(run, (span, f'α = {top}'))}{rest}."


def _are(count: int, singular: str, plural: str) -> str:
    return singular if count == 1 else plural


def smo_sentence(record: SmoRecord) -> str:
    """The sentence under the picture of SMO."""
    steps = record.total
    left, tol = float(record.steps.left[-1]), record.experiment.tol
    worst = f"the worst pair violates the KKT conditions by {number(left, 2)}"
    if record.finished:
        ends = "until no pair violates the KKT conditions"
        if left > 0.0:
            ends = f"until {worst}, within the tolerance of {number(tol, 2)}"
    else:
        ends = f"and is stopped there, where {worst}"
    return (
        f"SMO takes {steps} step{'' if steps == 1 else 's'} of two multipliers {ends}; "
        f"{len(record.marks)} key steps are marked."
    )


def smo_words(record: SmoRecord) -> dict[str, list[str]]:
    """What the timeline says of every step."""
    states, top = record.states, record.data.top
    values = zip(states.dual.tolist(), states.primal.tolist(), strict=True)
    bound = (states.alpha == record.bound).sum(axis=1)
    free = (states.alpha > 0.0).sum(axis=1) - bound
    counts = zip(free.tolist(), bound.tolist(), strict=True)
    return {
        "place": [f"step {step} of {record.total}" for step in record.update.tolist()],
        "step": [f"Σ α y = {number(balance(a, record.data.y), 1)}" for a in states.alpha],
        "cost": [f"dual {number(dual, 4)}, primal {number(primal, 4)}" for dual, primal in values],
        "above": [f"worst KKT violation {number(v, 2)}" for v in record.steps.left.tolist()],
        "test": [f"{f} free, {c} at {top}" for f, c in counts],
    }


def path_sentence(record: PathRecord) -> str:
    """The sentence under the picture of the regularisation path."""
    low, high = record.C[[0, -1]]
    times = f"{len(record.events)} time{'' if len(record.events) == 1 else 's'}"
    text = (
        f"From C = {number(low)} to {number(high)} points change their case (α = 0, free, "
        f"α = {record.data.top}) {times}; in between α is linear in C (the axes are logarithmic)."
    )
    apart = len(record.split.test)
    if not apart:
        return text
    n = len(record.data)
    return f"Trained on {n - apart} of {n} points; the {apart} hollow ones test. {text}"


def growth_text(by: str, rows: Sequence[CostRow]) -> str:
    """What growth costs in theory, and how the measured times grew over the last two doublings."""
    if len(rows) < 2:
        return THEORY[by]
    first, last = rows[-3:][0], rows[-1]
    letter, low, high = {
        "points": ("N", first.points, last.points),
        "dimensions": ("d", first.dimensions, last.dimensions),
    }[by]
    primal, dual = (
        number(log(after / before) / log(high / low), 2)
        for before, after in ((first.primal_ms, last.primal_ms), (first.dual_ms, last.dual_ms))
    )
    return (
        f"{THEORY[by]} Measured from {letter} = {low} to {high}, all steps together: the time of "
        f"the primal grew like {letter}^{primal}, that of the dual like {letter}^{dual}. Fixed "
        "costs of a step dominate while the problem is small."
    )


def condition_cells(conditions: Conditions, i: int, *, finished: bool = True) -> list[str]:
    """The row of point number `i` in the table of conditions: a cell for each of `COLUMNS`.

    The case of a model that is not `finished` is that of its alpha, whose condition y f violates.
    """
    alpha, bound = float(conditions.alpha[i]), float(conditions.bounds[i])
    case = int(conditions.case[i]) if finished else (alpha > 0.0) + (alpha >= bound)
    return [
        str(i + 1),
        number(alpha),
        number(float(conditions.margins[i])),
        number(float(conditions.slack[i])),
        number(float(conditions.violation[i]), 1),
        CASES[case] if bound == conditions.C else WEIGHED[case],
    ]


def derivation_lines(result: Run, k: int | None) -> tuple[str, ...]:
    """The textbook's algorithm in the numbers of a model: w, b, and the class of point `k`."""
    kkt, way = conditions(result), derivation(result)
    lines = [f"{len(way.S)} points with α > 0: Σ α y = {number(kkt.balance, 1)}"]
    if way.w is not None:
        lines.append(f"w = Σ α y x = ({number(way.w[0])}, {number(way.w[1])})")
    if not result.finished:
        lines.append(
            f"b = {number(way.b, 4)} so far. At the optimum y − Σ α y K is b at every free point"
        )
    elif way.mean is not None and way.spread is not None:
        b, mean = number(way.b, 4), number(way.mean, 4)
        lines.append(
            f"b = {b}: the mean of y − Σ α y K over the {len(way.free)} free points"
            f"{'' if b == mean else f' is {mean}'}, where it differs by {number(way.spread, 1)}"
        )
    else:
        low, high = way.interval
        lines.append(
            f"b = {number(way.b, 4)}: no point is free, so b may be anything from {number(low)} to "
            f"{number(high)}"
        )
    return (*lines, _class_of(result, kkt, way.b, k))


def derivation_key(result: Run) -> str:
    """The derivation that a link below these lines opens."""
    if result.experiment.margin == "hard":
        return "hard"
    return "soft" if len(derivation(result).free) else "bias"


def _class_of(result: Run, conditions: Conditions, b: float, k: int | None) -> str:
    if k is None:
        return "class of x: the sign of Σ α y K(x, ·) + b"
    f = float(conditions.margins[k] * result.data.y[k])
    terms = f"{number(f - b, 4)} {'+' if b >= 0.0 else '−'} {number(abs(b), 4)}"
    side = "+1" if f >= 0.0 else "−1"
    return f"class of point {k + 1}: Σ α y K + b = {terms} = {number(f, 4)}, so {side}"


def agreement(comparison: PrimalDualComparison) -> str:
    """How near the models of the primal and of the dual are to each other."""
    if not comparison.met:
        return f"Rounding errors separate the two: the values differ by {number(comparison.gap)}."
    scores, gap = number(comparison.scores, 1), number(comparison.gap, 1)
    same = f"f differs by {scores} at most, the values by {gap}."
    low, high = comparison.b_range
    if high - low > WIDE:
        same += f" Any b from {number(low)} to {number(high)} is optimal: each takes its own."
    return f"Both give the same model: {same}"
