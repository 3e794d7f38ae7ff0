import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.state.board.board import (
    EDIT_KINDS,
    FIRST_PLACED_ID,
    LIMIT,
    MAX_POINTS,
    Board,
    Edit,
    History,
    quantise,
    sample_of,
)

SQUARE = Board(sample_of([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], (0, 1, 0, 1)))


def points(board: Board) -> list[tuple[float, float, int]]:
    return [(p.x, p.y, p.label) for p in board.all_points]


def test_placed_points_come_after_the_generated_ones():
    board = SQUARE.apply(Edit("add", points=((2.0, 3.0), (4.0, 5.0)), label=1))
    assert points(board)[4:] == [(2.0, 3.0, 1), (4.0, 5.0, 1)]
    assert board.ids == (0, 1, 2, 3, FIRST_PLACED_ID, FIRST_PLACED_ID + 1)
    assert len(board) == 6


def test_a_moved_generated_point_keeps_its_id_and_label():
    board = SQUARE.apply(Edit("move", ids=(1,), points=((7.0, 8.0),)))
    assert board.ids == (0, 2, 3, 1)
    assert points(board)[-1] == (7.0, 8.0, 1)
    again = board.apply(Edit("move", ids=(1,), points=((9.0, 8.0),)))
    assert points(again)[-1] == (9.0, 8.0, 1)
    assert len(again) == 4


def test_delete_takes_generated_and_placed_points():
    board = SQUARE.apply(Edit("add", points=((2.0, 3.0),)))
    board = board.apply(Edit("delete", ids=(0, FIRST_PLACED_ID, 77)))
    assert board.ids == (1, 2, 3)


def test_wipe_takes_what_is_at_a_place_as_it_is_rounded():
    board = SQUARE.apply(Edit("add", points=((2.00004, 3.0), (2.0002, 3.0)), stroke=1))
    wiped = board.apply(Edit("wipe", points=((2.00004, 3.0), (1.0, 1.0), (9.0, 9.0)), stroke=2))
    assert points(wiped) == [p for p in points(board) if p[:2] not in {(2.0, 3.0), (1.0, 1.0)}]
    assert len(wiped) == len(board) - 2


def test_the_id_of_a_deleted_point_does_not_come_back():
    """What the canvas sends may be late: an edit of a point that has gone must find nothing."""
    board = SQUARE.apply(Edit("add", points=((2.0, 3.0), (4.0, 5.0)), stroke=1))
    gone = board.ids[-1]
    board = board.apply(Edit("delete", ids=(gone,), stroke=2))
    board = board.apply(Edit("add", points=((6.0, 7.0),), stroke=3))
    assert points(board)[-1] == (6.0, 7.0, 0)
    for late in (
        Edit("delete", ids=(gone,), stroke=4),
        Edit("move", ids=(gone,), points=((0.0, 0.0),), stroke=4),
        Edit("duplicate", ids=(gone,), stroke=4),
    ):
        assert board.apply(late) == board


def test_a_stroke_in_many_parts_has_one_row_of_ids():
    board = SQUARE
    for k in range(3):
        board = board.apply(Edit("add", points=((2.0, k), (3.0, k)), stroke=7, live=True))
    first = FIRST_PLACED_ID + 7 * MAX_POINTS
    assert board.ids[4:] == tuple(range(first, first + 6))
    full = SQUARE.apply(Edit("add", points=((0.0, 0.0),) * MAX_POINTS, stroke=7))
    assert max(full.ids) < FIRST_PLACED_ID + 8 * MAX_POINTS, "the next stroke's ids are above"


@given(st.data())
def test_ids_are_unique_and_never_used_twice(data):
    board, seen = SQUARE, set(SQUARE.ids)
    for stroke in range(1, 13):
        kind = data.draw(st.sampled_from([*EDIT_KINDS, "add", "delete"]))
        ids: tuple[int, ...] = ()
        if kind not in ("add", "clear") and board.ids:
            ids = tuple(data.draw(st.lists(st.sampled_from(board.ids), max_size=3)))
        places = ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))
        after = board.apply(Edit(kind, ids=ids, points=places, label=1, stroke=stroke))
        assert len(set(after.ids)) == len(after)
        born = set(after.ids) - set(board.ids)
        assert not born & seen
        board, seen = after, seen | born


def test_relabel_flip_duplicate_and_jitter():
    assert [p[2] for p in points(SQUARE.apply(Edit("relabel", ids=(0, 2), label=1)))] == [1] * 4
    flipped = SQUARE.apply(Edit("flip", ids=(0, 1)))
    assert {p.id: p.label for p in flipped.all_points} == {0: 1, 1: 0, 2: 0, 3: 1}
    twice = SQUARE.apply(Edit("duplicate", ids=(2,)))
    assert len(twice) == 5
    assert points(twice)[-1][2] == 0
    assert points(twice)[-1][:2] == (1.12, 1.12)  # more than the width of a marker away
    far = Board(sample_of([(100.0, 0.0)], (0,))).apply(Edit("duplicate", ids=(0,)))
    assert points(far)[-1][:2] == (104.0, 4.0)
    moved = SQUARE.apply(Edit("jitter", ids=(3,), points=((0.25, -0.5),)))
    assert points(moved)[-1] == (0.25, 0.5, 1)


def test_the_board_has_a_limit():
    many = tuple((0.001 * k, 0.0) for k in range(MAX_POINTS + 50))
    assert len(SQUARE.apply(Edit("add", points=many))) == MAX_POINTS


@pytest.mark.parametrize("edit", [Edit("explode"), Edit("add", label=2), Edit("relabel", label=-1)])
def test_what_does_not_exist_is_refused(edit: Edit):
    with pytest.raises(ValueError, match="must be"):
        SQUARE.apply(edit)


def test_coordinates_are_rounded_and_clipped():
    assert quantise(0.1 + 0.2) == 0.3
    assert quantise(1e9) == LIMIT
    assert quantise(-math.pi) == -3.1416
    with pytest.raises(ValueError, match="finite"):
        quantise(math.nan)


def test_history_goes_back_and_forth_and_is_a_hundred_deep():
    history = History(0)
    for state in range(1, 301):
        history = history.push(state)
    assert history.undo().undo().present == 298
    assert history.undo().undo().redo().present == 299
    assert history.undo().push(9).redo().present == 9
    for _ in range(500):
        history = history.undo()
    assert history.present == 200


def test_one_stroke_is_undone_at_once():
    history = History(0).push(1, stroke=7).push(2, stroke=7).push(3, stroke=8)
    assert history.undo().present == 2
    assert history.undo().undo().present == 0
    assert history.undo().push(4, stroke=8).undo().present == 2, "an undo ends the stroke"
