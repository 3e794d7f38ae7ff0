"""Every part judges the model of the others once: cross-validation, and what scaling does to it."""

from collections.abc import Iterator
from functools import lru_cache, partial

import numpy as np
import streamlit as st

from pages.evaluation.figures.charts import ranking_figure
from pages.evaluation.figures.curves import rows_figure
from pages.evaluation.model import Validations, folding, ways
from pages.evaluation.panels import common, work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source
from pages.evaluation.text.views import (
    POOLED,
    SCALING_TRAP,
    SCALINGS,
    SHORT,
    folds_sentence,
    lacking,
)
from pages.model_selection.candidate import Candidate, Progress
from pages.model_selection.cross_validation import NAMES, Validation
from pages.model_selection.holdout import Trial
from pages.model_selection.kernel_choice import percent
from pages.model_selection.splits import Split
from pages.plots.layout_sizes import CHART, ROWS_CHART
from pages.state.table.table_work import AT_ONCE
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.server.jobs import Background, watched

Steps = Iterator[Progress[Validations]]
Plain = tuple[tuple[bytes, bytes], ...]


def plain(splits: tuple[Split, ...]) -> Plain:
    """Folds as something that can be compared."""
    return tuple((part.train.tobytes(), part.test.tobytes()) for part in splits)


def _splits(plain: Plain) -> tuple[Split, ...]:
    return tuple(Split(*(np.frombuffer(part, dtype=np.intp) for part in pair)) for pair in plain)


def _work(of: Source, by: Candidate, splits: tuple[Split, ...]) -> "partial[Steps]":
    how = ways(by, table=of.table is not None)
    return partial(folding, by, of.X, of.y, splits, of.w, how)


@lru_cache(maxsize=16)
def validated(of: Source, by: Candidate, splits: Plain) -> Validations | str:
    """The cross-validations by the way of scaling, or why there are none."""

    def make() -> Validations:
        *_, last = _work(of, by, _splits(splits))()
        assert last.found is not None
        return last.found

    return common.attempt(of, make)


def show(_: BoardState) -> None:
    """The model of all points with a cross where one that had not seen the point was wrong."""
    of, by = source_and_candidate()
    whole, splits = common.trained(of, by), common.folded(of)
    task = None if isinstance(splits, str) else _task(of, by, splits)
    job = None if task is None else task.current()
    if isinstance(splits, str):
        found: Validations | str | None = splits
    elif task is None or job is None:
        found = common.kept_for(of, "validated", validated, of, by, plain(splits))
    else:
        found = job.wrong or job.found
    left, right = display.columns()
    with left:
        _picture(of, by, whole, found)
    with right:
        common.choose()
        if task is not None and found is None:
            watched(task.bar, common.page_state)
        elif isinstance(found, str):
            common.show_reason(found)
            common.elsewhere()
        elif found is not None:
            _beside(of, by, found)
            common.elsewhere()


def _task(of: Source, by: Candidate, splits: tuple[Split, ...]) -> Background | None:
    """The cross-validation of a table, where that is too long to be waited for."""
    much = work.effort(of, by, len(splits) * len(ways(by, table=of.table is not None)))
    if of.table is None or much <= AT_ONCE:
        return None
    make = work.steps_of(of, _work(of, by, splits), much)
    return Background("folds", (of, by, plain(splits)), make)


def _picture(
    of: Source, by: Candidate, whole: Trial | str, found: Validations | str | None
) -> None:
    called = None if isinstance(whole, str) else whole.called()
    if isinstance(found, str):
        common.board_canvas(of, whole, called, found)
    elif found is not None:
        one = found[by.scaling]
        common.board_canvas(
            of, whole, called, folds_sentence(one, sample=of.sampled), one.predicted != one.y
        )
    else:
        common.whole(of, by)


def _beside(of: Source, by: Candidate, found: Validations) -> None:
    one = found[by.scaling]
    _metrics(of, one)
    if missing := lacking(one):
        st.caption(missing)
    row = st.columns(2, gap="small")
    with row[0]:
        classes = (of.numbers, of.labels)
        display.chart("pooled", ranking_figure(one.pooled, "roc", *classes, "ROC"), CHART)
    with row[1]:
        names = [name for how, name in SCALINGS.items() if how in found]
        values = [found[how].values[:, 0] for how in SCALINGS if how in found]
        display.chart("scalings", rows_figure("Scaling: accuracy", "percent", names, values), CHART)
    st.caption(f"{POOLED} {SCALING_TRAP}" + common.weights_note(of))


def _metrics(of: Source, found: Validation) -> None:
    means = [percent(mean) if np.isfinite(mean) else "–" for mean in found.mean.tolist()]
    names = [f"{SHORT[name]} {mean}" for name, mean in zip(NAMES, means, strict=True)]
    title = "Each fold, mean and standard error" + (", mean of classes" if of.k > 2 else "")
    display.chart("folds", rows_figure(title, "percent", names, list(found.values.T)), ROWS_CHART)
