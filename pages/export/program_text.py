"""Pieces of Python text that several exports share: the points, values, names of files."""

import re
import unicodedata
from dataclasses import fields
from typing import Any
from unicodedata import combining

import numpy as np

from pages.datasets.two_class import DATASETS
from pages.model_selection.kernel_formula import KERNELS, plain
from pages.state.board.experiment import Experiment
from pages.state.model.run import Data
from pages.state.text.number_format import number
from svmcore.arrays import Array
from svmcore.kernels import Kernel

PER_LINE = 10  # labels in a line of code
MOST_LETTERS = 120  # of what a file's name begins with
GREEK = {"γ": "gamma", "ε": "epsilon", "ν": "nu", "σ": "sigma", "λ": "lambda", "η": "eta"}


def points_code(experiment: Experiment, data: Data) -> str:
    """The points, their classes and C, each number written so that it reads back unchanged."""
    lines = [
        f"X = {rows_code(data.X)}",
        f"y = {numbers_code(data.y.tolist())}",
    ]
    if experiment.margin == "hard":
        lines += C_code("np.inf", np.ones(len(data)), "y")
    else:
        lines += C_code(repr(experiment.C), data.weight, "y")
    return "\n".join(lines)


def C_code(C: str, weight: Array, classes: str) -> list[str]:
    """The C of each point, whose classes have that name, by its weight, (n,)."""
    if (weight == 1.0).all():
        return [f"C = np.full(len({classes}), {C})  # of each point"]
    return [
        f"weight = {numbers_code(weight.tolist())}  # of each point's C",
        f"C = {C} * weight",
    ]


def rows_code(X: Array) -> str:
    """A matrix as Python writes it, a row a line."""
    rows = "\n".join("    [" + ", ".join(map(repr, row)) + "]," for row in X.tolist())
    return f"np.array([\n{rows}\n])"


def kernel_classes(kernel: Kernel) -> str:
    """The names of the classes that `call` needs for a kernel, to be imported."""

    def names(part: Kernel) -> set[str]:
        parts: tuple[Kernel, ...] = getattr(part, "parts", ())
        return {type(part).__name__}.union(*map(names, parts))

    return ", ".join(sorted(names(plain(kernel))))


def call(value: Any) -> str:
    """A dataclass as Python writes it; of a formula, the kernel that it stands for."""
    value = plain(value)
    given = (f"{f.name}={getattr(value, f.name)!r}" for f in fields(value) if f.init and f.repr)
    return f"{type(value).__name__}({', '.join(given)})"


def short_name(experiment: Experiment) -> str:
    """The sample and the model in the name of a file: "moons_rbf_C1"."""
    C = "hard" if experiment.margin == "hard" else f"C{experiment.C:g}"
    return f"{experiment.dataset}_{experiment.kernel}_{C}"


def file_stem(*texts: str) -> str:
    """What names of files begin with: of a page and what it exports, or of a screen's title.

    "dual" and "moons_rbf_C1" give "svm-playground_dual_moons_rbf_C1", "Dual · Moons · RBF, C = 1"
    the same.
    """
    text = re.sub(r"(?<=\w)\s*=\s*|(?<=\d),(?=\d)", "", " · ".join(texts).casefold())
    for letter, name in GREEK.items():
        text = text.replace(letter, name)
    latin = "".join(one for one in unicodedata.normalize("NFKD", text) if not combining(one))
    parts = (re.sub(r"[^a-z0-9.+]+", "-", part) for part in re.split(" · |, |_", latin))
    words = (re.sub(r"^c(?=\d)", "C", part.strip("-.")) for part in parts)
    return "_".join(["svm-playground", *filter(None, words)])[:MOST_LETTERS].rstrip("-._")


def title(experiment: Experiment) -> str:
    """The sample, the kernel and C in words."""
    C = "hard margin" if experiment.margin == "hard" else f"C = {number(experiment.C)}"
    sample = DATASETS[experiment.dataset].title
    return f"{sample}, {KERNELS[experiment.kernel].title} kernel, {C}"


def numbers_code(numbers: list[Any]) -> str:
    """An array of one dimension as Python writes it."""
    lines = [numbers[k : k + PER_LINE] for k in range(0, len(numbers), PER_LINE)]
    rows = "\n".join("    " + ", ".join(map(repr, line)) + "," for line in lines)
    return f"np.array([\n{rows}\n])"
