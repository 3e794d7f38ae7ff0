"""What is asked on the page Evaluation: words of the link, and nothing more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.model_selection.splits import ORDERS
from pages.state.board.shared_parameters import split_seed
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import MODEL_LAYERS, PLAIN_RINGS
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from svmcore.params import param

VIEWS = {
    name: View(title, MODEL_LAYERS, PLAIN_RINGS, sources=sources)
    for name, title, sources in (
        ("test", "Test", (Cited("ROC curve", "fawcett"),)),
        (
            "folds",
            "Folds",
            (Cited("cross-validation", "kohavi"), Cited("cross-validation", "hastie", "§7.10")),
        ),
        ("curves", "Curves", (Cited("training and test error", "hastie", "ch. 7"),)),
        (
            "map",
            "Map",
            (Cited("grid search", "hastie", "§7.10"), Cited("nested cross-validation", "cawley")),
        ),
        ("bayes", "Bayes", ()),
        ("leave_one_out", "Leave-one-out", ()),
        ("probabilities", "Probabilities", ()),
    )
}
ONE_SPLIT = ("test", "bayes", "probabilities")  # views with a training and a test part
SOURCES = {"board": "Playground", "classes": "Classes", "table": "Table"}
PARTS = {"test": "Test", "train": "Training"}
CURVES = {"learning": "Learning", "C": "C", "gamma": "γ"}
SHADES = {
    "cv_error": "Validation",
    "train_error": "Training",
    "n_support": "Support vectors",
}
MOST = 1e15  # of a threshold: scores of more are not told apart by their digits


@dataclass(frozen=True, kw_only=True)
class EvaluationSettings(CheckedChoices):
    """A view, where its points come from, how they are split, and the threshold `t`."""

    view: str = "test"
    source: str = "board"
    share: float = param(
        0.3,
        0.05,
        0.9,
        label="Test share",
        help="The share of the points that is used for testing only.",
    )
    stratified: bool = True
    lot: int = split_seed()
    t: float = param(0.0, -MOST, MOST)
    part: str = "test"
    folds: int = param(
        5, 2, 20, label="Folds", help="Each fold tests the model of all others once."
    )
    order: str = "stratified"
    curve: str = "learning"
    shade: str = "cv_error"
    cells: int = param(12, 3, 20, label="Grid size", help="Number of values of C, and of γ.")

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": tuple(VIEWS),
        "source": tuple(SOURCES),
        "part": tuple(PARTS),
        "order": ORDERS,
        "curve": tuple(CURVES),
        "shade": tuple(SHADES),
    }
