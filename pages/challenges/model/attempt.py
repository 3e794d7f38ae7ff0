"""An attempt at a task, and how far it is complete."""

import hashlib
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pages.datasets.multiclass import generated
from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import FIELDS, Experiment, build, change
from pages.state.model.run import Run, run
from svmcore.arrays import Array, Indices
from svmcore.params import parameters
from svmcore.problems import DualProblem
from svmcore.solvers.base import solve

# --- Completion codes: what a teacher compares to see that the app saw a goal solved ---
# The code is the first 60 bits of SHA-256 of a text of four lines (version, goal, class word,
# name), written with 32 signs of which no two look the same. There is no secret in it: it does not
# protect against somebody who reads the source. `check_codes.html` computes the same in a browser.

VERSION = "svm-playground-1"
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0, 1, I and O
LENGTH, GROUP = 12, 4
APOSTROPHES = "’‘ʼ`"  # as phones and mail programs write '
SEPARATORS = ',;"'  # of a line of a table, which a name in it cannot have


def normalised(name: str) -> str:
    """A name without regard to case, to the form of its signs, to spaces and to separators."""
    text = unicodedata.normalize("NFKC", name).upper().lower()
    text = unicodedata.normalize("NFKC", text).replace("ς", "σ")
    spaced = "".join(" " if _separates(sign) else _plain(sign) for sign in text)
    return " ".join(part for part in spaced.split(" ") if part)


def _plain(sign: str) -> str:
    if unicodedata.category(sign) == "Pd":
        return "-"
    return "'" if sign in APOSTROPHES else sign


def _separates(sign: str) -> bool:
    return sign in SEPARATORS or unicodedata.category(sign)[0] in "ZC"


def completion_code(goal: str, name: str, word: str = "") -> str:
    """The code of a goal for a name and a class word, in groups of four: "7K3M-Q9TX-2BVD".

    Raises ValueError if the name is empty.
    """
    person = normalised(name)
    if not person:
        raise ValueError("a code needs a name or a number")
    text = "\n".join((VERSION, goal, normalised(word), person))
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 4
    signs = [SIGNS[bits >> 5 * k & 31] for k in reversed(range(LENGTH))]
    return "-".join("".join(signs[k : k + GROUP]) for k in range(0, LENGTH, GROUP))


# --- An attempt at a goal: the trained model, and what of it a goal counts or measures ---

NEW_POINTS = 400
NEW_SEED = 5000  # added to the seed of the training sample
SAME = 1e-6  # of the largest |f|: a smaller change is rounding
GROUPS = {  # what may be changed, by the name under which a goal allows it
    "points": ("removed", "placed"),
    "kernel": ("kernel", "recipe", *{p.name for k in KERNELS.values() for p in parameters(k)}),
}


