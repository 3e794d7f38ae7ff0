"""What the browser's edits mean on a board: whose points, whose classes, and in which order."""

import pytest

from pages.state.board.board import FIRST_PLACED_ID, MAX_POINTS, Edit, Placed
from pages.state.board.edits import of_sample, own_id, two_sided, without_twins
from pages.state.board.experiment import Experiment, change

OWN = FIRST_PLACED_ID + 3


def test_a_generated_point_is_known_by_its_sample_and_ones_own_by_itself():
    assert own_id(OWN, 0) == own_id(OWN, 7) == OWN
    assert own_id(5, 0) == 5
    assert own_id(7 * MAX_POINTS + 5, 7) == 5
    assert own_id(7 * MAX_POINTS + 5, 6) is None
    assert own_id(5, 1) is None


def test_a_move_keeps_each_place_with_its_point():
    here, gone = 2 * MAX_POINTS, 1 * MAX_POINTS
    ids = (here + 4, gone + 9, OWN, gone + 1, here + 2)
    places = tuple((float(k), -float(k)) for k in range(5))
    found = of_sample(Edit("move", ids=ids, points=places, stroke=1), 2)
    assert found.ids == (4, OWN, 2)
    assert found.points == (places[0], places[2], places[4])
    others = Edit("erase", ids=(MAX_POINTS + 1, MAX_POINTS + 2), stroke=1)
    assert of_sample(others, 3).ids == ()


@pytest.mark.parametrize(("positive", "other"), [(0, 1), (1, 0), (2, 0)])
def test_a_flip_turns_the_class_into_the_first_of_the_others_and_these_into_it(positive, other):
    points = tuple(Placed(float(k), 0.0, label, k) for k, label in enumerate((2, 0, 1, 2, 1)))
    three = change(Experiment(dataset="own"), placed=points, positive=positive)
    board = three.board()
    ids = tuple(reversed(board.ids))  # in the order of the browser
    parts = two_sided(Edit("flip", ids=ids, stroke=4), three)
    label = {p.id: p.label for p in board.all_points}
    assert [part.label for part in parts] == [other, positive]
    assert parts[0].ids == tuple(i for i in ids if label[i] == positive)
    assert parts[1].ids == tuple(i for i in ids if label[i] != positive)
    assert {part.kind for part in parts} == {"relabel"}
    assert {part.stroke for part in parts} == {4}
    [alone] = two_sided(Edit("flip", ids=parts[1].ids, stroke=5), three)
    assert alone.label == positive
    for sign, wanted in ((1, positive), (0, other)):
        [add] = two_sided(Edit("add", points=((0.0, 0.0),), label=sign), three)
        assert add.label == wanted


def test_a_generated_point_that_is_ones_own_already_does_not_come_twice():
    start = change(Experiment(), n_samples=20)
    same, other, near = (start.board().all_points[k] for k in (4, 7, 9))
    own = (
        Placed(same.x, same.y, same.label, OWN),
        Placed(other.x, other.y, 1 - other.label, OWN + 1),
        Placed(near.x + 1e-3, near.y, near.label, OWN + 2),
    )
    found = without_twins(change(start, placed=own, removed=(2,)))
    assert set(found.removed) == {2, 4}
    assert len(found.board()) == 20 - 2 + 3
