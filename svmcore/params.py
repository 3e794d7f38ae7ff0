"""Parameters of dataclasses: default, domain, and metadata for whoever asks a user for a value.

One name means one thing, with one default and one range, wherever it appears: the declarations
below are shared by every kernel and solver that has such a parameter.
"""

import dataclasses
import math
from dataclasses import dataclass
from functools import cache
from typing import Any

_KEY = "svmcore.parameter"
POSITIVE = (math.ulp(0.0), math.inf)  # the domain of all numbers > 0


@dataclass(frozen=True)
class Parameter:
    """What a dataclass field needs to be checked, and to be offered to a user.

    `domain` holds the values that have a meaning; `low` to `high` is the usual range, on a
    logarithmic scale where `log` says so.
    """

    name: str
    default: float
    low: float
    high: float
    log: bool
    label: str
    help: str
    domain: tuple[float, float]

    @property
    def integer(self) -> bool:
        """Whether only whole numbers make sense."""
        return isinstance(self.default, int)

    def check(self, value: float) -> None:
        """Refuse `value` outside the usual range, with one sentence.

        Raises ValueError if the value is not a finite number in [low, high] (an integer where one
        is needed).
        """
        self._check(value, self.low, self.high)

    def check_domain(self, value: float) -> None:
        """Refuse `value` outside the domain, with one sentence. Raises ValueError, as above."""
        self._check(value, *self.domain)

    def _check(self, value: float, low: float, high: float) -> None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or not low <= value <= high:
            raise ValueError(f"{self.name} must be {_allowed(low, high)}, got {value}")
        if self.integer and value != int(value):
            raise ValueError(f"{self.name} must be a whole number, got {value}")


def _allowed(low: float, high: float) -> str:
    if low == POSITIVE[0]:
        return "> 0" if math.isinf(high) else f"> 0 and <= {high:g}"
    if math.isinf(high):
        return f">= {low:g}" if math.isfinite(low) else "finite"
    return f"from {low:g} to {high:g}"


def param(
    default: float,
    low: float,
    high: float,
    *,
    log: bool = False,
    label: str = "",
    help: str = "",
    domain: tuple[float, float] | None = None,
) -> Any:
    """A dataclass field with a default, its usual range, and its domain.

    `domain` is the range outside of which the value has no meaning; without it, the usual range.
    """
    declared = (default, low, high, log, label, help, domain or (low, high))
    return dataclasses.field(default=default, metadata={_KEY: declared})


def parameters(owner: Any) -> tuple[Parameter, ...]:
    """The parameters that a dataclass (or a value of one) declares, in order of declaration."""
    return _declared(owner if isinstance(owner, type) else type(owner))


@cache
def _declared(owner: type) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(f.name, *f.metadata[_KEY])
        for f in dataclasses.fields(owner)
        if _KEY in f.metadata
    )


def check(value: Any) -> None:
    """Check that every declared parameter of a value lies in its domain, by `check_domain`."""
    for p in parameters(value):
        p.check_domain(getattr(value, p.name))


class Parametrized:
    """A dataclass that refuses, by ValueError, parameters outside of their domain."""

    def __post_init__(self) -> None:
        check(self)
