"""What the views of the page Kernels have in common."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui import page
from pages.ui.canvas import ASKING
from pages.ui.dual.parts import picked, solved
from pages.ui.inside import KERNELS
from pages.ui.session import Desk
from pages.ui.widgets import choice
from svmcore.figures.dual import asked_figure
from svmcore.figures.theme import Figure
from svmcore.report import badge, sentence
from svmcore.run import run
from svmcore.scene import Scene, scene

WIDTHS = (1.4, 1.0)  # of the picture and of what stands beside it

__all__ = ["WIDTHS", "choose", "hero", "machine", "picked", "solved"]


def choose(here: Desk) -> None:
    """Which view stands beside the picture."""
    choice(
        "View",
        KERNELS,
        "w_kernel_view",
        here.inside.kernels,
        lambda view: here.ask(kernels=view),
        width="stretch",
    )


def machine(here: Desk) -> Scene:
    """The machine on the desk, in the dual, as it is drawn."""
    return scene(run(solved(here)), here.view)


def hero(
    here: Desk, drawn: Scene, said: str = "", *, change: Callable[[Figure], Figure] | None = None
) -> None:
    """The picture with the point that was asked about, and the sentence below it.

    `change` may make another figure of it before it is drawn.
    """
    result = drawn.run
    figure = asked_figure(
        drawn, here.home, picked(here, result), None, show=here.show, revision=str(here.fits)
    )
    said = said or sentence(result)
    alt = f"{badge(result).text}. {said}"
    page.hero(
        here,
        "main",
        figure if change is None else change(figure),
        result.data,
        alt,
        tools=ASKING,
        on_pick=here.pick,
    )
    page.picture_first()
    page.say(badge(result), said)
