"""What the page Regression says."""

from collections.abc import Sequence

import numpy as np

from pages.regression.model.descent import TubeDescent
from pages.regression.model.drawing import TubeDrawing
from pages.regression.model.fitted import Errors, RegressionFit
from pages.state.board.board import MAX_POINTS
from pages.state.text.board_words import EMPTY_BOARD
from pages.state.text.number_format import beyond, number
from pages.state.text.support_words import support_vectors
from pages.state.text.verdict import Badge, Metric, bounds, metrics, proof_badge

# --- The names and the help of the controls of the page Regression ---

MODELS = {"epsilon": "ε-SVR", "nu": "ν-SVR"}
MODEL_HELP = (
    "**ε-SVR**: you choose the tube.  \n**ν-SVR**: you choose a share, and the tube is found."
)

BATCHES = {"one": "One point", "some": "Some", "all": "All points"}
RATE, RATE_HELP = "Learning rate", "Step length as a function of the update number t."
FILM_HELP = {
    "place": "An epoch is one pass over the training points. The solid curve is f after this "
    "epoch, the dotted grey one the exact f.",
    "cost": "J = ½‖w‖² + C Σ max(0, |z − f| − ε) over the training points.",
    "above": "(J − J*) / J*, where J* is the cost of the exact f.",
}
WAITS = "computed on release"

SHOWN = ("Support vectors", "R²", "MAE", "RMSE")  # cards beside a sweep
MEASURE_HELP = "Trains {models} models."
SWEPT, SWEPT_HELP = "{name} of the model", "The vertical line in the chart."
BEST = "Use {name} = {value}, least test error"
BEST_HELP = "This test error is slightly optimistic: the value was chosen by it."


# --- What is said of a point or a place that is asked about, and of a descent on its way ---

LITTLE = 1e-6  # of the larger of a point's two multipliers: what is nothing beside it


def point_sentence(fitted: RegressionFit, k: int) -> str:
    """Where point number k lies, and what it does to f.

    "z lies 0.42 above f, outside the tube: at its upper bound, α = C = 1."
    """
    if fitted.model is None:
        return f"A point at x = {number(fitted.x[k])}, z = {number(fitted.z[k])}."
    r = float(fitted.residuals[k])
    off = abs(r)
    side = "above" if r > 0.0 else "below"
    where = f"z lies {number(off)} {side} f" if off > fitted.rounding else "z lies on f"
    out = fitted.outside[k]
    if fitted.test[k]:
        tube = "outside" if out else "inside"
        return f"{where}, {tube} the tube. It is a test point, not used for training."
    name = "α" if fitted.coef[k] > 0.0 else "α*"
    less, value = sorted((float(fitted.alpha[k]), float(fitted.alpha_star[k])))
    place = "outside the tube" if out else "on the edge of the tube"
    if not fitted.finished:
        place = place if fitted.support[k] else "inside the tube"
        return f"{where}, {place}. Its α is not known: the optimum is not reached."
    if fitted.support[k] and less > LITTLE * value:  # only where the tube has no width
        both = f"α = {number(fitted.alpha[k])} and α* = {number(fitted.alpha_star[k])}"
        return f"{where}, {place}: {both}."
    if fitted.free[k]:
        return f"{where}, {place}: {name} = {number(value)}."
    if fitted.bound[k]:
        most = "C times its weight" if fitted.weighed else "C"
        return f"{where}, {place}: at its upper bound, {name} = {most} = {number(value)}."
    return f"{where}, inside the tube: α = α* = 0, and f would be the same without the point."


def place_sentence(fitted: RegressionFit, x: float) -> str:
    """f and its tube at a place."""
    if fitted.model is None:
        return ""
    return f"At x = {number(x)}: {_tube_at(float(fitted([x])[0]), fitted.epsilon)}"


def point_sentence_at_epoch(drawn: TubeDrawing, k: int) -> str:
    """Where point number k lies from the curve of an epoch.

    "After 7 epochs z lies 0.42 above f, outside the tube."
    """
    r = float(drawn.residuals[k])
    side = "above" if r > 0.0 else "below"
    where = f"{number(abs(r))} {side} f" if abs(r) > drawn.fitted.rounding else "on f"
    tube = "outside" if drawn.outside[k] else "inside"
    apart = " It is a test point, not used for training." if drawn.fitted.test[k] else ""
    return f"{_when(drawn.epoch or 0)} z lies {where}, {tube} the tube.{apart}"


def said_at_on_the_way(course: TubeDescent, row: int, x: float) -> str:
    """f of an epoch and its tube at a place."""
    f = float(course.curves([x], [row])[0, 0])
    text = _tube_at(f, course.fitted.epsilon)
    return f"{_when(int(course.epochs[row]))}, at x = {number(x)}: {text}"


def _tube_at(f: float, epsilon: float) -> str:
    low, high = number(f - epsilon), number(f + epsilon)
    return f"f = {number(f)}, and the tube goes from {low} to {high}."


