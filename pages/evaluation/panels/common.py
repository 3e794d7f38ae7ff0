"""What the views of the page Evaluation have in common: the picture, and what it says."""

from collections.abc import Callable
from functools import lru_cache, partial
from html import escape
from inspect import unwrap
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from pages.datasets.limits import Extent
from pages.evaluation.figures.decision import points_figure, trial_figure
from pages.evaluation.model import Cut, areas, cut, training
from pages.evaluation.panels import work
from pages.evaluation.panels.chosen import source_and_candidate
from pages.evaluation.panels.source import Source, judged_board
from pages.evaluation.settings import ONE_SPLIT, EvaluationSettings
from pages.evaluation.text.table import drawn_sentence
from pages.evaluation.text.views import WEIGHTS_NOTE, WHOLE_FIRST, whole_sentence
from pages.model_selection.candidate import Candidate
from pages.model_selection.holdout import Predictions, Trial, on_all, trial
from pages.model_selection.splits import Split, k_fold, train_test
from pages.plots.table_axes import axis_names, free_axes
from pages.state.model.scene import cover, fit_view
from pages.state.multiclass.multiclass_run import Scheme
from pages.state.table.table_plan import covered, home_of
from pages.state.table.table_settings import TableSettings
from pages.state.table.table_work import AT_ONCE
from pages.state.text.verdict import Badge, proof_badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import TWO_CLASSES, Points, Tools
from pages.ui.page.screen_parts import alt_text, without_hidden_parts
from pages.ui.page.views import view_switch
from pages.ui.server.jobs import Background, latest, watched
from pages.ui.table.table_model import sample_bar
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import shown_layers, value
from svmcore.arrays import Array, Bools
from svmcore.problems.certificate import Status

T = TypeVar("T")


def attempt(of: Source, make: Callable[[], T]) -> T | str:
    """What is made of a source, or why it cannot be."""
    if of.why:
        return of.why
    try:
        return make()
    except ValueError as error:
        return of.named(str(error))


def trial_of(of: Source, by: Candidate) -> Trial | str:
    """The trial of one split, or why there is none: of a table, with the split of the page Data."""
    if of.why:
        return of.why
    if of.table is not None:
        return of.table.trial
    word = value(EvaluationSettings)
    return _trial(of, by, word.share, word.stratified, word.lot)


@lru_cache(maxsize=16)
def _trial(of: Source, by: Candidate, share: float, stratified: bool, lot: int) -> Trial | str:
    def make() -> Trial:
        split = train_test(of.y, of.ids, share=share, stratified=stratified, seed=lot)
        return trial(by, of.X, of.y, split, of.w)

    return attempt(of, make)


def trained(of: Source, by: Candidate) -> Trial | str:
    """The model of all points, or why there is none."""
    task = _training(of, by)
    if task is None:
        return kept_for(of, "trained", _trained, of, by)
    job = task.current()
    return work.without(job) if job.found is None else job.found


def _training(of: Source, by: Candidate) -> Background | None:
    """The training of a table's model, where that may be too long for a script."""
    much = work.effort(of, by, 1)
    if of.table is None or of.why or much <= AT_ONCE:
        return None
    make = work.steps_of(of, partial(training, by, of.X, of.y, of.w), much)
    return Background(work.MODEL, (of, by), make, first=WHOLE_FIRST)


@lru_cache(maxsize=16)
def _trained(of: Source, by: Candidate) -> Trial | str:
    return attempt(of, lambda: on_all(by, of.X, of.y, of.w))


def kept_for(of: Source, name: str, make: Callable[..., T], *args: Any) -> T:
    """What a cached function makes; of a table in its session: a cache would keep the table."""
    if of.table is None:
        return make(*args)
    made: T = own().once(name, args, lambda: unwrap(make)(*args))
    return made


def folded(of: Source) -> tuple[Split, ...] | str:
    """The folds as the words of the link say, or why there are none."""
    word = value(EvaluationSettings)
    return attempt(of, lambda: k_fold(of.y, word.folds, of.ids, order=word.order, seed=word.lot))


def page_state() -> tuple[Any, ...]:
    """All that a part of the page depends on beside the cells of a table."""
    return value(EvaluationSettings), value(Scheme), value(TableSettings), judged_board().experiment


