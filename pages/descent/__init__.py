"""The page Descent: a primal model learns, one update at a time."""

from pages.descent.settings import (
    DESCENT,
    START,
    BesideView,
    DescentMoment,
    FoldsView,
    LandscapeView,
)
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.link.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.text.publications import Cited

PAGE = Page(
    "descent",
    "Descent",
    (
        DESCENT,
        START,
        Entry(LandscapeView(), "d_"),
        Entry(FoldsView(), "d_"),
        Entry(BesideView(), "d_"),
        Entry(DescentMoment(), "d_"),
    ),
    names=(
        Naming(
            Descent,
            "method",
            {name: method.title for name, method in METHODS.items()},
            {
                "perceptron": (
                    Cited("perceptron", "rosenblatt"),
                    Cited("bound on its mistakes", "novikoff"),
                ),
                "pegasos": (Cited("method", "pegasos", "§2"),),
                "mirror": (Cited("mirror descent", "online", "§2"),),
            },
        ),
    ),
    trains=False,
    sources=(
        Cited("cost", "pegasos", "§1"),
        Cited("cost", "cortes-vapnik", "§3"),
        Cited("subgradients", "understanding", "§14.2"),
        Cited("stochastic descent", "bottou"),
        Cited("metrics", "fawcett"),
        Cited("learning rates", "robbins"),
        Cited("learning rates", "understanding", "§14.4"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
