"""What the view Bayes says: the smallest error, the true error and what the test part says."""

from pages.model_selection.bayes import Population
from pages.model_selection.holdout import Predictions
from pages.model_selection.kernel_choice import percent
from pages.state.text.publications import cite
from pages.state.text.verdict import Metric

SOURCE = f"Source: {cite('hastie', '§2.4')}."
ONLY_BOARD = (
    "The Bayes boundary needs the density of both classes. It is known for samples of the page "
    "Playground only: choose Points of: Playground."
)
OWN = "Points placed by hand come from no generator: their density is not known."
WEIGHED = (
    "The Bayes boundary counts both kinds of error once; the class weights move the SVM's boundary."
)
HELP = {
    "Bayes error": "The smallest error that a classifier can have on new points: where the "
    "densities overlap, the less likely class is lost. Integral of min(π p(x | +1), (1 − π) "
    "p(x | −1)), π the share of class +1.",
    "True error": "The share of new points that this SVM misclassifies: the integral of the "
    "density of each class over the region where the other one is predicted.",
    "Test error": "The share of the test points that this SVM misclassifies: an estimate of the "
    "true error. Standard error √(p(1 − p)/n).",
    "Training error": "The share of the training points that this SVM misclassifies.",
}


def bayes_sentence(bayes: float, true: float) -> str:
    """How far the SVM's true error is above the smallest possible one."""
    return (
        f"No classifier has less than {percent(bayes)} error on new points (Bayes error); this "
        f"SVM has {percent(true)}, {_points(true, bayes)} more. Dashed: the Bayes boundary."
    )


def _points(one: float, other: float) -> str:
    """How far two shares are apart in percentage points, as they are rounded by `percent`."""
    text = f"{abs(round(100.0 * one, 1) - round(100.0 * other, 1)):.1f}".removesuffix(".0")
    return f"{text} percentage point{'' if text == '1' else 's'}"


def test_error(called: Predictions) -> tuple[float, float, int]:
    """The error on the n test points, its standard error sqrt(p (1 - p) / n), and n."""
    wrong = called.wrong[called.split.test]
    p, n = float(wrong.mean()), len(wrong)
    return p, (p * (1.0 - p) / n) ** 0.5, n


def estimate_sentence(called: Predictions, true: float) -> str:
    """How near the test error is to the true error, in standard errors of the true one."""
    p, _, n = test_error(called)
    error = (true * (1.0 - true) / n) ** 0.5
    text = f"{n} test points estimate the true error as {percent(p)}"
    if percent(p) == percent(true):
        return f"{text}, which is the true error as shown here."
    side = "above" if p > true else "below"
    distance = f"{text}, {_points(p, true)} {side} it"
    if error == 0.0:
        return f"{distance}."
    within = abs(p - true) <= error
    return (
        f"{distance}: {'within' if within else 'more than'} one standard error of such a sample, "
        f"{percent(error)}."
    )


def bayes_cards(called: Predictions, known: tuple[Population, float] | None) -> tuple[Metric, ...]:
    """Bayes, true, test and training error; the first two where the densities are known."""
    p, error, n = test_error(called)
    train = float(called.wrong[called.split.train].mean())
    shown = [
        ("Test error", percent(p), f"± {percent(error)}, {n} points"),
        ("Training error", percent(train), f"{len(called.split.train)} points"),
    ]
    if known is not None:
        of, true = known
        shown = [
            ("Bayes error", percent(of.bayes_error), f"π = {percent(of.share)}"),
            ("True error", percent(true), "of this SVM, new points"),
            *shown,
        ]
    return tuple(Metric(name, value, detail, HELP[name]) for name, value, detail in shown)


def edits_note(edits: int) -> str:
    """That the density is the generator's, where points were edited by hand."""
    if not edits:
        return ""
    were = "1 point was" if edits == 1 else f"{edits} points were"
    return f"{were} edited by hand: Bayes error and true error are still those of the generator."
