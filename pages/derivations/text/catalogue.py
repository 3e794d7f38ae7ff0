"""All derivations, in the order of the menu. A new one is an entry here: see docs/adding.md."""

from pages.derivations.text.bounds import BIAS, BOUND
from pages.derivations.text.dual import HARD, SOFT
from pages.derivations.text.geometry import DISTANCE, PARALLEL
from pages.derivations.text.kernel import KERNEL, PARAMETERS, REPRESENTER
from pages.derivations.text.lagrange import LAGRANGE
from pages.derivations.text.objective import OBJECTIVE
from pages.derivations.text.several_classes import PAIR, SCORES
from pages.derivations.text.sgd_bound import SGD_BOUND
from pages.derivations.text.soft import SLACK
from pages.derivations.text.step import DerivationText
from pages.derivations.text.training import NEWTON, PEGASOS
from pages.derivations.text.trick import TRICK
from pages.derivations.text.width import WIDTH

DERIVATIONS: dict[str, DerivationText] = {
    "distance": DISTANCE,
    "parallel": PARALLEL,
    "width": WIDTH,
    "objective": OBJECTIVE,
    "slack": SLACK,
    "lagrange": LAGRANGE,
    "hard": HARD,
    "soft": SOFT,
    "bound": BOUND,
    "bias": BIAS,
    "trick": TRICK,
    "kernel": KERNEL,
    "representer": REPRESENTER,
    "parameters": PARAMETERS,
    "pegasos": PEGASOS,
    "sgd_bound": SGD_BOUND,
    "newton": NEWTON,
    "classes": SCORES,
    "two_classes": PAIR,
}


def derivation_of(key: str) -> DerivationText:
    """A derivation by its key, the first one for a key that none has."""
    return DERIVATIONS.get(key) or next(iter(DERIVATIONS.values()))


def key_of(key: str) -> str:
    """The key of the derivation that is shown for a key."""
    return key if key in DERIVATIONS else next(iter(DERIVATIONS))
