"""Which loss the page Losses minimises, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.state.choices import CheckedChoices
from svmcore.losses import Hinge, HuberHinge, Loss, SquaredHinge
from svmcore.params import param
from svmcore.surrogates import LogisticLoss, SquaredLoss, ZeroOneLoss

MarginLoss = Loss | LogisticLoss | SquaredLoss | ZeroOneLoss
SVM = ("zero_one", "hinge")  # the boundary of these is the SVM's
KINDS: Mapping[str, type[MarginLoss]] = {
    "zero_one": ZeroOneLoss,
    "hinge": Hinge,
    "squared_hinge": SquaredHinge,
    "huber_hinge": HuberHinge,
    "logistic": LogisticLoss,
    "squared": SquaredLoss,
}


@dataclass(frozen=True)
class LossesSettings(CheckedChoices):
    """The loss, a key of `KINDS`, and the width h of the bend of the Huber hinge."""

    loss: str = "logistic"
    h: float = param(
        0.5, 0.01, 2.0, log=True, label="Smoothing h", help="The kink is rounded off within h."
    )

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"loss": tuple(KINDS)}

    def build(self, name: str) -> MarginLoss:
        """A loss by its key, with these parameters."""
        return HuberHinge(self.h) if name == "huber_hinge" else KINDS[name]()

    @property
    def chosen(self) -> MarginLoss:
        """The loss that is minimised."""
        return self.build(self.loss)
