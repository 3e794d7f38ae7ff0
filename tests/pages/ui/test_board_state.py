"""A board by itself: what edits and choices make of an experiment."""

from dataclasses import replace
from functools import partial
from itertools import count
from urllib.parse import urlencode

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException

from app import PAGES
from pages.challenges.remembered import open_goal
from pages.challenges.settings import ChallengesView
from pages.challenges.text.goals import GOALS
from pages.data.panels.source import load
from pages.descent.model.start import StartWeights
from pages.descent.panels import _suit
from pages.descent.settings import DESCENT
from pages.state.board.board import Edit, History
from pages.state.board.experiment import Experiment, change
from pages.state.board.inspected import Inspected
from pages.state.descent.descent_methods import Descent
from pages.state.link.own_table import OwnTable
from pages.state.registry import BOARDS, ENTRIES, MAIN, register
from pages.state.screen.own_lesson import OwnLesson
from pages.state.screen.screen_parts import Parts
from pages.state.table.table_points import typed
from pages.state.table.table_settings import MINE, TableSettings
from pages.state.text.number_format import number
from pages.ui.board.board_state import board_of, new_board
from pages.ui.board.edited import Edited
from pages.ui.board.history_state import HistoryState
from pages.ui.canvas.events import Command, Past, Pick, Setting
from pages.ui.controls.widgets import stops
from pages.ui.link import address_bar, share
from pages.ui.server.observed import callback
from pages.ui.visit.visit import KEY, Choices, Visit
from pages.ui.visit.widget_state import WidgetState, arrive, widget_state


def test_no_two_stops_of_a_slider_read_alike():
    for value in (1.0, 2.999, 1.996, 0.00199601, 0.0123, 3.0004):
        places = stops(1e-3, 1e4, value)
        assert value in places
        assert len({number(place) for place in places}) == len(places)
    assert stops(1.0, 30.0, 4, whole=True) == [1, 2, 3, 4, 5, 7, 10, 15, 20, 30]
    assert 1.0 in stops(1e-3, 1e4, 2.999)
    assert 3.0 not in stops(1e-3, 1e4, 2.999)


def test_on_another_page_every_widget_is_told_its_value_again(monkeypatch):
    visit = Visit()
    monkeypatch.setattr("pages.ui.visit.visit.visit", lambda: visit)
    monkeypatch.setattr("pages.ui.visit.widget_state.visit", lambda: visit)
    arrive("race")
    widget_state().known["w_C"] = 1.0
    arrive("race")
    assert widget_state().known == {"w_C": 1.0}
    arrive("playground")
    assert not widget_state().known


def test_a_second_click_lets_go_of_a_point_and_a_pointer_that_rests_there_does_not():
    board = new_board(Experiment(), Visit())
    first, second = board.browser_ids([3, 5])
    board.pick(Pick(id=first))
    board.pick(Pick(id=first, hover=True))
    assert (board.visit.value(Inspected).point, board.visit.value(Inspected).other) == (3, -1)
    board.pick(Pick(id=second, hover=True))
    assert (board.visit.value(Inspected).point, board.visit.value(Inspected).other) == (5, 3)
    board.pick(Pick(id=second))
    assert (board.visit.value(Inspected).point, board.visit.value(Inspected).other) == (-1, -1)
    board.pick(Pick(place=(1.0, 2.0)))
    assert (board.visit.value(Inspected).point, board.visit.value(Inspected).place) == (
        -1,
        (1.0, 2.0),
    )
    board.pick(Pick(id=first))
    assert (board.visit.value(Inspected).point, board.visit.value(Inspected).place) == (3, None)


def test_an_event_for_the_sample_before_hits_no_point_of_this_one():
    board = new_board(Experiment(), Visit())
    old = board.browser_ids([0, 7])
    board.choose(seed=2)
    new = board.browser_ids([0, 7])
    assert not set(old) & set(new)
    board.edit([Edit("delete", ids=tuple(old), stroke=1)])
    assert (board.experiment.removed, board.experiment.placed) == ((), ())
    there = ((1.0, 1.0), (2.0, 2.0))
    board.edit([Edit("move", ids=(old[1], new[1]), points=there, stroke=2)])
    assert [(p.x, p.y) for p in board.experiment.placed] == [(2.0, 2.0)]
    assert board.experiment.removed == (7,)
    # the first undo takes the move back, the second the sample: what follows was meant for it
    board.edit([Command.UNDO, Command.UNDO, Edit("delete", ids=(new[0],), stroke=3)])
    assert board.experiment == Experiment()
    board.edit([Edit("delete", ids=(board.browser_ids([3])[0],), stroke=4)])
    assert board.experiment.removed == (3,)


def moved(name: str, values: list[float], stroke: int) -> list[Setting]:
    """The messages of a control of the descent that is dragged."""
    return [Setting(name, value, stroke, live=True) for value in values]


