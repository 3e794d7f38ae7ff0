"""A visitor's own lesson: screens with a title and a sentence, in a link or a small file.

What comes in is JSON and nothing else: it is read by `read_lesson` alone, which names the first
thing that is wrong. Nothing of it is evaluated.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pages.state.link import base64_text

MOST_STEPS = 99
MOST_BYTES = 100_000  # of a file, and of what a link unpacks to
TOO_LARGE = f"A lesson's file must be smaller than {MOST_BYTES // 1000} kB."
LONGEST_IN_LINK = 6_000  # characters: browsers and servers take addresses of 8,000
LONGEST = {"title": 100, "sentence": 500, "question": 500, "answer": 500}  # characters
OPTIONAL = ("question", "answer")  # a file says them only where a step has them
VERSION = 1
OWN = "own"  # the key of an own lesson among the lessons
# words of a link that say where a visitor is, and not what a screen shows
NOT_OF_A_SCREEN = ("lesson", "step", "answer", "mode", "own")


@dataclass(frozen=True)
class OwnStep:
    """A step: a title, a sentence to say, and a screen as its page's folder and a link's words.

    question, answer : what is asked there, and what is shown when the lecturer wants it; "" for
        neither.
    """

    title: str
    sentence: str
    folder: str
    words: tuple[tuple[str, str], ...] = ()
    question: str = ""
    answer: str = ""


@dataclass(frozen=True)
class OwnLesson:
    """An own lesson as a link holds it: `own` is its JSON, packed; "" for none.

    Raises ValueError for a text that no lesson was packed into.
    """

    own: str = ""

    def __post_init__(self) -> None:
        unpacked(self.own)

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return unpacked(self.own)[0]

    @property
    def steps(self) -> tuple[OwnStep, ...]:
        """The steps, in their order."""
        return unpacked(self.own)[1]

    @property
    def too_long(self) -> bool:
        """Whether no link holds it."""
        return len(self.own) > LONGEST_IN_LINK


def left_out_of_links(value: OwnLesson) -> OwnLesson:
    """What a link need not say: the lesson itself if it is too long for one, else none."""
    return value if value.too_long else OwnLesson()


def own_lesson(title: str, steps: tuple[OwnStep, ...]) -> OwnLesson:
    """A lesson of these steps.

    Raises ValueError if there are too many of them, or they are too large for a file.
    """
    if not steps and not title:
        return OwnLesson()
    text = write_lesson(title, steps)
    read_lesson(text)
    return OwnLesson(base64_text.packed(text.encode()))


def with_step(lesson: OwnLesson, step: OwnStep) -> OwnLesson:
    """The lesson with one more step at its end."""
    return own_lesson(lesson.title, (*lesson.steps, step))


def without_step(lesson: OwnLesson, k: int) -> OwnLesson:
    """The lesson without step k, from 0."""
    return own_lesson(lesson.title, (*lesson.steps[:k], *lesson.steps[k + 1 :]))


def with_moved(lesson: OwnLesson, k: int, by: int) -> OwnLesson:
    """The lesson with step k, from 0, moved by so many places; as it is beyond its ends."""
    steps = list(lesson.steps)
    if not 0 <= k + by < len(steps):
        return lesson
    steps.insert(k + by, steps.pop(k))
    return own_lesson(lesson.title, tuple(steps))


def with_text(lesson: OwnLesson, k: int, **texts: str) -> OwnLesson:
    """The lesson with other texts of step k, from 0, by their names, cut to what a step holds."""
    cut: dict[str, Any] = {name: plain(text)[: LONGEST[name]] for name, text in texts.items()}
    new = replace(lesson.steps[k], **cut)
    return own_lesson(lesson.title, (*lesson.steps[:k], new, *lesson.steps[k + 1 :]))


def screen_words(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Of a link's words those of the screen."""
    return tuple((k, v) for k, v in words.items() if k not in NOT_OF_A_SCREEN)


def plain(text: str) -> str:
    """A text in one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def write_lesson(title: str, steps: tuple[OwnStep, ...]) -> str:
    """A lesson as the JSON of its file."""
    rows = [
        {"title": s.title, "sentence": s.sentence}
        | {name: text for name in OPTIONAL if (text := getattr(s, name))}
        | {"page": s.folder, "words": dict(s.words)}
        for s in steps
    ]
    lesson = {"version": VERSION, "title": title, "steps": rows}
    return json.dumps(lesson, ensure_ascii=False, separators=(",", ":"))


def read_lesson(text: str | bytes) -> tuple[str, tuple[OwnStep, ...]]:
    """The title and the steps in the JSON of a file.

    Raises ValueError with one sentence about the first thing that is wrong.
    """
    if len(text if isinstance(text, bytes) else text.encode()) > MOST_BYTES:
        raise ValueError(TOO_LARGE)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("A lesson's file must be JSON, as it was downloaded here.") from error
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise ValueError(f"A lesson's file must have the version {VERSION}.")
    rows = found.get("steps")
    if not isinstance(rows, list) or len(rows) > MOST_STEPS:
        raise ValueError(f"A lesson's file must have a list of at most {MOST_STEPS} steps.")
    title = _text(found, "title", "The lesson")
    return title, tuple(_step(row, f"Step {k}") for k, row in enumerate(rows, start=1))


def _step(row: Any, name: str) -> OwnStep:
    if not isinstance(row, dict):
        raise ValueError(f"{name} must have a title, a sentence, a page and words.")
    folder = _text(row, "page", name)
    if not re.fullmatch("[a-z]+", folder):
        raise ValueError(f"{name} must name a page, got {folder[:20]!r}.")
    words = row.get("words")
    pairs = words.items() if isinstance(words, dict) else ()
    if not isinstance(words, dict) or not all(
        re.fullmatch(r"\w{1,40}", k) and isinstance(v, str) and v.isprintable() for k, v in pairs
    ):
        raise ValueError(f"{name} must have the words of a link as texts.")
    return OwnStep(
        _text(row, "title", name),
        _text(row, "sentence", name),
        folder,
        screen_words(words),
        *(_text({key: ""} | row, key, name) for key in OPTIONAL),
    )


def _text(row: dict[str, Any], key: str, name: str) -> str:
    text, longest = row.get(key), LONGEST.get(key, LONGEST["title"])
    if not isinstance(text, str) or len(text) > longest:
        article = "an" if key == "answer" else "a"
        raise ValueError(f"{name} must have {article} {key} of at most {longest} characters.")
    return plain(text)


@lru_cache(maxsize=64)
def unpacked(text: str) -> tuple[str, tuple[OwnStep, ...]]:
    """The title and the steps of a lesson as a link holds it.

    Raises ValueError if no lesson was packed into the text.
    """
    if not text:
        return "", ()
    try:
        lesson = base64_text.unpacked(text, MOST_BYTES)
    except ValueError as error:
        raise ValueError("a lesson must be copied whole, this one is damaged") from error
    return read_lesson(lesson)
