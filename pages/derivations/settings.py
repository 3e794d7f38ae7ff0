"""Which derivation the page shows, and where in it, as words of a link."""

from dataclasses import dataclass

from pages.state.link.choices import CheckedChoices
from svmcore.params import param

MOST = 30  # steps of a derivation


@dataclass(frozen=True)
class DerivationView(CheckedChoices):
    """A derivation by its key ("" and unknown ones: the first), its step from 1, or all of them.

    c1, c2 : of the two parallel lines w·x + b = c1 and w·x + b = c2.
    """

    derivation: str = ""
    step: int = param(1, 1, MOST)
    whole: bool = False
    c1: float = param(-1.0, -3.0, 3.0, label="c₁", help="The first line is f(x) = c₁.")
    c2: float = param(1.0, -3.0, 3.0, label="c₂", help="The second line is f(x) = c₂.")
