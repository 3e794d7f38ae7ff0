"""Freezing the present model as A, and what the page remembers of it."""

from dataclasses import dataclass, replace

from pages.playground.settings import FrozenModel
from pages.state.run import Run, run
from pages.ui.moment import Moment, up_to_date
from pages.ui.session import Session

_FIELD = ((FrozenModel, "frozen"),)


@dataclass
class FrozenRun:
    """The run of A, which is trained once a visit, whatever else the server trains."""

    found: Run | None = None


def frozen_run(session: Session) -> Run | None:
    """The run of A; None while nothing is compared."""
    experiment, memory = session.value(FrozenModel).frozen, session.remembered(FrozenRun)
    if experiment is None:
        memory.found = None
    elif memory.found is None or memory.found.experiment != experiment:
        memory.found = run(experiment)
    return memory.found


def freeze(session: Session) -> None:
    """The present model is A from now on."""
    session.store(FrozenModel(session.experiment))


def drop(session: Session) -> None:
    """End the comparison."""
    session.store(FrozenModel())


def swap(session: Session) -> None:
    """A becomes the present model, which is frozen instead: one step to undo.

    Nothing up to the change of the experiment can be interrupted: neither model is ever lost.
    """
    frozen = session.value(FrozenModel).frozen
    if frozen is None:  # a second click came when the comparison had ended
        return
    history = up_to_date(session.history, session.values, _FIELD)
    freeze(session)
    swapped = replace(history, present=Moment(frozen, history.present.numbers))
    session.history = history.push(up_to_date(swapped, session.values).present)
    session.load(frozen)
