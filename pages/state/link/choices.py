"""Frozen values of choices, which pages put into links: how they are checked and changed."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from pages.state.board.board import FIRST_PLACED_ID, MAX_POINTS, renumbered
from svmcore.params import Parameter, parameters

# another sample, whose points the moved ones of the one before are none of
NEW_SAMPLE_FIELDS = {"dataset", "curve", "seed"}


class CheckedChoices:
    """A frozen value that refuses a number out of its range, and a text that is no choice.

    `CHOICES` says what the texts may be; the numbers are declared with `param`.

    Raises ValueError with one sentence that names the law and the offender.
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


def changed_fields(
    value: Any,
    names: Iterable[str],
    optional: Mapping[str, Parameter],
    sampled: Collection[str],
    changes: Mapping[str, Any],
) -> dict[str, Any]:
    """The words of an experiment or of its like after changes, its options without the usual ones.

    names : the fields; optional : what may stand in `options`; sampled : what decides the sample.

    Raises ValueError if a name is neither a field nor an option.
    """
    words = {name: getattr(value, name) for name in names}
    options = dict(value.options)
    for name, new in changes.items():
        if name not in words and name not in optional:
            raise ValueError(f"the {type(value).__name__.lower()} has no word {name!r}")
        (words if name in words else options)[name] = new
    unusual = ((k, v) for k, v in options.items() if v != optional[k].default)
    words["options"] = tuple(sorted(unusual))
    words["placed"] = words["placed"][:MAX_POINTS]
    changed = {name for name, new in changes.items() if name in sampled and new != value[name]}
    if changed:
        words["removed"] = changes.get("removed", ())
        if changed & NEW_SAMPLE_FIELDS and "placed" not in changes:
            words["placed"] = tuple(p for p in words["placed"] if p.id >= FIRST_PLACED_ID)
        words["placed"] = renumbered(words["placed"])
    return words
