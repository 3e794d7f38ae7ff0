"""What the views of the page Dual have in common."""

from __future__ import annotations

import streamlit as st

from pages.ui.inside import DUAL
from pages.ui.session import Desk
from pages.ui.widgets import bound
from svmcore.experiment import Experiment, change
from svmcore.run import Run

WIDTHS = (1.7, 1.0)  # of the picture and of what stands beside it


TIMELINE = 190  # pixels of it and of the sentence below it


def film_show(here: Desk) -> list[str]:
    """What the picture shows of a film's machine."""
    return [name for name in ("regions", "margins", "weights") if name in here.show]


def solved(here: Desk) -> Experiment:
    """The experiment on the desk, solved in the dual by the solver that fits, to its end."""
    return change(here.experiment, formulation="dual", solver="auto", max_iter=0)


def choose(here: Desk) -> None:
    """Which view stands beside the picture."""
    st.segmented_control(
        "View",
        tuple(DUAL),
        format_func=DUAL.__getitem__,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        **bound("w_dual_view", here.inside.dual, lambda view: here.ask(dual=view)),
    )


def picked(here: Desk, run: Run) -> int | None:
    """The number of the point that was asked about among the run's; None without one."""
    ids = run.data.ids
    return ids.index(here.inside.point) if here.inside.point in ids else None
