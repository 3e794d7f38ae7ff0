"""An own lesson as a value, in a link and in a file, and what is refused."""

import json
import random
import string
import zlib
from dataclasses import replace

import pytest

from pages.state.link.base64_text import to_base64
from pages.state.registry import ENTRIES
from pages.state.screen.own_lesson import (
    LONGEST_IN_LINK,
    MOST_BYTES,
    OwnLesson,
    OwnStep,
    own_lesson,
    read_lesson,
    screen_words,
    with_moved,
    with_step,
    with_text,
    without_step,
    write_lesson,
)

PLAIN = tuple(
    OwnStep(f"Title {k}", f"Say <b>{k}</b> & ξ", "playground", (("C", str(k)), ("kernel", "rbf")))
    for k in range(4)
)
STEPS = (replace(PLAIN[0], question="How many?", answer="5 < 6"), *PLAIN[1:])
LESSON = own_lesson("My «lesson»", STEPS)
ENTRY = ENTRIES[OwnLesson]


def titles(lesson: OwnLesson) -> str:
    return "".join(step.title[-1] for step in lesson.steps)


def noise(size: int) -> str:
    return "".join(random.Random(1).choices(string.ascii_letters + string.digits, k=size))


def test_a_lesson_comes_back_from_a_link_and_from_a_file():
    words = ENTRY.encode(LESSON)
    assert list(words) == ["own"]
    opened = ENTRY.decode(words)
    assert opened == LESSON
    assert opened.title == "My «lesson»"
    assert opened.steps == STEPS
    text = write_lesson(LESSON.title, LESSON.steps)
    assert read_lesson(text.encode()) == (LESSON.title, STEPS)
    assert set(json.loads(text)["steps"][1]) == {"title", "sentence", "page", "words"}
    assert ENTRY.encode(own_lesson("", ())) == {}


def test_steps_are_added_moved_edited_and_removed():
    assert titles(with_moved(LESSON, 0, 1)) == "1023"
    assert titles(with_moved(LESSON, 3, -1)) == "0132"
    assert with_moved(LESSON, 0, -1) == with_moved(LESSON, 3, 1) == LESSON
    assert titles(without_step(LESSON, 1)) == "023"
    assert titles(with_step(LESSON, OwnStep("Title 9", "", "dual"))) == "01239"
    edited = with_text(LESSON, 2, title="  New\ntitle ", sentence="x" * 999, answer="y" * 501)
    assert (edited.steps[2].title, edited.steps[2].words) == ("New title", STEPS[2].words)
    assert edited.steps[2].sentence == "x" * 500
    assert (edited.steps[2].question, edited.steps[2].answer) == ("", "y" * 500)
    assert edited.steps[:2] == STEPS[:2]


def test_a_step_keeps_the_words_of_its_screen_only():
    words = {"C": "2", "lesson": "own", "step": "3", "answer": "1", "mode": "lecture", "own": "x"}
    assert screen_words(words) == (("C", "2"),)
    row = {"title": "a", "sentence": "b", "page": "dual", "words": words}
    text = json.dumps({"version": 1, "title": "", "steps": [row]})
    assert read_lesson(text)[1][0].words == (("C", "2"),)


def test_a_long_lesson_is_in_no_link_but_in_a_file():
    heavy = own_lesson("Heavy", (OwnStep("A", "B", "playground", (("placed", noise(9000)),)),))
    assert len(heavy.own) > LONGEST_IN_LINK
    assert heavy.too_long
    assert ENTRY.encode(heavy) == {}
    assert read_lesson(write_lesson(heavy.title, heavy.steps))[1] == heavy.steps
    with pytest.raises(ValueError, match=r"^A lesson's file must be smaller than 100 kB\.$"):
        own_lesson("", (OwnStep("A", "B", "playground", (("placed", noise(MOST_BYTES)),)),))


def row(**changes: object) -> dict[str, object]:
    return {"title": "a", "sentence": "b", "page": "dual", "words": {}} | changes


def file(*rows: object, **changes: object) -> str:
    return json.dumps({"version": 1, "title": "t", "steps": list(rows)} | changes)


BAD = {
    "hello": "must be JSON",
    "[" * 90_000: "must be JSON",
    b"\xff\xfe\x00": "must be JSON",
    " " * (MOST_BYTES + 1): "smaller than 100 kB",
    "[]": "the version 1",
    file(version=2): "the version 1",
    file(*[row()] * 100): "a list of at most 99 steps",
    file(title="x" * 101): "The lesson must have a title of at most 100",
    file(row(), "step"): "Step 2 must have a title, a sentence",
    file(row(), row(question=7)): "Step 2 must have a question of at most 500",
    file(row(answer="x" * 501)): "Step 1 must have an answer of at most 500",
    file(row(page="../secret")): "Step 1 must name a page",
    file(row(words={"C": 1})): "Step 1 must have the words",
    file(row(words={"a b": "1"})): "Step 1 must have the words",
    file(row(words={"C": "\ud800"})): "Step 1 must have the words",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_bad_file_gets_one_sentence(text: str | bytes):
    with pytest.raises(ValueError, match=BAD[text]) as error:
        read_lesson(text)
    said = str(error.value)
    assert said.endswith(".")
    assert len(said) < 100


@pytest.mark.parametrize(
    "text",
    [
        *["x", "%%%", LESSON.own[:-5], to_base64(b"not packed"), to_base64(zlib.compress(b"[]"))],
        to_base64(zlib.compress(b" " * 50_000_000)),
    ],
)
def test_a_bad_link_opens_without_a_lesson(text: str):
    assert ENTRY.decode({"own": text}) == OwnLesson()


def test_a_screen_may_not_carry_lone_surrogates_in_texts():
    text = file(row(title="a\ud800b", sentence="c\x00d"))
    (step,) = read_lesson(text)[1]
    assert (step.title, step.sentence) == ("a b", "c d")
