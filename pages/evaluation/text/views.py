"""What the page Evaluation says: its controls, splits, folds, curves, the map."""

from collections.abc import Mapping
from typing import NamedTuple

from pages.model_selection.cross_validation import NAMES, Validation
from pages.model_selection.curves import ScoreCurve
from pages.model_selection.grid_search import GridCell, Map
from pages.model_selection.holdout import Predictions, Trial
from pages.model_selection.kernel_choice import TIE_TOL, percent, with_error
from pages.model_selection.scoring import ScoreSummary
from pages.state.text.board_words import NO_TWO_CLASSES
from pages.state.text.number_format import number
from pages.state.text.verdict import Metric

JOB_TITLES = {  # of the jobs of the other views
    "map": "the map",
    "nested": "nested cross-validation",
    "curve": "a curve",
    "folds": "the folds",
    "probabilities": "the probabilities",
    "leave one out": "leave-one-out",
    "bounds": "its bounds",
}
WHOLE_FIRST = "The model of all points is computed"
SCORE_HELP = {
    "Accuracy": "The share of the points that are predicted correctly.",
    "Precision": "Of the points that are predicted positive, the share that are. Where none is "
    "predicted positive it counts as 0 here, and as 1 on the curve.",
    "Recall": "Of the positive points, the share that are predicted positive.",
    "F1": "The harmonic mean of precision and recall: 2 tp / (2 tp + fp + fn).",
}
MEANS = " Of several classes: the mean over the classes, each counted once."
THRESHOLD_HELP = (
    "A point is predicted {name} where f(x) ≥ t. Boundary, regions, crosses, all numbers and the "
    "dots on the curves are those of this t."
)
NO_THRESHOLD = "No threshold: {how}, so there is no single f with a threshold."
VOTES = "several classifiers vote for the class"
SCORES = "each class has a score of its own, and the largest decides"
SHORT = dict(zip(NAMES, ("Accuracy", "Precision", "Recall", "F1", "AUC", "AP"), strict=True))
SCALINGS = {"none": "none", "inside": "in the fold", "before": "before"}
POOLED = "The ROC pools the scores of all folds."
SCALING_TRAP = (
    "Scaling in the fold uses mean and standard deviation of the training points. Scaling "
    "before the split uses the test points too: its score is biased."
)
CURVE_WORDS = (
    "Where both are below their best, it underfits; where training rises and validation falls, it "
    "overfits. The dotted line is the current {symbol}."
)
HILLS = "To the right f has a separate peak at every point. "
BAND = "Bands: one standard error of the mean over the folds."
WEIGHTS_NOTE = " Weights are used in training; the scores count every point once."
_OUTDATED = "This {} belongs to other points, folds or settings. Compute it again for these."
OLD_MAP, OLD_ANSWER = _OUTDATED.format("map"), _OUTDATED.format("answer")
MAP_LEGEND = "Circle: the best cell. Square: the smallest C within one standard error."
CROSS, NO_CROSS = "Cross: the current settings.", "The current settings ({}) are outside the map."
NESTED = "Is the best score biased?"
NESTED_HELP = (
    "Nested cross-validation: for each outer fold the map is computed again without its test "
    "points, on every second of its values."
)
MAP_HELP = "Trains {models} models: each cell on all points and without each fold."
EMPTY_MAP = "A shade for each cell; a click on a cell loads its {settings}."
CANCELLED = "Cancelled: the finished cells are shown."
NO_GAMMA = "This kernel has no γ: choose another one, or another curve."
SOURCE_HELP = (
    "A board, which can be edited here too, or the table of the page Data. Model and weights are "
    "those of that page: what is changed here is changed there."
)
NO_HARD_MARGIN = "Evaluated with the soft margin: the hard margin has no C to choose."
STRATIFIED_HELP = "The same test share of each class."
ORDERS_HELP = (
    "Stratified: each class is divided evenly. Shuffled: all points at once. In the given order: "
    "the points are cut as they come."
)
ORDERS = {
    "stratified": "Stratified",
    "shuffled": "Shuffled",
    "given": "In the given order",
}


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


def corners(found: Map, gamma: str = "γ") -> Corners:
    """Where the map underfits most (largest training error), where it overfits most (largest
    distance of cross-validated from training error), the best cell and the simplest as good.

    gamma : what the kernel's width is called.
    """
    under = [cell for cell in found.cells if verdict(found, cell) == "underfits"]
    over = [cell for cell in found.cells if verdict(found, cell) == "overfits"]
    low = max(under, key=lambda cell: (cell.train_error, cell.cv_error), default=None)
    high = max(over, key=lambda cell: cell.cv_error - cell.train_error, default=None)
    best, simple = found.best, found.simplest
    order, ties = "", ""
    if found.grid.values:
        order, ties = f", or the same C and a smaller {gamma},", f", then the smallest {gamma},"
    text = (
        "No cell of this map underfits."
        if low is None
        else f"{named(found, low, gamma)} underfits: {percent(low.train_error)} training error and "
        f"{percent(low.cv_error)} cross-validation error.",
        "No cell of this map overfits."
        if high is None
        else f"{named(found, high, gamma)} overfits: {percent(high.train_error)} training error, "
        f"but {percent(high.cv_error)} cross-validation error.",
        f"{named(found, best, gamma)} is best: {with_error(best.cv_error, best.error)} "
        f"cross-validation error, with {best.n_support} support vectors.",
        f"No cell with a smaller C{order} is within one standard error of it."
        if simple == best
        else f"{named(found, simple, gamma)} has the smallest C{ties} within one standard error "
        f"of it: {percent(simple.cv_error)} cross-validation error, with {simple.n_support} "
        "support vectors.",
    )
    return Corners(low, high, best, simple, text)


