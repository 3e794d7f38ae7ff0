"""One's own table: what a model learns from it, seen on a plane, and the way to a board."""

from dataclasses import replace

from pages.data.export import data_export
from pages.data.panels import choosing, common, grid, picture, result, source, training, treated
from pages.export.program import Exported
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_run import TableRun
from pages.state.table.table_settings import MINE, TableSettings
from pages.tables.record import TableError
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import heading
from pages.ui.link import address_bar
from pages.ui.page.page_shell import run_page
from pages.ui.page.views import view_switch
from pages.ui.table.table_model import current_plan, current_run, sample_bar, why_none
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import value


def sidebar(_: BoardState) -> None:
    """The table, what is learnt from it, and by which model."""
    own().sync()
    heading("Data")
    source.choose()
    choosing.columns()
    choosing.machine()
    own().drawn = own().table


def show(_: BoardState) -> None:
    """The picture; beside it the numbers or the cells."""
    own().sync()
    plan = common.current_plan()
    run = None if plan is None else current_run(plan)
    drawn = ""
    left, right = display.columns()
    with left:
        if run is None:
            last = own().last
            if last is not None and not _is_of_table(last, plan):
                last = None
            picture.nothing(own().wrong.get("plan") or why_none(), last)
        else:
            drawn = picture.decision(run)
    with right:
        view_switch()
        if plan is not None and run is not None:
            training.offer(plan, run)
        elif plan is not None:
            sample_bar(lambda: value(TableSettings))
        if value(TableSettings).view == "table":
            grid.show()
        elif value(TableSettings).view == "columns":
            treated.show()
        elif run is not None:
            result.show(run, drawn)
        display.clear_stale_elements()
    if own().drawn is not own().table:
        address_bar.rerun()  # a cell was changed: the sidebar speaks of the table before
    now = None if plan is None else current_run(plan)
    if now is not None and (run is None or now.model is not run.model):
        address_bar.rerun()  # a job has gone on while this was drawn


def _is_of_table(last: TableRun, plan: TablePlan | None) -> bool:
    """Whether a model was trained on the table that is looked at, as far as there is one."""
    if plan is not None:
        return last.plan.prepared is plan.prepared
    return own().table is not None and last.plan.settings.real == value(TableSettings).real


def exported(_: BoardState) -> Exported:
    """The model that is shown, for Export, and the table where its cells are."""
    try:
        run = current_run(current_plan())
        found = Exported(name="", why=why_none()) if run is None else data_export(run)
    except TableError as error:
        found = Exported(name="", why=str(error))
    settings = value(TableSettings)
    found = replace(found, table=own().mine if settings.real == MINE else None)
    return replace(found, grid=grid.reported()) if settings.view == "table" else found


run_page(sidebar, show, exports=exported)
