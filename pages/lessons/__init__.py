"""The page Lessons: prepared scenarios, step by step, with a bar that follows onto every page."""

from pages.lessons.settings import LessonStep
from pages.state.link.codec import Entry
from pages.state.registry import Page
from pages.state.screen.view import View
from pages.state.text.publications import Cited

PAGE = Page(
    "lessons",
    "Lessons",
    (Entry(LessonStep()),),
    shows=None,
    views=View(layers=(), parts=()),
    detail=False,
    sources=(
        Cited("to read along", "bishop", "ch. 7"),
        Cited("to read along", "scholkopf-smola", "ch. 7"),
    ),
)