@dataclass(frozen=True, eq=False)
class GoalAttempt:
    """A run of a goal's board, and the experiment that the goal begins with."""

    run: Run
    start: Experiment

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.run.data)

    @property
    def trained(self) -> bool:
        """Whether there is a model, at its optimum (or at a stationary point)."""
        return self.run.model is not None and self.run.finished

    @property
    def support(self) -> int:
        """How many support vectors there are."""
        return int(self.run.support.sum())

    @property
    def bound(self) -> int:
        """How many of them are at the bound of alpha."""
        return int((self.run.support & self.run.bound).sum())

    @property
    def free(self) -> int:
        """How many of them are below it: on the margin."""
        return self.support - self.bound

    @property
    def wrong(self) -> int:
        """How many training points are misclassified."""
        return int(self.run.wrong.sum())

    @property
    def width(self) -> float:
        """2/|w|; 0 without a model."""
        return self.run.width or 0.0

    def of_class(self, sign: float) -> int:
        """How many points class +1 or -1 has."""
        return int((self.run.data.y == sign).sum())

    @cached_property
    def new_error(self) -> float:
        """The share of misclassified points among new ones of the same distribution."""
        X, y = new_sample(self.run.experiment)
        assert self.run.model is not None
        return float(((self.run.model(X) >= 0.0) != (y > 0)).mean())

    @cached_property
    def left_out_errors(self) -> int:
        """How many points are misclassified by the model that is trained without them."""
        return left_out_errors(self.run)

    @cached_property
    def eigenvalues(self) -> tuple[float, float]:
        """The smallest and the largest eigenvalue of the Gram matrix."""
        X = self.run.data.X
        values = np.linalg.eigvalsh(self.run.experiment.build_kernel()(X, X))
        return float(values[0]), float(values[-1])

    @property
    def linear(self) -> bool:
        """Whether a line separates the classes."""
        return run(change(self.run.experiment, kernel="linear", margin="hard")).model is not None

    @cached_property
    def first(self) -> Run:
        """The model that the goal begins with."""
        return run(self.start)

    @property
    def removed(self) -> int | None:
        """How many points were removed; None if one was added, moved or given another class."""
        now, before = self.run.experiment.board(), self.start.board()
        rest = set(before.all_points) - set(now.all_points)
        return len(rest) if set(now.all_points) <= set(before.all_points) else None

    @property
    def moves(self) -> tuple[float, ...] | None:
        """How far points were moved; None if one was added, removed or changed otherwise."""
        now = {p.id: p for p in self.run.experiment.board().all_points}
        before = {p.id: p for p in self.start.board().all_points}
        if {(i, p.label) for i, p in now.items()} != {(i, p.label) for i, p in before.items()}:
            return None
        far = (float(np.hypot(p.x - before[i].x, p.y - before[i].y)) for i, p in now.items())
        return tuple(distance for distance in far if distance > 0.0)

    @property
    def same_line(self) -> bool:
        """Whether f is the same as at the start, but for rounding, at the points of the start."""
        one, other = self.first.model, self.run.model
        if one is None or other is None:
            return False
        X = self.first.data.X
        return float(np.abs(one(X) - other(X)).max()) <= SAME * float(np.abs(one(X)).max())

    def permitted(self, allowed: Collection[str]) -> bool:
        """Whether nothing was changed but what the goal allows."""
        return permitted(self.run.experiment, self.start, allowed)


def permitted(now: Experiment, start: Experiment, allowed: Collection[str]) -> bool:
    """Whether two experiments differ only in what is `allowed`: fields, options and `GROUPS`."""
    free = {field for name in allowed for field in GROUPS.get(name, (name,))}
    options = {name for one in (now, start) for name, _ in one.options}
    return all(now[name] == start[name] for name in {*FIELDS, *options} - free)


def new_sample(experiment: Experiment) -> tuple[Array, Indices]:
    """New points of the distribution that an experiment's sample is from, and their labels."""
    names = {p.name for p in parameters(DATASETS[experiment.dataset])}
    options = tuple(pair for pair in experiment.options if pair[0] in names)
    return _new_sample(experiment.dataset, options, experiment.balance, experiment.seed)


@lru_cache(maxsize=8)
def _new_sample(
    dataset: str, options: tuple[tuple[str, float], ...], balance: float, seed: int
) -> tuple[Array, Indices]:
    generator = build(DATASETS[dataset], dict(options))
    return generated(dataset, generator, NEW_POINTS, 2, balance, seed + NEW_SEED)


@lru_cache(maxsize=64)
def left_out_errors(run: Run) -> int:
    """How many points are misclassified by the soft margin that is trained on all others.

    A point without which a class is empty counts too.
    """
    kernel, X, y, C = run.experiment.build_kernel(), run.data.X, run.data.y, run.C
    K, solver = kernel(X, X), run.experiment.build_solver()
    errors = 0
    for k in range(len(y)):
        rest = np.arange(len(y)) != k
        if np.ptp(y[rest]) == 0.0:
            errors += 1
            continue
        problem = DualProblem(K[np.ix_(rest, rest)], y[rest], C[rest], psd=kernel.psd)
        budget = run.experiment.max_iter or solver.max_iter_default
        found = solve(problem, solver, tol=run.experiment.tol, max_iter=budget, convex=kernel.psd)
        score = float(K[k, rest] @ found.coef + found.intercept)
        errors += (score >= 0.0) != (y[k] > 0.0)
    return errors
