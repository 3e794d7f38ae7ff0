"""Some words of an experiment, or of its like, replaced by others."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pages.state.board import MAX_POINTS, renumbered
from svmcore.params import Parameter


def changed_words(
    value: Any,
    names: Iterable[str],
    optional: Mapping[str, Parameter],
    sampled: Collection[str],
    changes: Mapping[str, Any],
) -> dict[str, Any]:
    """The words of an experiment or of its like after changes, its options without the usual ones.

    names : the fields; optional : what may stand in `options`; sampled : what decides the sample.

    Raises
    ------
    ValueError
        If a name is neither a field nor an option.
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
    if any(name in sampled and new != value[name] for name, new in changes.items()):
        words["removed"] = changes.get("removed", ())
        words["placed"] = renumbered(words["placed"])
    return words
