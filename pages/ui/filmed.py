"""A board as a film: its points, what is played over them, a sentence, and the timeline."""

from collections.abc import Callable, Mapping, Sequence

from streamlit.delta_generator import DeltaGenerator

from pages.plots.points import points_figure
from pages.state.run import Data
from pages.state.scene import cover
from pages.state.verdict import Badge
from pages.ui import display
from pages.ui.parts import is_shown
from pages.ui.session import Session
from pages.ui.timeline import timeline

SHOWN = ("regions", "boundary", "margins", "weights")


def filmed(
    session: Session,
    key: str,
    film: Callable[[], Mapping[str, object]] | None,
    data: Data,
    test: Sequence[int],
    text: str,
    beside: DeltaGenerator,
    *,
    badge: Badge | None = None,
    on_focus: Callable[[int], None] | None = None,
) -> None:
    """The points, under which the film is painted, and a sentence; in `beside` its timeline.

    `test` are the points that are kept apart for the test; without a film only the points stay.
    The film is made while the browser already draws the points.
    """
    display.board_canvas(
        session,
        "main",
        points_figure(data, test, cover(session.view), session.home, str(session.fits)),
        data.ids,
        data.y > 0,
        text,
        film="" if film is None else key,
        film_show=[name for name in SHOWN if name in session.show or is_shown(name)],
    )
    if film is not None:
        points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": data.y > 0}
        with beside:
            timeline(key, film(), points=points, on_focus=on_focus)
    display.picture_first()
    display.show_sentence(badge, text)
