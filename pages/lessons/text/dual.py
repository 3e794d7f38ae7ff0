"""The lesson on the dual problem: one multiplier a point, their laws, and the duality gap."""

from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, view
from pages.state.board.experiment import change
from pages.state.model.run import run
from pages.state.text.number_format import number

PRIMAL = change(model.OVERLAP, formulation="primal")


def _two_problems() -> Spoken:
    primal, dual = model.values(run(PRIMAL))[0], model.values(run(model.OVERLAP))[1]
    n = len(run(model.OVERLAP).data)
    return Spoken(
        f"The primal problem has w, b and {n} slacks ξ as unknowns, the dual problem {n} "
        "multipliers: one α per point.",
        "Compare the two pictures.",
        "How far apart are the two optimal values?",
        f"They are equal: {number(primal, 5)} and {number(dual, 5)}. The model is the same.",
    )


def _box() -> Spoken:
    shown = run(model.OVERLAP)
    free, bound = model.counts(shown)
    rest = len(shown.data) - free - bound
    return Spoken(
        "Every multiplier α lies between 0 and C; it is the weight of its point in f.",
        "Click on a point without a ring, on one on the margin, and on one inside the margin.",
        "How many multipliers are 0, how many are C, and how many lie between?",
        f"{rest} are 0, {bound} are C, {free} lie between: their points are on the margin.",
    )


def _balance() -> Spoken:
    shown = run(model.OVERLAP)
    plus = float(shown.alpha[shown.data.y > 0.0].sum())
    minus = float(shown.alpha[shown.data.y < 0.0].sum())
    return Spoken(
        "The multipliers of the two classes balance: Σ αᵢ yᵢ = 0.",
        "Remove a point with α = C and see which others take over its share.",
        "What is the sum of the multipliers of each class?",
        f"{number(plus, 4)} in class +1 and {number(minus, 4)} in class −1.",
    )


def _smo() -> Spoken:
    shown = run(change(model.OVERLAP, solver="smo"))
    assert shown.solution is not None
    return Spoken(
        "Sequential minimal optimisation (SMO) changes two multipliers at a time, so that Σ αᵢ yᵢ "
        "stays 0.",
        "Go through the film step by step and watch the pair that is chosen.",
        "How many steps does it take?",
        f"{shown.solution.n_iter} steps. Each solves a problem with two unknowns exactly.",
    )


LESSON = Lesson(
    "dual",
    "The dual problem",
    10,
    (
        Scenario(
            "Two problems, one model",
            view("dual", "i_", model.OVERLAP, dual="beside"),
            _two_problems,
        ),
        Scenario("Between 0 and C", view("dual", "i_", model.OVERLAP, dual="points"), _box),
        Scenario("The classes balance", view("dual", "i_", model.OVERLAP, dual="points"), _balance),
        Scenario("Two multipliers at a time", view("dual", "i_", model.OVERLAP, dual="smo"), _smo),
    ),
)
