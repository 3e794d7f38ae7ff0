"""The four schemes on the same points, side by side."""

import streamlit as st

from pages.classes.panels import common
from pages.classes.text import HATCHED, cell_text
from pages.plots.multiclass import multiclass_figure, small_figure
from pages.state.multiclass_run import TITLES, Scheme, multiclass_run
from pages.state.multiclass_scene import multiclass_scene
from pages.ui import display
from pages.ui.session import Session, session_of, set_fields, value

HEIGHT = 190  # of a small picture


def show(session: Session) -> None:
    """The picture on the left; all four schemes on the right."""
    run = common.trained(session)
    left, right = display.columns()
    with left:
        figure = multiclass_figure(
            multiclass_scene(run, session.view),
            session.home,
            show=session_of().show,
            revision=str(session.fits),
        )
        common.board_canvas(session, figure, run)
    with right:
        common.choose()
        scheme: Scheme = value(Scheme)
        names = list(TITLES)
        for start in (0, 2):
            for name, column in zip(names[start : start + 2], st.columns(2), strict=True):
                with column:
                    _cell(session, Scheme(name, scheme.delta, scheme.bias))
        st.caption(HATCHED)


def _cell(session: Session, scheme: Scheme) -> None:
    run = multiclass_run(session.experiment, scheme)
    drawn = multiclass_scene(run, session.home)
    name = scheme.scheme
    words = cell_text(run, drawn)
    display.cell(
        f"cell_{name}",
        small_figure(drawn, session.home),
        HEIGHT,
        TITLES[name],
        words,
        words,
        key=f"take_{name}",
        on_click=lambda: set_fields(Scheme, scheme=name),
        type="primary" if value(Scheme).scheme == name else "secondary",
    )
