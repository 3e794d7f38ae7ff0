"""The floor plan: imports run one way. The rules are read from the folders, not from a list.

`svmcore` never imports `pages`, and its packages import each other without a cycle. Under `pages`,
the folders of `SHARED` are shared; every other folder is a page, and imports only itself and what
is shared. Inside a page the files import downwards in the order of `KINDS`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.helpers import ROOT

# each imports itself and those before it; a page's model may import the first ones only
SHARED = ("datasets", "tables", "model_selection", "state", "export", "plots", "ui")
BELOW_MODELS = SHARED[: SHARED.index("state") + 1]
# the files or folders of a page, from the ground up
STREAMLIT = ("remembered", "sidebar", "panels", "page")  # the part that may know Streamlit
KINDS = ("model", "settings", "text", "figures", "export", *STREAMLIT)
ONLY_IN = {
    "sklearn": ("svmcore.estimators", "pages.tables", "pages.model_selection"),
    "joblib": ("pages.model_selection", "pages.state.table.table_job"),
    "plotly": ("pages.ui.canvas.assets",),
    "contourpy": ("pages.state.model.grid",),
    "segno": ("pages.plots.qr",),
}


@cache
def sources() -> dict[str, str]:
    """The text of every product module by its dotted name."""
    files = [ROOT / "app.py", *(ROOT / "svmcore").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): (
            file.read_text(encoding="utf-8")
        )
        for file in files
    }


@cache
def imports(source: str, modules: frozenset[str] = frozenset()) -> set[str]:
    """The modules that a source imports; `from a import b` is a.b where that is a module."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides the corridor"
            base = node.module or ""
            names = {f"{base}.{alias.name}" for alias in node.names}
            found.update(name if name in modules else base for name in names)
    return found


def corridors() -> list[tuple[str, str]]:
    """Who imports whom, both of the project."""
    modules = frozenset(sources())
    return [
        (name, other)
        for name, source in sources().items()
        for other in imports(source, modules)
        if other.split(".")[0] in ("svmcore", "pages", "app")
    ]


def room(module: str) -> str:
    """The package of a library module: its first folder below `svmcore`, or the file there."""
    return ".".join(module.split(".")[:2])


def is_allowed(name: str, other: str) -> bool:
    """Whether a corridor follows the rules, cycles inside the library aside."""
    if not other.startswith("pages"):
        return not other.startswith("app")
    if not name.startswith("pages"):
        return name == "app"
    here, there = name.split(".")[1:], other.split(".")[1:]
    if not here or not there:
        return other == "pages"
    if here[0] in SHARED:
        return there[0] in SHARED[: SHARED.index(here[0]) + 1]
    if there[0] == "ui":
        return len(here) > 1 and here[1] in STREAMLIT
    if there[0] in SHARED:
        return there[0] in BELOW_MODELS or (len(here) > 1 and KINDS.index(here[1]) >= 3)
    if here[0] != there[0]:
        return False
    if len(here) == 1:  # a page's own face: what it registers
        return there[1] in KINDS[:2]
    return len(there) > 1 and KINDS.index(there[1]) <= KINDS.index(here[1])


def test_no_corridor_runs_upwards():
    wrong = [pair for pair in corridors() if not is_allowed(*pair)]
    assert not wrong, "\n".join(f"{name} imports {other}" for name, other in sorted(wrong))


def test_the_library_knows_nothing_of_the_playground():
    words = re.compile(
        r"\b(boards?|sliders?|links?|visitors?|servers?|browsers?|playground|streamlit)\b", re.I
    )
    for name, source in sources().items():
        if name.startswith("svmcore"):
            assert not (word := words.search(source)), f"{name} speaks of a {word[0]}"


def test_the_library_uses_no_private_name_of_scikit_learn():
    """Those change without notice, and svmcore is to work beside several versions."""
    for name, source in sources().items():
        is_user = name.startswith("svmcore") and "sklearn" in source
        for node in ast.walk(ast.parse(source)) if is_user else ():
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sklearn"):
                parts = [*node.module.split("."), *(alias.name for alias in node.names)]
                private = [part for part in parts if part.startswith("_")]
                assert not private, f"{name} imports {private} of {node.module}"


def test_the_library_has_no_circle():
    graph = defaultdict(set)
    for name, other in corridors():
        if (
            other.startswith("svmcore.")
            and name.startswith("svmcore.")
            and room(name) != room(other)
        ):
            graph[room(name)].add(room(other))
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"svmcore imports in a circle: {error.args[1]}")


