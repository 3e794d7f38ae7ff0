"""What is chosen beside each picture of the page Mathematics."""

import streamlit as st

from pages.mathematics.model.convexity import CURVES, ConvexityPicture
from pages.mathematics.model.plane import SCALES, PlanePicture
from pages.mathematics.model.space import SpacePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.mathematics.remembered import change, picture_of
from pages.mathematics.text import FUNCTION, LOSS, NEW_SAMPLE, SCALE, SCALE_HELP
from pages.ui.controls.widgets import bound, choice, menu
from pages.ui.range.range import range_input
from pages.ui.server.observed import callback
from svmcore.losses import LOSSES
from svmcore.params import parameters


def choose_loss() -> None:
    """Which loss the line is to stay below."""
    titles = {name: loss.title for name, loss in LOSSES.items()}

    def changed(name: str) -> None:
        change("subgradient", SubgradientPicture.with_loss, name)

    chosen = bound("w_loss", picture_of("subgradient").loss, changed)
    choice(LOSS, titles, width="content", **chosen)


def scale() -> None:
    """The factor s of (w, b)."""
    now = picture_of("plane").scale
    range_input(
        "w_scale",
        SCALE,
        now,
        low=SCALES[0],
        high=SCALES[-1],
        change=lambda s: change("plane", PlanePicture.scaled, s),
        initial=1.0,
        log=True,
        stops=sorted({*SCALES, now}),
        help=SCALE_HELP,
    )


def choose_curve() -> None:
    """Which function has the chord."""
    titles = {name: curve.title for name, curve in CURVES.items()}

    def changed(name: str) -> None:
        change("convexity", ConvexityPicture.with_curve, name)

    menu(FUNCTION, titles, **bound("w_curve", picture_of("convexity").curve, changed))


def sample() -> None:
    """How far the classes are apart, and another sample."""
    now = picture_of("space")
    gap, draw = parameters(SpacePicture)
    range_input(
        "w_gap",
        gap.label,
        now.gap,
        low=gap.low,
        high=gap.high,
        change=lambda new: change("space", SpacePicture.with_gap, new),
        initial=gap.default,
        step=0.1,
        help=gap.help,
    )
    following = (now.draw + 1) % (int(draw.high) + 1)
    st.button(
        NEW_SAMPLE,
        key="w_draw",
        on_click=callback(lambda: change("space", SpacePicture.redrawn, following)),
    )


CONTROLS = {
    "subgradient": choose_loss,
    "convexity": choose_curve,
    "plane": scale,
    "space": sample,
}
