"""What is said about a visitor's own lesson, and the lesson that the bar shows."""

from functools import lru_cache

from pages.lessons.text.scenario import Lesson, Scenario, Spoken
from pages.state.link.example_links import Link
from pages.state.screen.own_lesson import (
    LONGEST_IN_LINK,
    MOST_BYTES,
    OPTIONAL,
    OWN,
    OwnLesson,
    OwnStep,
)
from pages.state.text.markdown import unmarked

MINE = "My lesson"
HOW = (
    "On any page, **Share** and then **Add this screen to my lesson** makes the screen a step; "
    "here you can add the one that you come from. A step has a sentence to say and, if you like, a "
    "question whose answer is shown when you want it. "
    "Nothing is kept on the server: send the link, or keep the file."
)
EDIT, EDIT_HELP = (
    "Edit this lesson",
    "Shows its questions with their answers, its link and its file",
)
TITLE, START, START_HERE = "Title of the lesson", "Start", "Open this step"
TEXTS = {  # of a step, in their order, each with what stands in an empty field
    "title": ("Title", ""),
    "sentence": ("Sentence", "A sentence to say"),
    "question": ("Question", "None: the next step follows at once"),
    "answer": ("Answer", "Shown by Page Down, or by Show answer"),
}
ORDER = "Steps in their order"
MOVES = {"up": "Up", "down": "Down"}
REMOVE, UNDO = "Remove", "Undo"
MOST_KB = f"{MOST_BYTES // 1000} kB"
DOWNLOAD, OPEN, FILE = "Download file", "Open a file", f"A lesson's file (JSON, up to {MOST_KB})"
LINK, CODE = "Link to this lesson", "QR code"
INSTEAD = "send the link as text, or download the file and send that"
CUT_OFF = (
    "The lesson in this link is incomplete, because the link was cut off: copy the whole link "
    "again, or open the lesson's file under My lesson on the page Lessons."
)


def add(title: str) -> str:
    """A button that adds the screen that the visitor comes from, on the page of that title."""
    return f"Add the screen of {title}"


def steps(own: OwnLesson) -> str:
    """How long a lesson is."""
    n = len(own.steps)
    return f"{n} step{'s' if n != 1 else ''}"


def place(k: int, n: int) -> str:
    """Which step is open for changes: step k, from 0, of n."""
    return f"**Step {k + 1} of {n}**"


def numbered(k: int, step: OwnStep) -> str:
    """What the list calls step k, from 0."""
    return rf"{k + 1}\. {unmarked(step.title)}"


def below(step: OwnStep) -> str:
    """What the list says of a step below its title."""
    marks = [name for name in OPTIONAL if getattr(step, name)]
    return " · ".join(part for part in (step.sentence, " and ".join(marks)) if part)


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
    said = Spoken(step.sentence, "", step.question, step.answer)
    return Scenario(step.title, lambda: Link(step.folder, "", dict(step.words)), lambda: said)
