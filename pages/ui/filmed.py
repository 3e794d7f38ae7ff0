"""A board as a film: its points, what is played over them, a sentence, and the timeline."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from streamlit.delta_generator import DeltaGenerator

from pages.plots.points import points_figure
from pages.state.film_moment import FilmMoment
from pages.state.run import Data
from pages.state.scene import cover
from pages.state.verdict import Badge
from pages.ui import display
from pages.ui.parts import is_shown
from pages.ui.session import Session, session_of
from pages.ui.timeline import timeline

SHOWN = ("regions", "boundary", "margins", "weights")


@dataclass
class LinkMoments:
    """The moments that links have opened, by their kind: of which film, which one, the how many."""

    opened: dict[type, tuple[str, int, int]] = field(default_factory=dict)


def filmed(
    session: Session,
    key: str,
    kind: type[FilmMoment],
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

    `kind` is the value that holds where it was stopped. `test` are the points that are kept apart
    for the test; without a film only the points stay. The film is made while the browser already
    draws the points.
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
        made = film()
        name = str(made["id"])
        with beside:
            timeline(
                key,
                made,
                points=points,
                on_focus=on_focus,
                on_moment=lambda at: session_of().store(kind(at, name)),
                opens=_opens(session, kind, name),
            )
    display.picture_first()
    display.show_sentence(badge, text)


def _opens(session: Session, kind: type[FilmMoment], film: str) -> tuple[int, int] | None:
    """The moment at which a link has opened this film, and the how many of such moments it is.

    Both stay the same while the film is shown, so that it does not travel again. A moment of
    another film than the one that is shown now is forgotten.
    """
    main, opened = session_of(), session.remembered(LinkMoments).opened
    moment, (of, at, count) = main.value(kind), opened.get(kind, ("", -1, 0))
    if moment.of_link and not session.live:
        main.values[kind] = kind(moment.at, film)
        if (of, at) != (film, moment.at):
            of, at, count = opened[kind] = (film, moment.at, count + 1)
    elif moment.film not in ("", film) and not session.live:
        main.values[kind] = kind()
    return (at, count) if of == film else None
