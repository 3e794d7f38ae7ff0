"""Programs run in one process that sees the libraries, and neither svmcore nor the app."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

NAMES = ("decision_function", "sklearn_decision_function")
SCORES = ("scores", "svc_scores")  # of a curve or a grid
RUNNER = """
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np

def run(name, text, Z):
    there, said = {"__name__": "__main__"}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(text, name, "exec"), there)  # a traceback names the program
    words = bool(Z) and isinstance(Z[0], str)
    at = Z if words else np.array(Z)
    found = {name: np.asarray(there[name](at)).tolist() for name in NAMES if name in there}
    found |= {name: there[name] for name in SCORES if isinstance(there.get(name), list)}
    if "support_vectors" in there:
        found["support"] = int(there["support_vectors"]().sum())
    if "figure" in there:
        found["figure"] = len(there["figure"].data)
        found["ringed"] = len(there.get("ringed", ()))
    return found | {"said": said.getvalue()}

found = [run(*one) for one in json.load(sys.stdin)]
assert "streamlit" not in sys.modules and "pages" not in sys.modules
assert sys.modules["svmcore"].__file__.startswith(sys.argv[1]), "it is the notebook's"
print(json.dumps(found))
"""


def executed(programs: list[tuple[str, str, list[Any]]], folder: Path) -> list[dict[str, Any]]:
    """What each program, with its name, finds: `decision_function` at its points, what it prints.

    The first one is a notebook, which brings svmcore along.
    """
    runner = folder / "runner.py"
    runner.write_text(f"NAMES, SCORES = {NAMES}, {SCORES}\n{RUNNER}")
    command = [sys.executable, "-I", "-W", "error", str(runner), str(folder)]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def cells(book: str) -> str:
    """The code of a notebook as one program."""
    found = [one for one in json.loads(book)["cells"] if one["cell_type"] == "code"]
    return "\n".join("".join(one["source"]) for one in found)


def plane(seed: int = 3) -> list[list[float]]:
    """Places off the training points."""
    return np.random.default_rng(seed).uniform(-3.0, 3.0, (50, 2)).tolist()
