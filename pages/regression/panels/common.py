"""What the views of the page Regression have in common."""

from pages.plots.theme import muted_palette
from pages.regression.figures.tube import tube_figure
from pages.regression.model.drawing import TubeDrawing
from pages.regression.model.fitted import RegressionFit
from pages.regression.settings import RegressionView
from pages.regression.text import (
    nu_sentence,
    place_sentence,
    point_sentence,
    regression_badge,
    regression_sentence,
)
from pages.state.board.edits import own_id
from pages.state.text.verdict import Badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.events import Pick
from pages.ui.canvas.options import NO_FILM, PICKING, FollowedFilm, Points, Tools
from pages.ui.visit.visit import set_fields, shown_layers, value

# Points without classes: what is drawn before the server answers has their colour too.
GREY = muted_palette("class0")


def board_canvas(
    board: BoardState,
    drawn: TubeDrawing,
    badge: Badge | None = None,
    text: str = "",
    film: FollowedFilm = NO_FILM,
) -> None:
    """The picture and the sentence below it; without one, what the exact model has to say."""
    fitted = drawn.fitted
    if not text:
        badge, text = regression_badge(fitted), sentence(fitted)
    place = value(RegressionView).place
    figure = tube_figure(
        drawn,
        board.home,
        show=shown_layers(),
        revision=str(board.fits),
        asked=inspected_index(fitted),
        place=None if place is None else place[0],
    )
    labels = [0] * len(fitted)
    display.picture(
        board,
        figure,
        Points(ids=fitted.ids, labels=labels, names=["point"], palette=GREY, symbols=["circle"]),
        badge,
        text,
        many=True,
        tools=Tools(PICKING.names),
        pick=lambda pick: inspect(board, pick),
        film=film,
    )


def sentence(fitted: RegressionFit) -> str:
    """What is asked about, or else the result."""
    k, place = inspected_index(fitted), value(RegressionView).place
    if k is not None:
        return point_sentence(fitted, k)
    if place is not None and fitted.model is not None:
        return place_sentence(fitted, place[0])
    return " ".join(filter(None, (regression_sentence(fitted), nu_sentence(fitted))))


def inspected_index(fitted: RegressionFit) -> int | None:
    """The number of the point that is asked about; None without one."""
    chosen: RegressionView = value(RegressionView)
    return fitted.ids.index(chosen.point) if chosen.point in fitted.ids else None


def inspect(board: BoardState, pick: Pick) -> None:
    """A point or a place was asked about; a point that is asked about again is let go of."""
    chosen: RegressionView = value(RegressionView)
    known = None if pick.id is None else own_id(pick.id, board.sample)
    if known is None:
        set_fields(RegressionView, point=-1, place=pick.place)
    elif known == chosen.point and not pick.hover:
        set_fields(RegressionView, point=-1, place=chosen.place)
    else:
        set_fields(RegressionView, point=known, place=None)
