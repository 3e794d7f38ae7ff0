"""The page Predict: say first what a model will do, then see it."""

from pages.predict.settings import VIEWS, PredictSettings
from pages.state.link.codec import Entry
from pages.state.registry import Page, Views
from pages.state.text.publications import Cited

PAGE = Page(
    "predict",
    "Predict",
    (Entry(PredictSettings(), "q_"),),
    views=Views(PredictSettings, "view", VIEWS),
    shows=None,
    sources=(
        Cited("support vectors", "cortes-vapnik", "§2"),
        Cited("kernels", "scholkopf-smola", "ch. 2"),
    ),
)
