"""Cross-validation with each way of scaling, fold by fold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pages.model_selection.candidate import Candidate, Progress
from pages.model_selection.cross_validation import Validation, cross_validating
from pages.model_selection.splits import Split
from svmcore.arrays import Array, Indices

SCALINGS = ("none", "inside", "before")
Validations = Mapping[str, Validation]  # by the way of scaling


def ways(machine: Candidate, *, table: bool) -> tuple[str, ...]:
    """The ways of scaling that are compared, the machine's own first.

    The columns of a table that is standardised were so before they came here.
    """
    others = ("inside", "before") if table and machine.scaling != "none" else SCALINGS
    return (machine.scaling, *(how for how in others if how != machine.scaling))


def folding(
    machine: Candidate,
    X: Array,
    y: Indices,
    splits: Sequence[Split],
    w: Array | None,
    scalings: Sequence[str],
) -> Iterator[Progress[Validations]]:
    """The validations of `cross_validate` for each way of scaling, with the last progress."""
    total, found = len(splits) * len(scalings), dict[str, Validation]()
    for how in scalings:
        done = len(found) * len(splits)
        for step in cross_validating(replace(machine, scaling=how), X, y, splits, w):
            if step.found is not None:
                found[how] = step.found
            whole = found if len(found) == len(scalings) else None
            yield Progress(done + step.done, total, whole)
