"""What the view Probabilities says: the sigmoid, its losses, and whether it is reliable."""

from pages.model_selection.calibration import Calibration
from pages.model_selection.kernel_choice import percent
from pages.state.text.number_format import number
from pages.state.text.publications import cite
from pages.state.text.verdict import Metric
from svmcore.probability import FOLDS

SOURCE = f"Sources: {cite('platt')}; {cite('lin-platt', 'algorithm 1')}."
TWO_CLASSES = "Platt's method is for two classes: probabilities are shown for samples with two."
HELP = {
    "Log loss": "Mean of −log P of the class that a test point has. 0 is perfect; a wrong class "
    "at P near 0 costs most.",
    "Brier score": "Mean of (P − y)² over the test points, y = 1 for class {name} and 0 else. 0 is "
    "perfect.",
}


def sigmoid_sentence(found: Calibration, name: str, sure: float) -> str:
    """P as a function of f, and what the lines are."""
    A, B = found.sigmoid.A, found.sigmoid.B
    formula = f"P(class {name}) = 1/(1 + exp({number(A)} f {signed(B)}))"
    if A >= 0.0:
        return f"{formula}: a larger f does not mean a larger probability of class {name} here."
    return (
        f"{formula}. Boundary: P = 50 %, at f = {number(found.sigmoid.middle)}; dashed: P = "
        f"{percent(1.0 - sure)} and {percent(sure)}."
    )


def signed(value: float) -> str:
    """A number that is added: "+ 0.3" or "− 0.3"."""
    return f"{'−' if value < 0.0 else '+'} {number(abs(value))}"


def loss_cards(found: Calibration, name: str) -> tuple[Metric, ...]:
    """The losses on test points, each with that of one probability for all points."""
    values = {"Log loss": found.log_loss, "Brier score": found.brier}
    return tuple(
        Metric(
            title,
            number(loss()),
            f"constant P: {number(loss(constant=True))}",
            f"{HELP[title].format(name=name)} Below: of P = {percent(found.guess)} for every "
            "point, the share of this class in the training part.",
        )
        for title, loss in values.items()
    )


def calibration_sentence(found: Calibration, name: str) -> str:
    """Whether the mean probability of the test points is the share of the class among them."""
    rows = found.trial.split.test
    mean, y = float(found.p[rows].mean()), found.trial.y[rows]
    error = float((found.p[rows] * (1.0 - found.p[rows])).sum()) ** 0.5 / len(rows)
    share = float(y.mean())
    near = "less" if abs(mean - share) <= error else "more"
    text = (
        f"On the {len(rows)} test points the mean P is {percent(mean)} and the share of class "
        f"{name} is {percent(share)}: {near} than one standard error, {percent(error)}, apart."
    )
    better = found.log_loss() < found.log_loss(constant=True)
    verdict = "less" if better else "no less"
    return f"{text} The log loss is {verdict} than that of a constant P."


def how(found: Calibration) -> str:
    """Where A and B come from."""
    n = len(found.scores)
    few = "" if found.sigmoid.converged else " Newton's method did not converge."
    folds = found.folds
    less = "" if folds == FOLDS else ", as many as the smaller class has points"
    return (
        f"A and B are fitted to {n} scores f of training points, each by a model of the other "
        f"folds ({folds} folds{less}), in {found.sigmoid.n_iter} Newton steps.{few} The test "
        "points take no part."
    )
