"""What the page Dual remembers for this visit: the step of SMO that is looked at closely."""

from dataclasses import dataclass


@dataclass
class SmoMemory:
    """A step that is wanted of a film; the film on the screen need not hold it."""

    film: str = ""
    step: int = -1

    def step_in(self, film: str, step: int) -> None:
        """A step is wanted of this film."""
        self.film, self.step = film, step

    def step_of(self, film: str) -> int:
        """The step that is wanted of this film, -1 for none."""
        return self.step if self.film == film else -1
