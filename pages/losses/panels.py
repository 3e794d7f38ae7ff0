"""The controls of the page Losses, its picture and its chart."""

import streamlit as st

from pages.losses.figures import curves_figure, loss_figure
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import LossRun
from pages.losses.text import LOSS, SOURCES, TITLES, loss_badge, loss_sentence, notes, point_words
from pages.state.detail import hidden_of_data
from pages.ui import controls, data_controls, display
from pages.ui.detail import more_settings
from pages.ui.inspected_point import inspected_index
from pages.ui.parts import is_shown
from pages.ui.session import Session, choices, value
from pages.ui.widgets import controlled, heading, slider
from svmcore.params import parameters

CHART = 360


def sidebar(session: Session) -> None:
    """Data, the loss and its C, the kernel."""
    data_controls.data(session)
    heading(LOSS)
    chosen = choices(LossesSettings)
    st.pills(
        LOSS,
        tuple(TITLES),
        format_func=TITLES.__getitem__,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        **controlled(chosen, "loss", "w_margin_loss"),
    )
    slider(session, data_controls.OWN["C"])
    if value(LossesSettings).loss == "huber_hinge":
        slider(chosen, *parameters(LossesSettings))
    controls.kernel(session)
    more_settings(
        lambda: data_controls.more_of_data(session), hidden_of_data(session.experiment, hard=False)
    )


def picture(session: Session, run: LossRun) -> None:
    """The model of the loss, the SVM's boundary dashed, and the sentence."""
    look = {"show": session.show, "revision": str(session.fits), "seen": display.seen(session)}
    k = inspected_index(session, run.drawn)
    figure = loss_figure(run, session.home, **look, asked=k, svm=is_shown("boundary"))
    display.inspection_picture(session, figure, run.data, loss_badge(run), loss_sentence(run))


def curves(session: Session, run: LossRun) -> None:
    """All losses, with the points on the chosen one."""
    figure = curves_figure(run, inspected_index(session, run.drawn))
    display.main_chart("losses", figure, CHART)


def words(session: Session, run: LossRun) -> None:
    """The point that was asked about, the formula of the loss, and the sources."""
    k = inspected_index(session, run.drawn)
    if is_shown("cards"):  # they tell as much
        (st.caption if k is None else st.write)(point_words(run, k))
    st.caption(notes(run, svm=is_shown("boundary")))
    st.caption(SOURCES)
