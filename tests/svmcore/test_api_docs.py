"""What the pages of the API say: parameters, attributes and errors of all that is public."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator

import svmcore
from svmcore.kernels import KERNELS
from svmcore.kernels.strings import SpectrumKernel, SubsequenceKernel
from svmcore.losses import LOSSES
from svmcore.multiclass import joint_problem
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.params import parameters
from svmcore.sgd.update_rules import Descend, Mirror
from svmcore.solvers import SOLVERS
from tests.helpers import ROOT

SPEC = spec_from_file_location("markup", ROOT / ".ci" / "api" / "markup.py")
assert SPEC is not None
assert SPEC.loader is not None
MARKUP = module_from_spec(SPEC)
SPEC.loader.exec_module(MARKUP)
MAKING = ("__init__", "__post_init__", "__call__")
ESTIMATORS = [one for name in svmcore.__all__ if hasattr(one := getattr(svmcore, name), "fit")]


def public() -> dict[str, Any]:
    """Every public class and function that has a page, and the methods of estimators."""
    found = {}
    for place in MARKUP.MODULES:
        module = import_module(place)
        names = getattr(module, "__all__", None) or [
            name
            for name, one in vars(module).items()
            if not name.startswith("_") and getattr(one, "__module__", "") == place
        ]
        found |= {f"{place}.{name}": getattr(module, name) for name in names}
    for kind in ESTIMATORS:
        for name, method in inspect.getmembers(kind, inspect.isroutine):
            if not name.startswith("_") and method.__module__.startswith("svmcore"):
                found[f"{kind.__name__}.{name}"] = method
    return {name: one for name, one in found.items() if callable(one)}


def unnamed(one: Any) -> list[str]:
    """The parameters that the docstring does not name, but for those with a slider and its help."""
    if isinstance(one, type) and (issubclass(one, Enum) or getattr(one, "_is_protocol", False)):
        return []
    said = inspect.getdoc(one) or ""
    if "`SVC.fit`" in said:
        said += svmcore.SVC.fit.__doc__ or ""
    helped = {p.name for p in parameters(one)} if hasattr(one, "__dataclass_fields__") else set()
    names = set(inspect.signature(one).parameters) - {"self", *helped}
    said += " sample_weight" if "weights" in said else ""
    return sorted(name for name in names if not re.search(rf"\b{name}\b", said))


def test_every_parameter_is_named():
    assert len(public()) > 100
    lacking = {name: unnamed(one) for name, one in public().items()}
    assert not {name: words for name, words in lacking.items() if words}


@pytest.mark.parametrize("kind", ESTIMATORS, ids=lambda kind: kind.__name__)
def test_what_fit_leaves_is_listed(kind: type[BaseEstimator]):
    X = np.random.default_rng(0).normal(size=(30, 2))
    linear = {"kernel": "linear"} if "kernel" in kind().get_params() else {}
    fitted = kind(**linear).fit(X, (X[:, 0] > 0.0).astype(int))
    said = re.split(r"\n *Attributes\n *-+\n", kind.__doc__ or "")[1]
    left = [name for name in dir(fitted) if name.endswith("_") and not name.startswith("_")]
    assert len(left) >= 6
    assert [name for name in left if not re.search(rf"\b{name}\b", said)] == []


RULES = (Descend, Mirror)
CHOICES = [*KERNELS.values(), *SOLVERS.values(), *LOSSES.values(), *SCORE_LOSSES.values(), *RULES]
BESIDE = [SpectrumKernel, SubsequenceKernel]


def test_a_source_is_linked():
    things = [*ESTIMATORS, *CHOICES, *BESIDE, joint_problem]
    assert not [thing for thing in things if "https://" not in (thing.__doc__ or "")]


def raising(node: ast.Module | ast.ClassDef, said: str = "") -> Iterator[tuple[str, str]]:
    """The public functions below a node that raise what neither they nor their class name."""
    for child in node.body:
        if not isinstance(child, ast.ClassDef | ast.FunctionDef):
            continue
        if child.name.startswith("_") and child.name not in MAKING:
            continue
        text = said + (ast.get_docstring(child) or "")
        if isinstance(child, ast.ClassDef):
            yield from raising(child, text)
            continue
        for one in ast.walk(child):
            if isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call):
                error = ast.unparse(one.exc.func)
                if error not in text:
                    yield child.name, error


def test_what_is_raised_is_named():
    found = {
        (file.relative_to(ROOT).as_posix(), *one)
        for file in (ROOT / "svmcore").rglob("*.py")
        for one in raising(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert not found


@pytest.mark.exhaustive
def test_the_pages_are_written(tmp_path: Path):
    place = tmp_path / "api"
    build = [sys.executable, str(ROOT / ".ci" / "api" / "build.py"), str(place)]
    subprocess.run(build, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    page = (place / "svmcore.html").read_text(encoding="utf-8")
    said = page[page.index('<section id="SVC">') : page.index('<section id="SVR">')]
    assert '<div class="formula">min over <i>w</i>, <i>b</i> of ½ ‖<i>w</i>‖<sup>2</sup>' in said
    assert '<a href="https://doi.org/10.1007/BF00994018">' in said
    assert "gamma: float | str = " in re.sub("<[^>]+>", "", said).replace("\xa0", " ")
    assert " : array" not in page, "two names in one line of a list"
    kernels = (place / "svmcore" / "kernels.html").read_text(encoding="utf-8")
    assert "<strong>gamma</strong> (float, default=0.5)" in kernels
    assert {f"{one}.html".replace(".", "/", one.count(".")) for one in MARKUP.MODULES} <= {
        file.relative_to(place).as_posix() for file in place.rglob("*.html")
    }
