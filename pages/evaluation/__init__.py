"""The page Evaluation: a model judged on points it did not learn from."""

from pages.evaluation.settings import EvaluationSettings
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page("evaluation", "Evaluation", (Entry(EvaluationSettings(), "e_"),))
