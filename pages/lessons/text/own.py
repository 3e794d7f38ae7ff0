"""What is said about a visitor's own lesson, and the lesson that the bar shows."""

from functools import lru_cache

from pages.lessons.text.scenario import Lesson, Scenario, Spoken
from pages.state.links import Link
from pages.state.own_lesson import LONGEST_IN_LINK, OWN, OwnLesson, OwnStep

MINE = "My lesson"
HOW = (
    "On any page, **Share** and then **Add this screen to my lesson** makes the screen a step; "
    "here you can add the one that you come from. "
    "Nothing is kept on the server: send the link, or keep the file."
)
TITLE, SENTENCE, START = "Title of the lesson", "A sentence to say", "Start"
MOVES = {"up": "Up", "down": "Down"}
REMOVE, UNDO = "Remove", "Undo"
DOWNLOAD, OPEN, FILE = "Download file", "Open a file", "A lesson's file (JSON, up to 100 kB)"
LINK = "Link to this lesson"


def add(title: str) -> str:
    """A button that adds the screen that the visitor comes from, on the page of that title."""
    return f"Add the screen of {title}"


def step_title(k: int) -> str:
    """The name of the field with the title of step k, from 0."""
    return f"Title of step {k + 1}"


def step_sentence(k: int) -> str:
    """The name of the field with the sentence of step k, from 0."""
    return f"Sentence of step {k + 1}"


def move_help(k: int, way: str) -> str:
    """What a button does that moves step k, from 0, up or down."""
    return f"Move step {k + 1} {way}"


def remove_help(k: int) -> str:
    """What a button does that removes step k, from 0."""
    return f"Remove step {k + 1}"


def too_long(length: int) -> str:
    """That a lesson is in no link."""
    return (
        f"This lesson is too long for a link: it takes {length:,} characters, and a link holds "
        f"{LONGEST_IN_LINK:,}. Download the file, or it is lost when the page is closed."
    )


@lru_cache(maxsize=32)
def lesson_of(own: OwnLesson) -> Lesson:
    """An own lesson as the bar shows it."""
    return Lesson(OWN, own.title or MINE, 0, tuple(_scenario(step) for step in own.steps))


def _scenario(step: OwnStep) -> Scenario:
    said = Spoken(step.sentence, "", "", "")
    return Scenario(step.title, lambda: Link(step.folder, "", dict(step.words)), lambda: said)
