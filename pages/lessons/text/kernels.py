"""The lesson on kernels: what a line cannot do, feature space, and kernels that fit too well."""

from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, view
from pages.state.board.experiment import change
from pages.state.model.run import run
from pages.state.text.number_format import number

ROUND = change(model.CIRCLES, kernel="rbf")
GAMMAS = (0.01, 0.5, 50.0)
NARROW, FITTING, WIDE = (change(model.MOONS, gamma=gamma) for gamma in reversed(GAMMAS))


def _line() -> Spoken:
    line, curve = run(model.CIRCLES), run(ROUND)
    return Spoken(
        "No line separates a circle from its inside.",
        "Choose the RBF kernel.",
        "How many points does the linear kernel misclassify, and how many the RBF kernel?",
        f"{int(line.wrong.sum())} and {int(curve.wrong.sum())} of {len(line.data)}.",
    )


def _lift() -> Spoken:
    n, wrong = len(run(model.CIRCLES).data), model.wrong_in(model.CIRCLES, "paraboloid")
    return Spoken(
        "A third coordinate, x² + y², lifts the outer circle above the inner one; then a plane "
        "separates them.",
        "Turn the picture on the right until you see the plane from its edge.",
        "How many points does the linear SVM with these three coordinates misclassify?",
        f"{wrong} of {n}; without the third coordinate it was "
        f"{int(run(model.CIRCLES).wrong.sum())}.",
    )


def _xor() -> Spoken:
    shown = run(model.XOR)
    alpha = {number(a, 4) for a in shown.alpha}
    assert len(alpha) == 1
    return Spoken(
        "XOR: opposite corners share a class, and no line separates the classes. With fewer points "
        "that only happens if three of them are on a line.",
        "Choose the linear kernel, then take the polynomial kernel back with Ctrl+Z.",
        "By symmetry all four α are equal. What is α, and how many are support vectors?",
        f"α = {alpha.pop()} for each, and all {int(shown.support.sum())} are support vectors.",
    )


def _under() -> Spoken:
    shown = run(WIDE)
    return Spoken(
        f"A small γ makes K(x, x′) nearly the same for all points: at γ = {WIDE['gamma']:g} f is "
        "too stiff, the model underfits.",
        "Before you move γ to 50: what will the boundary look like?",
        "How many training points are misclassified, and how many new ones?",
        _errors(number(100.0 * (1.0 - shown.accuracy)), model.error_on_new(WIDE)),
    )


def _over() -> Spoken:
    shown = run(NARROW)
    return Spoken(
        f"With a large γ only near points are similar: at γ = {NARROW['gamma']:g} the model "
        "follows every single training point.",
        "Find γ between 0.01 and 50 where you would trust the boundary.",
        "How many training points are misclassified, and how many new ones?",
        _errors(number(100.0 * (1.0 - shown.accuracy)), model.error_on_new(NARROW))
        + f" At γ = {FITTING['gamma']:g}: {number(100.0 * model.error_on_new(FITTING))} % of the "
        "new points.",
    )


def _errors(train: str, new: float) -> str:
    return (
        f"{train} % of the training points, {number(100.0 * new)} % of {model.NEW_POINTS:,} new "
        "points."
    )


FOUR_CORNERS = Scenario("XOR", board(model.XOR, without=("sentence", "cards")), _xor)
LESSON = Lesson(
    "kernels",
    "Kernels",
    15,
    (
        Scenario("What a line cannot do", board(model.CIRCLES), _line),
        Scenario(
            "A third coordinate",
            view("kernels", "i_", model.CIRCLES, kernels="lift", lift="paraboloid"),
            _lift,
        ),
        FOUR_CORNERS,
        Scenario("Underfitting", board(WIDE), _under),
        Scenario("Overfitting", board(NARROW), _over),
    ),
)
