"""The page Challenges through Streamlit's test harness."""

from streamlit.testing.v1 import AppTest

from pages.challenges.model.attempt import completion_code
from pages.challenges.panels.widest import move_handles
from pages.challenges.remembered import BOARD, ChallengeMemory
from pages.challenges.settings import LineTask
from pages.challenges.text.codes import OPENED_SOLVED, goal_title
from pages.challenges.text.goals import GOALS
from pages.challenges.text.moved import moved_sentence
from pages.challenges.text.widest import cards, sentence
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment
from pages.ui.board.board_state import BoardState
from tests.helpers.links import value_of
from tests.helpers.opened import (
    again,
    blocks,
    board_of,
    controls,
    in_session,
    move,
    open_page,
    plain,
    sent,
    verdict,
    visit_of,
)


def task(app: AppTest) -> LineTask:
    return visit_of(app).value(LineTask)


def board(app: AppTest) -> BoardState:
    return board_of(app, BOARD)


def drag(app: AppTest, handle: int, x: float, y: float, *, live: bool = False) -> AppTest:
    edit = Edit("move", ids=(handle,), points=((x, y),), live=live)
    in_session(app, lambda: move_handles(board(app), [edit]))
    return again(app)


def goal(app: AppTest) -> str:
    return plain(blocks(app, "svm-goal")[0])


def test_the_widest_margin_by_hand():
    app = open_page("challenges")
    assert sentence(LineTask().drawing, False) in verdict(app)
    drag(app, 2, 0.5, 0.3, live=True)
    assert dict(app.query_params) == {}, "the link waits for the end of the gesture"
    drag(app, 2, 0.5, 0.3)
    assert dict(app.query_params) == {"cl_distance": "0.8"}
    shown = plain(blocks(app, "svm-cards")[0])
    assert all(card.value in shown for card in cards(task(app).drawing, False))
    assert "score" not in verdict(app)
    app.button(key="show_optimum").click()
    again(app)
    assert sentence(task(app).drawing, True) in verdict(app)
    assert value_of(LineTask, dict(app.query_params)) == task(app)
    assert sent(app)["widest"].trace("best") is not None
    app.button(key="reset_line").click()
    again(app)
    assert task(app) == LineTask(shown=True)
    app.button(key="new_task").click()
    again(app)
    assert task(app) == LineTask(seed=2)
    app.button_group(key="w_task_margin").set_value("soft")
    again(app)
    move(app, "w_C", 10.0)
    assert task(app) == LineTask(seed=2, margin="soft", C=10.0)
    assert "w_moved" not in controls(app)


def test_points_move_at_random():
    app = open_page("challenges")
    app.toggle(key="w_moved").set_value(True)
    again(app)
    assert task(app) == LineTask(moved=True, shown=True), "the SVM's line is seen beside one's own"
    assert moved_sentence(task(app).moved_points) in verdict(app)
    move(app, "w_r", 0.45)
    assert moved_sentence(LineTask(moved=True, r=0.45).moved_points) in verdict(app)
    assert dict(app.query_params) == {"cl_moved": "1", "cl_shown": "1", "cl_r": "0.45"}
    assert "Theorem" in " ".join(block.value for block in app.markdown)


def test_a_goal_is_solved_shows_its_code_and_is_remembered():
    app = open_page("challenges", {"ch_view": "goals", "ch_word": "9b"})
    assert "Bound support vectors: 12 (goal: 0)" in goal(app)
    assert sorted(controls(app)) == ["w_C"]
    assert "w_student" not in {text.key for text in app.text_input}
    move(app, "w_C", 10.0)
    assert "Solved" in goal(app)
    app.text_input(key="w_student").set_value(" Ada  LOVELACE ")
    again(app)
    assert [code.value for code in app.code] == [completion_code("bound", "ada lovelace", "9b")]
    app.radio(key="w_goal").set_value("few")
    again(app)
    again(app)  # the page as the fragment has it run
    assert "not solved yet" in goal(app)
    assert not app.code
    assert {"w_C", "w_gamma"} <= set(controls(app))
    assert app.radio(key="w_goal").proto.captions[0].startswith("**✓ Solved.**")
    assert "1 of 15 solved" in app.radio(key="w_goal").label
    app.radio(key="w_goal").set_value("bound")
    again(app)
    assert board(app).experiment.C == 10.0, "the attempt is as it was left"
    app.button(key="restart_goal").click()
    again(app)
    assert board(app).experiment == GOALS["bound"].start
    assert len(app.code) == 1, "it was solved in this visit"
    assert visit_of(app).remembered(ChallengeMemory).solved == {"bound"}
    app.button(key="next_goal").click()
    again(app)
    assert goal_title(list(GOALS)[1]) in goal(app)
    assert board_of(app).experiment == Experiment(), "the board of the other pages is another one"


def test_a_link_opens_a_goal_with_and_without_its_board():
    app = open_page("challenges", {"ch_view": "goals", "ch_goal": "double"})
    assert board(app).experiment == GOALS["double"].start
    [worst, other] = board(app).browser_ids([8, 3])
    in_session(app, lambda: board(app).edit([Edit("delete", ids=(worst,))]))
    again(app)
    assert "Solved" in goal(app)
    words = dict(app.query_params)
    sent_to = open_page("challenges", words)
    assert "Solved" in goal(sent_to)
    assert not visit_of(sent_to).remembered(ChallengeMemory).solved, "somebody else solved it"
    assert OPENED_SOLVED in [caption.value for caption in sent_to.caption]
    assert board(sent_to).experiment == board(app).experiment
    assert dict(sent_to.query_params) == words
    moved = Edit("move", ids=(other,), points=((2.0, -2.0),))
    in_session(app, lambda: board(app).edit([moved]))
    again(app)
    assert "only remove one" in goal(app)
