"""What the views of the page Classes have in common."""

from dataclasses import replace
from typing import Any

from pages.classes.settings import ClassesView
from pages.classes.text import hatched_text
from pages.plots.multiclass import hatches_of
from pages.state.board.edits import own_id
from pages.state.multiclass.multiclass_run import MulticlassRun, Scheme, multiclass_run
from pages.state.multiclass.multiclass_verdict import multiclass_badge, multiclass_sentence
from pages.state.text.verdict import Badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.events import Pick
from pages.ui.canvas.options import NO_FILM, PICKING, FollowedFilm, Points
from pages.ui.visit.visit import shown_layers, store, value


def trained(board: BoardState) -> MulticlassRun:
    """The model on the session."""
    return multiclass_run(board.experiment, value(Scheme))


def board_canvas(
    board: BoardState,
    figure: dict[str, Any],
    run: MulticlassRun,
    text: str = "",
    badge: Badge | None = None,
    film: FollowedFilm = NO_FILM,
) -> None:
    """The picture of all classes, and below it the sentence and what its hatching means."""
    show = shown_layers()
    badge, result = badge or multiclass_badge(run.many), text or multiclass_sentence(run, show)
    sentences = (result, hatched_text(hatches_of(figure)))
    names = [str(c) for c in range(board.experiment.n_classes)]
    display.picture(
        board,
        figure,
        Points(ids=run.data.ids, labels=run.labels, names=names),
        badge,
        " ".join(filter(None, sentences)),
        many=True,
        tools=PICKING,
        pick=lambda pick: store(view_after(board, pick)),
        film=film,
    )


def view_after(board: BoardState, pick: Pick) -> ClassesView:
    """What is looked at after a place was asked about, or a point: then where it lies.

    Once more lets go of it.
    """
    chosen, place = value(ClassesView), pick.place
    if pick.id is not None:
        own = own_id(pick.id, board.sample)
        point = {p.id: p for p in board.experiment.board().all_points}.get(own)
        place = None if point is None else (point.x, point.y)
        if place == chosen.place and not pick.hover:
            place = None
    return replace(chosen, place=place)
