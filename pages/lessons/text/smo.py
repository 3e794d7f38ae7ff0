"""The lesson on SMO: the pair, its box, a clipped step, the number of steps, and the last gap."""

from pages.lessons.model import smo as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, view
from pages.state.board.experiment import change
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

SCREEN = view("dual", "i_", model.FEW, dual="smo")


def _pair() -> Spoken:
    steps = model.pair_steps(model.FEW)
    alpha, other = steps.after[0]
    assert abs(alpha - other) < model.SAME
    return Spoken(
        "All α are 0 at the start. Each step changes two, a pair that violates the optimality "
        "conditions and promises a large gain.",
        "Step forward once and look at the two points with a heavy outline.",
        "The first pair has a point of each class. Why, and what is α of both then?",
        f"Σ αᵢ yᵢ must stay 0, so from α = 0 both grow by the same amount: to {number(alpha)}.",
    )


def _box() -> Spoken:
    steps = model.pair_steps(model.FEW)
    k = steps.first_clipped
    low, high = steps.line.low[k], steps.line.high[k]
    return Spoken(
        "A pair moves on a line in its box, 0 to C for each. L and H are the ends of that line for "
        "the second multiplier.",
        f"Go to step {k + 1} and look at the box under Why this pair?",
        f"What are L and H in step {k + 1}?",
        f"L = {number(low)} and H = {number(high)}: the second multiplier lies between them.",
    )


def _clipped() -> Spoken:
    steps = model.pair_steps(model.FEW)
    k, clipped = steps.first_clipped, int(steps.clipped.sum())
    top, end = steps.line.unclipped[k], steps.after[k, 1]
    return Spoken(
        "The dual value is a parabola on the line. If its top lies outside L to H, the step ends "
        "at L or H: it is clipped.",
        "Go through the film and find the steps that end at the edge of the box.",
        f"Where is the top of the parabola in step {k + 1}, and where does the step end?",
        f"The top is at {number(top)}, the step ends at {number(end)}. "
        f"{clipped} of the {len(steps)} steps are clipped.",
    )


def _steps() -> Spoken:
    counts = [len(model.pair_steps(change(model.FEW, tol=tol))) for tol in model.TOLS]
    tols = [number(tol) for tol in model.TOLS]
    rows = [f"{n} at {tol}" for n, tol in zip(counts, tols, strict=True)]
    return Spoken(
        "SMO stops when no pair violates the conditions by more than the tolerance.",
        f"Under More settings, set the tolerance to {tols[0]}, then to {tols[1]}.",
        f"How many steps does it take at a tolerance of {listed(tols)}?",
        f"{listed(rows)}.",
    )


def _gap() -> Spoken:
    steps = model.pair_steps(model.FEW)
    first, last = (primal - dual for primal, dual in steps.values[[1, -1]])
    dual = steps.values[-1, 1]
    return Spoken(
        "Every step raises the dual value; no primal value can be below it. Their difference "
        "bounds the distance to the optimum.",
        "Move through the film and watch the two curves meet.",
        "How large is primal minus dual after the first and after the last step?",
        f"{number(first)} after the first, {number(last, 2)} after the last: the optimum is "
        f"{number(dual, 4)}.",
    )


LESSON = Lesson(
    "smo",
    "SMO, step by step",
    10,
    (
        Scenario("The first pair", SCREEN, _pair),
        Scenario("The box of a pair", SCREEN, _box),
        Scenario("A clipped step", SCREEN, _clipped),
        Scenario(
            "How many steps?",
            view("dual", "i_", model.FEW, detail="expert", dual="smo"),
            _steps,
        ),
        Scenario("The final gap", SCREEN, _gap),
    ),
)
