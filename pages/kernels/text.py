"""What the page of the kernels says of f(x) term by term, and of the boundary of a lifted model."""

import numpy as np

from pages.kernels.model.decomposition import Decomposition
from pages.kernels.model.feature_space import Lifted
from svmcore.arrays import Array

TERMS = (
    "f(x) = Σ αᵢ yᵢ K(xᵢ, x) + b. A bar is the term of one support vector, in the colour of its "
    "class. Hover a bar to see which."
)
STRAIGHT = 1e-3  # of the picture's side: how far from its chord a straight line may be drawn


def terms_text(found: Decomposition | None) -> str:
    """What a bar is, and how many of them point away from the class of their support vector."""
    if found is None or not len(found.terms):
        return TERMS
    m, against = len(found.terms), int((found.terms * found.y < 0.0).sum())
    if not against:
        return f"{TERMS} Here no term has the sign of the other class."
    below = "K(xᵢ, x)" if (found.alpha >= 0.0).all() else "αᵢ K(xᵢ, x)"
    have = "has" if against == 1 else "have"
    return f"{TERMS} {against} of {m} {have} the sign of the other class: {below} < 0 there."


def lifted_text(found: Lifted) -> str:
    """What is drawn of a lifted model: flat in its space, and curved or straight in the plane."""
    if found.why:
        return found.why
    flat = "line" if len(found.lift.names) == 2 else "plane"
    text = f"{found.lift.formula}, and a linear SVM there, whatever the kernel on the left"
    pieces = _pieces(found)
    if not pieces:
        return f"{text}: its boundary does not cross this picture."
    side = float(np.ptp(found.grid.x)) if found.grid is not None else 1.0
    straight = all(_bend(piece) <= STRAIGHT * side for piece in pieces)
    shape = "straight" if straight else "curved"
    return f"{text}: its boundary is a {flat} there, and {shape} in this plane."


def _pieces(found: Lifted) -> list[Array]:
    """The polylines of the boundary in the plane, which rows of NaN part."""
    if not found.lines:
        return []
    line = found.lines[1]
    real = np.isfinite(line).all(axis=1)
    parts = np.split(line, np.flatnonzero(~real))
    return [piece for part in parts if len(piece := part[np.isfinite(part).all(axis=1)]) > 1]


def _bend(piece: Array) -> float:
    """How far a polyline is from a straight line: the largest distance to the best fit."""
    centred = piece - piece.mean(axis=0)
    return float(np.abs(centred @ np.linalg.svd(centred)[2][-1]).max())
