"""The controls of the page Losses, its picture and its chart."""

import streamlit as st

from pages.losses.figures import curves_figure, loss_figure, penalty_figure
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import LossRun
from pages.losses.text import (
    LOSS,
    PENALTIES,
    PENALTY,
    PENALTY_HELP,
    SOURCES,
    TITLES,
    loss_badge,
    loss_sentence,
    notes,
    point_words,
    touching_words,
)
from pages.state.detail import hidden_of_data
from pages.ui import controls, data_controls, display
from pages.ui.detail import more_settings
from pages.ui.inspected_point import inspected_index
from pages.ui.screen_parts import is_shown
from pages.ui.session import Session, choices, value
from pages.ui.widgets import bound, choice, controlled, heading, slider
from svmcore.params import parameters

CHART, WEIGHTS = 360, 330


def sidebar(session: Session) -> None:
    """Data, the loss and its C, the penalty, the kernel."""
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
    _penalty(session)
    controls.kernel(session)
    more_settings(
        lambda: data_controls.more_of_data(session), hidden_of_data(session.experiment, hard=False)
    )


def _penalty(session: Session) -> None:
    """The penalty: that of the model, which is 1/2 |w|^2 where the kernel is not linear."""
    linear = session["kernel"] == "linear"

    def changed(penalty: str) -> None:
        if penalty == "l1" and not linear:
            session.choose(kernel="linear")
        choices(LossesSettings).choose(penalty=penalty)

    shown = value(LossesSettings).penalty if linear else "l2"
    of = bound("w_penalty", shown, changed)
    choice(PENALTY, PENALTIES, help=PENALTY_HELP, label_visibility="visible", **of)


def picture(session: Session, run: LossRun) -> None:
    """The model of the loss, the other boundary dashed, and the sentence."""
    look = {"show": session.show, "revision": str(session.fits), "seen": display.seen(session)}
    k = inspected_index(session, run.drawn)
    figure = loss_figure(run, session.home, **look, asked=k, svm=is_shown("boundary"))
    display.inspection_picture(session, figure, run.data, loss_badge(run), loss_sentence(run))


def curves(session: Session, run: LossRun) -> None:
    """All losses, with the points on the chosen one; below the weights where those come first."""
    figure = curves_figure(run, inspected_index(session, run.drawn))
    (display.chart if run.sparse else display.main_chart)("losses", figure, CHART)


def weights(session: Session, run: LossRun) -> None:
    """Loss and penalties over the weights, and what is to be seen there."""
    if run.weights is None:
        return
    figure = penalty_figure(run.weights, run.choice.penalty)
    (display.main_chart if run.sparse else display.chart)("penalties", figure, WEIGHTS)
    if is_shown("charts"):
        st.caption(touching_words(run))


def words(session: Session, run: LossRun) -> None:
    """The point that was asked about, the formula of the loss, and the sources."""
    k = inspected_index(session, run.drawn)
    if is_shown("cards"):  # they tell as much
        (st.caption if k is None else st.write)(point_words(run, k))
    st.caption(notes(run, svm=is_shown("boundary")))
    st.caption(SOURCES)
