"""SMO step by step: the pair, its box, and what the step gains."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui import page
from pages.ui.dual import parts
from pages.ui.session import Desk
from pages.ui.timeline import name_of, why
from svmcore.experiment import Experiment
from svmcore.figures.smo import progress_figure
from svmcore.figures.smo_film import smo_dict
from svmcore.report import number, sentence
from svmcore.run import data_of, run
from svmcore.scene import cover
from svmcore.smo_record import Record, smo_record

RUN = "smo"  # the film's key


def show(here: Desk) -> None:
    """The machine of the step, the timeline, and the step under the microscope."""
    experiment = parts.solved(here)
    name = name_of(experiment, live=False)
    record = smo_record(experiment, here.step_of(name))
    said = sentence(run(experiment)) if record is None else _said(record)
    data = data_of(experiment)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        film = None if record is None else lambda: _film(here, experiment, record)
        parts.filmed(here, RUN, film, data, [], said, lambda k: here.step_in(name, k))
    with right:
        parts.choose(here)
        if record is not None:
            page.chart("smo_values", progress_figure(record), 190, film=RUN)
            why("why_smo", RUN)


def _film(here: Desk, experiment: Experiment, record: Record) -> dict[str, Any]:
    film = smo_dict(record, name_of(experiment, here.live), cover(here.view), here.live)
    return film | {"words": _words(record)}


def _words(record: Record) -> dict[str, list[str]]:
    """What the timeline says of every moment."""
    values = zip(record.dual.tolist(), record.primal.tolist(), strict=True)
    return {
        "place": [f"step {step} of {record.total}" for step in record.update.tolist()],
        "step": [f"Σ α y = {number(float(a @ record.data.y), 1)}" for a in record.alpha],
        "cost": [f"dual {number(dual, 4)}, primal {number(primal, 4)}" for dual, primal in values],
    }


def _said(record: Record) -> str:
    steps = int(record.update[-1])
    ends = "until no pair violates the conditions" if record.finished else "and is stopped there"
    return (
        f"SMO takes {steps} step{'' if steps == 1 else 's'} of two multipliers {ends}; "
        f"{len(record.marks)} of them are worth a look."
    )
