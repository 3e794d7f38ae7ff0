"""What the view Norm says: of the terms of the norm, and of f + t g."""

from pages.kernels.model.norm import AddedPart, NormParts, Raised
from pages.state.model.run import Run
from pages.state.text.number_format import number
from pages.state.text.publications import cite
from pages.state.text.verdict import Metric

NO_NORM = (
    "This kernel is not positive semi-definite: it has no feature space, so f has no norm there."
)
TERMS = (
    "‖f‖² = Σᵢ Σⱼ αᵢ yᵢ αⱼ yⱼ K(xᵢ, xⱼ), for f without b. A bar is the sum over j for one support "
    "vector i: αᵢ yᵢ (f(xᵢ) − b)."
)
REPRESENTER = (
    "The representer theorem: g = K(z, ·) minus its projection onto the span of the K(xᵢ, ·) is 0 "
    "at all training points. Adding t g to an f of this span changes no prediction there, hence no "
    "slack, and adds t²‖g‖² to ‖f‖². So the best f has no such part: it is Σᵢ αᵢ yᵢ K(xᵢ, ·) + b. "
    f"Source: {cite('herbrich')}."
)
SQUARE_HELP = "The squared norm ‖w‖² of f in feature space, without b."
WIDTH_HELP = "2/‖f‖, in feature space: the smaller the norm, the wider the margin."
SUM_HELP = "Computed as a double sum over all training points and z."


def norm_cards(parts: NormParts, found: Raised | None) -> tuple[Metric, ...]:
    """The norm and the margin's width, and both of f + t g if t is not 0."""
    cards = (
        Metric("‖f‖²", number(parts.square, 4), f"{len(parts.points)} terms", SQUARE_HELP),
        Metric("Margin width", number(parts.width, 4), "2/‖f‖", WIDTH_HELP),
    )
    if found is None or found.height == 0.0:
        return cards
    wide = f"width {number(2.0 / found.square**0.5, 4)}"
    return (*cards, Metric("‖f + t g‖²", number(found.square, 4), wide, SUM_HELP))


def added_text(run: Run, parts: NormParts, part: AddedPart, found: Raised | None) -> str:
    """What f + t g has in common with f, and what its norm is."""
    if found is None or found.height == 0.0:
        return (
            f"‖f‖² = {number(parts.square, 4)}, so the margin is {number(parts.width, 4)} wide. "
            "The ring is z: click to move it, and move the slider to add t g."
        )
    errors = "the same" if found.errors == int(run.wrong.sum()) else "not the same"
    wrong = f"{found.errors} misclassified"
    more = found.t**2 * part.square
    return (
        f"f + t g has {errors} training errors ({wrong}). ‖f + t g‖² = ‖f‖² + t²‖g‖² = "
        f"{number(found.square, 4)}, of which t²‖g‖² is {number(more, 4)}. Dotted: f = 0."
    )


def orthogonal_text(part: AddedPart, found: Raised | None) -> str:
    """The numbers of g, or why there is none."""
    place = f"z = ({number(part.z[0])}, {number(part.z[1])})"
    if part.square == 0.0 or found is None:
        return (
            f"{place}: g is 0 up to rounding, as K(z, ·) lies in the span of the training "
            f"points, of dimension {part.rank}. Choose a place further from them, or an RBF kernel "
            "with a larger γ."
        )
    return (
        f"{place}, ‖g‖² = g(z) = {number(part.square)}, t = {number(found.t)}. The largest "
        f"|t g(xᵢ)| at a training point is {number(found.moved, 2)}."
    )
