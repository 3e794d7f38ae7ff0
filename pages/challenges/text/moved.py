"""What is said of points that move at random: the counts, the theorem, and its proof."""

import numpy as np

from pages.challenges.model.moved import MovedPoints
from pages.state.model.moved_points import DRAWS
from pages.state.text.number_format import number
from pages.state.text.verdict import Badge, Metric

MOVE = "Move the points"
MOVE_HELP = (
    f"Every point moves at random by up to r, {DRAWS} times: which line still separates the "
    "classes?"
)
SVM, OWN = "SVM's line", "Your line"
THEOREM = (
    "**Theorem.** While r < 1/‖w‖, the SVM's line separates the classes after every move. "
    "**Proof.** Let xᵢ move by δᵢ, ‖δᵢ‖ ≤ r. Then"
)
PROOF = (
    r"\begin{aligned} y_i f(x_i + \delta_i) &= y_i f(x_i) + y_i \langle w, \delta_i\rangle \\"
    r"&\ge 1 - \lVert w\rVert\, r \;>\; 0. \end{aligned}"
)
WHY = (
    "The second line holds because y f(x) ≥ 1 for the hard margin, and y⟨w, δ⟩ ≥ −‖w‖ ‖δ‖. "
    "Every other line that separates the classes has a point nearer than 1/‖w‖, so a shorter move "
    "is enough to misclassify this point."
)


def moved_badge(moved: MovedPoints) -> Badge:
    """Whether the theorem applies."""
    limit = number(moved.limit)
    if moved.r < moved.limit:
        return Badge("certified", f"r < 1/‖w‖ = {limit}")
    return Badge("plain", f"r ≥ 1/‖w‖ = {limit}")


def moved_sentence(moved: MovedPoints) -> str:
    """In how many draws each line separates the classes."""
    svm, own = int(moved.svm.sum()), int(moved.own.sum())
    return (
        f"Every point moves by up to r = {number(moved.r)}: the SVM's line separates the classes "
        f"in {svm} of {DRAWS} draws, your line in {own}."
    )


def moved_cards(moved: MovedPoints) -> tuple[Metric, ...]:
    """The counts of both lines, and how far every point may move."""
    wrong = int(moved.drawing.wrong.sum())
    own = f"nearest point {number(moved.nearest)} away"
    if wrong:
        own = f"{wrong} misclassified before a move"
    return (
        Metric(
            SVM,
            f"{int(moved.svm.sum())} of {DRAWS}",
            f"1/‖w‖ = {number(moved.limit)}",
            "Draws in which the SVM's line misclassifies no point.",
        ),
        Metric(
            OWN,
            f"{int(moved.own.sum())} of {DRAWS}",
            own,
            "Draws in which your line misclassifies no point. It is safe while r is smaller than "
            "the distance of its nearest point.",
        ),
    )


def moment_words(moved: MovedPoints) -> dict[str, list[str]]:
    """What is said after each number of draws, from 0 to all."""
    svm, own = (np.cumsum(each).tolist() for each in (moved.svm, moved.own))
    states = zip(moved.svm, moved.own, strict=True)
    last = [
        "both separate" if a and b else SVM + " only" if a else OWN + " only" if b else "neither"
        for a, b in states
    ]
    return {
        "place": [f"draw {k} of {DRAWS}" for k in range(DRAWS + 1)],
        "step": ["", *last],
        "cost": [
            f"SVM {a} of {k}, you {b} of {k}"
            for k, a, b in zip(range(DRAWS + 1), [0, *svm], [0, *own], strict=True)
        ],
    }
