"""What the view Leave-one-out says: the error, its bounds, and where a bound is none."""

from typing import NamedTuple

from pages.model_selection.cross_validation import Validation
from pages.model_selection.kernel_choice import percent
from pages.model_selection.leave_one_out_bounds import LeaveOneOutBounds
from pages.state.text.number_format import number
from pages.state.text.publications import cite
from pages.state.text.verdict import Metric

EXACT, SUPPORT, XI_ALPHA, RADIUS = "Leave-one-out", "SV / N", "ξα estimate", "4R²‖w‖² / N"
SOURCE = f"Sources: {cite('vapnik', 'ch. 10')}; {cite('joachims')}; {cite('chung')}."
HELP = {
    EXACT: "The share of the points that are misclassified by the model trained on all others.",
    SUPPORT: "Number of support vectors over number of points. Without a point that is no support "
    "vector the model is the same, so only a support vector can be misclassified when left out.",
    XI_ALPHA: "The share of the points with 2αD + ξ ≥ 1, D the largest K(x, x) minus the smallest "
    "K(x, x′). It needs no further training. A bound where b is unique in the model without each "
    "point, too.",
    RADIUS: "R is the radius of the smallest sphere around all points in feature space, 1/‖w‖ the "
    "distance of the closest points from the boundary there. For the hard margin only.",
}
MANY = "The bounds are for an SVM with two classes."
WAITING = "The bounds are being computed."
LEGEND = "A bound is never below the leave-one-out error."
BUT_XI = "The ξα estimate may be, where b is not unique in a model without a point."
NO_BOUND = "No bound holds here: {why}."
NOT_PSD = "this kernel is not positive semi-definite, so there is no feature space"
CHANGED = (
    "the weights, the scaling or γ follow the training points, so leaving out any point changes "
    "the model"
)
NO_FREE = (
    "no support vector has 0 < α < C, so b is not unique, and leaving out any point can change it. "
    "Every model was trained"
)


class ErrorBar(NamedTuple):
    """A bar: its name, its share, and whether it is the error itself and no bound."""

    name: str
    share: float
    exact: bool


def error_bars(found: Validation | None, bounds: LeaveOneOutBounds | None) -> tuple[ErrorBar, ...]:
    """The leave-one-out error, where it is known, and the bounds that hold."""
    bars = []
    if found is not None:
        bars.append(ErrorBar(EXACT, 1.0 - found.judged.accuracy, True))
    if bounds is not None:
        known = {
            SUPPORT: bounds.support,
            XI_ALPHA: bounds.xi_alpha,
            RADIUS: bounds.radius_margin,
        }
        bars += [ErrorBar(name, one, False) for name, one in known.items() if one is not None]
    return tuple(bars)


def bound_cards(
    found: Validation | None, bounds: LeaveOneOutBounds | None, n: int
) -> tuple[Metric, ...]:
    """A card for the error and for each bound that holds."""
    details = {}
    if found is not None:
        details[EXACT] = f"{_wrong(found)} of {n} points"
    if bounds is not None:
        details |= {
            SUPPORT: f"{bounds.n_support} of {n} points",
            XI_ALPHA: f"{int(bounds.doubtful.sum())} of {n} points",
        }
        if bounds.R2 is not None:
            width = number(bounds.w2**-0.5)
            details[RADIUS] = f"R = {number(bounds.R2**0.5)}, 1/‖w‖ = {width}"
    return tuple(
        Metric(bar.name, percent(bar.share), details[bar.name], HELP[bar.name])
        for bar in error_bars(found, bounds)
    )


def left_out_sentence(found: Validation) -> str:
    """How many points are misclassified when they are left out."""
    wrong, n = _wrong(found), len(found.y)
    if not wrong:
        return f"No point is misclassified by the model trained without it. {_fits(found)}."
    are, them, marks = "points are", "them", "Crosses mark them"
    if wrong == 1:
        are, them, marks = "point is", "it", "A cross marks it"
    return (
        f"{wrong} {are} misclassified by the model trained without {them}: leave-one-out error "
        f"{percent(wrong / n)}. {marks}. {_fits(found)}."
    )


def _fits(found: Validation) -> str:
    return "1 model was trained" if found.fits == 1 else f"{found.fits} models were trained"


def _wrong(found: Validation) -> int:
    return int((found.predicted != found.y).sum())


def bounds_sentence(found: Validation | None, bounds: LeaveOneOutBounds) -> str:
    """Which bound is the smallest, and why others are none."""
    if not bounds.stable:
        why = NOT_PSD if not bounds.psd else CHANGED if not bounds.alike else NO_FREE
        return NO_BOUND.format(why=why)
    bars = (bar for bar in error_bars(None, bounds) if bar.name != XI_ALPHA)
    known = [bar for bar in bars if bar.share <= 1.0]
    parts, notes = [], [LEGEND]
    if known:
        best = min(known, key=lambda bar: bar.share)
        text = f"Smallest bound: {best.name}, {percent(best.share)}"
        if found is not None:
            times = 1.0 - found.judged.accuracy
            text += f", {number(best.share / times, 2)} times the error" if times else ""
        parts.append(f"{text}.")
    if bounds.xi_alpha is None:
        parts.append("The ξα estimate is stated for points with the same C.")
    else:
        notes.append(BUT_XI)
    if bounds.R2 is None:
        n = bounds.violations
        are = "1 point violates" if n == 1 else f"{n} points violate"
        parts.append(f"4R²‖w‖²/N is a bound for the hard margin only: here {are} the margin.")
    elif bounds.radius_margin is not None and bounds.radius_margin >= 1.0:
        parts.append("4R²‖w‖²/N is above 100 % and says nothing here.")
    return " ".join([*parts, *notes])
