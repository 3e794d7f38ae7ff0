"""What is looked at on the page Regression: words of the link, and nothing more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.regression.model.descent import RegressionDescent
from pages.regression.model.sweep import MEASURES, WORDS
from pages.state.link.choices import CheckedChoices
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from svmcore.params import param, parameters

LAYERS, PARTS = ("tube", "support", "slack"), ("sentence", "cards", "charts", "controls")
VIEWS = {
    "fit": View("Fit", LAYERS, parts=PARTS),
    "descent": View("Descent", LAYERS, parts=PARTS, sources=(Cited("subgradient method", "shor"),)),
    "sweep": View("Sweep", LAYERS, parts=PARTS),
}
EPOCHS = next(p for p in parameters(RegressionDescent) if p.name == "epochs")
LAST = -1  # the epoch that a descent ends with, however many it has


@dataclass(frozen=True)
class RegressionView(CheckedChoices):
    """A view; the `epoch` of the descent; the number that is swept and the error it is judged by;
    the point (-1: none) and the place that are asked about.
    """

    view: str = "fit"
    epoch: int = param(LAST, LAST, EPOCHS.high)
    sweep: str = "epsilon"
    measure: str = "mae"
    point: int = -1
    place: tuple[float, float] | None = None

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": tuple(VIEWS),
        "sweep": WORDS,
        "measure": tuple(MEASURES),
    }
