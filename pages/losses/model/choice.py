"""Which loss and which penalty the page Losses minimises, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pages.state.link.choices import CheckedChoices
from svmcore.losses import (
    Hinge,
    HuberHinge,
    LogisticLoss,
    Loss,
    SquaredHinge,
    SquaredLoss,
    ZeroOneLoss,
)
from svmcore.params import param

MarginLoss = Loss | ZeroOneLoss
SVM = ("zero_one", "hinge")  # the boundary of these is the SVM's
SPARSE = "squared_hinge"  # the loss that |w|_1 goes with
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
    """The loss, a key of `KINDS`, the width h of the bend of the Huber hinge, and the penalty.

    penalty : "l2" for 1/2 |w|^2; "l1" for |w|_1, with the loss `SPARSE` alone, and on the page with
    the linear kernel: with another one "l2" takes its place.
    """

    loss: str = "logistic"
    h: float = param(
        0.5, 0.01, 2.0, log=True, label="Smoothing h", help="The kink is rounded off within h."
    )

    penalty: str = "l2"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "loss": tuple(KINDS),
        "penalty": ("l2", "l1"),
    }

    def __post_init__(self) -> None:
        """Refuse |w|_1 with a loss for which it is not offered."""
        super().__post_init__()
        if self.penalty == "l1" and self.loss != SPARSE:
            raise ValueError(f"penalty l1 needs the loss {SPARSE}, got {self.loss!r}")

    def build(self, name: str) -> MarginLoss:
        """A loss by its key, with these parameters."""
        return HuberHinge(self.h) if name == "huber_hinge" else KINDS[name]()

    @property
    def chosen(self) -> MarginLoss:
        """The loss that is minimised."""
        return self.build(self.loss)


def change_losses(choice: LossesSettings, **changes: Any) -> LossesSettings:
    """With fields changed: |w|_1 brings its loss with it, and another loss 1/2 |w|^2."""
    if changes.get("penalty") == "l1":
        changes = {"loss": SPARSE} | changes
    elif changes.get("loss", SPARSE) != SPARSE:
        changes = {"penalty": "l2"} | changes
    return replace(choice, **changes)
