"""An algorithm as lines of pseudocode, and which of them the updates of a film execute."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from svmcore.arrays import Bools, Indices
from svmcore.objective import Convention

# how the points of an update are chosen, by the `order` of a descent
CHOSEN = {
    "shuffled": "receive {} in random order, new in each epoch",
    "data": "receive {} in the order of the data",
    "replacement": "draw {} with replacement",
}


@dataclass(frozen=True, eq=False)
class Line:
    """A line of pseudocode.

    depth : of loops around it
    ran : (M,), whether the update of each moment of a film executes it
    branch : whether some updates execute it and others do not
    """

    text: str
    depth: int
    ran: Bools
    branch: bool = False


def as_film(title: str, lines: Sequence[Line], note: str = "") -> dict[str, Any]:
    """The part of a film that its panel of the algorithm shows.

    `ran`, int32 (M,), has bit i where the update of a moment executes line i.
    """
    if len(lines) > 31:
        raise ValueError(f"an algorithm must have at most 31 lines, got {len(lines)}")
    bits: Indices = np.zeros(len(lines[0].ran), dtype=np.int32)
    for i, line in enumerate(lines):
        bits |= (line.ran.astype(np.int32) << i).astype(np.int32)
    written = [{"text": one.text, "depth": one.depth, "branch": one.branch} for one in lines]
    return {"algorithm": {"title": title, "lines": written, "note": note}, "ran": bits}


def factor(letter: str) -> str:
    """A factor in front of a term: nothing for 1."""
    return "" if letter == "1" else f"{letter} "


def rate_line(formula: str, way: Convention) -> str:
    """A learning rate as an assignment, with the letter that the cost has for ρ."""
    rho = f"{factor(way.rho)}t"
    return formula.replace("=", "←").replace("(ρt)", rho if rho == "t" else f"({rho})")
