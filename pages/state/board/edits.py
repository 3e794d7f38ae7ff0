"""The browser's edits in the ids and classes of a board."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pages.state.board.board import FIRST_PLACED_ID, MAX_POINTS, Edit, quantise
from pages.state.board.experiment import Experiment


def without_twins(experiment: Experiment) -> Experiment:
    """Remove generated points that coincide with a placed point of the same class.

    So the sample that was kept as the visitor's own does not come twice.
    """
    board = experiment.board()
    own = {(p.x, p.y, p.label) for p in board.placed}
    twins = {p.id for p in board.sample if (quantise(p.x), quantise(p.y), p.label) in own}
    return experiment.with_board(replace(board, removed=board.removed | twins))


def refilled(experiment: Any, field: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What brings the sample of an empty board back, if `changes` choose its dataset once more.

    `field` names the sample, as in `BoardKind`.
    """
    again = changes.get(field) == experiment[field] and not len(experiment.board())
    return {"removed": ()} if again and experiment.removed else {}


def two_sided(edit: Edit, experiment: Experiment) -> tuple[Edit, ...]:
    """An edit of a picture that shows class +1 against all others, in the board's own classes.

    What becomes -1 there joins the first of the others.
    """
    if experiment.n_classes == 2:
        return (edit,)
    plus, other = experiment.plus, int(experiment.plus == 0)
    if edit.kind != "flip":
        return (replace(edit, label=plus if edit.label else other),)
    member = {p.id for p in experiment.board().all_points if p.label == plus}
    ids = [i for i in edit.ids if i in member], [i for i in edit.ids if i not in member]
    return tuple(
        replace(edit, kind="relabel", ids=tuple(some), label=label)
        for some, label in zip(ids, (other, plus), strict=True)
        if some
    )


def own_id(browser_id: int, sample: int) -> int | None:
    """The board's id of a point as the browser knows it; None for one of another sample."""
    if browser_id >= FIRST_PLACED_ID:
        return browser_id
    of, place = divmod(browser_id, MAX_POINTS)
    return place if of == sample else None


def of_sample(edit: Edit, sample: int) -> Edit:
    """The edit with the board's own ids, without points of another sample."""
    own = [own_id(i, sample) for i in edit.ids]
    points = edit.points
    if len(points) == len(own):  # a move names a place for every point
        points = tuple(p for p, i in zip(points, own, strict=True) if i is not None)
    return replace(edit, ids=tuple(i for i in own if i is not None), points=points)