def test_a_number_outside_the_experiment_is_one_step_to_undo(monkeypatch):
    board = new_board(Experiment(), Visit())
    monkeypatch.setitem(ENTRIES, Descent, DESCENT)
    change = Choices(board.visit, Descent).choose
    board.visit.remembered(WidgetState).controls = {
        "eta0": lambda new: change(eta0=new),
        "batch_size": lambda new: change(batch_size=new),
    }

    def numbers() -> tuple[float, int]:
        return board.visit.value(Descent).eta0, board.visit.value(Descent).batch_size

    start = numbers()
    board.edit(moved("eta0", [0.2, 0.3, 0.4], 1))
    board.edit([Edit("add", points=((0.1, 0.2),), label=1, stroke=2)])
    board.edit(moved("batch_size", [8, 9], 3))
    board.visit.store(
        replace(board.visit.value(Descent), eta0=0.5)
    )  # by other means than a control: no step of its own
    board.choose(C=3.0)
    assert numbers() == (0.5, 9)
    steps = []
    for _ in range(5):
        board.edit([Command.UNDO])
        steps.append((*numbers(), board.experiment.C, len(board.experiment.placed)))
    assert steps == [(0.5, 9, 1.0, 1), (0.4, start[1], 1.0, 1), (0.4, start[1], 1.0, 0)] + 2 * [
        (*start, 1.0, 0)
    ]
    board.edit([Command.REDO, Command.REDO, Command.REDO])
    assert (*numbers(), len(board.experiment.placed)) == (0.5, 9, 1)


def test_the_same_sample_does_not_come_twice():
    board = new_board(Experiment(), Visit())
    board.place_all()
    assert len(board.experiment.board().placed) == 90
    board.choose(dataset="moons")
    points = [(p.x, p.y) for p in board.experiment.board().all_points]
    assert len(points) == len(set(points)) == 90
    board.choose(seed=2)
    assert len(board.experiment.board()) == 180, "another sample is one more"


def test_an_edit_leaves_the_widgets_alone_and_another_choice_does_not():
    board = new_board(Experiment(), Visit())
    board.widgets_drawn()
    board.edit([Edit("add", points=((0.1, 0.2),), label=1)])
    assert board.is_shown_by_widgets()
    board.choose(gamma=3.0)
    assert not board.is_shown_by_widgets()


def test_undo_leads_to_the_states_that_a_session_before_has_told_of():
    board = BOARDS[MAIN]
    states = [change(Experiment(), C=C, kernel="linear") for C in (2.0, 3.0, 5.0, 5.0, 7.0)]
    *links, _ = [urlencode(board.entry.encode(state)) for state in states]
    now = Edited(board, states[-1], History(HistoryState(states[-1])), 0, {})
    told = now.after([Past(tuple(links))], many=False)
    assert [moment.experiment["C"] for moment in told.history.past] == [2.0, 3.0, 5.0]
    assert told.experiment == states[-1]
    back = told.after([Command.UNDO] * 2, many=False)
    assert back.experiment == states[1]
    again = back.after([Past(("C=9",)), Command.UNDO], many=False)
    assert again.experiment == states[0], "who has a past keeps it"
    odd = now.after([Past(("", "kernel=nonsense&%&C=4"))], many=False)
    assert [moment.experiment["C"] for moment in odd.history.past] == [1.0, 4.0]
    sent = now.after([Past((f"edits=main.3&amp;{links[0]}",))], many=False)
    assert [moment.experiment for moment in sent.history.past] == states[:1], "as a mail has it"


class Interrupted(dict):
    """The state of a browser session in which Streamlit ends the run at the n-th access."""

    def __init__(self, visit: Visit, n: int) -> None:
        super().__init__({KEY: visit})
        self.left = n

    def get(self, *args):
        """The value, unless the run ends here."""
        self.left -= 1
        if self.left == 0:
            raise RerunException(RerunData())
        return super().get(*args)


@pytest.mark.parametrize(
    ("action", "is_done"),
    [
        (
            lambda: address_bar.open_screen({"C": "5", "without": "cards"}),
            lambda visit: (visit.boards[MAIN].experiment.C, visit.value(Parts) != Parts()),
        ),
        (
            lambda: arrive("race"),
            lambda visit: (visit.address.page, visit.remembered(WidgetState).known == {}),
        ),
        (
            callback(share._add_step),
            lambda visit: (visit.value(OwnLesson), visit.remembered(share.Authoring).on),
        ),
        (
            partial(callback(open_goal), list(GOALS)[-1]),
            lambda visit: (
                visit.value(ChallengesView),
                "challenges" in visit.boards and visit.boards["challenges"].experiment,
            ),
        ),
        (
            partial(callback(_suit), "bound"),
            lambda visit: (visit.value(Descent), visit.value(StartWeights)),
        ),
        (
            partial(callback(load), typed(), MINE),
            lambda visit: (visit.value(OwnTable), visit.value(TableSettings)),
        ),
    ],
)
def test_an_interruption_comes_before_a_change_or_after_it(monkeypatch, action, is_done):
    register(PAGES)
    seen = []
    for n in count(1):
        visit = Visit()
        board_of(visit)
        visit.store(StartWeights(w1=1.0))
        visit.remembered(WidgetState).known["w_C"] = 1.0
        before = is_done(visit)
        monkeypatch.setattr(st, "session_state", Interrupted(visit, n))
        try:
            action()
        except RerunException:
            seen.append(is_done(visit) == before)
            continue
        done = is_done(visit)
        assert done[0] != before[0]
        assert done[1] != before[1]
        break
    assert seen
    assert all(seen)


def test_another_sample_lets_go_of_its_generated_points_alone():
    board = new_board(Experiment(), Visit())
    board.edit([Edit("add", points=((0.1, 0.2),), label=1)])
    [own] = [point.id for point in board.experiment.placed]
    board.visit.store(Inspected(own, 3, (1.0, 2.0)))
    board.choose(seed=2)
    assert board.visit.value(Inspected) == Inspected(own, -1, (1.0, 2.0))
