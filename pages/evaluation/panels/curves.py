"""The score over the number of points, over C and over gamma."""

from functools import partial

import streamlit as st

from pages.evaluation.figures.curves import score_figure
from pages.evaluation.panels import common, folds, work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source
from pages.evaluation.settings import CURVES, EvaluationSettings
from pages.evaluation.text.views import BAND, CURVE_WORDS, HILLS, NO_GAMMA, learning_text
from pages.model_selection.candidate import Candidate
from pages.model_selection.curves import N_PLACES, growing
from pages.model_selection.splits import Split
from pages.plots.layout_sizes import LARGE_CHART
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import segments
from pages.ui.server.jobs import Background, watched
from pages.ui.visit.visit import choices, value
from svmcore.kernels import DiagonalKernel


def show(_: BoardState) -> None:
    """The model of all points; beside it the curve that was chosen."""
    of, by = source_and_candidate()
    left, right = display.columns()
    with left:
        common.whole(of, by)
    with right:
        common.choose()
        kind = value(EvaluationSettings).curve
        segments(choices(EvaluationSettings), "curve", CURVES | {"gamma": of.gamma})
        splits = common.folded(of)
        if isinstance(splits, str):
            common.show_reason(splits)
        elif kind != "learning" and kind != "C" and kind not in dict(by.parameters):
            common.show_reason(NO_GAMMA)
        else:
            _curve(of, by, splits, kind)


def _curve(of: Source, by: Candidate, splits: tuple[Split, ...], kind: str) -> None:
    seed = value(EvaluationSettings).lot
    chosen = {"learning": 0.0, "C": by.C} | {n: v for n, v in by.parameters if n == "gamma"}
    # what varies along the curve need not be trained anew when it is chosen differently
    asked = by if kind == "learning" else by.changed(**{kind: 1.0})
    do = partial(growing, asked, of.X, of.y, splits, kind, seed=seed, w=of.w)
    make = work.steps_of(of, do, work.effort(of, by, N_PLACES * len(splits)))
    task = Background("curve", (of, asked, folds.plain(splits), kind, seed), make, "places")
    job = task.current()

    def draw() -> None:
        if job.wrong:
            task.bar()
            return
        found = job.found
        at = float(min(len(part.train) for part in splits)) if kind == "learning" else chosen[kind]
        display.main_chart("curve", score_figure(found, kind, at, of.gamma), LARGE_CHART)
        task.bar()
        hills = HILLS if kind == "gamma" and isinstance(by.function(), DiagonalKernel) else ""
        text = (
            learning_text(found, gamma=of.gamma if "gamma" in dict(by.parameters) else "")
            if kind == "learning"
            else CURVE_WORDS.format(symbol="C" if kind == "C" else of.gamma)
        )
        st.caption(f"{hills}{text} {BAND}{common.weights_note(of)}")

    watched(draw, common.page_state)
