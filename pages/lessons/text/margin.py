"""The lesson on the margin: the widest street, by hand and on the screen, and when none exists."""

from typing import Any

from pages.lessons.model import lines
from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board
from pages.state.board.experiment import change
from pages.state.link.example_links import Link, of_settings
from pages.state.model.moved_points import DRAWS
from pages.state.model.run import run
from pages.state.screen.screen_parts import ANSWER as ANSWER_PARTS
from pages.state.text.number_format import number


def _many() -> Spoken:
    shown = run(model.SEPARABLE)
    width = number(model.width(shown))
    return Spoken(
        f"Many lines separate these {len(shown.data)} points. The SVM takes the one with the "
        "widest margin.",
        "Drag a point that has no ring. Then drag a ringed one.",
        "How wide is the margin, and which number on the screen says it?",
        f"It is 2/‖w‖ = {width} wide, the card Margin width.",
    )


def _by_hand() -> Spoken:
    (w1, w2), b = model.weights(run(model.TWO_POINTS))
    width = number(model.width(run(model.TWO_POINTS)))
    return Spoken(
        "The widest margin between two points is found by hand: (1, 2) is in class +1, (3, 4) in "
        "class −1.",
        "Compute w and b on paper: f(1, 2) = +1, f(3, 4) = −1, and w is parallel to the segment.",
        "What are w, b and the width of the margin?",
        f"w = ({number(w1)}, {number(w2)}), b = {number(b)}; the width is 2/‖w‖ = {width}, the "
        "distance of the two points.",
    )


def _decide() -> Spoken:
    shown = run(model.SEPARABLE)
    held, n = int(shown.support.sum()), len(shown.data)
    return Spoken(
        "Only the points on the margin determine the boundary: the support vectors, with a ring.",
        "Choose the eraser (E) and remove points without a ring. Ctrl+Z brings them back.",
        f"How many of the {n} points can be removed together without moving the boundary?",
        f"{n - held}: all but the {held} support vectors.",
    )


def _outlier() -> Spoken:
    with_it = model.with_point(model.SEPARABLE, model.OUTLIER)
    before, after = (model.width(run(one)) for one in (model.SEPARABLE, with_it))
    return Spoken(
        "A single point can ruin a hard margin.",
        "Drag the lone blue circle at the boundary away from it, and back.",
        "How much does this one point narrow the margin?",
        f"From {number(before)} to {number(after)}: to {number(100.0 * after / before)} % of its "
        "width.",
    )


def _none() -> Spoken:
    shown = run(change(model.OVERLAP, margin="hard"))
    soft = run(model.OVERLAP)
    assert shown.model is None
    return Spoken(
        "Where no line separates the classes, no hard margin exists.",
        "Choose the soft margin.",
        "How many points does the soft margin with C = 1 misclassify?",
        f"{int(soft.wrong.sum())} of {len(soft.data)}. The hard margin has no answer at all.",
    )


def _lines() -> Spoken:
    line, n = lines.turned_line(), len(lines.task().placed)
    return Spoken(
        f"This line separates all {n} points, as infinitely many others do: widened until a point "
        f"is hit, its margin is {number(line.width)} wide.",
        "Turn the line by its two handles, and widen the margin by the third.",
        "How wide can a margin get with no point inside it?",
        f"{number(lines.widest())}: the SVM takes the line with the widest margin. Show optimum "
        "draws it.",
    )


def _stable() -> Spoken:
    own, best = lines.stable_draws()
    return Spoken(
        f"Each point moves at random by up to r = {number(lines.MOVE)}, {DRAWS} times: this line "
        f"separates the classes in {own} draws.",
        "Press Play. Then move r, and turn the line.",
        "In how many draws does the SVM's line separate them, and why?",
        f"In {best} of {DRAWS}: while r < 1/‖w‖ = {number(0.5 * lines.widest())}, no point can "
        "cross this line.",
    )


def _by_eye(**more: Any) -> Link:
    line = lines.turned_line()
    (ax, ay), (bx, by) = line.first.tolist(), line.second.tolist()
    handles = {"ax": ax, "ay": ay, "bx": bx, "by": by, "distance": line.distance}
    return Link("challenges", "", of_settings("cl_", seed=lines.SEED, **handles, **more))


# only the two points, until the answer is shown
BY_HAND = Scenario(
    "Two points, by hand",
    board(
        model.TWO_POINTS, hide=("regions", "margins", "support", "weights"), without=ANSWER_PARTS
    ),
    _by_hand,
)
LESSON = Lesson(
    "margin",
    "The margin",
    18,
    (
        Scenario("The widest margin", board(model.SEPARABLE), _many),
        BY_HAND,
        Scenario("What decides", board(model.SEPARABLE), _decide),
        Scenario(
            "One outlier",
            board(model.with_point(model.SEPARABLE, model.OUTLIER)),
            _outlier,
        ),
        Scenario("No hard margin", board(change(model.OVERLAP, margin="hard")), _none),
        # the last ones: links to the steps before them keep their numbers
        Scenario("Infinitely many lines", _by_eye, _lines),
        Scenario(
            "The most stable line",
            lambda: _by_eye(moved=True, r=lines.MOVE, shown=True),
            _stable,
        ),
    ),
)
