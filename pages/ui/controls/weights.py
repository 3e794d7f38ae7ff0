"""How much each class counts: all the same, balanced, or the visitor's own factors."""

import streamlit as st

from pages.state.board.board import HEAVIEST, LIGHTEST
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments
from pages.ui.range.range import range_input

FACTORS = (0.0625, 0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
TITLES = {"equal": "Equal", "balanced": "Balanced", "own": "Custom"}


def weights(board: BoardState, *, many: bool = False) -> None:
    """The choice, and a slider for each class where the weights are one's own.

    `many` : the page shows all classes by their numbers, two of them too.
    """
    st.caption(
        "Class weights", help="A class of weight 2 counts as if each of its points came twice."
    )
    segments(board, "class_weight", TITLES)
    experiment = board.experiment
    if experiment.class_weight != "own":
        return
    two = experiment.n_classes == 2 and not many
    names = ["−1", "+1"] if two else [str(c) for c in range(experiment.n_classes)]
    for label, name in enumerate(names):
        factor = experiment.class_factor(label)

        def changed(chosen: float, label: int = label) -> None:
            known = board.experiment
            most = max(known.n_classes, len(known.weights))
            every = [known.class_factor(c) for c in range(most)]
            every[label] = chosen
            board.choose(weights=tuple(every))

        range_input(
            f"w_weight{label}",
            f"Weight of class {name}",
            factor,
            low=LIGHTEST,
            high=HEAVIEST,
            change=changed,
            initial=1.0,
            log=True,
            stops=FACTORS,
        )
