"""Parameters of dataclasses with default, range, scale and help, for checks and sliders.

One name means one thing, with one default and one range, wherever it appears: the declarations
below are shared by every kernel and solver that has such a parameter.
"""

import dataclasses
import math
from dataclasses import dataclass
from functools import cache
from typing import Any

_KEY = "svmcore.parameter"


@dataclass(frozen=True)
class Parameter:
    """What a dataclass field needs to be checked, drawn as a slider and put in a link."""

    name: str
    default: float
    low: float
    high: float
    log: bool
    label: str
    help: str
    law: tuple[float, float]

    @property
    def integer(self) -> bool:
        """Whether only whole numbers make sense."""
        return isinstance(self.default, int)

    def check(self, value: float) -> None:
        """Refuse `value` outside the slider's range, with one sentence.

        Raises ValueError if the value is not a finite number in [low, high] (an integer where one
        is needed).
        """
        self._check(value, self.low, self.high)

    def check_law(self, value: float) -> None:
        """The same for what the mathematics allows, which may be more than a slider shows."""
        self._check(value, *self.law)

    def _check(self, value: float, low: float, high: float) -> None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or not low <= value <= high:
            if math.isinf(high):
                allowed = f">= {low:g}" if math.isfinite(low) else "finite"
            else:
                allowed = f"from {low:g} to {high:g}"
            raise ValueError(f"{self.name} must be {allowed}, got {value}")
        if self.integer and value != int(value):
            raise ValueError(f"{self.name} must be a whole number, got {value}")


def param(
    default: float,
    low: float,
    high: float,
    *,
    log: bool = False,
    label: str = "",
    help: str = "",
    law: tuple[float, float] | None = None,
) -> Any:
    """A dataclass field with a default that knows its range and how its slider looks.

    `law` is the range outside of which the value has no meaning; without it, the slider's.
    """
    declared = (default, low, high, log, label, help, law or (low, high))
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
    """Check the law of every declared parameter of a value; call it from `__post_init__`."""
    for p in parameters(value):
        p.check_law(getattr(value, p.name))


class Parametrized:
    """A dataclass that refuses, by ValueError, parameters outside of what their law allows."""

    def __post_init__(self) -> None:
        check(self)
