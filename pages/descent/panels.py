"""What the page of the descents says in words, and what stands below its picture."""

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.descent.figures.charts import landscape_figure
from pages.descent.model.film import Film
from pages.descent.model.folds import FOLDS, FoldScores, fold_scores
from pages.descent.model.landscape import AXES, FEW_NODES, NODES, landscape, path_of, written
from pages.descent.model.problem import obstacle
from pages.descent.settings import FoldsView, LandscapeView
from pages.descent.text import (
    FOLD_LESSON,
    FOLDED,
    FOLDED_HELP,
    NO_LANDSCAPE,
    bias_text,
    equivalents,
    film_sentence,
    fold_cards,
    landscape_text,
    norm_text,
)
from pages.state.experiment import Experiment
from pages.state.markdown import unmarked
from pages.state.run import run
from pages.state.verdict import sentence
from pages.ui import display
from pages.ui.jobs import Jobs
from pages.ui.large import is_large
from pages.ui.session import Session, choices, value
from pages.ui.widgets import segments, toggle
from svmcore.arrays import Array
from svmcore.model_selection.candidate import Progress
from svmcore.sgd.methods import Descent
from svmcore.sgd.parametrization import LinearWeights

JOBS = Jobs("descent")
LANDSCAPE = "landscape"  # the key of its canvas


def spoken(experiment: Experiment, descent: Descent, film: Film | None) -> str:
    """The result in a sentence, or why there is none."""
    if film is not None:
        return film_sentence(film)
    return obstacle(experiment, descent) or sentence(run(experiment))


def path(film: Film) -> Array | None:
    """Where the film is on the landscape that is shown; None where there is none."""
    if not isinstance(film.parametrization, LinearWeights):
        return None
    return path_of(film, value(LandscapeView).axes)


def below(session: Session, film: Film, key: str, beside: DeltaGenerator) -> None:
    """The cost as a landscape, and the same cost in the words of other texts.

    The landscape is in `beside` where it takes the place of the picture.
    """
    left, right = st.columns([1.0, 1.45], gap="medium")
    with beside if is_large(LANDSCAPE) else left:
        if isinstance(film.parametrization, LinearWeights):
            _landscape(session, film, key)
        else:
            st.caption(NO_LANDSCAPE)
    with right:
        _conventions(film)
        _folds(session, film)


def _folds(session: Session, film: Film) -> None:
    """The same descent on five folds, beside the page; nothing while a point is dragged."""
    toggle(choices(FoldsView), "folded", FOLDED, FOLDED_HELP)
    if not value(FoldsView).folded:
        JOBS.end(FOLDED)
        return
    if session.live:
        return
    of = (film.experiment, film.descent, film.start)
    job = JOBS.current(FOLDED, of, lambda: fold_scores(*of))

    def state() -> tuple[bool, int]:
        return job.running, 0 if job.latest is None else job.latest.done

    _, done = drawn = state()
    step: Progress[FoldScores] | None = job.latest
    if job.wrong:
        st.caption(unmarked(job.wrong))
    elif step is None or step.found is None:
        st.progress(done / FOLDS, f"{done} of {FOLDS} folds")
    else:
        display.show_cards(*fold_cards(step.found))
        st.page_link("pages/lessons/page.py", label=FOLD_LESSON)
    JOBS.follow(drawn, state)


def _landscape(session: Session, film: Film, key: str) -> None:
    titles = {axes: written(axes) for axes in AXES}
    segments(choices(LandscapeView), "axes", titles, label="Over", width="content")
    land = landscape(film, value(LandscapeView).axes, FEW_NODES if session.live else NODES)
    display.main_chart(LANDSCAPE, landscape_figure(land), 330, film=key, layer="path")
    st.caption(landscape_text(star=land.best is not None))


def _conventions(film: Film) -> None:
    rows = "".join(
        f"<tr{' class=svm-chosen' if each.chosen else ''}><td>{escape(each.formula)}</td>"
        f"<td>{escape(each.constant)}</td><td>{escape(each.seen)}</td></tr>"
        for each in equivalents(film)
    )
    st.html(
        '<table class="svm-ways"><caption>Equivalent formulations</caption>'
        f"<thead><tr><th>cost</th><th>constant</th><th>used in</th></tr></thead>{rows}</table>"
    )
    st.caption("\n\n".join(filter(None, (bias_text(film), norm_text(film)))))
