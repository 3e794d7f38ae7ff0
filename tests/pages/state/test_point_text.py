"""Placed points in a link: exact, short, and readable as far as they came."""

import random
from binascii import crc32
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.state import point_text
from pages.state.board import FIRST_PLACED_ID, LAST_ID, LIMIT, Board, Edit, Placed
from pages.state.experiment import Experiment
from pages.state.point_text import read_points, write_points
from tests.helpers.grids import few
from tests.helpers.links import from_query, to_query

STEPS = few(29, 1)  # of the places where a text is cut off or changed
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


@pytest.mark.parametrize(("n", "digits", "longest"), [(200, 3, 906), (600, 4, 3267)])
def test_points_that_were_placed_by_hand_make_a_short_link(n: int, digits: int, longest: int):
    board = by_hand(n, digits=digits)
    assert len(board) == n
    assert length(Experiment(dataset="own").with_board(board)) <= longest


@pytest.mark.parametrize("step", STEPS)
def test_a_lost_end_costs_the_last_points_alone(step: int):
    placed = by_hand(200).placed
    text = write_points(placed)
    for end in range(1, len(text), step):
        came = read_points(text[:end])
        assert came == placed[: len(came)]
        assert len(came) >= 200 * end / len(text) - 60, "no more than a block and its beginning"
    assert read_points(text) == placed


@pytest.mark.parametrize("step", STEPS)
def test_no_point_is_made_up_from_a_text_with_a_mistake(step: int):
    placed = by_hand(100).placed
    text = write_points(placed) + "AAAAAAAA"
    for k in range(1, len(text), step):
        other = "A" if text[k] != "A" else "B"
        for wrong in (text[:k] + other + text[k + 1 :], text[:k] + text[k + 1 :]):
            came = read_points(wrong)
            assert came == placed[: len(came)], k
            assert len(came) in (0, 40, 80, 100)


def test_a_link_is_the_same_whatever_was_written_before():
    """A text goes on from an earlier one: points come and go, move and get weights."""
    rng, placed, texts = random.Random(2), by_hand(37).placed, {}
    for step in range(60):
        k, p = rng.randrange(len(placed)), placed[rng.randrange(len(placed))]
        moved = replace(p, x=rng.choice((0.5, -900.25)), weight=rng.choice((1.0, 1.0, 3.0)))
        new = replace(p, id=LAST_ID - step)
        placed = rng.choice(
            (
                (*placed, new),
                (*placed, new, replace(new, id=new.id - 99, y=0.125)),
                placed[:-1],
                (*placed[:k], moved, *placed[k + 1 :]),
                tuple(sorted(placed, key=lambda p: p.x)),
            )
        )
        texts[placed] = write_points(placed)
    for placed, text in texts.items():
        point_text._LATELY.clear()
        assert write_points(placed) == text
        assert read_points(text) == placed


def test_a_text_is_written_as_it_always_was():
    few = (
        Placed(0.5, -1.25, 1, 7, 2.0),
        Placed(-0.1234, 1e6, 0, FIRST_PLACED_ID + 600),
        Placed(3.0, 0.07, 9, FIRST_PLACED_ID + 601),
    )
    assert write_points(few) == "4CsEaQH9h5xBEAAS-lBkIt03wDwKPtxw2Kmh2rA"
    assert crc32(write_points(by_hand(600).placed).encode()) == 4030758503
