"""The lesson on descents: the learning rate, one point at a time, and the perceptron."""

from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, descent
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.descent.descent_trace import descent_trace
from pages.state.model.run import run
from pages.state.text.number_format import number

WHOLE = Descent(method="gd", schedule="constant", eta0=0.003, epochs=100, test_share=0.0)
SLOW, FAST = (change_descent(WHOLE, eta0=eta0) for eta0 in (1e-4, 1.0))
SINGLE = Descent(method="sgd", eta0=0.003, epochs=10, test_share=0.0)
PERCEPTRON = change_descent(Descent(), method="perceptron", epochs=5, test_share=0.0)


def _optimum(experiment: Experiment) -> float:
    return model.values(run(experiment))[0]


def _cost_after(chosen: Descent, updates: int) -> float:
    """The cost after some updates with the whole gradient."""
    return float(descent_trace(model.OVERLAP, change_descent(chosen, epochs=updates))[1][-1])


def _end(chosen: Descent) -> str:
    """The last cost of a descent beside the optimum."""
    _, costs = descent_trace(model.OVERLAP, chosen)
    return f"{number(float(costs[-1]), 4)}; the optimum is {number(_optimum(model.OVERLAP), 4)}"


def _down() -> Spoken:
    start = float(descent_trace(model.OVERLAP, WHOLE)[1][0])
    return Spoken(
        "Gradient descent moves w and b a little against a subgradient of the cost, again and "
        "again.",
        "Play the film. Then go back to the start and step forward.",
        f"The cost begins at {number(start, 4)}. Where is it after {WHOLE.epochs} updates?",
        f"At {_end(WHOLE)}.",
    )


def _slow() -> Spoken:
    return Spoken(
        f"With a learning rate of {SLOW.eta0:g} every step is short: the descent is not done when "
        "it ends.",
        "Before you move the learning rate up: will the cost fall faster everywhere?",
        f"Where is the cost after {SLOW.epochs} updates?",
        f"At {_end(SLOW)}.",
    )


def _fast() -> Spoken:
    last, before = (_cost_after(FAST, updates) for updates in (FAST.epochs, FAST.epochs - 1))
    return Spoken(
        f"With a learning rate of {FAST.eta0:g} the steps go far beyond the minimum, and back.",
        "Find the largest learning rate at which the cost still falls.",
        f"Where is the cost after {FAST.epochs - 1} updates, and after {FAST.epochs}?",
        f"At {number(before, 4)} and at {number(last, 4)}: it jumps between the two for ever. The "
        f"optimum is {number(_optimum(model.OVERLAP), 4)}.",
    )


def _single() -> Spoken:
    updates = int(descent_trace(model.OVERLAP, SINGLE)[0].update[-1])
    return Spoken(
        "Stochastic gradient descent uses one point per update: a cheap, noisy step.",
        "Step through the first updates: each looks at one point only.",
        f"Where is the cost after {SINGLE.epochs} passes, which are {updates} updates?",
        f"At {_end(SINGLE)}.",
    )


def _perceptron() -> Spoken:
    kept, _ = descent_trace(model.SEPARABLE, PERCEPTRON)
    nearest = model.smallest_distance(model.SEPARABLE, kept.v[-1], float(kept.b[-1]))
    widest = 0.5 * model.width(run(model.SEPARABLE))
    return Spoken(
        "The perceptron stops as soon as no point is misclassified, wherever its line is then.",
        "Play the film and look at the point nearest to the last line.",
        "How far from the line is the nearest point, and how far from that of the SVM?",
        f"{number(nearest)} from the perceptron's line, {number(widest)} from that of the SVM, "
        "which is half its margin; no line has more.",
    )


LESSON = Lesson(
    "descent",
    "Gradient descent",
    15,
    (
        Scenario("Down the cost", descent(model.OVERLAP, WHOLE), _down),
        Scenario("Learning rate too small", descent(model.OVERLAP, SLOW), _slow),
        Scenario("Learning rate too large", descent(model.OVERLAP, FAST), _fast),
        Scenario("One point per update", descent(model.OVERLAP, SINGLE), _single),
        Scenario("The perceptron", descent(model.SEPARABLE, PERCEPTRON), _perceptron),
    ),
)