def weights_note(of: Source) -> str:
    """What the points' own weights do, where there are some."""
    return "" if of.w is None else WEIGHTS_NOTE


def show_reason(why: str) -> None:
    """Why something is not shown: names of classes in it are the visitor's own."""
    st.html(f"<p>{escape(why)}</p>")


def choose() -> None:
    """Which view stands beside the picture."""
    view_switch()
    of, by = source_and_candidate()
    if of.table is None:
        return
    if value(EvaluationSettings).view in ONE_SPLIT:
        if of.why:
            sample_bar(page_state)
    elif (task := _training(of, by)) is not None:
        job = latest(task.name)
        if job is not None and not job.shown:
            watched(task.bar, page_state)


def elsewhere() -> None:
    """What other views have begun goes on while this one is looked at, and is named."""
    work.elsewhere(page_state)


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
    board, window = judged_board(), window_of(of)
    if isinstance(found, Trial) and called is not None:
        if draw is not None:
            drawn: Any = draw(window.extent)
        elif found.k == 2:
            drawn = cut(found, of.ground, window.extent, called.t)
        else:
            drawn = areas(found, of.ground, window.extent)
        figure = trial_figure(
            found,
            called,
            drawn,
            of.ground,
            window.home,
            window.extent,
            numbers=of.numbers,
            names=of.labels,
            show=shown_layers(),
            wrong=wrong,
            bayes=None if bayes is None else bayes(window.extent),
            words=of.words,
            revision=window.revision,
            rows=None if of.table is None else of.table.drawn,
        )
    else:
        data = of.data()
        rows = slice(None) if of.table is None else of.table.drawn
        figure = points_figure(
            data.X[rows], of.y[rows].tolist(), of.numbers, window.home, window.revision
        )
    if of.table is not None:
        figure["layout"]["annotations"] = [
            *figure["layout"].get("annotations", []),
            *axis_names(of.table.plan.axes),
        ]
        if not of.table.plan.equal:
            free_axes(figure["layout"])
    _canvas(board, of, figure, sentence)
    display.picture_first()
    display.show_sentence(badge(found), sentence)


class Window(NamedTuple):
    """What a picture shows: its home, what of it is drawn, and a name that keeps the zoom."""

    home: Extent
    extent: Extent
    revision: str


def window_of(of: Source) -> Window:
    """The window of a source's picture: the board's own, or that of the table on the page Data."""
    if of.table is not None:
        plan = of.table.plan
        home, _ = home_of(plan)
        return Window(home, covered(plan, home), f"{of.title} {plan.axes} {plan.settings.learn}")
    board = judged_board()
    if of.ids is None:  # there are no points
        home = fit_view(of.data())
        return Window(home, cover(home), of.title)
    return Window(board.home, cover(board.view), str(board.fits))


def whole(of: Source, by: Candidate) -> None:
    """The model of all points, and how many of these are predicted correctly."""
    found = trained(of, by)
    if isinstance(found, str):
        return board_canvas(of, found, None, found)
    called = found.called()
    return board_canvas(of, found, called, whole_sentence(called.part("train"), sample=of.sampled))


def _canvas(board: BoardState, of: Source, figure: dict[str, Any], alt: str) -> None:
    if of.ids is None:
        alt = alt if of.table is None else " ".join(filter(None, (alt, drawn_sentence(of.table))))
        shown, words = without_hidden_parts(figure), alt_text(alt, len(of.y))
        canvas("main_table", shown, words, tools=Tools(("pan",)))
        return
    many = value(EvaluationSettings).source == "classes"
    labels = [of.numbers[c] for c in of.y]
    names = [str(c) for c in range(board.experiment.n_classes)] if many else TWO_CLASSES
    points = Points(ids=of.ids, labels=labels, names=names)
    display.board_canvas(board, figure, points, alt, many=many)


def badge(found: Trial | str) -> Badge:
    """What the certificate of the model that is drawn proves."""
    if isinstance(found, str):
        return Badge("plain", "no model yet")
    proof = getattr(found.fitted.estimator, "certificate_", None)
    failed = found.fitted.estimator.fit_status_
    if proof is None or not found.machine.function().psd:
        return Badge("failed", "not converged") if failed else Badge("plain", "stationary point")
    return proof_badge(Status.STALLED if failed else Status.OPTIMAL, proof)
