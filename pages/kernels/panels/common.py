"""What the views of the page Kernels have in common."""

from collections.abc import Callable

from pages.kernels.settings import VIEWS, KernelsView
from pages.plots.decision import asked_figure
from pages.plots.theme import Figure
from pages.state.preview import trainable
from pages.state.run import run
from pages.state.scene import Scene, scene
from pages.state.verdict import badge, sentence
from pages.ui import display
from pages.ui.comparison import compared, comparison, spoken
from pages.ui.inspected_point import dual_experiment, in_dual, inspected_index
from pages.ui.session import Session
from pages.ui.widgets import segments


def choose(session: Session) -> None:
    """Which view stands beside the picture."""
    segments(session.choices(KernelsView), "kernels", VIEWS, label="View", key="w_kernel_view")


def beside(session: Session, drawn: Scene) -> None:
    """What stands beside the picture of `board_canvas` in every view: which one, and A and B."""
    choose(session)
    compared(session, comparison(session, drawn.run, in_dual))


def machine(session: Session) -> Scene:
    """The model on the session, in the dual, as it is drawn."""
    return scene(run(dual_experiment(session)), session.view)


def board_canvas(
    session: Session,
    drawn: Scene,
    text: str = "",
    *,
    change: Callable[[Figure], Figure] | None = None,
    comparing: bool = True,
) -> None:
    """The picture with the point that was asked about, with A if `comparing`, and the sentence.

    `change` may make another figure of it before it is drawn.
    """
    result = drawn.run
    k = inspected_index(session, result)
    both = comparison(session, result, in_dual) if comparing else None
    frozen = scene(both.a, session.view) if both else None
    look = {"show": session.show, "revision": str(session.fits), "seen": display.seen(session)}
    figure = asked_figure(drawn, session.home, k, None, frozen=frozen, **look)
    figure = figure if change is None else change(figure)
    plain = k is None and change is None
    model = trainable(result, session.view, session.show) if plain else None
    words = text or sentence(result, session.show)
    display.inspection_picture(
        session, figure, result.data, badge(result), words, aside=spoken(both), model=model
    )
