"""An idea of the Guide: a title, pictures, a few sentences, and links that open the example."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pages.state.link.example_links import Link
from pages.state.text.number_format import number


@dataclass(frozen=True)
class Illustration:
    """A picture by its name, in words for those who do not see it, and what stands below it."""

    name: str
    spoken: str
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Content:
    """Sentences (Markdown) with the numbers of the example, pictures of it, and links to it."""

    text: str
    pictures: tuple[Illustration, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Idea:
    """One idea: its anchor, its title, and how its content is made, which computes its example.

    late : whether the others need not wait for it: on a fresh server it loads scikit-learn.
    """

    key: str
    title: str
    make: Callable[[], Content]
    late: bool = False


@lru_cache(maxsize=32)
def content(idea: Idea) -> Content:
    """What an idea shows and says; equal for everybody, so made once."""
    return idea.make()


def percent(share: float, digits: int = 3) -> str:
    """A share as it is read: 12.5 %."""
    return f"{number(100.0 * share, digits)} %"
