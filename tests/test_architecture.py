"""The corridors of the house: imports go down only, and each library stays in its room."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    [ROOT / "app.py", *(ROOT / "svmcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
)

# lower rooms never import from higher ones; rooms of one floor may know each other
FLOORS = [
    {
        "svmcore.params",
        "svmcore.arrays",
        "svmcore.board",
        "svmcore.changes",
        "svmcore.split",
        "svmcore.weights",
        "svmcore.words",
    },
    {"svmcore.table"},
    {"svmcore.kernels", "svmcore.losses", "svmcore.datasets", "svmcore.crowds"},
    {
        "svmcore.problems",
        "svmcore.objective",
        "svmcore.quadratic",
        "svmcore.systems",
        "svmcore.newton",
        "svmcore.gram",
        "svmcore.trace",
        "svmcore.model",
        "svmcore.grid",
        "svmcore.lifts",
    },
    {"svmcore.engine"},
    {"svmcore.barrier"},
    {"svmcore.solvers", "svmcore.path", "svmcore.descent"},
    {"svmcore.multiclass"},
    {"svmcore.experiment", "svmcore.racers"},
    {
        "svmcore.share",
        "svmcore.run",
        "svmcore.film",
        "svmcore.race",
        "svmcore.smo_record",
        "svmcore.path_story",
        "svmcore.beside",
        "svmcore.choice",
        "svmcore.many_run",
        "svmcore.table_lesson",
        "svmcore.table_run",
        "svmcore.table_job",
        "svmcore.nu_machine",
    },
    {
        "svmcore.scene",
        "svmcore.report",
        "svmcore.landscape",
        "svmcore.film_report",
        "svmcore.moment",
        "svmcore.conditions",
        "svmcore.without",
        "svmcore.dual_report",
        "svmcore.many_scene",
        "svmcore.many_report",
        "svmcore.many_course",
        "svmcore.many_course_report",
        "svmcore.table_scene",
        "svmcore.table_report",
    },
    {
        "svmcore.lifted",
        "svmcore.gram_view",
        "svmcore.apart",
        "svmcore.gallery",
        "svmcore.regression",
        "svmcore.nu",
        "svmcore.nu_report",
        "svmcore.nu_scene",
    },
    {"svmcore.pictures"},
    {"svmcore.figures"},
    {
        "svmcore.estimators",
        "svmcore.evaluate",
        "svmcore.figures.evaluation",
        "svmcore.figures.evaluation_charts",
        "svmcore.figures.evaluation_curves",
        "svmcore.figures.evaluation_folds",
        "svmcore.figures.evaluation_map",
    },
    {"svmcore"},
    {"pages"},
    {"app"},
]
ONLY_IN = {
    "streamlit": ("pages", "app"),
    "sklearn": ("svmcore.estimators", "svmcore.table", "svmcore.evaluate"),
    "pandas": ("svmcore.table", "pages"),
    "joblib": ("svmcore.evaluate", "svmcore.table_job"),
    "plotly": ("pages.ui.canvas.assets",),
    "contourpy": ("svmcore.grid",),
}


def name_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides the corridor"
            found.add(node.module or "")
    return found


def floor(module: str) -> int:
    fits = [
        (len(room), k)
        for k, rooms in enumerate(FLOORS)
        for room in rooms
        if module == room or module.startswith(room + ".")
    ]
    return max(fits)[1]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_down(path: Path):
    for module in imports(path):
        if module.split(".")[0] in {"svmcore", "pages", "app"}:
            assert floor(module) <= floor(name_of(path)), f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_libraries_stay_in_their_rooms(path: Path):
    for module in imports(path):
        rooms = ONLY_IN.get(module.split(".")[0])
        if rooms is not None:
            here = name_of(path)
            assert any(here == room or here.startswith(room + ".") for room in rooms), (
                f"{here} imports {module}"
            )


def test_the_rule_itself_can_fail(tmp_path: Path):
    assert floor("svmcore.kernels") < floor("svmcore.run") < floor("pages.playground")
    bad = tmp_path / "bad.py"
    bad.write_text("import streamlit as st\nfrom svmcore.run import run\n")
    assert imports(bad) == {"streamlit", "svmcore.run"}


def test_files_and_pages_are_short():
    for path in FILES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        page = path.parent.name == "pages"
        assert lines <= (120 if page else 300), f"{name_of(path)} has {lines} lines"
