"""What the page Capacity says: how many labellings are separable, and why no more."""

import numpy as np

from pages.capacity.model import (
    LABELLINGS,
    Labelling,
    MeasuredShare,
    Shattering,
    coordinates,
    cover_count,
    cover_share,
)
from pages.state.text.board_words import EMPTY_BOARD
from pages.state.text.number_format import RAISED, number
from pages.state.text.verdict import Badge, listed
from svmcore.problems.separation import Separability

POINTS = {"three": "3 points", "four": "4 points"}
KERNELS = {"linear": "Linear", "poly": "Poly, degree 2", "rbf": "RBF"}
FEATURES = {"linear": "Linear", "quadratic": "Degree 2", "cubic": "Degree 3"}
POINTS_LABEL, KERNEL_LABEL, FEATURES_LABEL = "Points", "Kernel", "Features"
MEASURE = "Measure"
MEASURE_HELP = f"Tests {LABELLINGS} random labellings for each N by linear programs."
RESET = "Reset the points"
DIMENSIONS = {
    "linear": "The VC dimension of lines in the plane is 3.",
    "poly": "The VC dimension of degree 2 is 6, the coordinates of φ.",
    "rbf": "The VC dimension of the RBF kernel is infinite.",
}
SHATTERED = (
    "A set of points is shattered if each of its labellings is separable. The VC dimension is the "
    "largest number of points for which some set is shattered "
    "([Vapnik and Chervonenkis 1971](https://doi.org/10.1137/1116025)): no 4 points are shattered "
    "by lines, 3 are unless they lie on one line. Drag the points."
)
COVERED = (
    "of the 2ᴺ labellings of N points are separable by ⟨w, φ(x)⟩ with d coordinates, the bias "
    "included, if the φ(x) are in general position, fewer if not "
    "([Cover 1965](https://doi.org/10.1109/PGEC.1965.264137)). d is 3, 6 and 10 for degrees 1 to 3."
)
FORMULA = r"C(N, d) = 2 \sum_{k=0}^{d-1} \binom{N-1}{k}"
NO_LINE, TOO_CLOSE = "not separable", "too close"
CROSS = "✕"  # below a small picture that has no line


def signs(one: Labelling) -> str:
    """The labels in a row: "+ − −"."""
    return " ".join("+" if y > 0.0 else "−" for y in one.y.tolist())


def caption(one: Labelling) -> str:
    """Why there is no line in a small picture; empty where there is one."""
    if one.separable:
        return "constant f" if one.constant else ""
    return TOO_CLOSE if one.verdict is Separability.TOO_CLOSE else NO_LINE


def below(k: int, one: Labelling) -> str:
    """What stands below a small picture: its number, and that no line is there to draw."""
    return str(k + 1) if one.separable else f"{k + 1} {caption(one).replace(NO_LINE, CROSS)}"


def spoken(k: int, one: Labelling) -> str:
    """A small picture for a screen reader."""
    return f"Labelling {k + 1}, {signs(one)}: {caption(one) or 'separable'}"


def shattering_badge(found: Shattering) -> Badge:
    """Whether the points are shattered."""
    if found.shattered:
        return Badge("certified", "shattered")
    return Badge("failed", "not shattered")


def shattering_sentence(found: Shattering) -> str:
    """How many labellings are separable, which are not, and the VC dimension."""
    total, n = len(found.labellings), len(found.X)
    if found.shattered:
        head = f"All {total} labellings of these {n} points are separable."
        return f"{head} {DIMENSIONS[found.kernel]}"
    failed = [k + 1 for k, one in enumerate(found.labellings) if not one.separable]
    head = (
        f"{found.count} of {total} labellings are separable, all but {listed(failed)}{_why(found)}."
    )
    close = f" {found.unclear} are too close in double precision." if found.unclear else ""
    return f"{head}{close} {DIMENSIONS[found.kernel]}"


def _why(found: Shattering) -> str:
    """What the labellings that fail have in common, for four points and a line."""
    failed = [one for one in found.labellings if not one.separable]
    if found.kernel != "linear" or len(found.X) != 4 or len(failed) != 2:
        return ""
    if not float(np.abs(failed[0].y.sum())):
        return " (XOR: opposite corners share a class)"
    return " (one point is in the triangle of the others)"


def shown_sentence(k: int, one: Labelling) -> str:
    """Which labelling the large picture has."""
    return f"Large: labelling {k + 1}, {signs(one)}, {caption(one) or 'separable'}."


def cover_sentence(n: int, features: str, on_board: int) -> str:
    """Cover's count in numbers."""
    if not on_board:
        return EMPTY_BOARD
    d = coordinates(features)
    count = cover_count(n, d)
    share = f"{number(100.0 * cover_share(n, d))} %"
    points = "1 point" if n == 1 else f"{n} points"
    all_of_them = f"2{str(n).translate(RAISED)}"
    return (
        f"In general position C({n}, {d}) = {number(count, 12)} of the {all_of_them} labellings of "
        f"{points} are separable: {share}. At N = 2d = {2 * d} it is 50 %."
    )


def measured_sentence(one: MeasuredShare) -> str:
    """What was measured at the present N."""
    share, error = (number(100.0 * value) for value in (one.share, one.error))
    return (
        f"Measured at N = {one.n}: {one.separable} of {one.drawn} random labellings are separable, "
        f"{share} % with a standard error of {error} %."
    )


def few_points(n: int, on_board: int) -> str:
    """Why fewer points are labelled than N says; empty if not so."""
    if on_board >= n or not on_board:
        return ""
    has = "1 point" if on_board == 1 else f"{on_board} points"
    return f"The board has {has}: N = {n} cannot be measured."


def rank_note(rank: int, n: int, features: str) -> str:
    """That some phi(x) are linearly dependent; empty where their rank is as large as it can be."""
    d = coordinates(features)
    if rank >= min(n, d):
        return ""
    return f"The φ(x) of these points span {rank} of {d} dimensions only: fewer are separable."
