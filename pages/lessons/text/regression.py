"""The lesson on regression: the tube, its support vectors, epsilon, C, outliers and nu."""

from collections.abc import Callable
from typing import Any

from pages.lessons.model import regression as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken
from pages.state.link.example_links import Link, of_board
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

EPSILONS = (0.1, 0.3, 0.6)
CS = (0.01, 1.0, 100.0)
LINE = {"curve": "outliers", "kernel": "linear"}
NU = {"machine": "nu", "nu": 0.2}


def _tube() -> Spoken:
    found = model.tube(model.example())
    return Spoken(
        "In regression, f should have the points within a tube of ± ε. Errors up to ε cost "
        "nothing.",
        "Drag a filled point inside the tube: f stays. Drag it out: f follows.",
        f"How many of the {found.n} training points lie outside the tube?",
        f"{int(found.outside.sum())}; the other {found.n - int(found.outside.sum())} cost nothing.",
    )


def _support() -> Spoken:
    found = model.tube(model.example())
    held, free = int(found.support.sum()), int(found.free.sum())
    return Spoken(
        "Support vectors lie on the edge of the tube or outside it. Points inside have α = 0: "
        "without them f is the same.",
        "Hover over a bar of Multipliers: its point lights up in the picture.",
        "How many are support vectors, and how many of these are on the edge (0 < α < C)?",
        f"{held} of {found.n}; {free} are on the edge, {held - free} have α = C.",
    )


def _epsilon() -> Spoken:
    tubes = [model.tube(model.example(epsilon=epsilon)) for epsilon in EPSILONS]
    rows = [f"{int(found.support.sum())} at ε = {found.epsilon:g}" for found in tubes]
    return Spoken(
        "A wide tube has few support vectors, a narrow one has many.",
        "Before you move ε to 1.2: how many support vectors will be left?",
        f"How many support vectors are there at ε = {listed([f'{e:g}' for e in EPSILONS])}?",
        f"{listed(rows)}, of {tubes[0].n}.",
    )


def _cost() -> Spoken:
    tubes = [model.tube(model.example(C=C)) for C in CS]
    rows = [
        f"{number(found.error(~found.test))} / {number(found.error(found.test))} at C = {C:g}"
        for found, C in zip(tubes, CS, strict=True)
    ]
    return Spoken(
        "A small C keeps f flat, wherever the points are; a large C makes errors expensive.",
        "Move C from 0.01 to 100 and watch the card MAE.",
        "What is the mean absolute error on training / test points at C = 0.01, 1 and 100?",
        f"{listed(rows)}.",
    )


def _outliers() -> Spoken:
    ours, squares = model.slopes(model.example(**LINE))
    return Spoken(
        "One point in ten is far off. Its α is at most C, however far it is, so its influence on f "
        "is bounded.",
        "Drag an outlier straight up or down, farther from f: f does not move.",
        "The points lie around a line of slope 0.3. What is the slope of f, and of least squares?",
        f"{number(ours)} for f, {number(squares)} for least squares.",
    )


def _nu() -> Spoken:
    found = model.tube(model.example(**NU))
    outside = 100.0 * float(found.outside.sum()) / found.n
    held = 100.0 * float(found.support.sum()) / found.n
    return Spoken(
        "ν-SVR finds ε itself: ν bounds the share of points outside from above, and that of the "
        "support vectors from below.",
        "Move ν to 0.5 and read the sentence under the picture.",
        f"What ε does ν = {NU['nu']:g} find, and what are the two shares?",
        f"ε = {number(found.epsilon)}: {number(outside)} % outside, {number(held)} % support "
        "vectors.",
    )


def _screen(**changes: Any) -> Callable[[], Link]:
    """A regression on its page."""
    return lambda: Link(model.BOARD, "", of_board(model.example(**changes), model.BOARD))


LESSON = Lesson(
    "regression",
    "Regression",
    10,
    (
        Scenario("A tube", _screen(), _tube),
        Scenario("Support vectors of a tube", _screen(), _support),
        Scenario("A wider tube", _screen(epsilon=EPSILONS[0]), _epsilon),
        Scenario("C in regression", _screen(C=CS[0]), _cost),
        Scenario("Outliers", _screen(**LINE), _outliers),
        Scenario("ν finds ε", _screen(**NU), _nu),
    ),
)
