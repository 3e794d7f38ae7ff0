"""Every part judges the model of the others once: cross-validation, leave-one-out, scaling."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import streamlit as st

from pages.evaluation.figures.charts import ranking_figure
from pages.evaluation.figures.curves import rows_figure
from pages.evaluation.panels import common
from pages.evaluation.panels.source import Source
from pages.evaluation.text import (
    POOLED,
    SCALING_TRAP,
    SCALINGS,
    SHORT,
    folds_sentence,
    lacking,
)
from pages.evaluation.text.leave_one_out import left_out
from pages.ui import display
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.cross_validation import (
    NAMES,
    Validation,
    cross_validate,
)
from svmcore.model_selection.kernel_choice import percent
from svmcore.model_selection.splits import Split


@lru_cache(maxsize=16)
def validated(
    of: Source, by: Candidate, splits: tuple[tuple[bytes, bytes], ...]
) -> Validation | str:
    """The cross-validation, or why there is none."""
    folds = [Split(*(np.frombuffer(part, dtype=np.intp) for part in pair)) for pair in splits]
    return common.attempt(of, lambda: cross_validate(by, of.X, of.y, folds, of.w))


def plain(splits: tuple[Split, ...]) -> tuple[tuple[bytes, bytes], ...]:
    """Folds as something that can be compared."""
    return tuple((part.train.tobytes(), part.test.tobytes()) for part in splits)


def show() -> None:
    """The model of all points with a cross where one that had not seen the point was wrong."""
    of, by = common.source_and_candidate()
    whole, splits = common.trained(of, by), common.folded(of)
    found: Validation | str = splits if isinstance(splits, str) else ""
    if not isinstance(splits, str):
        found = validated(of, by, plain(splits))
    left, right = display.columns()
    with left:
        called = None if isinstance(whole, str) else whole.called()
        if isinstance(found, str):
            common.board_canvas(of, whole, called, found)
        else:
            common.board_canvas(of, whole, called, folds_sentence(found), found.predicted != of.y)
    with right:
        common.choose()
        if isinstance(found, str) or isinstance(splits, str):
            common.show_reason(str(found))
            return
        _metrics(of, found)
        if missing := lacking(found):
            st.caption(missing)
        row = st.columns(2, gap="small")
        with row[0]:
            title, classes = "ROC", (of.numbers, of.class_names)
            display.chart("pooled", ranking_figure(found.pooled, "roc", *classes, title), 190)
        with row[1]:
            _scalings(of, by, splits)
        st.caption(f"{POOLED} {SCALING_TRAP}" + common.weights_note(of))
        _left_out(of, by)


def _metrics(of: Source, found: Validation) -> None:
    means = [percent(mean) if np.isfinite(mean) else "–" for mean in found.mean.tolist()]
    names = [f"{SHORT[name]} {mean}" for name, mean in zip(NAMES, means, strict=True)]
    title = "Each fold, mean and standard error" + (", mean of classes" if of.k > 2 else "")
    display.chart("folds", rows_figure(title, "percent", names, list(found.values.T)), 230)


def _scalings(of: Source, by: Candidate, splits: tuple[Split, ...]) -> None:
    names, values = [], []
    for how, name in SCALINGS.items():
        if how == "none" and of.scaled:
            continue  # its columns were standardised before they came here
        found = validated(of, replace(by, scaling=how), plain(splits))
        if not isinstance(found, str):
            names.append(name)
            values.append(found.values[:, 0])
    display.chart("scalings", rows_figure("Scaling: accuracy", "percent", names, values), 190)


def _left_out(of: Source, by: Candidate) -> None:
    known = common.leaving_out(of, by)

    def draw() -> None:
        step = known.latest
        if known.wrong:
            common.show_reason(f"Leave-one-out: {of.named(known.wrong)}")
        elif step is None or step.found is None:
            st.progress(*common.progress(step, "model", "Leave-one-out: "))
        else:
            st.html(f'<p class="svm-advice">{left_out(step.found)}</p>')

    common.JOBS.watched(draw, common.page_state)
