"""A board as a film: its points, what is played over them, a sentence, and the timeline.

Of a film that is `filmed` the server draws the points alone. A film that moves a picture of the
server's (`stilled`) is seen while it moves; where it rests, the server draws its moment.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pages.plots.points import points_figure
from pages.state.descent.film_moment import FilmMoment
from pages.state.model.run import Data
from pages.state.model.scene import cover
from pages.state.text.verdict import Badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import NO_FILM, FollowedFilm, Points
from pages.ui.page.layout import player
from pages.ui.page.screen_parts import is_shown
from pages.ui.streamlit_internals import DeltaGenerator
from pages.ui.timeline.timeline import timeline
from pages.ui.visit.visit import remembered, shown_layers, visit

SHOWN = ("regions", "boundary", "margins", "weights")


@dataclass
class LinkMoments:
    """What the browser was told to open and where it stands, by the kind of moment.

    opened : of which film, the update, and the how many of such moments it is.
    stands : of which film, the update, as far as the server knows.
    """

    opened: dict[type, tuple[str, int, int]] = field(default_factory=dict)
    stands: dict[type, tuple[str, int]] = field(default_factory=dict)


def filmed(
    board: BoardState,
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
    layer: str = "model",
) -> None:
    """The points, under which the film is painted, and a sentence; in `beside` its timeline.

    `kind` is the value that holds where it was stopped. `test` are the points that are kept apart
    for the test; without a film only the points stay. The film is made while the browser already
    draws the points.
    """
    shown = [name for name in SHOWN if name in shown_layers() or is_shown(name)]
    display.board_canvas(
        board,
        points_figure(data, test, cover(board.view), board.home, str(board.fits)),
        Points(ids=data.ids, labels=data.y > 0),
        text,
        film=NO_FILM if film is None else FollowedFilm(key, layer, shown),
    )
    if film is not None:
        points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": data.y > 0}
        made = film()
        name = str(made["id"])
        with beside, player():
            timeline(
                key,
                made,
                points=points,
                on_focus=on_focus,
                on_moment=lambda at: stopped(kind, name, at),
                opens=_opens(board, kind, name),
            )
    display.picture_first()
    display.show_sentence(badge, text)


def stopped(kind: type[FilmMoment], film: str, at: int) -> None:
    """The visitor has stopped a film at an update."""
    current = visit()
    current.remembered(LinkMoments).stands[kind] = (film, at)
    current.store(kind(at, film))


def _opens(board: BoardState, kind: type[FilmMoment], film: str) -> tuple[int, int] | None:
    """The moment at which a link has opened this film, and the how many of such moments it is.

    Both stay the same while the film is shown, so that it does not travel again. A moment of
    another film than the one that is shown now is forgotten.
    """
    now, memory = visit(), remembered(LinkMoments)
    moment, (of, at, count) = now.value(kind), memory.opened.get(kind, ("", -1, 0))
    if not board.live:
        if memory.stands.get(kind, ("", -1))[0] != film:  # another film begins anew
            memory.stands.pop(kind, None)
        if moment.film not in ("", film):
            now.values[kind] = kind()
        if moment.of_link:
            now.values[kind] = kind(moment.at, film)
            if memory.stands.get(kind) != (film, moment.at):
                memory.stands[kind] = (film, moment.at)
                of, at, count = memory.opened[kind] = (film, moment.at, count + 1)
    return (at, count) if of == film else None


@dataclass
class RestingMoments:
    """Of each timeline: its film, the update that both sides know, and how many were opened."""

    known: dict[str, tuple[str, int, int]] = field(default_factory=dict)


def stilled(
    key: str,
    film: Mapping[str, object],
    at: int,
    points: Mapping[str, object],
    changed: Callable[[int], None],
    *,
    on_focus: Callable[[int], None] | None = None,
) -> None:
    """The timeline of a film whose update `at` the server's own picture shows.

    `changed` is told where the visitor has stopped; it changes what `at` is in the next run. A
    film of a gesture under way has to be `live`.
    """
    known = remembered(RestingMoments).known
    name = str(film["id"])
    of, shown, count = known.get(key, ("", -1, 0))
    if not film["live"] and (of, shown) != (name, at):
        count += 1
        known[key] = (name, at, count)

    def told(update: int) -> None:
        known[key] = (name, update, count)
        changed(update)

    opens = None if film["live"] else (at, count)
    with player():
        timeline(key, film, points=points, on_focus=on_focus, on_moment=told, opens=opens)
