"""Watch a primal machine learn: one update at a time, forwards and backwards."""

from __future__ import annotations

import streamlit as st

from pages.ui import descent_parts, link, page, share
from pages.ui.controls import show_popover
from pages.ui.descent_controls import constant_is_stale, sidebar
from pages.ui.session import Desk
from pages.ui.table import desk_of_page
from pages.ui.timeline import name_of, timeline, why
from svmcore.figures.descent import cost_figure, points_figure, progress_figure
from svmcore.figures.film import film_dict
from svmcore.film import Film, film
from svmcore.film_report import trouble
from svmcore.run import data_of
from svmcore.scene import cover

RUN = "descent"  # the film's key: what moves together names it
TIMELINE = 190  # pixels of it and of the sentence below it


@st.fragment
def stage(here: Desk) -> None:
    """The picture, its timeline, and what moves with them; an edit reruns only this."""
    wanted = here.film()
    shown = film(*wanted, here.focus, brief=here.live)
    left, right = st.columns([2.45, 1.0], gap="medium")
    with left:
        picture(here, shown)
        if shown is not None:
            points = {"x": shown.data.X[:, 0], "y": shown.data.X[:, 1], "label": shown.data.y > 0}
            timeline(RUN, _film(here, shown), points=points, on_focus=here.step_to)
        page.picture_first()
        descent_parts.verdict(here.experiment, here.descent, shown)
    if shown is not None:
        ghost = film(*here.ghost) if here.ghost else None
        with right:
            page.chart("cost", cost_figure(shown, ghost), 195, film=RUN, layer="playhead")
            page.chart("progress", progress_figure(shown, ghost), 170, film=RUN, layer="playhead")
            why("why", RUN)
        descent_parts.below(here, shown, RUN)
    link.write()
    if here.stale() or constant_is_stale(here):
        st.rerun()


def picture(here: Desk, shown: Film | None) -> None:
    """The points, under which the film is painted."""
    points = data_of(here.experiment)
    held = [] if shown is None else shown.test
    figure = points_figure(points, held, cover(here.view), here.home, str(here.fits))
    page.hero(
        here,
        "main",
        figure,
        points,
        descent_parts.spoken(here.experiment, here.descent, shown),
        below=TIMELINE,
        film=RUN if shown is not None else "",
        film_show=[name for name in ("regions", "margins", "weights") if name in here.show],
    )


def _film(here: Desk, shown: Film) -> dict:
    return film_dict(
        shown,
        name_of((shown.experiment, shown.descent), here.live),
        cover(here.view),
        live=here.live,
        status=trouble(shown),
        path=descent_parts.path(shown),
    )


here = desk_of_page()
link.read()
with st.sidebar:
    sidebar(here)
stage(here)
with st.container(key="actions", horizontal=True, width="content"):
    show_popover()
    share.popover(here)
