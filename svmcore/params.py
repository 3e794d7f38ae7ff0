"""A parameter carries its own slider: default, range, scale and help stand beside its name.

One name means one thing, with one default and one range, wherever it appears: the declarations
below are shared by every kernel and solver that has such a parameter.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
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

    @property
    def integer(self) -> bool:
        """Whether only whole numbers make sense."""
        return isinstance(self.default, int)

    def check(self, value: float) -> None:
        """Refuse `value` outside the range, with one sentence.

        Raises
        ------
        ValueError
            If the value is not a finite number in [low, high] (an integer where one is needed).
        """
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or not self.low <= value <= self.high:
            raise ValueError(f"{self.name} must be from {self.low:g} to {self.high:g}, got {value}")
        if self.integer and value != int(value):
            raise ValueError(f"{self.name} must be a whole number, got {value}")


def param(
    default: float, low: float, high: float, *, log: bool = False, label: str = "", help: str = ""
) -> Any:
    """A dataclass field with a default that knows its range and how its slider looks."""
    declared = {
        "default": default,
        "low": low,
        "high": high,
        "log": log,
        "label": label,
        "help": help,
    }
    return dataclasses.field(default=default, metadata={_KEY: declared})


def parameters(owner: Any) -> tuple[Parameter, ...]:
    """The parameters that a dataclass (or a value of one) declares, in order of declaration."""
    return tuple(
        Parameter(name=f.name, **f.metadata[_KEY])
        for f in dataclasses.fields(owner)
        if _KEY in f.metadata
    )


def check(value: Any) -> None:
    """Check every declared parameter of a dataclass value; call it from `__post_init__`."""
    for p in parameters(value):
        p.check(getattr(value, p.name))
