"""The bar of a lesson: where it is, what it opens, and what a link keeps of it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.lessons.settings import LessonStep
from pages.lessons.text.courses import COURSES, LESSONS, scenario_of, step_after
from pages.lessons.text.scenario import spoken
from pages.state.registry import ENTRIES
from pages.state.screen.layers import Layers
from pages.state.screen.own_lesson import OwnLesson, OwnStep, own_lesson
from pages.state.screen.screen_parts import Parts
from tests.helpers.links import from_query
from tests.helpers.opened import at, board_of, open_page, visit_of

COURSE = next(iter(COURSES.values()))
PLACES = [(lesson.key, k + 1) for lesson in COURSE for k in range(len(lesson.scenarios))]


def html(app: AppTest) -> str:
    return " ".join(part.body for part in app.get("html"))


def step(app: AppTest) -> LessonStep:
    found: LessonStep = visit_of(app).value(LessonStep)
    return found


def test_the_steps_of_a_course_are_in_one_row():
    assert [step_after(*place, 1) for place in PLACES] == [*PLACES[1:], None]
    assert [step_after(*place, -1) for place in PLACES] == [None, *PLACES[:-1]]


@pytest.mark.parametrize(
    "words", [{"lesson": "nowhere"}, {"lesson": "margin", "step": "17"}, {"step": "2"}]
)
def test_without_a_lesson_there_is_no_bar(words: dict[str, str]):
    app = open_page("", words)
    assert "class='svm-lesson" not in html(app)


def test_a_link_opens_a_step_with_its_answer():
    scenario = LESSONS["dual"].scenarios[1]
    words = scenario.link.words | {"lesson": "dual", "step": "2"}
    assert spoken(scenario).answer not in html(open_page("dual", words))
    app = open_page("dual", words | {"answer": "1"})
    assert spoken(scenario).answer in html(app)
    assert (app.query_params["lesson"], app.query_params["answer"]) == ("dual", "1")


def test_forward_shows_the_answer_and_then_opens_the_next_screen():
    first, second = LESSONS["margin"].scenarios[:2]
    app = open_page("", first.link.words | {"lesson": "margin"})
    assert app.button(key="lesson_back").disabled
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep("margin", 1, True)
    app.button(key="lesson_back").click().run()
    assert step(app) == LessonStep("margin")
    app.button(key="lesson_ahead").click().run()
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep("margin", 2)
    assert board_of(app).experiment == from_query(second.link.words)
    assert second.title in html(app)
    app.button(key="lesson_back").click().run()
    assert step(app) == LessonStep("margin")
    assert board_of(app).experiment == from_query(first.link.words)


HIDDEN = Parts(("boundary", "sentence", "cards", "charts"))


def hidden(app: AppTest) -> set[str]:
    return set(visit_of(app).value(Parts).without)


def test_what_was_hidden_by_hand_stays_hidden_at_the_next_step():
    first = LESSONS["soft-margin"].scenarios[0]
    app = open_page("", first.link.words | {"lesson": "soft-margin", "answer": "1"})
    app.button_group(key="w_parts").set_value(["boundary", "sentence", "charts"]).run()
    app.button(key="lesson_ahead").click().run()
    assert hidden(app) == {"cards", "controls"}
    assert step(app) == LessonStep("soft-margin", 2)
    app.button(key="lesson_back").click().run()
    assert hidden(app) == {"cards", "controls"}
    assert dict(app.query_params)["without"] == "cards.controls"


def test_the_whole_answer_stays_hidden_until_it_is_revealed():
    steps = LESSONS["margin"].scenarios
    last, following = steps[-1].link, LESSONS["soft-margin"].scenarios[0].link
    assert (last.words.get("show"), following.words["show"]) == (None, "slack")
    words = last.words | {"lesson": "margin", "step": str(len(steps)), "answer": "1"}
    app = open_page(last.folder, words)
    app.button(key="answer_by_key").click().run()
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep("soft-margin")
    assert hidden(app) == set(HIDDEN.without)
    assert visit_of(app).value(Layers).shown == ()
    at(app, "").button(key="lesson_ahead").click().run()
    assert step(app).answer
    assert hidden(app) == set()
    assert visit_of(app).value(Layers) == Layers((), ("slack",)), "the layers are the step's own"
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep("soft-margin", 2)
    assert hidden(app) == set(HIDDEN.without), "hidden by hand, and so at every step"


def test_an_own_step_may_leave_its_answer_to_the_picture():
    hides = (("without", "boundary.sentence.cards.charts"),)
    one = OwnStep("A", "Look", "playground", hides, "Where is the boundary?")
    words = ENTRIES[OwnLesson].encode(own_lesson("", (one, OwnStep("B", "", "playground"))))
    app = open_page("", words | dict(hides) | {"lesson": "own"})
    app.button(key="lesson_ahead").click().run()
    assert (step(app), hidden(app)) == (LessonStep("own", 1, True), set())
    assert "<b></b>" not in html(app)
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep("own", 2)


def test_a_step_opens_with_the_zoom_of_its_link():
    zoomed = {"zoom": "-1_0.5_-0.5_0.5", "C": "2"}
    one, other = (OwnStep(name, "", "playground", tuple(zoomed.items())) for name in "AB")
    words = ENTRIES[OwnLesson].encode(own_lesson("", (one, other)))
    app = open_page("lessons", words)
    app.button(key="own_start").click().run()
    assert app.query_params["zoom"] == zoomed["zoom"]
    assert board_of(app).view == (-1.0, 0.5, -0.5, 0.5)
    board_of(app).zoomed(None)
    at(app, "").button(key="lesson_ahead").click().run()
    assert board_of(app).zoom.zoom == (-1.0, 0.5, -0.5, 0.5)


def test_undo_brings_back_what_was_on_the_board_before_a_lesson():
    app = open_page("", {"seed": "7"})
    before = board_of(app).experiment
    app.switch_page("pages/lessons/page.py").run()
    app.button(key="lesson_start_kernels").click().run()
    assert board_of(app).experiment != before
    assert board_of(app).history.past[-1].experiment == before


def test_leaving_a_lesson_keeps_the_screen():
    words = LESSONS["kernels"].scenarios[2].link.words
    app = open_page("", words | {"lesson": "kernels", "step": "3"})
    shown = board_of(app).experiment
    app.button(key="lesson_leave").click().run()
    assert step(app) == LessonStep()
    assert board_of(app).experiment == shown
    assert "class='svm-lesson" not in html(app)
    assert "lesson" not in app.query_params


def test_the_last_step_leads_to_the_list():
    key, last = PLACES[-1]
    scenario = scenario_of(key, last)
    assert scenario is not None
    app = open_page("", scenario.link.words | {"lesson": key, "step": str(last), "answer": "1"})
    app.button(key="lesson_ahead").click().run()
    assert step(app) == LessonStep()
    assert app.button(key="lesson_start_margin")