def test_libraries_stay_in_their_rooms():
    def at_home(name: str, package: str) -> bool:
        if package == "streamlit":
            parts = name.split(".")
            return name == "app" or parts[:2] == ["pages", "ui"] or parts[2:3][0] in STREAMLIT
        return any(name == room or name.startswith(room + ".") for room in ONLY_IN[package])

    for name, source in sources().items():
        for package in {module.split(".")[0] for module in imports(source, frozenset(sources()))}:
            if package in ONLY_IN or package == "streamlit":
                assert at_home(name, package), f"{name} imports {package}"


def test_one_module_and_its_sheets_know_what_streamlit_does_not_promise():
    """Beside them: `streamlit` itself, its documented names, and classes that our keys make."""
    adapter, private = "streamlit_internals", re.compile(r"\bst\.(\w+\.)*_\w|st\.__file__")
    for name, source in sources().items():
        if not name.startswith("svmcore") and not name.endswith(adapter):
            inner = [module for module in imports(source) if module.startswith("streamlit.")]
            assert not inner, f"{name} imports {inner}"
            assert not (word := private.search(source)), f"{name} uses {word[0]}"
    # its test ids, its classes as in .stMain, those of its libraries, and its state of a script
    element = re.compile(r"data-test|\.st[A-Z]\w|react-aria|data-baseweb|emotion-cache")
    files = [path for kind in ("py", "js", "css") for path in (ROOT / "pages").rglob(f"*.{kind}")]
    for path in [ROOT / "app.py", *files]:
        named = element.findall(path.read_text(encoding="utf-8"))
        assert path.stem == adapter or not named, f"{path} names {named}"


def test_errors_of_callbacks_and_fragments_are_caught():
    """Each goes through `pages.ui.server.observed`, which tells the visitor and keeps the page."""
    called = re.compile("on_(click|change|[a-z]+_change)")
    for name, source in sources().items():
        if not name.startswith("pages"):
            continue
        assert "st.fragment" not in source or name == "pages.ui.server.observed", name
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.keyword) and called.fullmatch(node.arg or ""):
                value = node.value
                assert isinstance(value, ast.Constant) or ast.unparse(value).startswith(
                    "callback("
                ), f"{name}: {node.arg} without callback()"


def test_a_visit_holds_all_that_a_session_keeps_but_what_widgets_show():
    """What else is named in `st.session_state` is the key of a widget of the same module."""
    for name, source in sources().items():
        if not name.startswith("pages") or "session_state" not in source:
            continue
        tree = ast.parse(source)
        constants = {
            node.targets[0].id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        widgets, named = set(), set()
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "key":
                widgets.add(_text(node.value, constants))
            elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == STATE:
                named.add(_text(node.slice, constants))
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == STATE:
                named.add(None if node.attr == "get" else node.attr)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == f"{STATE}.get":
                named.add(_text(node.args[0], constants))
        loose = named - widgets - {None} - ({"visit"} if name == "pages.ui.visit.visit" else set())
        assert not loose, f"{name} keeps {loose} in st.session_state"


STATE = "st.session_state"


def _text(node: ast.expr, constants: dict[str, ast.expr]) -> str | None:
    """A text that is written out, or a constant of the module; None for a variable."""
    node = constants.get(node.id, node) if isinstance(node, ast.Name) else node
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def test_every_page_but_the_first_has_a_script_for_its_address():
    folders = {path.parent.name for path in (ROOT / "pages").glob("*/page.py")}
    scripts = {path.stem for path in (ROOT / "pages").glob("[a-z]*.py")}
    assert scripts == folders - {"playground"}


def test_the_rules_can_fail():
    assert is_allowed("pages.dual.page", "pages.dual.model.path")
    assert not is_allowed("pages.dual.model.path", "pages.dual.text.views")
    assert not is_allowed("pages.dual.panels.smo", "pages.kernels.model.gram")
    assert not is_allowed("pages.state.model.run", "pages.ui.visit.visit")
    assert not is_allowed("pages.export.notebook", "pages.ui.export.export")
    assert not is_allowed("svmcore.model", "pages.state.model.run")
    source, run = (
        "import streamlit as st\nfrom pages.state.model import run\n",
        "pages.state.model.run",
    )
    assert imports(source, frozenset({run})) == {"streamlit", run}
