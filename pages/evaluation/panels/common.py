"""What the views of the page Evaluation have in common: the picture, and what it says."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any, TypeVar

import streamlit as st

from pages.evaluation.figures.decision import points_figure, trial_figure
from pages.evaluation.model import Cut, areas, cut
from pages.evaluation.panels.source import Source, board, machine, source
from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.evaluation.text import JOB_TITLES, WEIGHTS_NOTE, whole_sentence
from pages.state.multiclass_run import Scheme, obstacle
from pages.state.run import data_of
from pages.state.scene import cover, fit_view
from pages.state.verdict import Badge, proof_badge
from pages.ui import display
from pages.ui.canvas import canvas
from pages.ui.jobs import Job, Jobs
from pages.ui.parts import kept, spoken
from pages.ui.session import Session, choices, session_of, value
from pages.ui.widgets import segments
from svmcore.arrays import Array, Bools
from svmcore.grid import Extent
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.cross_validation import leaving_each_out
from svmcore.model_selection.holdout import Predictions, Trial, on_all, trial
from svmcore.model_selection.splits import Split, k_fold, train_test
from svmcore.problems.certificate import Status

T = TypeVar("T")
JOBS = Jobs("evaluation")
LEFT_OUT = "leave one out"  # the job that two views show


def source_and_candidate() -> tuple[Source, Candidate]:
    """What is judged: the points, and the model with all its settings."""
    of, experiment = source(), board().experiment
    if value(EvaluationSettings).source != "classes":
        return of, machine(of, experiment)
    scheme = value(Scheme)
    why = of.why or obstacle(experiment, scheme, data_of(experiment))
    return replace(of, why=why), machine(of, experiment, scheme)


def attempt(of: Source, make: Callable[[], T]) -> T | str:
    """What is made of a source, or why it cannot be."""
    if of.why:
        return of.why
    try:
        return make()
    except ValueError as error:
        return of.named(str(error))


@lru_cache(maxsize=16)
def trial_of(of: Source, by: Candidate, share: float, stratified: bool, lot: int) -> Trial | str:
    """The trial of one split, or why there is none."""

    def make() -> Trial:
        split = train_test(of.y, of.ids, share=share, stratified=stratified, seed=lot)
        return trial(by, of.X, of.y, split, of.w)

    return attempt(of, make)


@lru_cache(maxsize=16)
def trained(of: Source, by: Candidate) -> Trial | str:
    """The model of all points, or why there is none."""
    return attempt(of, lambda: on_all(by, of.X, of.y, of.w))


def folded(of: Source) -> tuple[Split, ...] | str:
    """The folds as the words of the link say, or why there are none."""
    word = value(EvaluationSettings)
    return attempt(of, lambda: k_fold(of.y, word.folds, of.ids, order=word.order, seed=word.lot))


def page_state() -> tuple[Any, ...]:
    """All that a part of the page depends on beside the points of a table."""
    return value(EvaluationSettings), value(Scheme), board().experiment


def weights_note(of: Source) -> str:
    """What the points' own weights do, where there are some."""
    return "" if of.w is None else WEIGHTS_NOTE


def show_reason(why: str) -> None:
    """Why something is not shown: names of classes in it are the visitor's own."""
    st.html(f"<p>{escape(why)}</p>")


def progress(step: Any, what: str, of: str = "") -> tuple[float, str]:
    """How far a job is, as a share and in words; its last `step` has `done` and `total`.

    Before the first one the total is not known.
    """
    if step is None:
        return 0.0, f"{of}The first {what} is computed"
    return step.done / step.total, f"{of}{step.done} of {step.total} {what}s"


def choose() -> None:
    """Which view stands beside the picture."""
    segments(choices(EvaluationSettings), "view", VIEWS, key="w_evaluation")


def leaving_out(of: Source, by: Candidate) -> Job:
    """The job of leave-one-out, begun if need be."""
    return JOBS.current(LEFT_OUT, (of, by), lambda: leaving_each_out(by, of.X, of.y, of.w))


def elsewhere() -> None:
    """What other views have begun goes on while this one is looked at, and is named."""

    def draw() -> None:
        running = [JOB_TITLES[name] for name in JOBS.running()]
        if running:
            st.caption(f"Still running in another view: {', '.join(running)}.")

    JOBS.watched(draw, page_state)


def board_canvas(
    of: Source,
    found: Trial | str,
    called: Predictions | None,
    sentence: str,
    wrong: Bools | None = None,
    draw: Callable[[Extent], Cut] | None = None,
    bayes: Callable[[Extent], Array] | None = None,
) -> None:
    """The board's own canvas with the model cut at `called.t`; and the sentence below it.

    draw : another surface than f. bayes : the Bayes boundary. Both over a rectangle.
    """
    session, editable = board(), of.ids is not None
    data = of.data()
    home = session.home if editable else fit_view(data)
    view = session.view if editable else home
    revision = str(session.fits) if editable else of.title
    if of.ground is None:
        st.html(display.VERDICT.format(of.words))
    else:
        figure = points_figure(data.X, of.y.tolist(), of.numbers, home, revision)
        if isinstance(found, Trial) and called is not None:
            extent = cover(view)
            if draw is not None:
                drawn: Any = draw(extent)
            elif found.k == 2:
                drawn = cut(found, of.ground, extent, called.t)
            else:
                drawn = areas(found, of.ground, extent)
            figure = trial_figure(
                found,
                called,
                drawn,
                of.ground,
                home,
                extent,
                numbers=of.numbers,
                names=of.class_names,
                show=session_of().show,
                wrong=wrong,
                bayes=None if bayes is None else bayes(extent),
                words=of.words,
                revision=revision,
            )
        _canvas(session, of, figure, sentence)
    display.picture_first()
    display.show_sentence(badge(found), sentence)


def whole(of: Source, by: Candidate) -> None:
    """The model of all points, and how many of these are predicted correctly."""
    found = trained(of, by)
    if isinstance(found, str):
        return board_canvas(of, found, None, found)
    called = found.called()
    return board_canvas(of, found, called, whole_sentence(called.part("train")))


def _canvas(session: Session, of: Source, figure: dict[str, Any], alt: str) -> None:
    if of.ids is None:
        canvas("main_table", kept(figure), tools=("pan",), alt=spoken(alt, len(of.y)))
        return
    many = value(EvaluationSettings).source == "classes"
    labels = [of.numbers[c] for c in of.y]
    names = [str(c) for c in range(session.experiment.n_classes)] if many else 2
    display.board_canvas(session, "main", figure, of.ids, labels, alt, many=many, names=names)


def badge(found: Trial | str) -> Badge:
    """What the certificate of the model that is drawn proves."""
    if isinstance(found, str):
        return Badge("plain", "no model yet")
    proof = getattr(found.fitted.estimator, "certificate_", None)
    failed = found.fitted.estimator.fit_status_
    if proof is None or not found.machine.function().psd:
        return Badge("failed", "not converged") if failed else Badge("plain", "stationary point")
    return proof_badge(Status.STALLED if failed else Status.OPTIMAL, proof)
