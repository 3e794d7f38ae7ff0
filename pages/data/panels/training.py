"""Training on all rows of a table, where that takes its time."""

from __future__ import annotations

import streamlit as st

from pages.data.panels import common
from pages.data.panels.source import complaint
from pages.data.text import duration
from pages.state.table_job import LONGEST, Job
from pages.state.table_run import LONGER, SHORTER, TablePlan, TableRun, expected
from pages.ui.table_session import own

STEP = 0.5  # seconds between two looks at a job


def offer(plan: TablePlan, run: TableRun) -> None:
    """The offer to learn from all rows, where that takes its time; and the training under way."""
    here = own()
    job = here.job
    if job is not None and not common.same(job.plan, plan):
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
