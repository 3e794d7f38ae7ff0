"""The Bayes boundary where the densities are known, and the true error of an SVM."""

from functools import lru_cache

import streamlit as st

from pages.evaluation.model import bayes_boundary, edited, population
from pages.evaluation.panels import common
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source, judged_board
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text.bayes import (
    ONLY_BOARD,
    OWN,
    SOURCE,
    WEIGHED,
    bayes_cards,
    bayes_sentence,
    edits_note,
    estimate_sentence,
)
from pages.evaluation.text.views import split_sentence
from pages.model_selection.bayes import Population
from pages.model_selection.holdout import Trial
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.visit.visit import value


@lru_cache(maxsize=16)
def true_error(of: Population, found: Trial) -> float:
    """The true error of the model of a trial."""
    return of.true_error(found.fitted.scores)


def show(_: BoardState) -> None:
    """The model of the training part with the Bayes boundary; the errors beside it."""
    of, by = source_and_candidate()
    found = common.trial_of(of, by)
    why, behind = "", None
    try:
        behind = _behind()
    except ValueError as error:
        why = str(error)
    left, right = display.columns()
    if isinstance(found, str):
        with left:
            common.board_canvas(of, found, None, found)
        with right:
            common.choose()
            common.show_reason(found)
        return
    called = found.called()
    known = None if behind is None else (behind, true_error(behind, found))
    with left:
        if known is None:
            common.board_canvas(of, found, called, split_sentence(called))
        else:
            line, sentence = known[0], bayes_sentence(known[0].bayes_error, known[1])
            common.board_canvas(
                of, found, called, sentence, bayes=lambda extent: bayes_boundary(line, extent)
            )
    with right:
        common.choose()
        display.show_cards(*bayes_cards(called, known))
        if known is None:
            common.show_reason(why)
        else:
            st.caption(_notes(of, estimate_sentence(called, known[1])))
        st.caption(SOURCE)
        common.elsewhere()


def _behind() -> Population:
    """The population of the board; raises ValueError with the reason where it is not known."""
    experiment = judged_board().experiment
    if value(EvaluationSettings).source != "board":
        raise ValueError(ONLY_BOARD)
    if experiment.dataset == "own":
        raise ValueError(OWN)
    return population(experiment)


def _notes(of: Source, estimate: str) -> str:
    weighed = WEIGHED if of.balanced or len(set(of.weights)) > 1 else ""
    return " ".join(
        filter(None, (estimate, edits_note(edited(judged_board().experiment)), weighed))
    )
