"""What the page of the descents says in words, and what stands below its picture."""

from html import escape

import streamlit as st

from pages.descent.figures.charts import landscape_figure
from pages.descent.model.film import Film, obstacle
from pages.descent.model.landscape import AXES, FEW_NODES, NODES, landscape, path_of, written
from pages.descent.settings import LandscapeView
from pages.descent.text import (
    NO_LANDSCAPE,
    bias_text,
    equivalents,
    film_sentence,
    landscape_text,
    norm_text,
)
from pages.state.experiment import Experiment
from pages.state.run import run
from pages.state.verdict import sentence
from pages.ui import display
from pages.ui.session import Session, choices, value
from pages.ui.widgets import segments
from svmcore.arrays import Array
from svmcore.sgd.methods import Descent
from svmcore.sgd.parametrization import LinearWeights


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


def below(session: Session, film: Film, key: str) -> None:
    """The cost as a landscape, and the same cost in the words of other texts."""
    left, right = st.columns([1.0, 1.45], gap="medium")
    with left:
        if isinstance(film.parametrization, LinearWeights):
            _landscape(session, film, key)
        else:
            st.caption(NO_LANDSCAPE)
    with right:
        _conventions(film)


def _landscape(session: Session, film: Film, key: str) -> None:
    titles = {axes: written(axes) for axes in AXES}
    segments(choices(LandscapeView), "axes", titles, label="Over", width="content")
    land = landscape(film, value(LandscapeView).axes, FEW_NODES if session.live else NODES)
    display.chart("landscape", landscape_figure(land), 330, film=key, layer="path")
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
