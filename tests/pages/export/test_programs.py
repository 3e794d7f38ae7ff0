"""Exported programs run without the app and give the decision values of the page."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pages.export.notebook import notebook
from pages.export.sklearn_code import FROM_ENDS, LOOSE, missing, sklearn_script
from pages.export.svmcore_code import svmcore_script
from pages.state.experiment import Experiment, change
from pages.state.run import run
from tests.helpers import ROOT
from tests.helpers.grids import few
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED

Z = np.random.default_rng(3).uniform(-3.0, 3.0, (50, 2))  # off the training points
CASES = {
    "weighed": change(Experiment(), class_weight="balanced", balance=0.8, C=5.0, gamma=2.0),
    "hard": from_query(TRAINED["hard"]),
    "built": from_query(TRAINED["built"]),
    "laplacian": from_query(TRAINED["laplacian"]),
    "poly": from_query(TRAINED["poly"]),
    "sigmoid": from_query(TRAINED["sigmoid"]),
    "sgd": change(Experiment(), formulation="primal", solver="sgd", max_iter=300),
}
ENDING = """
import json, sys
assert "streamlit" not in sys.modules and "pages" not in sys.modules
Z = np.array(json.loads(sys.argv[2]))
names = ("decision_function", "sklearn_decision_function")
found = {name: globals()[name](Z).tolist() for name in names if name in globals()}
if "support_vectors" in globals():
    found["support"] = int(support_vectors().sum())
if "figure" in globals():
    found["ringed"] = len(ringed)
print("\\n" + json.dumps(found))
"""


def executed(program: str, folder: Path) -> dict[str, object]:
    """What a program finds in a process that sees only a copy of svmcore and the libraries."""
    shutil.copytree(ROOT / "svmcore", folder / "svmcore", dirs_exist_ok=True)
    file = folder / "program.py"
    file.write_text(f"import sys; sys.path.insert(0, sys.argv[1])\n{program}{ENDING}")
    command = [sys.executable, "-I", str(file), str(folder), json.dumps(Z.tolist())]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", few(*CASES, first=1))
def test_the_cells_of_a_notebook_give_the_page_s_values(name: str, tmp_path: Path):
    result = run(CASES[name])
    book = json.loads(notebook(result))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    cells = ["".join(one["source"]) for one in book["cells"] if one["cell_type"] == "code"]
    found = executed("\n".join(cells), tmp_path)
    wanted = result.model(Z)
    np.testing.assert_allclose(found["decision_function"], wanted, rtol=0, atol=1e-9)
    assert found["support"] == found["ringed"] == result.support.sum()
    assert ("sklearn_decision_function" in found) == (not missing(result))
    if not missing(result):
        theirs = found["sklearn_decision_function"]
        np.testing.assert_allclose(theirs, wanted, rtol=0, atol=1e-4)


@pytest.mark.parametrize("name", few("hard", *CASES, first=1))
def test_programs_give_the_page_s_values(name: str, tmp_path: Path):
    result = run(CASES[name])
    wanted = result.model(Z)
    found = executed(svmcore_script(result), tmp_path)
    np.testing.assert_allclose(found["decision_function"], wanted, rtol=0, atol=1e-9)
    assert found["support"] == result.support.sum()
    if not missing(result):
        theirs = executed(sklearn_script(result), tmp_path)["decision_function"]
        np.testing.assert_allclose(theirs, wanted, rtol=0, atol=1e-4)


def test_what_scikit_learn_lacks_is_said():
    assert "not positive semi-definite" in missing(run(CASES["sigmoid"]))
    assert "stopped before the optimum" in missing(run(CASES["sgd"]))
    assert missing(run(CASES["hard"])) == ""
    loose = change(Experiment(), tol=1e-3)
    assert missing(run(loose)) == LOOSE.format("0.001")
    bound = run(change(Experiment(), C=1e-3))
    assert (bound.bound | ~bound.support).all()
    assert missing(bound) == FROM_ENDS


def test_a_budget_and_a_tolerance_of_its_own_are_written():
    assert "max_iter=300)" in svmcore_script(run(CASES["sgd"]))
    assert "tol=0.001)" in svmcore_script(run(change(Experiment(), tol=1e-3)))
    assert "solve(problem, Auto())" in svmcore_script(run(Experiment()))
