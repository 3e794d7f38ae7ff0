"""What the linear estimators share: their parameters, their intercept, the check of `dual`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from numbers import Real
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array
from svmcore.engine.linear_fit import LinearFit
from svmcore.estimators.fitting import UNLIMITED, Options, Part
from svmcore.estimators.parameters import Law, one_of

MAX_NEWTON_STEPS = 500  # of Newton's method, which takes less than 30 where it can get anywhere
LEAST_SCALE, MOST_SCALE = 1e-8, 1e8  # beyond, no digit is left of the intercept, or of the weights


def intercept_scale(name: str, value: Any) -> None:
    """Refuse by ValueError what is neither infinite nor leaves digits to intercept and weights."""
    real = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
    if not real or not (LEAST_SCALE <= value <= MOST_SCALE or value == np.inf):
        law = f"from {LEAST_SCALE:g} to {MOST_SCALE:g}, or infinite"
        raise ValueError(f"{name} must be {law}, got {value!r}")


LINEAR_LAWS: dict[str, Law] = {
    "dual": one_of("auto", True, False),
    "fit_intercept": one_of(True, False),
    "intercept_scaling": intercept_scale,
}


class LinearOptions:
    """Parameters of the linear estimators, with the names and meanings of LIBLINEAR's."""

    tol: float
    C: float
    fit_intercept: bool
    intercept_scaling: float
    max_iter: int

    @property
    def _penalised(self) -> bool:
        """Whether the intercept is one more weight."""
        return bool(self.fit_intercept) and bool(np.isfinite(self.intercept_scaling))

    @property
    def _free(self) -> bool:
        """Whether there is an intercept that costs nothing."""
        return bool(self.fit_intercept) and not self._penalised

    def _columns(self, X: Array) -> Array:
        """X, with a column of `intercept_scaling` where that stands for the intercept."""
        if not self._penalised:
            return X
        return np.column_stack([X, np.full(len(X), float(self.intercept_scaling))])

    def _weights(self, part: Part) -> tuple[Array, float]:
        """(w, b) of a model of these columns."""
        assert part.w is not None
        if self._penalised:
            return part.w[:-1], float(self.intercept_scaling * part.w[-1])
        return part.w, part.intercept if self.fit_intercept else 0.0


def part_of_fit(found: LinearFit, coef: Array) -> Part:
    """The model of Newton's method; coef, (n,), are the multipliers with their signs.

    Raises ValueError if it is not finite.
    """
    if not np.isfinite(found.w.sum() + found.b):
        raise ValueError("no finite model was found: X or C is too large")
    n_iter = max(1, found.n_iter)
    return Part(coef, found.b, found.certificate, found.status, n_iter, found.w)


def newton_steps(how: Options) -> int:
    """The budget of Newton's method."""
    return MAX_NEWTON_STEPS if how.max_iter == UNLIMITED else how.max_iter


def check_dual(
    penalty: str, loss: str, dual: Any, known: Mapping[tuple[str, str], tuple[bool, ...]]
) -> None:
    """Refuse what LIBLINEAR does not solve, in scikit-learn's words.

    `known` has the values of dual for each penalty and loss. The optimum does not depend on dual.

    Raises ValueError.
    """
    ways = known.get((penalty, loss), ())
    if (dual == "auto" and ways) or (dual != "auto" and dual in ways):
        return
    if ways:
        why = f"penalty={penalty!r} and loss={loss!r} are not supported when dual={dual!r}"
    else:
        why = f"penalty={penalty!r} and loss={loss!r} is not supported"
    raise ValueError(
        f"Unsupported set of arguments: The combination of {why}, "
        f"Parameters: penalty={penalty!r}, loss={loss!r}, dual={dual!r}"
    )


@contextmanager
def too_large() -> Iterator[None]:
    """A singular system of equations as a ValueError about X."""
    try:
        yield
    except LinAlgError:
        raise ValueError("X is too large, or too uneven, for a linear model") from None
