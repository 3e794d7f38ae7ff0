"""What the page Kernels says: of its small pictures, of f(x) term by term, of K, of lifting."""

import numpy as np

from pages.kernels.model.decomposition import Decomposition
from pages.kernels.model.feature_space import Lifted
from pages.kernels.model.gallery import GalleryCell
from pages.kernels.model.gram import GramView
from pages.model_selection.kernel_choice import KernelChoice
from pages.state.text.board_words import NO_TWO_CLASSES
from pages.state.text.number_format import number
from svmcore.arrays import Array
from svmcore.kernels import Kernel

WHERE = "Click a place or a point, or drag from an empty place, to decompose f there."
TERMS = (
    "f(x) = Σ αᵢ yᵢ K(xᵢ, x) + b. A bar is the term of one support vector, in the colour of its "
    "class. Hover or tap a bar to see which."
)
ROWS = (
    "Hover or tap a row of the matrix to see its point, and the similarity K of every place to it."
)
TWO_POINTS = "Click two points to see ⟨φ(x), φ(z)⟩ = K(x, z) in numbers."
COMPARED = (
    "The linear, polynomial and RBF kernels, each with its best C and parameters by "
    "five-fold cross-validation."
)
FIRST_CHOICE = (
    "Without knowledge of the problem **RBF is a good first choice**: its boundary may bend, it "
    "has one parameter besides C, its values lie between 0 and 1, and with a small γ and a large C "
    "it comes close to the linear kernel. Choose the linear kernel first where there are very "
    "many features: it is often as accurate there, and trains faster. Standardise features of "
    "different units."
)
COMPARE_HELP = "Trains about 150 models."
WEIGHTED = "Weights are used in training; the scores count every point once."
STRAIGHT = 1e-3  # of the picture's side: how far from its chord a straight line may be drawn


def cell_text(cell: GalleryCell, support: str = "SVs") -> str:
    """The numbers below a small picture, with a name for its support vectors."""
    if cell.support is None:
        return "no model"
    return f"{cell.support} {support}, {cell.errors} wrong"


def use_label(choice: KernelChoice) -> str:
    """The button that takes a kernel of the comparison."""
    return f"Use {choice.title} with {settings_words(choice)}"


def settings_words(choice: KernelChoice) -> str:
    """The best settings of a kernel: "C = 1, γ = 0.5"."""
    words = {"gamma": "γ"}
    return ", ".join(f"{words.get(name, name)} = {number(v)}" for name, v in choice.settings)


def use_help(choice: KernelChoice) -> str:
    """What to know before that kernel is taken."""
    return f"{choice.n_support} support vectors on all points."


def similarity_text(k: int, negative: bool) -> str:
    """What the shade says of the point k; `negative` if K is so somewhere."""
    text = f"The shade is K(x, ·) of point {k + 1}: the similarity of each place to it."
    return f"{text} K = 0 is half strength; fainter is negative." if negative else text


def spectrum_text(view: GramView) -> str:
    """What the eigenvalues of the Gram matrix say of the kernel."""
    spectrum = view.spectrum
    rank = f"Numerical rank {spectrum.rank} of {len(view.data.ids)}"
    if spectrum.dimension is not None:
        rank += f", effective dimension (Σλ)²/Σλ² = {number(spectrum.dimension, 2)}"
    return f"{spectrum.mercer} {rank}."


def value_text(place: tuple[float, float], found: Decomposition) -> str:
    """f at a place, and the class that follows."""
    side = "+1" if found.value >= 0.0 else "−1"
    return f"f({number(place[0])}, {number(place[1])}) = {number(found.value, 4)}: class {side}."


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


def marks_text(folds: int) -> str:
    """What the marks of compared kernels are."""
    return (
        f"A tick is one of {folds} folds, the dot their mean, the whiskers ± its standard error. "
        "The dotted line is one standard error below the best mean."
    )


def lifted_text(found: Lifted, kernel: Kernel) -> str:
    """What is drawn of a lifted model: flat in its space, and curved or straight in the plane.

    `kernel` is the one that is chosen for the other views.
    """
    if not len(found.data):
        return NO_TWO_CLASSES
    if found.why:
        return found.why
    flat = "line" if len(found.lift.names) == 2 else "plane"
    text = f"Both pictures show a linear SVM on {found.lift.formula}, {_beside(found, kernel)}"
    pieces = _pieces(found)
    if not pieces:
        return f"{text} The boundary does not cross this picture."
    side = float(np.ptp(found.grid.x)) if found.grid is not None else 1.0
    straight = all(_bend(piece) <= STRAIGHT * side for piece in pieces)
    shape = "straight" if straight else "curved"
    return f"{text} The boundary is a {flat} there, and {shape} in this plane."


def _beside(found: Lifted, kernel: Kernel) -> str:
    """Whether the lifted model is that of the chosen kernel, as the end of a sentence."""
    X = found.data.X
    same = np.allclose(kernel(X, X), found.phi @ found.phi.T)
    sidebar = f"{kernel.title} kernel of the sidebar"
    return f"which is the {sidebar}." if same else f"not with the {sidebar}."


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
