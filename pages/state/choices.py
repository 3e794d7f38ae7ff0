"""The check of a frozen value of choices: one way for all that pages put into links."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from svmcore.params import Parameter, parameters


class CheckedChoices:
    """A frozen value that refuses a number out of its range, and a text that is no choice.

    `CHOICES` says what the texts may be; the numbers are declared with `param`.

    Raises
    ------
    ValueError
        With one sentence that names the law and the offender.
    """

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __post_init__(self) -> None:
        check_choices(self, self.CHOICES)
        for parameter in parameters(self):
            parameter.check(getattr(self, parameter.name))


def check_choices(value: Any, choices: Mapping[str, tuple[str, ...]]) -> None:
    """Raise ValueError for a field of `value` that is none of its `choices`."""
    for name, known in choices.items():
        if getattr(value, name) not in known:
            found = getattr(value, name)
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {found!r}")


def check_options(options: Iterable[tuple[str, float]], known: Mapping[str, Parameter]) -> None:
    """Raise ValueError for an option that is not `known`, or out of its range."""
    for name, value in options:
        if name not in known:
            raise ValueError(f"option must be one of {', '.join(known)}, got {name!r}")
        known[name].check(value)
