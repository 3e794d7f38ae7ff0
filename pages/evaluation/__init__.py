"""The page Evaluation: a model judged on points it did not learn from."""

from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.state.codec import Entry
from pages.state.registry import Naming, Page

PAGE = Page(
    "evaluation",
    "Evaluation",
    (Entry(EvaluationSettings(), "e_"),),
    names=(Naming(EvaluationSettings, "view", VIEWS),),
)
