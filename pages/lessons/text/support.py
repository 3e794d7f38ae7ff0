"""The lesson on support vectors: which points are, how many, and what their number says."""

from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, view
from pages.state.board.experiment import change
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

CS = (0.1, 1.0, 100.0)


def _who() -> Spoken:
    shown = run(model.MOONS)
    held, n = int(shown.support.sum()), len(shown.data)
    return Spoken(
        "A curved boundary has support vectors, too: f is a sum over them alone.",
        "Predict first: which points have a ring? Hide the rings under Show, guess, and look.",
        "How many points are support vectors?",
        f"{held} of {n} points are support vectors.",
    )


def _kinds() -> Spoken:
    free, bound = model.counts(run(model.MOONS))
    return Spoken(
        "A heavy ring marks a point on the margin (0 < α < C), a thin ring with a dot one with α = "
        "C, which may violate it.",
        "Click on one of each kind and read y f.",
        "How many of each kind are there?",
        f"{free} on the margin, where y f = 1, and {bound} with α = C, where y f < 1.",
    )


def _number() -> Spoken:
    held = [int(run(change(model.MOONS, C=C)).support.sum()) for C in CS]
    rows = listed([f"{k} at C = {C:g}" for k, C in zip(held, CS, strict=True)])
    return Spoken(
        "The number of support vectors depends on C: here a narrow margin holds fewer points.",
        "Move C from 0.1 to 100 and watch the card Support vectors.",
        "How many are there at C = 0.1, 1 and 100?",
        f"{rows}.",
    )


def _left_out() -> Spoken:
    shown = run(model.MOONS)
    held, n = int(shown.support.sum()), len(shown.data)
    wrong = model.left_out_wrong(model.MOONS)
    return Spoken(
        "Leave one point out, train on all others, test it: b is unique here, so only support "
        "vectors can then be misclassified.",
        "Remove a point without a ring: the boundary stays. So that point needs no test.",
        "The share of support vectors bounds the leave-one-out error. What are both here?",
        f"At most {number(100.0 * held / n)} % ({held} of {n}); it is "
        f"{number(100.0 * wrong / n)} % ({wrong} of {n}).",
    )


LESSON = Lesson(
    "support-vectors",
    "Support vectors",
    10,
    (
        Scenario("Which points?", board(model.MOONS), _who),
        Scenario(
            "Two kinds",
            view("dual", "i_", model.MOONS, dual="points"),
            _kinds,
        ),
        Scenario("How many?", board(change(model.MOONS, C=CS[0])), _number),
        Scenario("Leave one out", board(model.MOONS), _left_out),
    ),
)
