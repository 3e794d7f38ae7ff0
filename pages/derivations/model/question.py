"""What a derivation is computed from, and the models that it may use."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pages.state.board.experiment import Experiment, change, with_default_training
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import Run, data_of
from pages.state.multiclass.multiclass_run import MulticlassRun
from svmcore.arrays import Array


@dataclass(frozen=True, kw_only=True)
class Question:
    """All that the numbers of a derivation depend on; equal questions have equal answers.

    experiment : of the board. point, other : the ids of the inspected point and of the one before,
    -1 for none.
    c1, c2 : see `DerivationView`. delta : the margin between the scores of several classes.
    descent : the settings of the page Descent.
    """

    experiment: Experiment
    point: int = -1
    c1: float = -1.0
    c2: float = 1.0
    delta: float = 1.0
    descent: Descent = field(default_factory=Descent)
    other: int = -1

    @property
    def at(self) -> int | None:
        """The index of the inspected point; None without one."""
        return self._index(self.point)

    @property
    def before(self) -> int | None:
        """The index of the point inspected before it; None without one."""
        return self._index(self.other)

    def _index(self, point: int) -> int | None:
        ids = data_of(self.experiment).ids
        return ids.index(point) if point in ids else None


@dataclass(frozen=True, eq=False)
class Lit:
    """What of the picture a step speaks of.

    points : indices that get a ring. parts : of "boundary", "margins", "w".
    segments, lines : (2, 2) each; segments have bars at their ends.
    """

    points: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()
    segments: tuple[Array, ...] = ()
    lines: tuple[Array, ...] = ()


class Subject(NamedTuple):
    """What a derivation is about: the numbers, the model that is drawn, and what is missing.

    case : whatever the steps are computed from; None where there are no numbers, and `obstacle`
    says why. shown : what the picture shows; None for a picture of its own. note : which model of
    these points it is, in words.
    """

    case: Any
    shown: Run | MulticlassRun | None = None
    note: str = ""
    obstacle: str = ""


@dataclass(frozen=True)
class Uses:
    """The model that a derivation uses.

    kernel : "linear", or "kept" for the one on the board where it is positive semi-definite.
    margin : "soft", "hard", or "kept" for the one on the board.
    """

    kernel: str = "linear"
    margin: str = "soft"

    def kept_kernel(self, experiment: Experiment) -> bool:
        """Whether the kernel of the board is used."""
        return self.kernel == "kept" and experiment.build_kernel().psd

    def hard(self, experiment: Experiment) -> bool:
        """Whether the margin is hard."""
        margin = experiment.margin if self.margin == "kept" else self.margin
        return margin == "hard"

    def experiment(self, experiment: Experiment) -> Experiment:
        """The experiment of the derivation: every point counts once."""
        placed = tuple(replace(point, weight=1.0) for point in experiment.placed)
        plain = replace(with_default_training(experiment), placed=placed, class_weight="equal")
        kernel = experiment.kernel if self.kept_kernel(experiment) else "linear"
        margin = "hard" if self.hard(experiment) else "soft"
        return change(plain, kernel=kernel, margin=margin)
