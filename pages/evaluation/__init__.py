"""The page Evaluation: a model judged on points it did not learn from."""

from collections.abc import Mapping

from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.state.link.codec import Entry
from pages.state.multiclass.multiclass_run import TITLES, Scheme
from pages.state.registry import ENTRIES, MAIN, Page, Views
from pages.state.text.publications import Cited
from pages.state.text.screen_title import board_subject, table_subject


def _subject(words: Mapping[str, str]) -> tuple[str, ...]:
    """The sample whose model is judged, and the model, which always has a soft margin."""
    source = ENTRIES[EvaluationSettings].decode(words).source
    if source == "table":
        return table_subject(words)
    if source == "classes":
        scheme = TITLES[ENTRIES[Scheme].decode(words).scheme]
        return (scheme, *board_subject("classes", words, soft=True))
    return board_subject(MAIN, words, soft=True)


PAGE = Page(
    "evaluation",
    "Evaluation",
    (Entry(EvaluationSettings(), "e_"),),
    subject=_subject,
    of_table=True,
    views=Views(EvaluationSettings, "view", VIEWS),
    sources=(Cited("metrics", "fawcett"), Cited("kernels", "scholkopf-smola", "ch. 2")),
)
