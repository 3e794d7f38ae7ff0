"""Watch a primal model learn: one update at a time, forwards and backwards."""

import streamlit as st

from pages.descent import panels
from pages.descent.figures.charts import cost_figure, progress_figure
from pages.descent.figures.film import film_dict
from pages.descent.model.film import Film, film
from pages.descent.session import FilmMemory
from pages.descent.sidebar import constant_is_stale, sidebar
from pages.descent.text import trouble
from pages.plots.points import points_figure
from pages.state.run import data_of
from pages.state.scene import cover
from pages.ui import display, link
from pages.ui.page_shell import run_page
from pages.ui.session import Session
from pages.ui.timeline import name_of, timeline, why
from svmcore.sgd.methods import Descent

RUN = "descent"  # the film's key: what moves together names it
TIMELINE = 190  # pixels of it and of the sentence below it


def stage(here: Session) -> None:
    """The picture, its timeline, and what moves with them; an edit reruns only this."""
    memory = here.remembered(FilmMemory)
    wanted = memory.film(here)
    shown = film(*wanted, memory.focus, brief=here.live)
    left, right = st.columns([2.45, 1.0], gap="medium")
    with left:
        picture(here, shown)
        if shown is not None:
            points = {"x": shown.data.X[:, 0], "y": shown.data.X[:, 1], "label": shown.data.y > 0}
            timeline(RUN, _film(here, shown), points=points, on_focus=memory.step_to)
        display.picture_first()
        panels.verdict(here.experiment, here.value(Descent), shown)
    if shown is not None:
        ghost = film(*memory.ghost) if memory.ghost else None
        with right:
            display.chart("cost", cost_figure(shown, ghost), 195, film=RUN, layer="playhead")
            display.chart(
                "progress", progress_figure(shown, ghost), 170, film=RUN, layer="playhead"
            )
            why("why", RUN)
        panels.below(here, shown, RUN)
    if constant_is_stale(here):
        link.write()
        st.rerun()


def picture(here: Session, shown: Film | None) -> None:
    """The points, under which the film is painted."""
    points = data_of(here.experiment)
    held = [] if shown is None else shown.split.test
    figure = points_figure(points, held, cover(here.view), here.home, str(here.fits))
    display.hero(
        here,
        "main",
        figure,
        points.ids,
        points.y > 0,
        panels.spoken(here.experiment, here.value(Descent), shown),
        below=TIMELINE,
        film=RUN if shown is not None else "",
        film_show=[name for name in ("regions", "margins", "weights") if name in here.show],
    )


def _film(here: Session, shown: Film) -> dict:
    return film_dict(
        shown,
        name_of((shown.experiment, shown.descent), here.live),
        cover(here.view),
        live=here.live,
        status=trouble(shown),
        path=panels.path(shown),
    )


run_page(sidebar, stage)
