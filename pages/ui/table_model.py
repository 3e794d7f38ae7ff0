"""The model of a session's table, which the page Data shows and the page Evaluation judges."""

from dataclasses import replace

from pages.state.table_plan import TablePlan, planned
from pages.state.table_run import TableRun, trained_on_sample
from pages.state.table_settings import TableSettings
from pages.ui.jobs import Job, Jobs
from pages.ui.session import value
from pages.ui.table_session import own

JOBS = Jobs("data")
TRAINING = "all rows"  # the job that trains on all rows
LOOKS = {"view": "result", "density": False}  # what is looked at makes no other model
# what makes another model of the same points
CHOSEN = ("learn", "kernel", "C", "reach", "held", "lot", "balanced", "standardise")


def current_plan() -> TablePlan:
    """What is learnt from the table as it was chosen.

    Raises TableError with the reason if nothing can be.
    """
    here, settings = own(), replace(value(TableSettings), **LOOKS)
    prepared = here.prepared()
    plan = here.once("plan", (prepared, settings), lambda: planned(prepared, settings))
    job = training()
    if job is not None and not same(job.of, plan):
        JOBS.end(TRAINING)  # another model is wanted by now
    return plan


def current_run(plan: TablePlan) -> TableRun:
    """The model of a plan: of the most rows that were waited for, else of those learnt at once."""
    here = own()
    training()
    known = next(
        (r for r in (here.larger, here.last) if r is not None and same(r.plan, plan)), None
    )
    run = trained_on_sample(plan) if known is None else known
    if run.plan is not plan:  # the same model on another plane
        run = replace(run, plan=plan)
    if known is not None and known is here.larger:
        here.larger = run
    here.last = run
    return run


def training() -> Job | None:
    """The job that trains on all rows, None where it is done; its model so far is kept."""
    job = JOBS.get(TRAINING)
    if job is None:
        return None
    done, step = job.finished, job.latest  # in this order: the last step comes before the end
    run, here = None if step is None else step.run, own()
    if run is not None and (here.larger is None or here.larger.model is not run.model):
        here.larger = run
    if done:
        JOBS.end(TRAINING)
    return None if done else job


def same(a: TablePlan, b: TablePlan) -> bool:
    """Whether two plans train the same model, whatever is looked at of it."""
    alike = all(getattr(a.settings, name) == getattr(b.settings, name) for name in CHOSEN)
    pair = a.settings.learn != "columns" or a.pair == b.pair
    return a.prepared is b.prepared and alike and pair
