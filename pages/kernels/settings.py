"""What the page Kernels shows, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.kernels.model.gallery import LABELS
from pages.kernels.model.gram import ORDERS as KNOWN_ORDERS
from pages.state.choices import CheckedChoices
from svmcore.kernels.feature_maps import LIFTS

VIEWS = {
    "gallery": "Gallery",
    "lift": "3-D",
    "gram": "Gram",
    "apart": "Decompose f(x)",
    "choose": "Compare",
}
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
