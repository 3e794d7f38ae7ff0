"""The wheel of svmcore: what is in it, what it asks for, and the examples run from it alone."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import numpy as np
import pytest
from flit_core.buildapi import build_wheel

import svmcore
from tests.helpers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
ABOUT = (ROOT / "docs" / "svmcore.md").read_text(encoding="utf-8")  # the wheel's description
REQUIRED = {"numpy": "1.26", "scipy": "1.11.1", "scikit-learn": "1.6"}
ALONE = """import doctest, sys
sys.path.insert(0, {place!r})
import svmcore
assert svmcore.__file__.startswith({place!r}), svmcore.__file__
assert "SVC" in dir(svmcore)
assert "sklearn" not in sys.modules
{lines}
assert "sklearn" in sys.modules
assert not doctest.testfile({examples!r}, False).failed
assert not {{"streamlit", "plotly", "pages"}} & set(sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return place / build_wheel(str(place))


def test_it_holds_the_typed_package_and_nothing_of_the_app(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(about).decode())
    ours = {p.relative_to(ROOT).as_posix() for p in (ROOT / "svmcore").rglob("*.py")}
    assert {name for name in names if ".dist-info/" not in name} == ours | {"svmcore/py.typed"}
    assert any(name.endswith("/LICENSE") for name in names)
    assert metadata["Name"] == "svmcore"
    needed = dict(line.split(">=") for line in metadata.get_all("Requires-Dist"))
    assert needed == REQUIRED
    pinned = (ROOT / ".ci" / "requirements-oldest.txt").read_text(encoding="utf-8")
    for name, version in REQUIRED.items():
        assert re.search(rf"^{name}=={version}(\.0)?$", pinned, re.MULTILINE)


def test_scikit_learn_is_loaded_on_first_use_and_the_examples_are_true(wheel: Path, tmp_path: Path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    [lines] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    blocks = re.findall(r"```python\n(.*?)```", ABOUT, re.DOTALL)
    assert len(blocks) == 5
    examples = tmp_path / "examples.txt"
    examples.write_text("\n".join(blocks), encoding="utf-8")
    code = ALONE.format(place=str(tmp_path), lines=lines, examples=str(examples))
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    first, second = done.stdout.splitlines()
    assert float(first.split()[0]) > 0.9
    assert float(first.split()[-1]) < 1e-6, "the certificate"
    assert float(second) < 0.01, "scikit-learn's own tolerance is 1e-3"


def test_it_names_what_is_public_and_nothing_else_and_that_is_enough_to_solve_a_problem():
    public = {name for name in dir(svmcore) if not name.startswith("__")}
    assert public == set(svmcore.__all__)
    X, y = np.array([[0.0], [2.0]]), np.array([-1.0, 1.0])
    solution = svmcore.solve(svmcore.DualProblem(X @ X.T, y, np.full(2, 10.0)), svmcore.SMO())
    assert isinstance(solution.certificate, svmcore.Certificate)
    np.testing.assert_allclose([solution.coef @ X[:, 0], solution.intercept], [1.0, -1.0])
