"""What the bar of a lesson and the list of lessons say, besides the scenarios."""

from pages.lessons.text.scenario import Lesson

BACK, NEXT, NEXT_LESSON, END = "Back", "Next", "Next lesson", "To the lessons"
ANSWER, LEAVE = "Show answer", "End lesson"
TITLE = "Lessons"
INTRODUCTION = (
    "Each step opens a screen, with one sentence to say, one thing to try, and a question. "
    "**Page Down** shows the answer and then goes to the next step, **Page Up** goes back: a "
    "presenter's remote control works, too. **H** hides the model so that the class can guess "
    "first, at each step until its answer is shown. The address keeps the step, so any step can be "
    "sent as a link."
)
START = "Start"


def progress(lesson: Lesson, step: int) -> str:
    """Where in a lesson this is."""
    return f"{lesson.title} · step {step} of {len(lesson.scenarios)}"


def length(*lessons: Lesson) -> str:
    """How long some lessons are together."""
    steps = sum(len(lesson.scenarios) for lesson in lessons)
    return f"{steps} steps, about {sum(lesson.minutes for lesson in lessons)} minutes"
