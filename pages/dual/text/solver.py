"""What is said of the iterations of a solver that moves all multipliers at once."""

import numpy as np

from pages.dual.model.solver_record import BY, SolverRecord
from pages.state.model.run import Data
from pages.state.text.number_format import number
from svmcore.problems.certificate import Status

WHY_TITLE = "Why this iteration?"
HELP = {
    "place": "An iteration moves all multipliers at once.",
    "step": "Free: 0 < α < C, on the margin at the optimum. At C: α at its upper bound.",
    "cost": "Dual: Σ α − ½ Σ α α y y K, a lower bound of the optimal cost. Primal: the cost "
    "½‖w‖² + C Σ loss of the model, an upper bound. They meet at the optimum.",
    "above": "Primal minus dual value: the cost is at most this far above the optimum.",
    "test": "The largest violation of a KKT condition: |clip(α + 1 − y f, 0, C) − α| of the worst "
    "point, and the violation of Σ α y = 0; 0 only at the optimum.",
}
RULES = {
    "projected": "α ← α + t d with d = P(α − λ ∇) − α: a gradient step of the dual, projected onto "
    "0 ≤ α ≤ C, Σ α y = 0. λ is the inverse of the curvature that the last two steps saw.",
    "interior": "One Newton step on the equations α s = μ, where s is the multiplier of the bound "
    "α ≥ 0. Then μ falls. All α stay strictly between 0 and C; the last iteration sets those "
    "that belong at a bound exactly there.",
    "newton": "w ← w − t H⁻¹ g: the minimum of the local quadratic model of the cost, with the "
    "exact line search t. H counts the points with y f < 1, where the squared hinge is curved.",
}
RULE_HELP = {
    "projected": "P(α − λ ∇): the feasible point nearest to the end of the gradient step. ∇: the "
    "gradient of ½ Σ α α y y K − Σ α. t = 1, unless the dual value would fall to the lowest of the "
    "last iterations; then t is the best step along d.",
    "interior": "s and x: the multipliers of the bounds α ≥ 0 and α ≤ C. At the optimum α s = 0 "
    "and (C − α) x = 0; on the way both products are near μ > 0.",
    "newton": "g: gradient of the cost, H: matrix of its second derivatives, both at the old w. "
    "The line search finds the t with the smallest cost along the step.",
}
WHY_HELP = {
    "Iteration": HELP["place"],
    "Largest change": "The multiplier that changed most, before → after, and the class and the "
    "coordinates of its point.",
    "No α changes": "All multipliers are as before.",
    "Worst KKT violation": HELP["test"],
}
LOSS = {"newton": " It minimises the squared hinge, ½‖w‖² + C Σ ξ², so α has no upper bound."}


def solver_sentence(record: SolverRecord) -> str:
    """The sentence under the picture."""
    n = record.total
    title = BY[record.by].title
    unit = f"{n} iteration{'' if n == 1 else 's'}"
    worst = number(float(record.violation[-1]), 2)
    reached = record.status in (Status.OPTIMAL, Status.STATIONARY)
    ends = "reaches the optimum after" if reached else "stops before the optimum, after"
    return f"{title} {ends} {unit}; the worst KKT violation is {worst}.{LOSS.get(record.by, '')}"


def solver_words(record: SolverRecord) -> dict[str, list[str]]:
    """What the timeline says of every iteration."""
    bound = record.at_bound.sum(axis=1)
    free = (record.alpha > 0.0).sum(axis=1) - bound
    top = record.data.top
    values = zip(record.dual.tolist(), record.primal.tolist(), strict=True)
    gaps = np.maximum(record.primal - record.dual, 0.0).tolist()
    capped = bool(np.isfinite(record.bound).all())
    return {
        "place": [f"iteration {k} of {record.total}" for k in record.update.tolist()],
        "step": [
            f"{f} free, {c} at {top}" if capped else f"{f} with α > 0"
            for f, c in zip(free.tolist(), bound.tolist(), strict=True)
        ],
        "cost": [f"dual {number(dual, 4)}, primal {number(primal, 4)}" for dual, primal in values],
        "above": [f"gap {number(gap, 2)}" for gap in gaps] if record.kernel.psd else [],
        "test": [f"worst KKT violation {number(v, 2)}" for v in record.violation.tolist()],
    }


def solver_why_help(by: str) -> dict[str, str]:
    """What the lines of `solver_why` mean, by how they begin."""
    return {RULES[by]: RULE_HELP[by]} | WHY_HELP


def solver_why(record: SolverRecord) -> list[str]:
    """Why every iteration did what it did: its rule, and what it changed, a line each."""
    alpha, update = record.alpha, record.update.tolist()
    rule = RULES[record.by]
    said = [f"The start: all α are 0. Play or step.\n{rule}"]
    if alpha[0].any():
        said = [f"The start: all α are strictly between 0 and {record.data.top}.\n{rule}"]
    for k in range(1, len(update)):
        moved = np.abs(alpha[k] - alpha[k - 1])
        i = int(moved.argmax())
        since = "" if update[k] == update[k - 1] + 1 else f" since iteration {update[k - 1]}"
        change = (
            f"Largest change{since}: α of the point of class {_point(record.data, i)}, "
            f"{number(float(alpha[k - 1][i]))} → {number(float(alpha[k][i]))}."
            if moved[i] > 0.0
            else f"No α changes{since}."
        )
        now, before = (float(record.violation[m]) for m in (k, k - 1))
        worst = f"Worst KKT violation: {number(before, 2)} → {number(now, 2)}."
        said.append(f"Iteration {update[k]}\n{rule}\n{change}\n{worst}")
    return said


def _point(data: Data, i: int) -> str:
    x, y = (number(float(at), 3) for at in data.X[i])
    return f"{'+1' if data.y[i] > 0.0 else '−1'} at ({x}, {y})"
