"""What is hidden on the pages, and when their links are written and read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pages.challenges.settings import ChallengesView
from pages.classes.settings import ClassesView
from pages.evaluation.settings import EvaluationSettings
from pages.predict.settings import PredictSettings
from pages.ui.board.board_state import BoardState
from pages.ui.link import address_bar
from pages.ui.page import page_shell
from pages.ui.visit.visit import store
from tests.helpers.opened import again, board_of, controls, move, open_page


@pytest.mark.parametrize(
    ("page", "view", "there"),
    [
        ("evaluation", EvaluationSettings(view="folds"), {"w_folds"}),
        ("classes", ClassesView(view="descent"), {"w_step"}),
        ("predict", PredictSettings(sample="board"), {"w_C"}),
        ("challenges", ChallengesView(view="goals"), {"w_seed"}),
    ],
)
def test_the_sidebar_follows_a_view_that_the_picture_alone_was_drawn_for(
    page, view, there, monkeypatch
):
    app = open_page(page)
    before = {*controls(app), *(one.key for one in app.number_input)}
    changes = iter([view])

    @contextmanager
    def between() -> Iterator[None]:  # the sidebar is drawn, the stage is not
        for one in changes:
            store(one)
        yield

    monkeypatch.setattr(page_shell, "resting", between)
    after = {*controls(again(app)), *(one.key for one in app.number_input)}
    assert there <= before ^ after, sorted(after)


@pytest.mark.parametrize("page", ["", "evaluation"])
def test_a_page_that_runs_itself_again_does_not_bring_an_old_link_back(page, monkeypatch):
    app = open_page(page)
    move(app, "w_C", 10.0)
    written = dict(app.query_params)
    app.query_params.clear()  # what the browser had when it asked for this run
    reads, stale = iter([lambda: None, address_bar.read]), iter([True, False])
    monkeypatch.setattr(
        address_bar, "read", lambda: next(reads)()
    )  # a fragment alone reads no address
    monkeypatch.setattr(BoardState, "is_shown_by_widgets", lambda self: not next(stale, False))
    app.run()
    assert next(reads, None) is None, "it was run again"
    assert board_of(app).experiment.C == 10.0
    assert dict(app.query_params) == written
