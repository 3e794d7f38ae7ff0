"""The desk by itself: what edits and choices make of an experiment."""

from __future__ import annotations

from pages.ui.canvas import Command, Pick
from pages.ui.session import new_desk
from pages.ui.widgets import stops
from svmcore.board import Edit
from svmcore.descent.methods import WORDS
from svmcore.experiment import FIELDS, Experiment, change, optional_parameters
from svmcore.report import number


def test_no_two_stops_of_a_slider_read_alike():
    for value in (1.0, 2.999, 1.996, 0.00199601, 0.0123, 3.0004):
        places = stops(1e-3, 1e4, value)
        assert value in places
        assert len({number(place) for place in places}) == len(places)
    assert stops(1.0, 30.0, 4, whole=True) == [1, 2, 3, 4, 5, 7, 10, 15, 20, 30]
    assert 1.0 in stops(1e-3, 1e4, 2.999)
    assert 3.0 not in stops(1e-3, 1e4, 2.999)


def test_on_another_page_every_widget_is_told_its_value_again():
    desk = new_desk(Experiment())
    desk.arrive("Race")
    desk.told.add("w_C")
    desk.arrive("Race")
    assert desk.told == {"w_C"}
    desk.arrive("Playground")
    assert not desk.told


def test_a_second_click_lets_go_of_a_point_and_a_pointer_that_rests_there_does_not():
    desk = new_desk(Experiment())
    first, second = desk.browser_ids([3, 5])
    desk.pick(Pick(id=first))
    desk.pick(Pick(id=first, rest=True))
    assert (desk.inside.point, desk.inside.other) == (3, -1)
    desk.pick(Pick(id=second, rest=True))
    assert (desk.inside.point, desk.inside.other) == (5, 3)
    desk.pick(Pick(id=second))
    assert (desk.inside.point, desk.inside.other) == (-1, -1)
    desk.pick(Pick(place=(1.0, 2.0)))
    assert (desk.inside.point, desk.inside.place) == (-1, (1.0, 2.0))
    desk.pick(Pick(id=first))
    assert (desk.inside.point, desk.inside.place) == (3, None)


def test_an_event_for_the_sample_before_hits_no_point_of_this_one():
    desk = new_desk(Experiment())
    old = desk.browser_ids([0, 7])
    desk.choose(seed=2)
    new = desk.browser_ids([0, 7])
    assert not set(old) & set(new)
    desk.edit([Edit("delete", ids=tuple(old), stroke=1)])
    assert (desk.experiment.removed, desk.experiment.placed) == ((), ())
    there = ((1.0, 1.0), (2.0, 2.0))
    desk.edit([Edit("move", ids=(old[1], new[1]), points=there, stroke=2)])
    assert [(p.x, p.y) for p in desk.experiment.placed] == [(2.0, 2.0)]
    assert desk.experiment.removed == (7,)
    # the first undo takes the move back, the second the sample: what follows was meant for it
    desk.edit([Command.UNDO, Command.UNDO, Edit("delete", ids=(new[0],), stroke=3)])
    assert desk.experiment == Experiment()
    desk.edit([Edit("delete", ids=(desk.browser_ids([3])[0],), stroke=4)])
    assert desk.experiment.removed == (3,)


def test_the_same_sample_does_not_come_twice():
    desk = new_desk(Experiment())
    desk.keep()
    assert len(desk.experiment.board().placed) == 90
    desk.choose(dataset="moons")
    points = [(p.x, p.y) for p in desk.experiment.board().all_points]
    assert len(points) == len(set(points)) == 90
    desk.choose(seed=2)
    assert len(desk.experiment.board()) == 180, "another sample is one more"


def test_a_word_of_the_descent_is_no_word_of_the_experiment():
    """The desk answers for both by name, and so does a slider."""
    assert not set(WORDS) & {*FIELDS, *optional_parameters()}
    desk = new_desk(change(Experiment(), formulation="primal", solver="minibatch"))
    desk.choose(batch=16)
    assert desk["batch"] == desk.experiment["batch"] == 16
