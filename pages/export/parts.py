"""Pieces of Python text that several exports share: the points, values, names of files."""

import re
from dataclasses import MISSING, fields
from typing import Any

from pages.state.experiment import Experiment
from pages.state.run import Data
from pages.state.verdict import number
from svmcore.datasets.two_class import DATASETS
from svmcore.kernels import KERNELS

PER_LINE = 10  # labels in a line of code
MOST_LETTERS = 120  # of what a file's name begins with
GREEK = {"γ": "gamma", "ε": "epsilon", "ν": "nu", "σ": "sigma", "λ": "lambda", "η": "eta"}


def points_code(experiment: Experiment, data: Data) -> str:
    """The points, their classes and C, each number written so that it reads back unchanged."""
    rows = "\n".join(f"    [{a!r}, {b!r}]," for a, b in data.X.tolist())
    lines = [
        f"X = np.array([\n{rows}\n])",
        f"y = {_column(data.y.tolist())}",
    ]
    value = "np.inf" if experiment.margin == "hard" else repr(experiment.C)
    if (data.weight == 1.0).all() or experiment.margin == "hard":
        lines.append(f"C = np.full(len(y), {value})  # of each point")
    else:
        lines += [
            f"weight = {_column(data.weight.tolist())}  # of each point's C",
            f"C = {value} * weight",
        ]
    return "\n".join(lines)


def call(value: Any) -> str:
    """A dataclass as Python writes it, with the fields that differ from their defaults."""
    given = (
        f"{f.name}={getattr(value, f.name)!r}"
        for f in fields(value)
        if f.init and (f.default is MISSING or getattr(value, f.name) != f.default)
    )
    return f"{type(value).__name__}({', '.join(given)})"


def file_name(page: str, experiment: Experiment, end: str) -> str:
    """The name of a file: "svm-playground_dual_moons_rbf_C1.py"."""
    C = "hard" if experiment.margin == "hard" else f"C{experiment.C:g}"
    return f"svm-playground_{page}_{experiment.dataset}_{experiment.kernel}_{C}{end}"


def file_stem(title: str) -> str:
    """What names of files begin with on a screen of that title, see `screen_title`.

    "Regression · Sine · RBF, C = 1" gives "svm-playground_regression_sine_rbf_C1".
    """
    text = re.sub(r"\s*=\s*|(?<=\d),(?=\d)", "", title.lower())
    for letter, name in GREEK.items():
        text = text.replace(letter, name)
    parts = (re.sub(r"[^a-z0-9.]+", "-", part).strip("-.") for part in re.split(" · |, ", text))
    words = (re.sub(r"^c(?=\d)", "C", part) for part in parts if part)
    return "_".join(["svm-playground", *words])[:MOST_LETTERS]


def title(experiment: Experiment) -> str:
    """The sample, the kernel and C in words."""
    C = "hard margin" if experiment.margin == "hard" else f"C = {number(experiment.C)}"
    sample = DATASETS[experiment.dataset].title
    return f"{sample}, {KERNELS[experiment.kernel].title} kernel, {C}"


def _column(numbers: list[Any]) -> str:
    lines = [numbers[k : k + PER_LINE] for k in range(0, len(numbers), PER_LINE)]
    rows = "\n".join("    " + ", ".join(map(repr, line)) + "," for line in lines)
    return f"np.array([\n{rows}\n])"
