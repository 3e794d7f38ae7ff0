"""Where a film stands that somebody has stopped: the update that is shown."""

from dataclasses import dataclass, field

from pages.state.link.codec import STAYS


@dataclass(frozen=True)
class FilmMoment:
    """The update `at` (-1: nobody has stopped it), and the film that it is of.

    The link holds the update alone: the film is that of what else is in it, and "" until then.
    """

    at: int = -1
    film: str = field(default="", compare=False, metadata=STAYS)

    def __post_init__(self) -> None:
        if self.at < -1:
            raise ValueError(f"at must be an update or -1, got {self.at}")

    @property
    def of_link(self) -> bool:
        """Whether it was read from a link, and its film was not shown yet."""
        return self.at >= 0 and not self.film
