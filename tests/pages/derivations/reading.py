"""Derivations as a test reads them: the numbers of a step, and a model from alpha and b alone."""

from __future__ import annotations

import re

import numpy as np

import app  # registers the pages
from pages.derivations.model.question import Question
from pages.derivations.text.catalogue import DERIVATIONS
from pages.derivations.text.latex import plain_text
from pages.derivations.text.step import WrittenDerivation, written
from pages.state.board.experiment import Experiment
from tests.helpers.links import from_query
from tests.helpers.opened import Machine, gram, numeral

assert app.PAGES
NUMBER = re.compile(r"(?:- ?)?(?:\d[\d,]*(?:\.\d+)?)(?: × 10[⁻⁰-⁹¹²³]+)?|-? ?10[⁻⁰-⁹¹²³]+")


def answer(key: str, query: dict[str, str], **more: float) -> WrittenDerivation:
    """A derivation for what the words of a link mean."""
    return written(DERIVATIONS[key], Question(experiment=from_query(query), **more))


def figures(latex: str) -> list[float]:
    """All numbers of a formula in their order; one after a minus is negative."""
    parts = NUMBER.findall(plain_text(latex))
    return [numeral(re.sub("^- ", "-", part)) for part in parts]


class Numbers(Machine):
    """What else follows from alpha and b of a derivation's model, and from the kernel."""

    @property
    def g(self) -> np.ndarray:
        return self.K @ (self.alpha * self.y)

    @property
    def f(self) -> np.ndarray:
        return self.g + self.b

    @property
    def slack(self) -> np.ndarray:
        short = 1.0 - self.margins
        return np.where(short > 1e-6, short, 0.0)

    @property
    def w(self) -> np.ndarray:
        return (self.alpha * self.y) @ self.X

    @property
    def square(self) -> float:
        return float((self.alpha * self.y) @ self.g)

    @property
    def norm(self) -> float:
        return self.square**0.5

    @property
    def order(self) -> np.ndarray:
        """The support vectors, the largest alpha first."""
        held = np.flatnonzero(self.alpha > 1e-7 * self.alpha.max())
        return held[np.argsort(-self.alpha[held].round(9), kind="stable")]

    @property
    def primal(self) -> float:
        cost = 0.0 if np.isinf(self.C) else self.C * self.slack.sum()
        return 0.5 * self.square + float(cost)

    @property
    def dual(self) -> float:
        return float(self.alpha.sum()) - 0.5 * self.square

    def examples(self, kinds: tuple[int, ...]) -> list[int]:
        firsts = (np.flatnonzero(self.case == kind) for kind in kinds)
        return [int(one[0]) for one in firsts if len(one)]


def numbers_of(key: str, query: dict[str, str]) -> Numbers:
    """Of the model of a derivation; only alpha and b are taken from the package."""
    case = answer(key, query).subject.case
    uses, experiment = DERIVATIONS[key].uses, from_query(query)
    words = query if uses.kept_kernel(experiment) else query | {"kernel": "linear"}
    C = np.inf if uses.hard(experiment) else float(query.get("C", Experiment.C))
    return Numbers(case.X, case.y, case.alpha, case.b, gram(words, case.X, case.X), C)


def close(found: list[float], expected: list[float]) -> None:
    """The numbers of a formula, of 3 digits or more, are those expected, in their order."""
    assert len(found) == len(expected), (found, expected)
    np.testing.assert_allclose(found, expected, rtol=5.5e-3, atol=2e-6)
