"""What the page Dual shows, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.state.descent.film_moment import FilmMoment
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import MODEL_LAYERS
from pages.state.screen.view import View
from pages.state.text.publications import Cited

VIEWS = {
    "points": View("Points", sources=(Cited("KKT conditions", "boyd", "§5.5.3"),)),
    "smo": View(
        "Solvers",
        sources=(
            Cited("SMO", "platt-smo"),
            Cited("choice of the pair", "fan"),
            Cited("projected gradient", "dai"),
            Cited("interior point", "woodsend"),
            Cited("Newton", "chapelle"),
        ),
    ),
    "path": View("Regularisation path", sources=(Cited("regularisation path", "path"),)),
    "beside": View(
        "Primal and dual",
        sources=(
            Cited("duality gap", "boyd", "§5.5.1"),
            Cited("training in the primal", "chapelle"),
        ),
    ),
    # the segment is where w and its slack would be
    "hulls": View("Hulls", MODEL_LAYERS, sources=(Cited("reduced hulls", "bennett"),)),
}
SOLVERS = {
    "smo": "SMO",
    "projected": "Projected gradient",
    "interior": "Interior point",
    "newton": "Newton",
}
STOPS = {"": "the optimum"} | {f"{n}": f"{n} step{'s' * (n > 1)}" for n in (1, 3, 10, 30, 100)}
GROWTH = {"points": "more points", "dimensions": "more dimensions"}


@dataclass(frozen=True)
class DualView(CheckedChoices):
    """The view, a key of `VIEWS`; after how many steps of SMO the model is looked at, a key of
    `STOPS`; the solver whose iterations are shown, a key of `SOLVERS`; and what grows where both
    problems are timed.
    """

    dual: str = "points"
    stop: str = ""
    by: str = "smo"
    growth: str = "points"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "dual": tuple(VIEWS),
        "stop": tuple(STOPS),
        "by": tuple(SOLVERS),
        "growth": tuple(GROWTH),
    }


class SmoMoment(FilmMoment):
    """The step at which SMO was stopped."""


class SolverMoment(FilmMoment):
    """The iteration at which another solver was stopped."""


class PathMoment(FilmMoment):
    """The place on the regularisation path that is looked at."""
