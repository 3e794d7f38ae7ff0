"""What the views of the page Kernels have in common."""

from collections.abc import Callable

from pages.kernels.settings import VIEWS, KernelsView
from pages.plots.decision import asked_figure
from pages.plots.theme import Figure
from pages.state.run import run
from pages.state.scene import Scene, scene
from pages.state.verdict import badge, sentence
from pages.ui import display
from pages.ui.canvas import PICK_TOOLS
from pages.ui.inspected_point import dual_experiment, inspected_index
from pages.ui.session import Session
from pages.ui.widgets import segments

WIDE = 1.4  # the picture, beside what is 1 wide


def choose(here: Session) -> None:
    """Which view stands beside the picture."""
    segments(here.choices(KernelsView), "kernels", VIEWS, label="View", key="w_kernel_view")


def machine(here: Session) -> Scene:
    """The model on the session, in the dual, as it is drawn."""
    return scene(run(dual_experiment(here)), here.view)


def board_canvas(
    here: Session, drawn: Scene, text: str = "", *, change: Callable[[Figure], Figure] | None = None
) -> None:
    """The picture with the point that was asked about, and the sentence below it.

    `change` may make another figure of it before it is drawn.
    """
    result = drawn.run
    figure = asked_figure(
        drawn,
        here.home,
        inspected_index(here, result),
        None,
        show=here.show,
        revision=str(here.fits),
    )
    text = text or sentence(result)
    figure = figure if change is None else change(figure)
    ids, labels = result.data.ids, result.data.y > 0
    display.picture_with_sentence(
        here, figure, ids, labels, badge(result), text, tools=PICK_TOOLS, on_pick=here.pick
    )
