"""The page Data: its sidebar, its picture and what stands beside it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import page
from pages.ui.canvas import canvas
from pages.ui.data import choosing, grid, parts, result, source
from pages.ui.data.source import complaint
from pages.ui.own import own
from pages.ui.session import Desk, ask, desk, value
from pages.ui.widgets import choice, heading
from svmcore.figures.decision import hero_layout
from svmcore.figures.parts import note
from svmcore.figures.table import table_figure
from svmcore.figures.theme import PALETTE, SYMBOLS
from svmcore.many_report import many_badge
from svmcore.table_job import LONGEST, Job
from svmcore.table_lesson import VIEWS
from svmcore.table_report import duration, marks, seen
from svmcore.table_run import LONGER, SHORTER, Plan, TableRun, expected, told
from svmcore.table_scene import table_scene

__all__ = ["show", "sidebar"]

STEP = 0.5  # seconds between two looks at a job
NOTHING = (-3.2, 3.2, -2.4, 2.4)  # what a picture without points shows


def sidebar(here: Desk) -> None:
    """The table, what is learnt from it, and by which machine."""
    here.shown = here.experiment
    own().sync()
    heading("Data")
    source.choose()
    choosing.columns()
    choosing.machine()
    own().drawn = own().table


def show(here: Desk) -> None:
    """The picture; beside it the numbers or the cells."""
    own().sync()
    plan = parts.current_plan()
    run = None if plan is None else parts.current_run(plan)
    drawn = ""
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        if run is None:
            _nothing(own().wrong["plan"])
        else:
            drawn = _hero(run)
    with right:
        chosen = value("t_").view
        choice("View", VIEWS, "w_t_view", chosen, lambda name: ask("t_", view=name), "stretch")
        if plan is not None and run is not None:
            _long(plan, run)
        if chosen == "table":
            grid.show()
        elif run is not None:
            result.show(run, drawn)
        page.write_over()
    if own().drawn is not own().table:
        st.rerun()  # a cell was changed: the sidebar speaks of the table before


def _hero(run: TableRun) -> str:
    """Draw it; the answer says what is drawn where not every point is."""
    own_table, lesson = own(), run.plan.lesson
    revision = f"{own_table.version} {run.plan.axes} {lesson.learn} {own_table.choice}"
    zoom = own_table.zoom
    scene = table_scene(run, zoom[1] if zoom is not None and zoom[0] == revision else None)
    density = value("t_").density and len(run.plan.drawn) < len(run.plan.prepared.y)
    badge = many_badge(run.many)
    said = told(run.plan)

    def looked(x0: float, x1: float, y0: float, y1: float) -> None:
        own().zoom = (revision, (x0, x1, y0, y1))

    _canvas(
        table_figure(scene, show=desk().show, density=density, revision=revision),
        f"{badge.text}. {said}",
        on_view=looked,
    )
    page.picture_first()
    page.say(badge, said)
    return " ".join(
        part
        for part in ("" if density else marks(run, desk().show), seen(scene, density, desk().show))
        if part
    )


def _nothing(why: str) -> None:
    layout = hero_layout(NOTHING, NOTHING, "nothing", framed=True)
    layout["annotations"] = [
        note("no picture", 0.5, 0.5) | {"xref": "paper", "yref": "paper", "xanchor": "center"}
    ]
    _canvas({"data": [], "layout": layout}, why)
    page.say(None, why)


def _canvas(figure: dict[str, Any], alt: str, **more: Any) -> None:
    canvas("main", figure, palette=PALETTE, symbols=SYMBOLS, tools=(), alt=alt, **more)


def _long(plan: Plan, run: TableRun) -> None:
    """The offer to learn from all rows, where that takes its time; and the training under way."""
    here = own()
    job = here.job
    if job is not None and not parts.same(job.plan, plan):
        job.cancel()  # another machine is asked for by now
        here.job = None
    if here.job is not None:
        _wait()
        return
    if run.whole:
        return
    seconds = expected(run)

    def begin() -> None:
        own().wrong.pop("job", None)
        own().job = Job(plan, seconds)

    hopeless = seconds > SHORTER * LONGEST
    st.button(
        f"Learn from all {len(plan.rows):,} rows: {duration(seconds)}",
        key="t_whole",
        on_click=begin,
        width="stretch",
        disabled=hopeless,
        help="The machine on the screen learnt from a sample. The time is a guess from that of "
        f"the sample. Can be cancelled, and is given up after {LONGEST / 60.0:g} minutes"
        + (": too long for these rows." if hopeless else "."),
    )
    complaint("job")


@st.fragment(run_every=STEP)
def _wait() -> None:
    """Watch a job until it is done."""
    here = own()
    job = here.job
    if job is None:
        return
    if job.done:
        found = job.result()
        here.job, here.whole = None, found or here.whole
        if found is None:
            how = f"took more than {LONGEST / 60.0:g} minutes" if job.given_up else "failed"
            here.wrong["job"] = f"Learning from all rows {how}: the machine is still the sample's."
        st.rerun()

    def cancel() -> None:
        job.cancel()
        own().job = None

    share = min(0.98, job.elapsed / max(job.seconds, 0.1))
    late = " (longer than expected)" if job.elapsed > LONGER * job.seconds else ""
    st.progress(share, f"learning for {job.elapsed:.0f} s{late}; expected: {duration(job.seconds)}")
    if st.button("Cancel", key="t_cancel", on_click=cancel, width="stretch"):
        st.rerun()
