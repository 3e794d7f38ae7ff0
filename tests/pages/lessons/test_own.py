"""An own lesson on the pages: screens are added, ordered, edited, opened as a link, and run."""

from __future__ import annotations

import random
import string
from html import escape
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.lessons.settings import LessonStep
from pages.lessons.text.own import CUT_OFF
from pages.plots.qr import qr_data_uri
from pages.state.registry import ENTRIES
from pages.state.screen.own_lesson import OwnLesson, OwnStep, own_lesson, with_step, write_lesson
from tests.helpers.opened import again, at, board_of, captions, open_page, visit_of

STEPS = (
    OwnStep("Few <i>slacks</i>", "A large C & a **narrow** margin", "playground", (("C", "50"),)),
    OwnStep(
        "Steps",
        "SMO",
        "dual",
        (("kernel", "linear"), ("i_dual", "smo")),
        "How many at a time?",
        "Two & no more",
    ),
    OwnStep("Nowhere", "", "cinema", (("C", "2"),)),
)
LESSON = own_lesson("Mine", STEPS)
WORDS = ENTRIES[OwnLesson].encode(LESSON)


def own(app: AppTest) -> Any:
    return visit_of(app).value(OwnLesson)


def html(app: AppTest) -> str:
    return " ".join(part.body for part in app.get("html"))


def test_a_screen_becomes_a_step_and_stays_when_another_link_is_opened():
    app = open_page("kernels", {"C": "7", "kernel": "poly", "mode": "lecture"})
    app.session_state["share"] = True
    app.run()
    app.button(key="add_step").click().run()
    (step,) = own(app).steps
    assert (step.title, step.folder) == ("Kernels · Gallery · Moons · Poly, C = 7", "kernels")
    assert dict(step.words) == {"C": "7", "kernel": "poly"}
    assert app.query_params["own"] == own(app).own
    assert "own=" not in app.code[0].value, "a screen is shared, not the lesson"
    app.query_params.clear()
    app.query_params["C"] = "2"
    again(app)
    assert board_of(app).experiment.C == 2.0
    assert own(app).steps == (step,)


def editor() -> AppTest:
    """The lesson of the link, to be changed."""
    return open_page("lessons", WORDS).button(key="own_edit").click().run()


def test_a_link_opens_the_lesson_as_students_see_it():
    app = open_page("lessons", WORDS)
    assert "### Mine\n\n3 steps" in [part.value for part in app.markdown]
    assert app.button(key="own_start")
    assert not [field for field in app.text_input if field.key.startswith("own_")]
    assert not app.code, "whoever changes it sends it on"
    app.button(key="own_edit").click().run()
    assert app.text_input(key="own_answer_0")


def test_the_list_is_ordered_edited_and_emptied_and_undo_takes_each_change_back():
    app = editor()
    listed = app.radio(key="own_chosen")
    assert listed.options[1:] == [r"2\. Steps", r"3\. Nowhere"]
    assert listed.proto.captions[1] == "SMO · question and answer"
    listed.set_value(1).run()
    assert app.text_input(key="own_sentence_1").value == "SMO"
    app.radio(key="own_chosen").set_value(0).run()
    assert app.button(key="own_up").disabled
    app.button(key="own_down").click().run()
    assert own(app).steps == (STEPS[1], STEPS[0], STEPS[2])
    assert app.radio(key="own_chosen").value == 1, "the step that was moved stays open"
    app.text_input(key="own_sentence_1").set_value("Few violations").run()
    app.text_input(key="own_answer_1").set_value("Five").run()
    app.text_input(key="own_title").set_value("Hour 2").run()
    edited = own(app).steps[1]
    assert (own(app).title, edited.sentence, edited.answer) == ("Hour 2", "Few violations", "Five")
    app.button(key="own_down").click().run()
    assert app.button(key="own_down").disabled
    app.button(key="own_remove").click().run()
    assert own(app).steps == (STEPS[1], STEPS[2])
    assert app.query_params["own"] == own(app).own
    app.button(key="own_undo").click().run()
    assert own(app).steps == (STEPS[1], STEPS[2], edited)
    for _ in range(5):
        app.button(key="own_undo").click().run()
    assert own(app) == LESSON
    assert not [b for b in app.button if b.key == "own_undo"]


def test_undo_takes_no_step_away_that_was_added_meanwhile():
    app = editor()
    app.button(key="own_remove").click().run()
    visit_of(app).store(with_step(own(app), STEPS[0]))  # under Share, on another page
    again(app)
    assert not [b for b in app.button if b.key == "own_undo"]
    app.button(key="own_down").click().run()
    app.button(key="own_undo").click().run()
    assert own(app).steps == (STEPS[1], STEPS[2], STEPS[0])


