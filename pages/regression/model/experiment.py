"""Everything a visitor can choose about a regression, as one frozen, flat value.

Equal regressions are equal models, links and pictures, as with `pages.state.board.experiment`.
Words that both have mean the same; the kernels are those of `KERNELS` that are positive
semi-definite.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Self

from pages.datasets.curves import CURVES, sample_curve
from pages.model_selection.kernel_formula import KERNELS, Built, parse
from pages.state.board.board import Board, Placed, fitting_board, sample_of
from pages.state.board.experiment import build
from pages.state.board.shared_parameters import penalty, sample_seed, sample_size, test_share
from pages.state.link.choices import (
    changed_fields,
    check_choices,
    check_options,
)
from svmcore.arrays import Array, read_only
from svmcore.kernels import Kernel
from svmcore.params import Parameter, check, param, parameters

MACHINES = ("epsilon", "nu")
SAMPLE_WORDS = ("curve", "n_samples", "noise", "seed")  # another sample forgets what was removed


@dataclass(frozen=True, kw_only=True)
class Regression:
    """Flat strings and numbers: the points (x, z) and the model that learns f(x) from them.

    The points are those of a `Board` whose y is z and whose labels are all 0.

    model : "epsilon", the tube's half width is given, or "nu", it is found
    removed, placed : what was done to the sample by hand
    test_share : of the points, kept apart; their ids and the seed decide which
    options : the kernel's parameters that differ from their defaults
    """

    curve: str = "sine"
    n_samples: int = sample_size()
    noise: float = param(
        0.3, 0.0, 1.0, label="Noise", help="Standard deviation of the noise added to every point."
    )
    seed: int = sample_seed()
    removed: tuple[int, ...] = ()
    placed: tuple[Placed, ...] = ()
    machine: str = "epsilon"
    C: float = penalty("Penalty on errors above ε: large C, fewer of them, a steeper f.")
    epsilon: float = param(
        0.3, 0.0, 2.0, label="ε", help="Half the height of the tube: errors up to ε cost nothing."
    )
    nu: float = param(
        0.5,
        0.01,
        1.0,
        label="ν",
        help="At most this share of the points lies outside the tube, and at least this share "
        "are support vectors.",
    )
    kernel: str = "rbf"
    recipe: str = Built.recipe  # of the kernel that is built by hand
    test_share: float = test_share()
    options: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what does not exist, so that no option can be silently ignored."""
        check(self)
        parse(self.recipe)
        check_choices(self, self.choices())
        if any(point.label for point in self.placed):
            raise ValueError("a point of a regression has no class: its label must be 0")
        check_options(self.options, kernel_parameters())

    def __getitem__(self, name: str) -> Any:
        """The value of a field or of any kernel's parameter."""
        if name in WORDS:
            return getattr(self, name)
        return dict(self.options).get(name, kernel_parameters()[name].default)

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What can be chosen for each word."""
        return {"curve": tuple(CURVES), "machine": MACHINES, "kernel": kernels()}

    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that matter for the present choices, in the order of a page's sliders."""
        idle = {"epsilon" if self.machine == "nu" else "nu"}
        if CURVES[self.curve].empty:
            idle |= {"n_samples", "noise"}
        own = [p for p in parameters(Regression) if p.name not in idle]
        return (*own, *_of_kernels([self.kernel]).values())

    @property
    def n_classes(self) -> int:
        """How many classes a board of this kind can hold: its points have none, so one."""
        return 1

    def build_kernel(self) -> Kernel:
        """The chosen kernel with its parameters."""
        return build(KERNELS[self.kernel], dict(self.options) | {"recipe": self.recipe})

    def board(self) -> Board:
        """The points: the generated sample and what was done to it by hand."""
        sample = _sample(self.curve, self.n_samples, self.noise, self.seed)
        return fitting_board(sample, self.removed, self.placed)

    def with_board(self, board: Board) -> Self:
        """The same model on a board that was edited; whatever label a point got is 0 again."""
        placed = without_labels(board.placed)
        return replace(self, removed=tuple(sorted(board.removed)), placed=placed)


WORDS = tuple(f.name for f in fields(Regression) if f.name != "options")


def change_regression(value: Regression, **changes: Any) -> Regression:
    """The regression with some words changed, the parameters of kernels among them.

    Another sample keeps the points placed by hand; which generated points had been taken away
    means nothing for it, so none are.

    Raises ValueError if a value is out of its range or names something that does not exist.
    """
    words = changed_fields(value, WORDS, kernel_parameters(), SAMPLE_WORDS, changes)
    return Regression(**words | {"placed": without_labels(words["placed"])})


def kernels() -> tuple[str, ...]:
    """The kernels for which there is a feature space, and so one best f: keys of `KERNELS`."""
    return tuple(name for name, kind in KERNELS.items() if kind().psd)


def kernel_parameters() -> dict[str, Parameter]:
    """Every parameter of these kernels by name, in the range in which they stay such kernels."""
    return _of_kernels(kernels())


def data_fields(value: Regression) -> tuple[tuple[str, Any], ...]:
    """The fields that determine the points."""
    return tuple((name, getattr(value, name)) for name in (*SAMPLE_WORDS, "removed", "placed"))


@dataclass(frozen=True, eq=False)
class Points:
    """The points alone, as a picture needs them to choose what it shows: X is (x, z), (n, 2)."""

    X: Array

    def __len__(self) -> int:
        return len(self.X)


def points_of(value: Regression) -> Points:
    """The points of a regression in the order of its board."""
    return Points(read_only([(p.x, p.y) for p in value.board().all_points]).reshape(-1, 2))


def _of_kernels(names: Iterable[str]) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for name in names:
        for p in parameters(KERNELS[name]):
            if p.name == "coef0":  # a negative one leaves a power no kernel
                p = replace(p, low=0.0)
            found.setdefault(p.name, p)
    return found


def without_labels(placed: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The same points, all with the label 0."""
    return tuple(replace(p, label=0) if p.label else p for p in placed)


@lru_cache(maxsize=64)
def _sample(curve: str, n_samples: int, noise: float, seed: int) -> tuple[Placed, ...]:
    """The generated points, all with the label 0."""
    x, z = sample_curve(curve, n_samples, noise, seed)
    return sample_of(zip(x.tolist(), z.tolist(), strict=True), [0] * len(x))
