"""What a map and a learning curve say, in sentences."""

from typing import NamedTuple

from svmcore.model_selection.curves import ScoreCurve
from svmcore.model_selection.grid_search import GridCell, Map
from svmcore.model_selection.kernel_choice import TIE_TOL, percent, with_error

SYMBOLS = {"gamma": "γ", "degree": "degree", "coef0": "r"}


class Corners(NamedTuple):
    """Cells with a name, and a sentence on each: where the map underfits and overfits most.

    None, and a sentence that says so, where no cell does.
    """

    underfits: GridCell | None
    overfits: GridCell | None
    best: GridCell
    simplest: GridCell
    sentences: tuple[str, ...]


def verdict(found: Map, cell: GridCell) -> str:
    """ "underfits", "overfits", or "" for a cell of the map.

    Either way its cross-validated error is more than one standard error above the best. It
    underfits if the points learnt from are wrong as often as that, too, and overfits if they are
    wrong no more often than points not learnt from are in the best cell.
    """
    best = found.best
    limit = best.cv_error + best.error + TIE_TOL
    if cell.cv_error <= limit:
        return ""
    if cell.train_error > limit:
        return "underfits"
    return "overfits" if cell.train_error <= best.cv_error + TIE_TOL else ""


def corners(found: Map) -> Corners:
    """Where the map underfits most (largest training error), where it overfits most (largest
    distance of cross-validated from training error), the best cell and the simplest as good."""
    under = [cell for cell in found.cells if verdict(found, cell) == "underfits"]
    over = [cell for cell in found.cells if verdict(found, cell) == "overfits"]
    low = max(under, key=lambda cell: (cell.train_error, cell.cv_error), default=None)
    high = max(over, key=lambda cell: cell.cv_error - cell.train_error, default=None)
    best, simple = found.best, found.simplest
    order, ties = "", ""
    if found.grid.values:
        name = SYMBOLS.get(found.grid.name, found.grid.name)
        order, ties = f", or the same C and a smaller {name},", f", then the smallest {name},"
    text = (
        "No cell of this map underfits."
        if low is None
        else f"{named(found, low)} underfits: {percent(low.train_error)} training error and "
        f"{percent(low.cv_error)} cross-validation error.",
        "No cell of this map overfits."
        if high is None
        else f"{named(found, high)} overfits: {percent(high.train_error)} training error, but "
        f"{percent(high.cv_error)} cross-validation error.",
        f"{named(found, best)} is best: {with_error(best.cv_error, best.error)} "
        f"cross-validation error, with {best.n_support} support vectors.",
        f"No cell with a smaller C{order} is within one standard error of it."
        if simple == best
        else f"{named(found, simple)} has the smallest C{ties} within one standard error of it: "
        f"{percent(simple.cv_error)} cross-validation error, with {simple.n_support} support "
        "vectors.",
    )
    return Corners(low, high, best, simple, text)


def learning_text(found: ScoreCurve | None) -> str:
    """The right end of a learning curve: whether training and validation have met there.

    The gap is the mean over the folds, and is one where it exceeds its standard error.
    """
    if found is None or not len(found.places):
        return ""
    train, validation = found.train[-1], found.validation[-1]
    gaps = train - validation
    error = float(gaps.std(ddof=1)) / len(gaps) ** 0.5
    ends = [float(scores.mean()) for scores in (train, validation)]
    right, other = (round(100.0 * end, 1) for end in ends)
    text = (
        f"With {found.places[-1]:.0f} training points: {percent(ends[0])} training accuracy and "
        f"{percent(ends[1])} validation accuracy."
    )
    if right - other > round(100.0 * error, 1):
        points = f"{right - other:.1f}".removesuffix(".0")
        return (
            f"{text} The gap of {points} percentage points is more than its standard error: more "
            "points or a smaller C can narrow it, by a better validation or a worse training score."
        )
    if validation.min() == 1.0:
        return text
    return (
        f"{text} No gap is larger than its standard error here: more points would change little. "
        "The errors that are left come from this kernel and C, or from noise in the labels, which "
        "no kernel removes."
    )


def named(found: Map, cell: GridCell) -> str:
    """A cell by its settings, such as "C = 10, γ = 0.5"."""
    if not found.grid.values:
        return f"C = {cell.C:.3g}"
    name = found.grid.name
    return f"C = {cell.C:.3g}, {SYMBOLS.get(name, name)} = {cell.value:.3g}"
