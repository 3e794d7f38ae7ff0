"""One number of a regression over its range: what that does to the errors."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.regression.model.experiment import Regression, change_regression, kernel_parameters
from pages.regression.model.fit import fit
from pages.regression.model.fitted import Errors
from svmcore.arrays import Array, read_only
from svmcore.params import Parameter, parameters

WORDS = ("epsilon", "C", "nu", "gamma")  # the numbers that can be swept
STEPS = 25  # places of a number that are tried
LOWEST = 0.01  # from which on nu is tried: at 0 there is no model
MEASURES = {"mae": "MAE", "rmse": "RMSE"}  # of the error, and what a menu calls them
DIGITS = 3  # of a place: a link and a slider show what was tried


class SweepErrors(NamedTuple):
    """Of a model only what a sweep needs: its errors, and whether there is such a model that is
    proved to be the best.
    """

    train: Errors
    test: Errors
    trained: bool


@dataclass(frozen=True, eq=False)
class Sweep:
    """The errors of models that differ in one number; row k is for `values[k]`."""

    values: tuple[float, ...]
    rows: tuple[SweepErrors, ...]

    def errors(self, part: str, measure: str) -> Array:
        """ "mae" or "rmse" of "train" or "test", (m,); NaN where there is none."""
        found: list[tuple[Errors, bool]] = [(getattr(row, part), row.trained) for row in self.rows]
        return read_only([getattr(e, measure) if known and e.n else np.nan for e, known in found])

    def best(self, measure: str) -> int | None:
        """The row with the least test error, the first of equals; None without test points."""
        found = self.errors("test", measure)
        return int(np.nanargmin(found)) if np.isfinite(found).any() else None


def words(value: Regression) -> tuple[str, ...]:
    """The numbers that can be swept for these choices."""
    known = {p.name for p in value.parameters()}
    return tuple(name for name in WORDS if name in known)


def declared(word: str) -> Parameter:
    """The number's range, scale and name."""
    own = {p.name: p for p in parameters(Regression)}
    return own[word] if word in own else kernel_parameters()[word]


def places(word: str, steps: int = STEPS) -> tuple[float, ...]:
    """Where a number is tried: even steps over its range, on a log scale if it has one."""
    p = declared(word)
    low = LOWEST if word == "nu" else p.low
    even = np.geomspace(low, p.high, steps) if p.log else np.linspace(low, p.high, steps)
    rounded = (float(f"{v:.{DIGITS}g}") for v in even)
    return tuple(min(max(v, p.low), p.high) for v in rounded)


def question(value: Regression, word: str) -> Regression:
    """What a sweep depends on: all of `value` but the number that is swept."""
    return change_regression(value, **{word: places(word)[0]})


def sweeping(value: Regression, word: str) -> Iterator[Sweep]:
    """The sweep of the first place, of the first two, and so on: a model for each."""
    rows: tuple[SweepErrors, ...] = ()
    for place in places(word):
        rows = (*rows, _sweep_errors(change_regression(value, **{word: place})))
        yield Sweep(places(word)[: len(rows)], rows)


def sweep(value: Regression, word: str) -> Sweep:
    """The errors over the range of one number; all else is as it is in `value`."""
    *_, whole = sweeping(value, word)
    return whole


@lru_cache(maxsize=1024)  # the models themselves would fill the memory
def _sweep_errors(value: Regression) -> SweepErrors:
    found = fit(value)
    known = found.model is not None and found.finished
    return SweepErrors(found.train_errors, found.test_errors, known)
