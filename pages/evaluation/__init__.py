"""The page Evaluation: a model judged on points it did not learn from."""

from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.state.codec import Entry
from pages.state.registry import Naming, Page
from pages.state.sources import Cited

PAGE = Page(
    "evaluation",
    "Evaluation",
    (Entry(EvaluationSettings(), "e_"),),
    names=(Naming(EvaluationSettings, "view", VIEWS),),
    sources={
        "test": (Cited("ROC curve", "fawcett"),),
        "folds": (
            Cited("cross-validation", "kohavi"),
            Cited("cross-validation", "hastie", "§7.10"),
        ),
        "curves": (Cited("training and test error", "hastie", "ch. 7"),),
        "map": (
            Cited("grid search", "hastie", "§7.10"),
            Cited("nested cross-validation", "cawley"),
        ),
        "": (
            Cited("metrics", "fawcett"),
            Cited("kernels", "scholkopf-smola", "ch. 2"),
        ),
    },
)
