"""The lesson on small examples whose answer is found with a pencil, beside the app's."""

from pages.lessons.model import many_classes, published, two_classes
from pages.lessons.text import kernels, margin
from pages.lessons.text.classes import screen
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, descent
from pages.state.model.run import data_of, run
from pages.state.text.number_format import number
from pages.state.text.verdict import listed


def _bound() -> Spoken:
    experiment = published.CLOSE_PAIR
    shown, X = run(experiment), data_of(experiment).X
    square = float(((X[0] - X[1]) ** 2).sum())
    alpha = float(shown.alpha[0])
    return Spoken(
        "Two points at the distance d again, with a soft margin. By hand: α = min(C, 2/d²) for "
        "both, and w is α times their difference.",
        "Raise C and watch the margin. From which C on does it stay?",
        f"Here d² = {number(square)} and C = {experiment.C:g}. What are α and the width?",
        f"α = {number(alpha)}, the smaller of C and 2/d² = {number(2.0 / square)}. The width is "
        f"2/(α d) = {number(two_classes.width(shown), 4)}.",
    )


def _line() -> Spoken:
    shown = run(published.ON_A_LINE)
    alpha = [number(a, 4) for a in shown.alpha]
    a, b, c = two_classes.parabola(shown)
    return Spoken(
        "A classic with five points on a line, the kernel (1 + xz)² and C = 100: f is a parabola.",
        "Drag the point x = 4, then the point x = 5. Which of them is a support vector?",
        f"What are α at x = {listed([number(x) for x in shown.data.X[:, 0]])}, and what is f?",
        f"α = {', '.join(alpha)}. f(x) = {number(a)} x² − {number(-b, 4)} x + {number(c)}.",
    )


def _cost() -> Spoken:
    found = published.start_cost()
    term, loss, total = (float(part[0]) for part in (*found, found.total))
    return Spoken(
        "The cost here is ½(‖w‖² + b²) plus the mean loss. The point 0.5 is in class −1, the point "
        "2.5 in class +1.",
        "Compute the cost of the start on paper, then read J under the picture.",
        f"What is the cost at w = {number(published.START_W[0])}, b = {number(published.START_B)}, "
        "where the film begins?",
        f"{number(term)} + {number(loss)} = {number(total)}: the losses are "
        f"{number(2.0 * loss)} and 0, their mean {number(loss)}.",
    )


def _pair() -> Spoken:
    found = many_classes.pair_weights()
    scores, binary = (
        f"({', '.join(number(value, 4) for value in w.tolist())})"
        for w in (found.scores, found.binary)
    )
    delta, C = many_classes.PAIR_SCHEME.delta, many_classes.PAIR.C
    return Spoken(
        "Two classes with a score each: only f₁ − f₀ matters, so this is a binary SVM with another "
        "constant, C = 2C′/δ.",
        f"Here C′ = {number(C)} and δ = {number(delta)}. Open this sample on the Playground, with "
        "the C that you find.",
        "What is C of the binary SVM, and what are (w₁ − w₀)/δ and its w?",
        f"C = {number(found.C)}: (w₁ − w₀)/δ = {scores} and w = {binary}.",
    )


PAIR_SCREEN = screen(many_classes.PAIR, many_classes.PAIR_SCHEME)
START = {
    "w1": float(published.START_W[0]),
    "w2": float(published.START_W[1]),
    "b": published.START_B,
}
CLOSE_SCREEN = board(published.CLOSE_PAIR, hide=("weights",), without=("cards",))
LESSON = Lesson(
    "by-hand",
    "By hand",
    15,
    (
        margin.BY_HAND,
        Scenario("Two points, a small C", CLOSE_SCREEN, _bound),
        Scenario("Five points on a line", board(published.ON_A_LINE), _line),
        kernels.FOUR_CORNERS,
        Scenario("Two scores for two classes", PAIR_SCREEN, _pair),
        Scenario("A cost by hand", descent(published.TWO_COSTS, published.WHOLE, **START), _cost),
    ),
)
