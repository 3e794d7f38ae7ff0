"""What the page of the descents says in words, and what stands below its picture."""

from html import escape

import streamlit as st

from pages.descent.figures.beside import (
    bound_figure,
    fold_figure,
    mirror_figure,
    norm_figure,
)
from pages.descent.figures.charts import landscape_figure
from pages.descent.model.beside import bound_of, hindrance, mirror_pair, norm_descent
from pages.descent.model.film import Film
from pages.descent.model.folds import FoldScores, fold_scores
from pages.descent.model.landscape import AXES, FEW_NODES, NODES, landscape, path_of, written
from pages.descent.model.problem import obstacle
from pages.descent.model.start import StartWeights
from pages.descent.settings import BesideView, FoldsView, LandscapeView
from pages.descent.text import (
    BESIDE,
    BESIDES,
    FOLD_LESSON,
    FOLD_ORDERS,
    FOLD_SHOWN,
    FOLDED,
    FOLDED_HELP,
    HINDRANCES,
    NO_LANDSCAPE,
    NO_OPTIMUM,
    SUITED,
    areas_text,
    bias_text,
    bound_text,
    equivalents,
    film_sentence,
    fold_cards,
    fold_text,
    landscape_text,
    mirror_text,
    norm_descent_text,
    norm_text,
)
from pages.plots.layout_sizes import LARGE_CHART, NUMBERED_CHART, SQUARE_CHART
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.run import run
from pages.state.text.markdown import unmarked
from pages.state.text.verdict import sentence
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import FollowedFilm
from pages.ui.controls.widgets import segments, toggle
from pages.ui.page.layout import is_large, rest
from pages.ui.page.page_shell import derivation_link
from pages.ui.server.jobs import Background, end
from pages.ui.server.observed import callback
from pages.ui.streamlit_internals import DeltaGenerator
from pages.ui.visit.visit import choices, value
from svmcore.arrays import Array
from svmcore.objective import CONVENTIONS
from svmcore.sgd.parametrization import LinearWeights

FOLDED_JOB = "descent folds"
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


def below(board: BoardState, film: Film, key: str, beside: DeltaGenerator) -> None:
    """The cost as a landscape, and the same cost in the words of other texts.

    The landscape is in `beside` where it takes the place of the picture.
    """
    with rest():
        left, right = st.container(key="below").columns([1.0, 1.45], gap="medium")
    with beside if is_large(LANDSCAPE) else left:
        if isinstance(film.parametrization, LinearWeights):
            _landscape(board, film, key)
        else:
            st.caption(NO_LANDSCAPE)
    with right:
        _conventions(film)
        _beside(film, key)
        _folds(board, film)


def _folds(board: BoardState, film: Film) -> None:
    """The same descent on five folds, beside the page; nothing while a point is dragged."""
    toggle(choices(FoldsView), "folded", FOLDED, FOLDED_HELP)
    asked = value(FoldsView)
    if not asked.folded:
        end(FOLDED_JOB)
        return
    segments(choices(FoldsView), "fold_order", FOLD_ORDERS, label="Folds", width="content")
    if board.live:
        return
    of = (film.experiment, film.descent, film.start, asked.fold_order)
    work = Background(FOLDED_JOB, of, lambda: fold_scores(*of), "folds")
    work.current()
    drawn = work.state
    scores, _ = drawn
    work.follow(drawn)
    if scores is None:
        return
    display.show_cards(*fold_cards(scores))
    if asked.fold_order == "given":
        st.caption(areas_text(scores))
    _fold(film, scores)
    st.page_link("pages/lessons/page.py", label=FOLD_LESSON)


def _fold(film: Film, found: FoldScores) -> None:
    """The line of one fold, and those of the others."""
    asked = value(FoldsView)
    if found.models is None:
        return
    titles = {name: f"Fold {name}" for name in FoldsView.CHOICES["fold"]}
    segments(choices(FoldsView), "fold", titles, label=FOLD_SHOWN, width="content")
    display.chart("fold", fold_figure(film, found, int(asked.fold)), SQUARE_CHART)
    st.caption(fold_text(found, int(asked.fold), asked.fold_order))


def _beside(film: Film, key: str) -> None:
    """A second descent, which the timeline of the first moves too."""
    segments(
        choices(BesideView),
        "beside",
        BESIDES,
        label=BESIDE,
        width="content",
        label_visibility="visible",
    )
    kind = value(BesideView).beside
    if not kind or film.brief:
        return
    if missing := hindrance(kind, film):
        st.caption(HINDRANCES[missing])
        if missing not in {"diverged"}:
            st.button(SUITED, key="beside_suited", on_click=callback(_suit), args=(kind,))
        return
    figure, text = None, NO_OPTIMUM
    if kind == "mirror":
        pair = mirror_pair(film)
        figure, text = mirror_figure(film, pair), mirror_text(film, pair)
    elif kind == "bound" and (bound := bound_of(film)) is not None:
        figure, text = bound_figure(film, bound), bound_text(film, bound)
    elif kind == "norm" and (norm := norm_descent(film)) is not None:
        figure, text = norm_figure(norm), norm_descent_text(norm)
    if figure is not None:
        display.chart("beside_chart", figure, NUMBERED_CHART, film=FollowedFilm(key))
    st.caption(unmarked(text))
    if kind == "bound":
        derivation_link("sgd_bound")


def _suit(kind: str) -> None:
    """The settings that a comparison needs; all others stay."""
    asked: Descent = value(Descent)
    changes: dict[str, str] = {"method": "sgd"} if asked.method == "perceptron" else {}
    if kind != "mirror":
        changes["space"] = "plane"
    if kind == "bound":
        inside = CONVENTIONS[asked.objective].bias_inside
        changes |= {"objective": asked.objective if inside else "average", "loss": "hinge"}
        method = changes.get("method", asked.method)
        if METHODS[method].rate is None:
            changes["schedule"] = "pegasos"
        if method != "gd":
            changes["order"] = "replacement"
        choices(StartWeights).choose(w1=0.0, w2=0.0, b=0.0)
    choices(Descent).choose(**changes)


def _landscape(board: BoardState, film: Film, key: str) -> None:
    titles = {axes: written(axes) for axes in AXES}
    segments(choices(LandscapeView), "axes", titles, label="Over", width="content")
    land = landscape(film, value(LandscapeView).axes, FEW_NODES if board.live else NODES)
    display.main_chart(
        LANDSCAPE, landscape_figure(land), LARGE_CHART, film=FollowedFilm(key, "path")
    )
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