def _when(epoch: int) -> str:
    if epoch == 0:
        return "Before the first epoch"
    return "After 1 epoch" if epoch == 1 else f"After {epoch} epochs"


def course_sentence(course: TubeDescent, row: int) -> str:
    """How far a descent has come at one of its rows, and how it ended.

    "After 12 epochs the cost is 34.2, 5.1 % above the optimum."
    """
    cost, when = number(float(course.terms.total[row])), _when(int(course.epochs[row]))
    above = course.above
    how = f", {beyond(max(float(above[row]), 0.0))}" if above is not None else ""
    text = f"{when} the cost is {cost}{how}."
    if course.diverged:
        last = int(course.epochs[-1]) + 1
        text += f" In epoch {last} the numbers overflowed: choose a smaller η₀."
    return text


def film_words(course: TubeDescent, rows: Sequence[int]) -> dict[str, list[str]]:
    """What the timeline says of these rows of a descent."""
    terms, above, last = course.terms, course.above, int(course.epochs[-1])
    parts = [(terms.total[k], terms.margin[k], terms.loss[k]) for k in rows]
    return {
        "place": [f"epoch {int(course.epochs[k])} of {last}" for k in rows],
        "cost": [
            f"cost {number(float(J), 4)} = {number(float(margin), 4)} + {number(float(loss), 4)}"
            for J, margin, loss in parts
        ],
        "above": [] if above is None else [beyond(max(float(above[k]), 0.0)) for k in rows],
    }


def course_cards(course: TubeDescent, row: int) -> tuple[Metric, ...]:
    """A descent's numbers at one of its rows."""
    total, best = float(course.terms.total[row]), course.best
    least = course.least
    optimum = "optimum unknown" if least is None else f"optimum {number(least, 4)}"
    test, above = float(course.test_loss[row]), course.above
    known = above is not None
    return (
        Metric(
            "Cost",
            number(total, 4),
            optimum,
            "J = ½‖w‖² + C Σ max(0, |z − f| − ε) over the training points; a point of weight "
            "2 counts as two.",
        ),
        Metric(
            "Above the optimum",
            f"{number(100.0 * max(float(above[row]), 0.0))} %" if above is not None else "–",
            "of the least cost" if known else "optimum unknown",
            "(J − J*) / J*, where J* is the cost of the exact f.",
        ),
        Metric(
            "Lowest cost",
            number(float(course.terms.total[best]), 4),
            f"epoch {int(course.epochs[best])}",
            "A subgradient step may increase the cost: the last model need not be the best.",
        ),
        Metric(
            "Test loss",
            number(test) if test == test else "–",
            "mean slack" if test == test else "no test points",
            "Mean of max(0, |z − f| − ε) over the test points.",
        ),
    )


# --- What is said of a regression: a badge, a sentence, a few cards ---

FAR = 100.0  # |x| or |z| from which on a point is said to lie far outside

HELP = {
    "Support vectors": "Points with α > 0 or α* > 0: w is a sum over them alone. Free: exactly on "
    "the edge of the tube. At C: outside it, or on its edge.",
    "Tube": "ε, half the height of the tube. Errors up to ε cost nothing; ν-SVR finds ε itself.",
    "R²": "1 − Σ (z − f)² / Σ (z − mean z)²: 1 is perfect, 0 is as good as the mean of z, below "
    "0 is worse. Test: over the test points.",
    "MAE": "Mean of |z − f|. Test: over the test points.",
    "RMSE": "Root of the mean of (z − f)². Test: over the test points.",
    "Objective": "½‖w‖² + C Σ slack, and C ν n ε more for ν-SVR; a point of weight 2 "
    "counts as two. The dual value bounds the optimum from below; the gap between the two "
    "bounds the distance to the optimum.",
}


def regression_badge(fitted: RegressionFit) -> Badge:
    """What the certificate proves, in three words."""
    certificate = fitted.certificate
    if certificate is None or fitted.status is None:
        return Badge("failed", "no model") if len(fitted) else Badge("plain", "no model yet")
    return proof_badge(fitted.status, certificate, relative_gap=max(certificate.relative_gap, 0.0))


def regression_sentence(fitted: RegressionFit) -> str:
    """The result in a plain sentence, what is odd about the points, what to do without a model.

    "31 of 68 points are support vectors; 9 lie outside the tube."
    """
    if not len(fitted):
        return EMPTY_BOARD
    if fitted.model is None:
        return (
            "The values of this kernel are too large for double precision here: choose another "
            "kernel, or move the points that lie far away."
        )
    parts = [_of_model(fitted), *_of_test(fitted), *_of_width(fitted), *_far(fitted)]
    if len(fitted) >= MAX_POINTS:
        parts.append("The board is full.")
    return " ".join(parts)


