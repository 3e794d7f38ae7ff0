"""An own lesson on the pages: screens are added, ordered, edited, opened as a link, and run."""

from __future__ import annotations

import random
import string
from typing import Any

from streamlit.testing.v1 import AppTest

from pages.lessons.settings import LessonStep
from pages.state.own_lesson import OwnLesson, OwnStep, own_lesson, write_lesson
from pages.state.registry import ENTRIES
from tests.helpers.opened import again, at, open_page, session

STEPS = (
    OwnStep("Few <i>slacks</i>", "A large C & a **narrow** margin", "playground", (("C", "50"),)),
    OwnStep("Steps", "SMO", "dual", (("kernel", "linear"), ("i_dual", "smo"))),
    OwnStep("Nowhere", "", "cinema", (("C", "2"),)),
)
LESSON = own_lesson("Mine", STEPS)
WORDS = ENTRIES[OwnLesson].encode(LESSON)


def own(app: AppTest) -> Any:
    return session(app).value(OwnLesson)


def html(app: AppTest) -> str:
    return " ".join(part.body for part in app.get("html"))


def test_a_screen_becomes_a_step_and_stays_when_another_link_is_opened():
    app = open_page("kernels", {"C": "7", "kernel": "poly", "mode": "lecture"})
    app.session_state["share"] = True
    app.run()
    app.button(key="add_step").click().run()
    (step,) = own(app).steps
    assert (step.title, step.folder) == ("Kernels", "kernels")
    assert dict(step.words) == {"C": "7", "kernel": "poly"}
    assert app.query_params["own"] == own(app).own
    assert "own=" not in app.code[0].value, "a screen is shared, not the lesson"
    app.query_params.clear()
    app.query_params["C"] = "2"
    again(app)
    assert session(app).experiment.C == 2.0
    assert own(app).steps == (step,)


def test_the_list_is_ordered_edited_and_emptied_and_undo_brings_a_step_back():
    app = open_page("lessons", WORDS)
    assert [app.text_input(key=f"own_title_{k}").value for k in range(3)] == [
        step.title for step in STEPS
    ]
    assert app.button(key="own_up_0").disabled
    assert app.button(key="own_down_2").disabled
    app.button(key="own_down_0").click().run()
    assert own(app).steps == (STEPS[1], STEPS[0], STEPS[2])
    assert app.text_input(key="own_title_0").value == "Steps"
    app.text_input(key="own_sentence_0").set_value("Two multipliers at a time").run()
    app.text_input(key="own_title").set_value("Hour 2").run()
    assert own(app).title == "Hour 2"
    assert own(app).steps[0].sentence == "Two multipliers at a time"
    app.button(key="own_remove_1").click().run()
    assert [step.title for step in own(app).steps] == ["Steps", "Nowhere"]
    assert app.query_params["own"] == own(app).own
    app.button(key="own_undo").click().run()
    assert own(app).steps[1] == STEPS[0]
    assert not [b for b in app.button if b.key == "own_undo"]


def test_the_steps_run_with_the_bar_and_stand_in_the_link():
    app = open_page("lessons", WORDS)
    app.button(key="own_start").click().run()
    assert session(app).experiment.C == 50.0
    assert "Few &lt;i&gt;slacks&lt;/i&gt;" in html(app)
    assert "A large C &amp; a **narrow** margin" in html(app)
    assert "Mine · step 1 of 3" in html(app)
    assert app.query_params["lesson"] == "own"
    at(app, "").button(key="lesson_ahead").click().run()  # the browser is on the step's page now
    assert session(app).value(LessonStep) == LessonStep("own", 2)
    assert session(app).experiment.kernel == "linear"
    assert app.query_params["i_dual"] == "smo"
    at(app, "dual").button(key="lesson_ahead").click().run()
    assert session(app).value(LessonStep).step == 3
    assert session(app).experiment.C == 2.0, "a page that is not there opens the first one"
    at(app, "").button(key="lesson_back").click().run()
    assert session(app).value(LessonStep) == LessonStep("own", 2)


def test_a_link_opens_a_step_of_an_own_lesson():
    app = open_page("dual", WORDS | {"lesson": "own", "step": "2", "kernel": "linear"})
    assert "Mine · step 2 of 3" in html(app)
    app.session_state["share"] = True
    assert app.run().code[0].value.endswith("?kernel=linear")
    assert "svm-lesson" not in html(open_page("", {"lesson": "own", "step": "2"}))
    assert "svm-lesson" not in html(open_page("", WORDS | {"lesson": "own", "step": "9"}))


def test_a_file_replaces_the_lesson_and_a_bad_one_says_why():
    app = open_page("lessons", WORDS)
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


def test_a_lesson_too_long_for_a_link_says_so():
    app = open_page("lessons")
    noise = "".join(random.Random(1).choices(string.ascii_letters, k=9000))
    heavy = own_lesson("Heavy", (OwnStep("A", "", "playground", (("placed", noise),)),))
    session(app).store(heavy)
    again(app)
    assert any("too long for a link" in c.value for c in app.caption)
    assert "own" not in app.query_params
    session(app).store(LESSON)
    again(app)
    assert app.query_params["own"] == LESSON.own
    assert app.code[0].value.endswith(f"/lessons?own={LESSON.own}")


def test_the_screen_that_a_visitor_comes_from_can_be_added_on_the_list():
    app = open_page("lessons")
    assert not [b for b in app.button if b.key == "own_add"]
    app = open_page("regression", {"r_C": "4"})
    app.switch_page("pages/lessons/page.py").run()
    assert app.button(key="own_add").label == "Add the screen of Regression"
    app.button(key="own_add").click().run()
    (step,) = own(app).steps
    assert (step.folder, dict(step.words)) == ("regression", {"r_C": "4"})
