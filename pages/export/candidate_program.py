"""What a candidate's programs need to know of it."""

from dataclasses import dataclass, replace
from typing import Any, Self

from pages.export.figure_code import CLASS_FIGURES, CONFUSION
from pages.export.multiclass_code import missing_of_classes
from pages.export.sweep_code import FoldSweep
from pages.model_selection.candidate import Candidate
from pages.model_selection.multiclass_model import MulticlassModel
from svmcore.arrays import Array
from svmcore.kernels import Kernel
from svmcore.multiclass import JOINT


class Named(float):
    """A number that a program knows by a name."""

    name: str

    @classmethod
    def of(cls, name: str, number: float) -> Self:
        """A number with its name."""
        found = cls(number)
        found.name = name
        return found

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, kw_only=True)
class CandidateProgram:
    """A candidate that was trained on points of k classes: `record` is what came of it.

    t : from which f on class 1 of two is predicted. folds : whether the data have a `fold`
    sweep : what is computed by folds in place of one score, if anything
    unit : (d,), what a column is divided by where it does not vary among the points that are learnt
        from; None for 1
    """

    machine: Candidate
    record: MulticlassModel
    t: float = 0.0
    folds: bool = False
    sweep: FoldSweep | None = None
    unit: Array | None = None

    @property
    def kernel(self) -> Kernel:
        """The kernel that it was trained with, with the name of a gamma that has one."""
        kernel: Any = self.record.kernel
        if not self.gamma_is_named:
            return self.record.kernel
        named: Kernel = replace(kernel, gamma=Named.of("gamma", kernel.gamma))
        return named

    @property
    def varied(self) -> tuple[str, ...]:
        """The settings that are arguments of what trains."""
        return () if self.sweep is None else self.sweep.names

    @property
    def C(self) -> float:
        """C, with its name where it varies."""
        return Named.of("C", self.machine.C) if "C" in self.varied else self.machine.C

    @property
    def arguments(self) -> str:
        """The arguments behind the points of what trains."""
        known = {"C": self.machine.C} | dict(self.machine.parameters)
        return "".join(f", {name}={known[name]!r}" for name in self.varied)

    @property
    def gamma_is_named(self) -> bool:
        """Whether the program finds gamma itself, or varies it."""
        return "gamma" in self.varied or bool(self.gamma())

    @property
    def joint(self) -> bool:
        """Whether all scores come from one problem."""
        return self.machine.scheme in JOINT

    @property
    def missing(self) -> str:
        """What scikit-learn lacks for the same model, as a sentence; "" where it has all."""
        return missing_of_classes(self.record)

    def figure(self, d: int) -> str:
        """The cell that draws the model of d coordinates: regions, or a confusion matrix."""
        if d != 2:
            return CONFUSION
        k, scheme = self.record.k, self.machine.scheme
        return CLASS_FIGURES["sign" if k == 2 else "winner" if scheme == "svc" else "score"]

    def gamma(self) -> list[str]:
        """The line that finds a gamma in units of the points' variance."""
        words = dict(self.machine.parameters)
        if not self.machine.relative or "gamma" not in words:
            return []
        asked = "gamma" if "gamma" in self.varied else repr(words["gamma"])
        there = f"{asked} / (S.shape[1] * S.var())"
        return [f"    gamma = {there}  # in units of 1 / (columns * variance)"]
