"""Tasks on the kernel of a picture: four that look different there, and what tells them apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.predict.model.drawing import fair, is_clear, places, sampled
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run
from pages.state.model.scene import Scene, fit_view
from svmcore.arrays import Array, Bools

CANDIDATES: Mapping[str, Mapping[str, Any]] = {
    "linear": {"kernel": "linear"},
    "quadratic": {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0},
    "cubic": {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0},
    "wide": {"kernel": "rbf", "gamma": 0.1},
    "narrow": {"kernel": "rbf", "gamma": 20.0},
    "laplacian": {"kernel": "laplacian", "gamma": 1.0},
}
NAMES = tuple(CANDIDATES)
OFFERED = 4  # kernels in a task
SIZE = 40  # points of a sample
APART = 0.06  # of the picture: at least so much has another sign with each other kernel
LEAST_REGION = 0.08  # of the picture that each class gets
FLAT = 1e-9  # of the squares of a conic's coefficients: below it is a parabola


@dataclass(frozen=True, eq=False)
class KernelTask:
    """The run of the kernel that is looked for, and the kernels among which to choose.

    offered : of `NAMES`, in their order. answer : the right one.
    apart : the smallest share of the picture that has another sign with another of them.
    """

    run: Run
    offered: tuple[str, ...]
    answer: str
    apart: float

    @property
    def view(self) -> Extent:
        """What the picture shows."""
        return fit_view(self.run.data)


@lru_cache(maxsize=64)
def kernel_task(number: int) -> KernelTask:
    """The task with a number: the same one everywhere."""
    rng = np.random.default_rng([number, 4])
    return fair(rng, NAMES, lambda wanted: _drawn(rng, wanted))


def _drawn(rng: np.random.Generator, wanted: str) -> KernelTask | None:
    sample = sampled(rng, ("blobs", "moons", "circles", "xor", "spirals"), SIZE)
    base = change(sample, C=float(rng.choice([1.0, 10.0])))
    nodes = places(fit_view(run(base).data))
    signs: dict[str, Bools] = {}
    others = [name for name in rng.permutation(NAMES).tolist() if name != wanted]
    for name in (wanted, *others):
        sign = _signs(base, name, nodes)
        if sign is not None and all((sign != known).mean() >= APART for known in signs.values()):
            signs[name] = sign
        elif name == wanted:
            return None
        if len(signs) == OFFERED:
            break
    else:
        return None
    known = list(signs.values())
    apart = min(float((a != b).mean()) for k, a in enumerate(known) for b in known[:k])
    offered = tuple(name for name in NAMES if name in signs)
    return KernelTask(run(change(base, **CANDIDATES[wanted])), offered, wanted, apart)


def _signs(base: Experiment, name: str, nodes: Array) -> Bools | None:
    """Where the class is +1, if the model is clear and gives each class a part of the picture."""
    found = run(change(base, **CANDIDATES[name]))
    if found.model is None or not is_clear(found):
        return None
    plus = np.asarray(found.model(nodes) >= 0.0)
    return plus if min(plus.mean(), 1.0 - plus.mean()) >= LEAST_REGION else None


def outline(drawn: Scene, view: Extent) -> tuple[int, int]:
    """Of the boundary the number of curves in the view, and how many of these are closed."""
    line = drawn.lines[1]
    pieces = np.split(line, np.flatnonzero(np.isnan(line).any(axis=1)))
    seen = closed = 0
    for piece in pieces:
        clear = piece[~np.isnan(piece).any(axis=1)]
        x, y = clear.T
        inside = (x >= view[0]) & (x <= view[1]) & (y >= view[2]) & (y <= view[3])
        seen += bool(inside.any())
        closed += len(clear) > 2 and bool(inside.all()) and bool((clear[0] == clear[-1]).all())
    return seen, closed


def conic(found: Run, view: Extent) -> str:
    """What f = 0 is for a polynomial f of degree 2, by the sign of the determinant of its squares.

    f(x) = a x1^2 + b x1 x2 + c x2^2 + ...: an ellipse where 4 a c > b^2, a hyperbola where it is
    less.
    """
    assert found.model is not None
    nodes = places(view)
    x, y = nodes.T
    terms = np.column_stack([x * x, x * y, y * y, x, y, np.ones_like(x)])
    a, b, c = np.linalg.lstsq(terms, found.model(nodes), rcond=None)[0][:3]
    determinant = 4.0 * a * c - b * b
    if abs(determinant) <= FLAT * (a * a + b * b + c * c):
        return "parabola"
    return "ellipse" if determinant > 0.0 else "hyperbola"


def largest(found: Run, view: Extent) -> float:
    """The largest |f| in the view."""
    assert found.model is not None
    return float(np.abs(found.model(places(view))).max())