def test_the_steps_run_with_the_bar_and_stand_in_the_link():
    app = open_page("lessons", WORDS)
    app.button(key="own_start").click().run()
    assert board_of(app).experiment.C == 50.0
    assert "Few &lt;i&gt;slacks&lt;/i&gt;" in html(app)
    assert "A large C &amp; a **narrow** margin" in html(app)
    assert "Mine · step 1 of 3" in html(app)
    assert app.query_params["lesson"] == "own"
    at(app, "").button(key="lesson_ahead").click().run()  # the browser is on the step's page now
    assert visit_of(app).value(LessonStep) == LessonStep("own", 2)
    assert board_of(app).experiment.kernel == "linear"
    assert app.query_params["i_dual"] == "smo"
    at(app, "dual").button(key="lesson_ahead").click().run()
    assert visit_of(app).value(LessonStep) == LessonStep("own", 2, True)
    app.button(key="lesson_ahead").click().run()
    assert visit_of(app).value(LessonStep).step == 3
    assert board_of(app).experiment.C == 2.0, "a page that is not there opens the first one"
    at(app, "").button(key="lesson_back").click().run()
    assert visit_of(app).value(LessonStep) == LessonStep("own", 2)


def test_a_file_replaces_the_lesson_and_a_bad_one_says_why():
    app = editor()
    app.file_uploader(key="own_file_0").set_value(
        ("lesson.json", b'{"version":1,"title":"t","steps":[7]}', "application/json")
    ).run()
    assert own(app) == LESSON
    assert app.error[0].value.startswith("Step 1 must have a title")
    other = write_lesson("Other", STEPS[:1]).encode()
    app.file_uploader(key="own_file_1").set_value(("lesson.json", other, "application/json")).run()
    assert (own(app).title, own(app).steps) == ("Other", STEPS[:1])
    assert not app.error
    app.button(key="own_undo").click().run()
    assert own(app) == LESSON


def heavy(letters: int) -> OwnLesson:
    """A lesson whose link has so many letters and some more."""
    noise = "".join(random.Random(1).choices(string.ascii_letters, k=letters))
    return own_lesson("Heavy", (OwnStep("A", "", "playground", (("placed", noise),)),))


def test_a_lesson_too_long_for_a_code_or_a_link_says_so():
    app = editor()
    address = app.code[0].value
    assert address.endswith(f"/lessons?own={LESSON.own}")
    assert escape(qr_data_uri(address)) in html(app)
    visit_of(app).store(heavy(3500))
    again(app)
    assert 2953 < len(app.code[0].value) < 6000
    assert 'class="svm-qr"' not in html(app)
    assert "which holds 2,953 characters: send the link as text" in captions(app)
    visit_of(app).store(heavy(9000))
    again(app)
    assert "too long for a link" in captions(app)
    assert "own" not in app.query_params
    visit_of(app).store(LESSON)
    assert again(app).query_params["own"] == LESSON.own


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("dual", {"own": LESSON.own[:40], "lesson": "own", "step": "2"}),
        ("dual", {"lesson": "own", "step": "2", "kernel": "linear"}),
    ],
)
def test_a_link_that_was_cut_off_says_that_its_lesson_is_incomplete(page, words):
    app = open_page(page, words)
    assert [e.value for e in app.error] == [CUT_OFF]
    app.query_params.clear()  # as the browser does
    app.switch_page("pages/kernels/page.py").run()
    assert not app.error


def test_a_link_that_was_cut_off_takes_no_lesson_away():
    app = open_page("lessons", WORDS)
    assert not app.error
    app.query_params["own"] = LESSON.own[:-9]
    assert own(again(app)) == LESSON
    assert app.error[0].value == CUT_OFF


def test_the_screen_that_a_visitor_comes_from_can_be_added_on_the_list():
    app = open_page("lessons")
    assert not [b for b in app.button if b.key == "own_add"]
    app = open_page("regression", {"r_C": "4"})
    app.switch_page("pages/lessons/page.py").run()
    assert app.button(key="own_add").label == "Add the screen of Regression"
    app.button(key="own_add").click().run()
    (step,) = own(app).steps
    assert (step.folder, dict(step.words)) == ("regression", {"r_C": "4"})
    assert step.title == "Regression · Fit · Sine · RBF, C = 4"
    app.button(key="own_add").click().run()
    assert own(app).steps[1].title == "Regression · Fit · Sine · RBF, C = 4 (2)"
