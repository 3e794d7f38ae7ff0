"""The picture of a table: the plane, its points, and what the model says there."""

from typing import Any

from pages.data.figures import table_figure
from pages.data.model import table_scene
from pages.data.text import BEFORE, NO_PICTURE, drawn_sentence, marks
from pages.plots.decision import board_layout
from pages.plots.theme import faded_palette
from pages.plots.traces import on_paper
from pages.state.multiclass.multiclass_verdict import multiclass_badge
from pages.state.table.table_plan import plan_sentence
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import TableSettings
from pages.ui.board import display
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import NO_POINTS, ONLY_LOOK, UNHEARD, Handlers, Points
from pages.ui.page.screen_parts import alt_text, without_hidden_parts
from pages.ui.table.visitor_table import Zoom, own
from pages.ui.visit.visit import shown_layers, value

FADED = faded_palette()
NOTHING = (-3.2, 3.2, -2.4, 2.4)  # what a picture without points shows


def decision(run: TableRun) -> str:
    """Draw it; the answer says what is drawn where not every point is."""
    own_table, settings = own(), run.plan.settings
    revision = f"{own_table.version} {run.plan.axes} {settings.learn} {own_table.choice}"
    zoom = own_table.zoom
    box = zoom.box if zoom is not None and zoom.revision == revision else None
    scene = own_table.once("scene", (run, box), lambda: table_scene(run, box))
    density = value(TableSettings).density and len(run.plan.drawn) < len(run.plan.prepared.y)
    badge = multiclass_badge(run.many)
    text = plan_sentence(run.plan)

    def looked(x0: float, x1: float, y0: float, y1: float) -> None:
        own().zoom = Zoom(revision, (x0, x1, y0, y1))

    _canvas(
        table_figure(scene, show=shown_layers(), density=density, revision=revision),
        alt_text(f"{badge.text}. {text}", len(run.plan.drawn)),
        Points(names=[name[:40] for name in run.plan.prepared.class_names]),
        Handlers(view=looked),
    )
    display.picture_first()
    display.show_sentence(badge, text)
    return " ".join(
        part
        for part in (
            "" if density else marks(run, shown_layers()),
            drawn_sentence(scene, density, shown_layers()),
        )
        if part
    )


def nothing(why: str, before: TableRun | None) -> None:
    """The picture of the table before in grey, or an empty one; and below it the reason."""
    if before is None:
        layout = board_layout(NOTHING, NOTHING, "nothing", framed=True)
        layout["annotations"] = [on_paper(NO_PICTURE, 0.5, 0.5, "center")]
        figure: dict[str, Any] = {"data": [], "layout": layout}
        _canvas(figure, why)
    else:
        why = f"{why} {BEFORE}"
        shown = table_figure(table_scene(before), show=("regions",), revision="before")
        _canvas(shown, why, Points(palette=FADED))
    display.show_sentence(None, why)


def _canvas(
    figure: dict[str, Any], alt: str, points: Points = NO_POINTS, handlers: Handlers = UNHEARD
) -> None:
    shown = without_hidden_parts(figure)
    canvas("main", shown, alt, points=points, tools=ONLY_LOOK, handlers=handlers)
