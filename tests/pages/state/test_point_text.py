"""Placed points in a link: exact, short, and whole or not read at all."""

import random
import zlib
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.state.board.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Board, Edit, Placed
from pages.state.board.experiment import Experiment
from pages.state.link import point_text
from pages.state.link.base64_text import to_base64
from pages.state.link.point_text import read_points, write_points
from tests.helpers.links import from_query, to_query

DIGITS = 3  # of a place that was pointed at: a pixel of a picture 800 pixels wide is 0.009
coordinate = st.one_of(st.floats(-LIMIT, LIMIT), st.floats(-3.0, 3.0)).map(lambda v: round(v, 4))
weight = st.one_of(st.just(1.0), st.floats(0.0625, 16.0).map(lambda w: round(w, 4)))
own_id = st.one_of(st.integers(0, 99), st.integers(FIRST_PLACED_ID, LAST_ID))
points = st.lists(st.builds(Placed, coordinate, coordinate, st.integers(0, 9), own_id, weight))


def by_hand(n: int, seed: int = 1, digits: int = DIGITS) -> Board:
    """A board on which somebody has clicked n times, in two classes, one click a stroke."""
    rng, board = random.Random(seed), Experiment(dataset="own").board()
    for k in range(n):
        place = (round(rng.gauss(0.0, 1.2), digits), round(rng.gauss(0.0, 1.0), digits))
        board = board.apply(Edit("add", points=(place,), label=k // 10 % 2, stroke=5 + k))
    return board


def length(experiment: Experiment) -> int:
    """Characters of the parameters in the address; opening them gives the experiment back."""
    words = to_query(experiment)
    assert from_query(words) == experiment
    return len(urlencode(words))


@given(points)
def test_points_come_back_to_the_last_digit(placed: list[Placed]):
    assert read_points(write_points(tuple(placed))) == tuple(placed)


@pytest.mark.parametrize(("n", "longest"), [(100, 600), (600, 3000)])
def test_points_that_were_placed_by_hand_make_a_short_link(n: int, longest: int):
    board = by_hand(n)
    assert len(board) == n
    assert length(Experiment(dataset="own").with_board(board)) <= longest


def test_no_point_is_read_from_a_text_that_was_cut_off_or_changed():
    placed = by_hand(100).placed
    text = write_points(placed)
    for k in range(len(text)):
        other = "A" if text[k] != "A" else "B"
        last = k == len(text) - 1  # whose lowest bits may stand for nothing
        for wrong in (text[:k], text[:k] + text[k + 1 :], text[:k] + other + text[k + 1 :]):
            try:
                assert read_points(wrong) == placed
                assert last
            except ValueError:
                pass


def made_up(*numbers: int, cells: bytes = b"") -> str:
    """A text with the right checksum that no board was written to."""
    data = zlib.compress(point_text._to_bytes(numbers), wbits=-15) + cells
    return point_text.VERSION + to_base64(zlib.crc32(data).to_bytes(4) + data)


AXES = (1, 0, 1, 1, 0, 1)


@pytest.mark.parametrize(
    "text",
    [
        made_up(),
        made_up(*AXES, 0, 0),
        made_up(1, 0, 0, 1, 0, 1, 0, 1, 0),
        made_up(1, 10**11, 1, 1, 0, 1, 0, 1, 0),
        made_up(*AXES, 10, 1, 0),
        made_up(*AXES, 0, 0, 0),
        made_up(*AXES, 0, 1, LAST_ID),
        made_up(*AXES, 0, 1, -FIRST_PLACED_ID - 1),
        made_up(*AXES, *[0] * (MAX_POINTS + 1), *[1] * (2 * MAX_POINTS + 2)),
        made_up(*AXES, *[0] * 100_000, *[1] * 200_000),
        point_text.VERSION + to_base64(zlib.crc32(b"no").to_bytes(4) + b"no"),
    ],
)
def test_no_point_is_read_from_a_text_that_was_made_up(text: str):
    with pytest.raises(ValueError, match=r"points must be copied whole|a weight must be"):
        read_points(text)


def test_of_a_text_that_unpacks_to_a_mountain_little_is_read(monkeypatch: pytest.MonkeyPatch):
    read = list[int]()
    text = made_up(*[0] * 1_000_000)
    monkeypatch.setattr(point_text, "_from_bytes", lambda data: read.append(len(data)) or [])
    with pytest.raises(ValueError, match="points must be copied whole"):
        read_points(text)
    assert read == [20_000]


def test_a_text_is_read_as_it_always_was():
    text = "1Sc1OVmO5yNnyhfEE40_GP63r45kYhA7sYFowhxGIPnZULZpUxQQAkm4N8VniSu3tEMAReolu"
    assert read_points(text) == (
        Placed(0.5, -1.25, 1, 7, 2.0),
        Placed(-0.1234, 1e6, 0, FIRST_PLACED_ID + 600),
        Placed(3.0, 0.07, 9, FIRST_PLACED_ID + 601),
    )
