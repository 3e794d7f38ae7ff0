"""What the views of the page Classes have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pages.ui import page
from pages.ui.canvas import ASKING, Pick, canvas
from pages.ui.looks import VIEWS, Look
from pages.ui.session import Desk, ask, value
from pages.ui.widgets import choice
from svmcore.figures.theme import PALETTE, SYMBOLS
from svmcore.many_report import many_badge, many_sentence
from svmcore.many_run import ManyRun, many_run
from svmcore.report import Badge

WIDTHS = (1.7, 1.0)  # of the picture and of what stands beside it


def trained(here: Desk) -> ManyRun:
    """The machine on the desk."""
    return many_run(here.experiment, value("c_"))


def choose() -> None:
    """Which view stands beside the picture."""
    view = value("v_").view
    choice("View", VIEWS, "w_classes_view", view, lambda name: ask("v_", view=name), "stretch")


def hero(
    here: Desk, figure: dict[str, Any], run: ManyRun, said: str = "", badge: Badge | None = None
) -> None:
    """The picture of all classes, and the sentence below it."""
    badge, sentence = badge or many_badge(run.many), said or many_sentence(run)
    canvas(
        "main",
        figure,
        palette=PALETTE,
        symbols=SYMBOLS,
        ids=here.browser_ids(run.data.ids),
        point_labels=[int(c) for c in run.labels],
        labels=[str(c) for c in range(here.experiment.n_classes)],
        tools=ASKING,
        on_edit=lambda events: here.edit(events, many=True),
        on_view=here.look,
        on_pick=lambda pick: _pick(here, pick),
        can_undo=bool(here.history.past),
        can_redo=bool(here.history.future),
        alt=f"{badge.text}. {sentence}",
    )
    page.picture_first()
    page.say(badge, sentence)


def _pick(here: Desk, pick: Pick) -> None:
    ask("v_", place=asked(here, pick).place)


def asked(here: Desk, pick: Pick) -> Look:
    """What is looked at after a place was asked about, or a point: then where it lies.

    Once more lets go of it.
    """
    look, place = value("v_"), pick.place
    if pick.id is not None:
        own = here.own_id(pick.id)
        point = {p.id: p for p in here.experiment.board().all_points}.get(own)
        place = None if point is None else (point.x, point.y)
        if place == look.place and not pick.rest:
            place = None
    return replace(look, place=place)
