"""The check of a frozen value of choices: one way for all that pages put into links."""

from __future__ import annotations

from typing import Any

from svmcore.params import parameters


def checked(value: Any) -> None:
    """Refuse what is out of its range, or no choice; call it from `__post_init__`.

    `value.CHOICES` says what the texts may be; the numbers are declared with `param`.

    Raises
    ------
    ValueError
        With one sentence that names the law and the offender.
    """
    for name, known in value.CHOICES.items():
        if getattr(value, name) not in known:
            found = getattr(value, name)
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {found!r}")
    for parameter in parameters(value):
        parameter.check(getattr(value, parameter.name))
