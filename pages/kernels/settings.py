"""What the page Kernels shows, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.kernels.model.approximation import METHODS as KNOWN_METHODS
from pages.kernels.model.gallery import LABELS
from pages.kernels.model.gram import ORDERS as KNOWN_ORDERS
from pages.state.link.choices import CheckedChoices
from pages.state.model.feature_maps import LIFTS
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from svmcore.params import param

VIEWS = {
    "gallery": View("Gallery"),
    "lift": View(
        "3-D",
        sources=(
            Cited("feature maps", "scholkopf-smola", "§2.1"),
            Cited("kernel trick", "aizerman"),
            Cited("kernel trick", "boser", "§2"),
        ),
    ),
    "gram": View(
        "Gram",
        sources=(
            Cited("positive semi-definite kernels", "mercer"),
            Cited("positive semi-definite kernels", "shawe-taylor", "ch. 3"),
        ),
    ),
    "apart": View(
        "Decompose f(x)",
        sources=(Cited("f as a sum over the support vectors", "cortes-vapnik", "§4"),),
    ),
    "norm": View("Norm"),
    "approximation": View("Approximation"),
    "choose": View(
        "Compare",
        sources=(
            Cited("cross-validation", "hastie", "§7.10"),
            Cited("cross-validation", "cawley"),
            Cited("RBF as first choice", "hsu-guide", "§3.1 and appendix C"),
            Cited("linear kernel as a limit of RBF", "keerthi"),
        ),
    ),
}
METHODS = dict(zip(KNOWN_METHODS, ("Random Fourier", "Nyström"), strict=True))
SPACES = {**{name: lift.title for name, lift in LIFTS.items()}, "surface": "f over the plane"}
SPACES["pca"] = "Kernel PCA"
ALONG = {"kernels": "kernels"} | LABELS
ORDERS = dict(zip(KNOWN_ORDERS, ("by class", "by distance", "as given"), strict=True))


@dataclass(frozen=True)
class KernelsView(CheckedChoices):
    """The view; what its gallery runs along, its space of features, the order of its matrix."""

    kernels: str = "gallery"
    along: str = "kernels"
    lift: str = "homogeneous"
    order: str = "class"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "kernels": tuple(VIEWS),
        "along": tuple(ALONG),
        "lift": tuple(SPACES),
        "order": tuple(ORDERS),
    }


@dataclass(frozen=True)
class ApproximationSettings(CheckedChoices):
    """Which features stand in for the RBF kernel, how many, and which random draw of them."""

    method: str = "fourier"
    n_components: int = param(
        32, 1, 256, log=True, label="D", help="Number of random features, or of landmarks."
    )
    draw: int = param(1, 0, 9999, label="Draw", help="The same number draws the same features.")

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"method": KNOWN_METHODS}


@dataclass(frozen=True)
class NormSettings(CheckedChoices):
    """How much of the orthogonal part g is added to f, by what it adds at the place z."""

    height: float = param(
        0.0, -4.0, 4.0, label="t g(z)", help="What t g adds to f at z; 0 leaves f as it is."
    )


@dataclass(frozen=True)
class MapCostSettings(CheckedChoices):
    """The degree p and the number of features d for which phi and K are counted."""

    degree: int = param(10, 1, 20, label="Degree p", help="Degree of the polynomial kernel.")
    features: int = param(100, 1, 1000, log=True, label="Features d", help="Number of features.")
