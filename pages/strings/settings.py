"""What the page Strings shows, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pages.state.board.shared_parameters import penalty
from pages.state.link.choices import CheckedChoices
from pages.strings.model import EXAMPLES, check_lists, read_word, read_words
from svmcore.kernels.strings import gap_decay, part_length

KERNELS = {"subsequence": "Subsequence", "spectrum": "Spectrum"}
START = EXAMPLES["medicines"]


@dataclass(frozen=True)
class StringSettings(CheckedChoices):
    """The words of both classes, the kernel, C, and a new word.

    Raises ValueError with one sentence for lists that no model is trained on.
    """

    minus: tuple[str, ...] = START.minus
    plus: tuple[str, ...] = START.plus
    kernel: str = "subsequence"
    length: int = part_length()
    decay: float = gap_decay()
    C: float = penalty()
    word: str = ""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"kernel": tuple(KERNELS)}

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("minus", "plus"):
            object.__setattr__(self, name, read_words(" ".join(getattr(self, name))))
        check_lists(self.minus, self.plus)
        object.__setattr__(self, "word", read_word(self.word))

    def as_text(self, name: str) -> str:
        """A list of words, or the new word, as one types it."""
        return self.word if name == "word" else " ".join(getattr(self, name))

    def typed(self, name: str, text: str) -> Self:
        """The settings with a list, or the new word, as it was typed; raises ValueError."""
        if name == "minus":
            return replace(self, minus=read_words(text))
        if name == "plus":
            return replace(self, plus=read_words(text))
        return replace(self, word=text)
