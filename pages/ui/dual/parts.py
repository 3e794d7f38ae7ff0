"""What the views of the page Dual have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pages.ui import page
from pages.ui.inside import DUAL
from pages.ui.session import Desk
from pages.ui.timeline import timeline
from pages.ui.widgets import choice
from svmcore.experiment import Experiment, change
from svmcore.figures.descent import points_figure
from svmcore.run import Data, Run
from svmcore.scene import cover

WIDTHS = (1.7, 1.0)  # of the picture and of what stands beside it
TIMELINE = 190  # pixels of it and of the sentence below it


def filmed(
    here: Desk,
    key: str,
    film: Callable[[], Mapping[str, object]] | None,
    data: Data,
    held: Sequence[int],
    said: str,
    on_focus: Callable[[int], None] | None = None,
) -> None:
    """The points, under which the film is painted, its timeline, and a sentence.

    `held` are the points that are kept apart for the test; without a film only the points stay.
    The film is made while the browser already draws the points.
    """
    page.hero(
        here,
        "main",
        points_figure(data, held, cover(here.view), here.home, str(here.fits)),
        data,
        said,
        below=TIMELINE,
        film="" if film is None else key,
        film_show=[name for name in ("regions", "margins", "weights") if name in here.show],
    )
    if film is not None:
        points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": data.y > 0}
        timeline(key, film(), points=points, on_focus=on_focus)
    page.picture_first()
    page.say(None, said)


def solved(here: Desk) -> Experiment:
    """The experiment on the desk, solved in the dual by the solver that fits, to its end."""
    return change(here.experiment, formulation="dual", solver="auto", max_iter=0)


def choose(here: Desk) -> None:
    """Which view stands beside the picture."""
    choice(
        "View",
        DUAL,
        "w_dual_view",
        here.inside.dual,
        lambda view: here.ask(dual=view),
        width="stretch",
    )


def picked(here: Desk, run: Run) -> int | None:
    """The number of the point that was asked about among the run's; None without one."""
    ids = run.data.ids
    return ids.index(here.inside.point) if here.inside.point in ids else None
