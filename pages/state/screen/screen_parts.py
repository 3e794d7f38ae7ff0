"""The parts of the screen that a visitor can hide, each by itself: others guess first."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

PARTS = ("boundary", "sentence", "cards", "charts", "controls")
NO_CARDS = tuple(name for name in PARTS if name != "cards")  # of a page without cards
ANSWER = PARTS[:4]  # what tells how the model comes out


@dataclass(frozen=True)
class Parts:
    """The hidden parts, as in `PARTS`.

    boundary : the line f = 0 with its name (in the pictures of several classes: of every region; of
        two models that are compared: that of the present one).
    sentence : the sentence below the picture with its badge, and what a screen reader says of it.
    cards, charts : what stands beside the picture. controls : the sidebar.
    """

    without: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The parts that are on the screen."""
        return tuple(name for name in PARTS if name not in self.without)

    def with_shown(self, shown: Iterable[str]) -> "Parts":
        """Just these parts shown."""
        wanted = set(shown)
        return Parts(tuple(name for name in PARTS if name not in wanted))

    @property
    def answer_hidden(self) -> bool:
        """Whether all is hidden that tells how the model comes out."""
        return set(ANSWER) <= set(self.without)

    def at_next(self, own: "Parts", following: "Parts") -> "Parts":
        """What is hidden at the next step of a lesson, whose screen hides `following`.

        own : what the screen of the step before hides. What is hidden beyond it was hidden by hand,
        and stays so until it is shown by hand.
        """
        by_hand = set(self.without) - set(own.without)
        if self.answer_hidden and not own.answer_hidden:
            by_hand |= set(ANSWER)
        return self.with_shown(name for name in following.shown if name not in by_hand)


def change_parts(parts: Parts, **names: Iterable[str]) -> Parts:
    """Other parts hidden; a name that no part has is left out."""
    return replace(
        parts, **{k: tuple(name for name in PARTS if name in new) for k, new in names.items()}
    )
