"""The controls of the page Capacity: of the labellings, and in the view Cover of the board."""

from pages.capacity.settings import CapacityView
from pages.capacity.text import (
    FEATURES,
    FEATURES_LABEL,
    KERNEL_LABEL,
    KERNELS,
    POINTS,
    POINTS_LABEL,
)
from pages.ui.board.board_state import BoardState
from pages.ui.controls import data_controls
from pages.ui.controls.widgets import heading, segments, slider
from pages.ui.range.range import range_input
from pages.ui.visit.visit import choices, set_fields, value
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(CapacityView)}


def sidebar(board: BoardState) -> None:
    """The controls of the chosen view."""
    chosen = choices(CapacityView)
    if value(CapacityView).view == "cover":
        data_controls.data(board)
        heading(FEATURES_LABEL)
        segments(chosen, "features", FEATURES, key="w_vc_features")
        slider(chosen, OWN["count"])
        return
    heading(POINTS_LABEL)
    segments(chosen, "points", POINTS, key="w_vc_points")
    heading(KERNEL_LABEL)
    segments(chosen, "kernel", KERNELS, key="w_vc_kernel")
    _labelling()


def _labelling() -> None:
    """Which labelling is drawn large, among those of the chosen number of points."""
    now, parameter = value(CapacityView), OWN["labelling"]
    range_input(
        "w_labelling",
        parameter.label,
        now.shown + 1,
        low=1,
        high=2**now.n,
        change=lambda k: set_fields(CapacityView, labelling=k),
        initial=parameter.default,
        whole=True,
        help=parameter.help,
    )
