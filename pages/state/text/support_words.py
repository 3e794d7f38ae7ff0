"""What is said of support vectors: how many are on the margin, how many at their bound."""

from collections.abc import Sequence
from typing import NamedTuple

from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE
from pages.state.model.run import Run

MARKS = ("heavy ring", "thin ring with a dot")  # of the two kinds in a picture
SHOWN = {"heavy ring": "heavy rings", "thin ring with a dot": "thin rings with a dot"}


class Kinds(NamedTuple):
    """The support vectors of a finished model by their multipliers, and where the bound ones are.

    free : how many have 0 < alpha < C_i; bound : how many have alpha = C_i.
    """

    free: int
    bound: int
    where: str


def reach(run: Run) -> float:
    """How far from 1 a y f may be on the margin."""
    return max(MARGIN_TOLERANCE, run.experiment.tol)


def kinds(run: Run) -> Kinds:
    """How many support vectors of each kind a finished model has."""
    at_bound = run.support & run.bound
    off = at_bound & (run.margins < 1.0 - reach(run))
    places = (
        ("on the margin", at_bound & ~off),
        ("inside the margin", off & ~run.wrong),
        ("misclassified", off & run.wrong),
    )
    words = [word for word, there in places if there.any()]
    where = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    bound = int(at_bound.sum())
    return Kinds(int(run.support.sum()) - bound, bound, where)


def split_support(run: Run, marks: Sequence[str] = ()) -> str:
    """How many points are support vectors of a finished model, and of which kind.

    `marks` say in brackets what tells the two kinds, such as "α = C"; those of `MARKS` get their
    plural.
    """
    found, n = kinds(run), len(run.data)
    first, second = (
        _bracket(mark, count) for mark, count in zip(marks or ("", ""), found[:2], strict=True)
    )
    parts = [f"{found.free} on the margin{first}"] if found.free else []
    parts += [f"{found.bound} {found.where}{second}"] if found.bound else []
    total = found.free + found.bound
    text = support_vectors(total, n)
    if len(parts) == 1 and total > 1:
        every = "both" if total == 2 else f"all {total}"
        return f"{text}, {every}{parts[0].removeprefix(str(total))}"
    return f"{text}: {', '.join(parts)}" if parts else text


def _bracket(mark: str, count: int) -> str:
    return f" ({SHOWN.get(mark, mark) if count > 1 else mark})" if mark else ""


def support_vectors(held: int, n: int, show: Sequence[str] | None = None) -> str:
    """How many of n points are support vectors, in words.

    `show`, the layers of the picture that it stands below, lets it name that picture's marks.
    """
    text = f"{held} of {n} points {'is a support vector' if held == 1 else 'are support vectors'}"
    return f"{text}{_marked('ring', held)}" if held and "support" in (show or ()) else text


def misclassified(wrong: int, show: Sequence[str] | None = None) -> str:
    """How many points are misclassified, in words; `show` as in `support_vectors`."""
    text = f"{wrong or 'none'} {'is' if wrong <= 1 else 'are'} misclassified"
    return f"{text}{_marked('red cross', wrong)}" if wrong and show is not None else text


def _marked(name: str, count: int) -> str:
    plural = "es" if name.endswith("s") else "s"
    return f" ({name}{plural if count > 1 else ''})"


def ring_roles(run: Run) -> tuple[str, ...]:
    """What each point of a run is, for those with a ring; "" for the others."""
    if not run.finished:  # its multipliers are not final: the rings go by the margin
        inner, outer = "inside its margin, not converged", "on its margin, not converged"
        return tuple(
            (inner if bound else outer) if held else ""
            for held, bound in zip(run.support, run.bound, strict=True)
        )
    top = run.data.top
    span = "α > 0" if run.experiment.margin == "hard" else f"0 < α < {top}"
    beyond, found = (run.margins < 1.0 - reach(run)).tolist(), []
    for held, bound, inside, wrong in zip(run.support, run.bound, beyond, run.wrong, strict=True):
        where = "on the margin"
        if bound and inside:
            where = "misclassified" if wrong else "inside the margin"
        found.append(f"support vector {where} ({f'α = {top}' if bound else span})" if held else "")
    return tuple(found)
