"""What the views of the page Regression have in common."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import page
from pages.ui.canvas import TOOLS, Pick, canvas
from pages.ui.session import Desk, ask, desk, value
from pages.ui.tube_look import VIEWS, TubeLook
from pages.ui.widgets import choice
from svmcore.figures.theme import PALETTE
from svmcore.figures.tube import tube_figure
from svmcore.regression.asked import said_at, said_of_point
from svmcore.regression.drawing import Tube
from svmcore.regression.fitted import Fitted
from svmcore.regression.report import nu_sentence, regression_badge, regression_sentence
from svmcore.report import Badge

WIDTHS = (1.7, 1.0)  # of the picture and of what stands beside it
# Points without classes: what is drawn before the server answers has their colour too.
INK = {theme: {**colors, "class0": colors["muted"]} for theme, colors in PALETTE.items()}


def choose() -> None:
    """Which view stands beside the picture."""
    view = value("rv_").view
    choice("View", VIEWS, "w_tube_view", view, lambda name: ask("rv_", view=name), "stretch")


def hero(here: Desk, drawn: Tube, badge: Badge | None = None, said: str = "") -> None:
    """The picture and the sentence below it; without one, what the exact machine has to say."""
    fitted = drawn.fitted
    if not said:
        badge, said = regression_badge(fitted), sentence(fitted)
    place = value("rv_").place
    figure = tube_figure(
        drawn,
        here.home,
        show=desk().show,
        revision=str(here.fits),
        asked=asked(fitted),
        place=None if place is None else place[0],
    )
    canvas(
        "main",
        figure,
        palette=INK,
        symbols=("circle",),
        ids=here.browser_ids(fitted.ids),
        point_labels=[0] * len(fitted),
        labels=["point"],
        tools=(*TOOLS, "pick"),
        on_edit=lambda events: here.edit(events, many=True),
        on_view=here.look,
        on_pick=lambda pick: take(here, pick),
        can_undo=bool(here.history.past),
        can_redo=bool(here.history.future),
        alt=said if badge is None else f"{badge.text}. {said}",
    )
    page.picture_first()
    page.say(badge, said)


def sentence(fitted: Fitted) -> str:
    """What is asked about, or else the result."""
    k, place = asked(fitted), value("rv_").place
    if k is not None:
        return said_of_point(fitted, k)
    if place is not None and fitted.model is not None:
        return said_at(fitted, place[0])
    return " ".join(filter(None, (regression_sentence(fitted), nu_sentence(fitted))))


def asked(fitted: Fitted) -> int | None:
    """The number of the point that is asked about; None without one."""
    look: TubeLook = value("rv_")
    return fitted.ids.index(look.point) if look.point in fitted.ids else None


def take(here: Desk, pick: Pick) -> None:
    """A point or a place was asked about; a point that is asked about again is let go of."""
    look: TubeLook = value("rv_")
    known = None if pick.id is None else here.own_id(pick.id)
    if known is None:
        changed = replace(look, point=-1, place=pick.place)
    elif known == look.point and not pick.rest:
        changed = replace(look, point=-1)
    else:
        changed = replace(look, point=known, place=None)
    ask("rv_", point=changed.point, place=changed.place)