def _of_model(fitted: RegressionFit) -> str:
    n = int(fitted.learned.sum())
    z, x = fitted.z[fitted.learned], fitted.x[fitted.learned]
    points = "Both points" if n == 2 else f"All {n} points"
    out = fitted.train_errors.outside
    outside = {0: "none lies", 1: "1 lies"}.get(out, f"{out} lie") + " outside the tube"
    if n == 1:
        return "There is only one point to learn from: f is flat and goes through it."
    if np.ptp(z) == 0.0:
        return f"{points} have the same z: f is flat and goes through them."
    if not fitted.finished:
        return _unfinished(fitted)
    if fitted.flat and np.ptp(z) <= 2.0 * (fitted.epsilon + fitted.slight):
        other = "smaller ε" if fitted.regression.machine == "epsilon" else "larger C"
        if np.ptp(x) > 0.0:
            return f"f is flat, and its tube holds every point: a {other} may let it bend."
    if np.ptp(x) == 0.0:
        return f"{points} have the same x: f is flat, and {outside}."
    support = int(fitted.support.sum())
    flat = "f is flat: " if fitted.flat else ""
    return f"{flat}{support_vectors(support, n)}; {outside}."


def _unfinished(fitted: RegressionFit) -> str:
    certificate = fitted.certificate
    assert certificate is not None
    above = certificate.relative_gap
    if certificate.dual > 0.0 and 0.0 <= above < 1.0:
        digits = f"{number(100.0 * above, 2)} %"
        return (
            f"The cost is at most {digits} above the optimum; rounding errors prevent a "
            "better bound."
        )
    return "Rounding errors prevent convergence: the numbers of this kernel are too large here."


def _of_test(fitted: RegressionFit) -> list[str]:
    errors = fitted.test_errors
    if not errors.n:
        return []
    if errors.n == 1:
        return [f"The test point lies {'outside' if errors.outside else 'inside'} the tube."]
    lie = "lies" if errors.outside <= 1 else "lie"
    return [f"{errors.outside or 'None'} of {errors.n} test points {lie} outside the tube."]


def _of_width(fitted: RegressionFit) -> list[str]:
    if fitted.regression.machine != "nu" or not fitted.finished:
        return []
    width = "no width for the tube: " if _epsilon(fitted) == "0" else ""
    return [f"ν finds {width}ε = {_epsilon(fitted)}."]


def _epsilon(fitted: RegressionFit) -> str:
    """As it is given; a found one that is nothing but rounding errors as 0."""
    found = fitted.regression.machine == "nu" and fitted.epsilon <= fitted.slight
    return "0" if found else number(fitted.epsilon)


def _far(fitted: RegressionFit) -> list[str]:
    far = int(((np.abs(fitted.x) > FAR) | (np.abs(fitted.z) > FAR)).sum())
    if not far:
        return []
    points = "1 point lies" if far == 1 else f"{far} points lie"
    most = "C times its weight" if fitted.weighed else "C"
    return [f"{points} far outside the window; each α is at most {most}."]


def regression_cards(fitted: RegressionFit) -> tuple[Metric, ...]:
    """The cards beside the picture, always the same six; dashes without a model."""
    return metrics(_values(fitted), HELP)


def _values(fitted: RegressionFit) -> dict[str, tuple[str, str]]:
    certificate = fitted.certificate
    if certificate is None:
        return {}
    train, test = fitted.train_errors, fitted.test_errors
    free, bound = int(fitted.free.sum()), int(fitted.bound.sum())
    origin = "found by ν" if fitted.regression.machine == "nu" else "given"
    outside = f"{train.outside or 'none'} of {train.n} outside"
    most = "C × weight" if fitted.weighed else "C"
    return {
        "Support vectors": (str(free + bound), f"{free} free, {bound} at {most}"),
        "Tube": (f"±{_epsilon(fitted)}", f"{origin}, {outside}"),
        "R²": (_r2(train), f"test {_r2(test)}" if test.n else "no test points"),
        "MAE": _pair(train.mae, test.mae, test),
        "RMSE": _pair(train.rmse, test.rmse, test),
        "Objective": (number(certificate.primal, 4), bounds(certificate)),
    }


def _r2(errors: Errors) -> str:
    return "–" if errors.r2 is None else number(errors.r2)


def _pair(train: float, test: float, errors: Errors) -> tuple[str, str]:
    return number(train), f"test {number(test)}" if errors.n else "no test points"


def nu_sentence(fitted: RegressionFit) -> str:
    """nu between the two shares, in a sentence; empty where it says nothing.

    "13.2 % outside ≤ ν = 20 % ≤ 32.4 % support vectors."
    """
    bound = fitted.nu_bound
    if bound is None:
        return ""
    if not fitted.finished:
        return "Training has not converged: ν need not bound the shares yet."
    outside, nu, support = (
        f"{number(100.0 * share)} %"
        for share in (bound.outside_share, bound.nu, bound.support_share)
    )
    if not bound.wide:
        return f"{outside} outside ≤ ν = {nu}; a tube without a width bounds nothing more."
    by = ", by their weights" if fitted.weighed else ""
    return f"{outside} outside ≤ ν = {nu} ≤ {support} support vectors{by}."
