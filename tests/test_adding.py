"""docs/adding.md is true: its steps for a kernel, a dataset and a page are followed."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import pages
from pages.datasets.two_class import DATASETS
from pages.state import registry
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of, run
from svmcore import SVC
from svmcore.kernels import KERNELS
from svmcore.params import Parametrized, param
from svmcore.problems.certificate import Status
from tests.helpers import ENDLESS, ROOT
from tests.helpers.links import from_query, to_query
from tests.helpers.opened import again, at, control, verdict

BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "docs/adding.md").read_text(encoding="utf-8"), re.S | re.M
)


def block(start: str, lines: int = 2) -> str:
    """The one piece of code of the document with this in its first lines."""
    (code,) = [code for code in BLOCKS if start in "\n".join(code.splitlines()[:lines])]
    return code


@pytest.fixture
def defined(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """The classes of the document by name, as it writes them."""
    module = ModuleType("adding")
    monkeypatch.setitem(sys.modules, "adding", module)
    known = {"dataclass": dataclass, "ClassVar": ClassVar, "param": param, "np": np}
    vars(module).update(known, Parametrized=Parametrized)

    def define(name: str) -> Any:
        source = f"from __future__ import annotations\n{block(f'class {name}', lines=20)}"
        exec(compile(source, "docs/adding.md", "exec"), vars(module))
        return getattr(module, name)

    return define


def test_a_kernel(defined, monkeypatch: pytest.MonkeyPatch):
    cauchy = defined("Cauchy")
    monkeypatch.setitem(KERNELS, "cauchy", cauchy)
    wanted = change(Experiment(), kernel="cauchy", beta=2.0)
    assert to_query(wanted) == {"kernel": "cauchy", "beta": "2"}
    assert from_query(to_query(wanted)) == wanted
    result = run(wanted)
    assert result.solution is not None
    assert result.solution.status is Status.OPTIMAL
    X, y = result.data.X, result.data.y
    for kernel in (cauchy(beta=2.0), lambda A, B: cauchy(beta=2.0)(A, B)):
        np.testing.assert_allclose(
            SVC(kernel=kernel).fit(X, y).decision_function(X), result.scores, atol=1e-6
        )
    named = SVC(kernel="cauchy").fit(X, y)
    assert named.decision_function(X) == pytest.approx(
        SVC(kernel=cauchy()).fit(X, y).decision_function(X), abs=1e-9
    )


def test_a_dataset(defined, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(DATASETS, "stripes", defined("Stripes"))
    wanted = change(Experiment(), dataset="stripes", noise=0.0, n_samples=40)
    data = data_of(from_query(to_query(wanted)))
    np.testing.assert_array_equal(data.X[:, 0], data.y)
    app = again(at(AppTest.from_file(f"{ROOT}/app.py", default_timeout=ENDLESS), "playground"))
    assert control(app, "w_noise")["value"] == Experiment()["noise"]


@pytest.fixture
def census(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The app with the page of the document."""
    (tmp_path / "pages").mkdir()
    for folder in (ROOT / "pages").iterdir():
        if folder.name not in ("__pycache__", "census"):
            (tmp_path / "pages" / folder.name).symlink_to(folder)
    (tmp_path / "pages/census").mkdir()
    for name in ("settings", "__init__", "page"):
        code = block(f"# pages/census/{name}.py")
        (tmp_path / f"pages/census/{name}.py").write_text(code, encoding="utf-8")
    table = (ROOT / "app.py").read_text(encoding="utf-8")
    if '"census"' not in table:  # as in a copy where the document was followed
        table, count = re.subn(r'"guide",?\s*\)', '"guide", "census")', table)
        assert count == 1
    (tmp_path / "app.py").write_text(table, encoding="utf-8")
    monkeypatch.setattr(pages, "__path__", [*pages.__path__, str(tmp_path / "pages")])
    before = dict(registry.ENTRIES)
    yield AppTest.from_file(f"{tmp_path}/app.py", default_timeout=ENDLESS)
    registry.ENTRIES.clear()
    registry.ENTRIES.update(before)
    shutil.rmtree(tmp_path / "pages/census")


def test_a_page(census: AppTest):
    census.query_params["x_side"] = "minus"
    app = again(at(census, "census"))
    data = data_of(Experiment())
    assert f"{int((data.y < 0).sum())} points" in verdict(app)
    app.button_group(key="w_view").set_value("plus").run()
    assert not app.exception
    assert f"{int((data.y > 0).sum())} points" in verdict(app)
    assert dict(app.query_params) == {}
