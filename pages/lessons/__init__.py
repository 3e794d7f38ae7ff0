"""The page Lessons: prepared scenarios, step by step, with a bar that follows onto every page."""

from pages.lessons.settings import LessonStep
from pages.state.codec import Entry
from pages.state.registry import Page

PAGE = Page("lessons", "Lessons", (Entry(LessonStep()),), shows=None)
