"""The points of a task after random moves, and in how many draws two lines still separate them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pages.challenges.model.widest import Drawing
from pages.state.model.moved_points import separated
from svmcore.arrays import Array, Bools

FARTHEST_MOVE, STEP = 1.0, 0.01  # the largest r, and the steps of its slider


@dataclass(frozen=True, eq=False)
class MovedPoints:
    """The draws of a task whose hard margin exists: the points move by up to r."""

    drawing: Drawing
    r: float
    seed: int

    @property
    def limit(self) -> float:
        """1/|w| of the SVM: below it, its line separates the classes in every draw."""
        return 0.5 * (self.drawing.optimum().width or 0.0)

    @property
    def nearest(self) -> float:
        """The same of the drawn line: the distance of its nearest point; 0 if a point is wrong."""
        if not self.drawing.separates:
            return 0.0
        return float((self.drawing.margins * abs(self.drawing.line.half)).min())

    @cached_property
    def svm(self) -> Bools:
        """Whether the SVM's line separates the classes, (DRAWS,)."""
        return self._svm(self.r)

    @cached_property
    def own(self) -> Bools:
        """Whether the drawn line does, (DRAWS,)."""
        return self._own(self.r)

    @cached_property
    def counts(self) -> tuple[Array, Array, Array]:
        """Every r of the slider, and in how many draws the SVM's and the drawn line separate."""
        radii = np.arange(0.0, FARTHEST_MOVE + 0.5 * STEP, STEP)
        svm, own = ([int(of(r).sum()) for r in radii] for of in (self._svm, self._own))
        return radii, np.array(svm), np.array(own)

    def _svm(self, r: float) -> Bools:
        model = self.drawing.optimum().model
        assert model is not None
        w = model.weights
        assert w is not None
        return separated(w, model.intercept, self.drawing.X, self.drawing.y, r, self.seed)

    def _own(self, r: float) -> Bools:
        line = self.drawing.line
        return separated(line.w, line.b, self.drawing.X, self.drawing.y, r, self.seed)
