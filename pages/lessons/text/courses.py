"""The lessons, in the order of the page, each with its scenarios."""

from collections.abc import Mapping

from pages.lessons.text import (
    by_hand,
    choosing,
    classes,
    descent,
    dual,
    kernels,
    margin,
    published,
    regression,
    smo,
    soft,
    strengths,
    support,
    traps,
    traps_in_models,
)
from pages.lessons.text.scenario import Lesson, Scenario

COURSES: Mapping[str, tuple[Lesson, ...]] = {
    "First hour: from the margin to kernels": (
        margin.LESSON,
        soft.LESSON,
        dual.LESSON,
        support.LESSON,
        kernels.LESSON,
    ),
    "Second hour: training, choosing, more models": (
        descent.LESSON,
        smo.LESSON,
        choosing.LESSON,
        classes.LESSON,
        regression.LESSON,
    ),
    "Traps, strengths and weaknesses": (
        traps.LESSON,
        traps_in_models.LESSON,
        strengths.LESSON,
    ),
    "Known answers": (by_hand.LESSON, published.LESSON),
}
LESSONS: Mapping[str, Lesson] = {
    lesson.key: lesson for lessons in COURSES.values() for lesson in lessons
}


def step_after(key: str, step: int, by: int) -> tuple[str, int] | None:
    """The lesson and step `by` (1 or -1) after a step, in the same course; None beyond its ends."""
    (course,) = (lessons for lessons in COURSES.values() if LESSONS[key] in lessons)
    places = [(one.key, k + 1) for one in course for k in range(len(one.scenarios))]
    at = places.index((key, step)) + by
    return places[at] if 0 <= at < len(places) else None


def scenario_of(key: str, step: int) -> Scenario | None:
    """The scenario at a step of a lesson; None where there is none."""
    lesson = LESSONS.get(key)
    known = lesson is not None and step <= len(lesson.scenarios)
    return lesson.scenarios[step - 1] if lesson and known else None
