"""Which point or place of the board is inspected: on the pages Dual and Kernels the same one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Inspected:
    """A point and the point inspected before it, by id (-1: none), or a place of the plane."""

    point: int = -1
    other: int = -1
    place: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        """Refuse what is no id."""
        for name in ("point", "other"):
            if getattr(self, name) < -1:
                raise ValueError(f"{name} must be an id or -1, got {getattr(self, name)}")