def learning_text(found: ScoreCurve | None, *, gamma: str = "") -> str:
    """The right end of a learning curve: whether training and validation have met there.

    `gamma` : what the kernel's width is called, "" where it has none.
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
            f"{text} The gap of {points} percentage points is more than its standard error, a sign "
            f"of overfitting: more points{f', a smaller {gamma}' if gamma else ''} or a smaller C "
            "can narrow it, by a better validation or a worse training score."
        )
    if validation.min() == 1.0:
        return text
    return (
        f"{text} No gap is larger than its standard error here: more points would change little. "
        "The errors that are left come from this kernel and C, or from noise in the labels, which "
        "no kernel removes."
    )


def named(found: Map, cell: GridCell, gamma: str = "γ") -> str:
    """A cell by its settings, such as "C = 10, γ = 0.5"."""
    return f"C = {cell.C:.3g}" + (f", {gamma} = {cell.value:.3g}" if found.grid.values else "")


def split_sentence(called: Predictions) -> str:
    """How many points of both parts are predicted correctly."""
    words = []
    for part, name in (("test", "test"), ("train", "training")):
        rows = getattr(called.split, part)
        right = int((~called.wrong[rows]).sum())
        words.append(f"{right} of {len(rows)} {name} points are predicted correctly")
    at = f"At t = {called.t:g}: " if called.t else ""
    return f"{at}{' and '.join(words)}. Hollow points are the test part."


def error_sentence(called: Predictions) -> str:
    """Test and training error, whether the first is larger by more than chance, where to look on.

    The standard error is that of a share of n points, sqrt(p (1 - p) / n). A gap is a sign
    of overfitting where it exceeds that, as on the curves, and is more than one test point, which
    exceeds it by itself.
    """
    wrong, n = int(called.wrong[called.split.test].sum()), len(called.split.test)
    test, train = wrong / n, float(called.wrong[called.split.train].mean())
    error = (test * (1.0 - test) / n) ** 0.5
    shown = with_error(test, error) if error else percent(test)
    text = f"Test error {shown}, training error {percent(train)}: "
    if test - train > max(error, 1.0 / n):
        text += "the gap exceeds the standard error, a sign of overfitting."
    elif test > train:
        text += "the gap may be chance."
    else:
        text += "no sign of overfitting here."
    point = number(100.0 / n, 2)
    return (
        f"{text} One test point more or less is {point} percentage points: Folds uses every point "
        "once, and Curves shows the gap."
    )


def metric_cards(found: Trial, called: Predictions) -> tuple[Metric, ...]:
    """The cards: of the test part, with the training part below."""
    test, train = called.part("test"), called.part("train")
    means = MEANS if found.k > 2 else ""
    return tuple(
        Metric(
            name,
            percent(getattr(test, field)),
            f"on test points; training {percent(getattr(train, field))}",
            text + means,
        )
        for name, text in SCORE_HELP.items()
        for field in [name if name == "F1" else name.lower()]
    )


def folds_sentence(found: Validation, *, sample: bool = False) -> str:
    """The mean accuracy with its standard error, what the crosses are, whose the boundary is."""
    right = with_error(float(found.mean[0]), float(found.error[0]))
    wrong = int((found.predicted != found.y).sum())
    of = f" of a sample of {len(found.y):,} points" if sample else ""
    crosses = f"Crosses: the {wrong} misclassified." if wrong else "None is misclassified."
    return (
        f"{len(found.train)} folds{of}: {right} of the test points are predicted correctly. "
        f"{crosses} Boundary: the model of {'the sample' if sample else 'all points'}."
    )


def lacking(found: Validation) -> str:
    """How many folds have no point of a class to judge with; empty where none."""
    if not found.lacking:
        return ""
    return (
        f"{found.lacking} of {len(found.train)} folds hold no point of some class: they have no "
        "AUC and AP, and the recall of that class counts as 0."
    )


def too_few(n: int, classes: int) -> str:
    """Why nothing can be trained on n points of so many classes; empty if something can."""
    if not n:
        return NO_TWO_CLASSES
    only = "There is only one point" if n == 1 else f"All {n} points share a class"
    return f"{only}: add a point of another class." if classes < 2 else ""


def whole_sentence(train: ScoreSummary, *, sample: bool = False) -> str:
    """How many of its training points the model of all points, or of a sample, gets right."""
    right, n = train.matrix.trace(), train.matrix.sum()
    what = "the sample" if sample else "all points"
    return f"The model of {what}: {right} of {n} are predicted correctly."


def loaded_text(cell: GridCell, words: Mapping[str, float], gamma: str = "γ") -> str:
    """All numbers of the cell of the map whose settings, `words`, were loaded (Markdown)."""
    return (
        f"**Loaded {settings_text(words, gamma)}.** Cross-validation error "
        f"{with_error(cell.cv_error, cell.error)}; training error {percent(cell.train_error)}; "
        f"{cell.n_support} support vectors."
    )


def settings_text(words: Mapping[str, float], gamma: str = "γ") -> str:
    """Settings as "C = 10, γ = 0.5"; what is not C is the kernel's width, called `gamma`."""
    return ", ".join(
        f"{'C' if name == 'C' else gamma} = {number(one)}" for name, one in words.items()
    )
