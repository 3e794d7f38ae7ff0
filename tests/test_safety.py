"""Nothing that comes from outside is run, unpickled or opened: read from the code itself."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location

from tests.helpers import ROOT
from tests.test_architecture import sources

# Names that run text as code, or take a path. pyproject.toml has ruff refuse the modules that do.
RUNS = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
READS = {
    "open",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "unlink",
    "mkdir",
    "iterdir",
}
UNSAFE = {"shell", "allow_pickle"}
# of these files every one belongs to the program, its libraries or the system, and its path to the
# code: a visitor names none
MAY_READ = {
    "pages.state.server.bounded_process",
    "svmcore.optim.memory",
    "pages.ui.static.serving",
    "pages.challenges.text.codes",
    "pages.export.carried",
    "pages.export.experiment_file",  # a visitor's file, which `json` reads
    "pages.state.text.publications",
    "pages.ui.server.stored",
    "pages.ui.streamlit_internals",
    "pages.ui.page.styles",
    "pages.ui.static.es_modules",
    "pages.ui.timeline.timeline",
    "pages.state.table.table_reading",  # what `pages.ui.server.stored` has written
    "pages.tables.workbook",  # parts of an archive in memory
}


def used(source: str) -> Iterator[str]:
    """The names above that a module calls or sets."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from {node.func.id} & (RUNS | READS)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from {node.func.attr} & READS
        elif isinstance(node, ast.keyword):
            yield from {node.arg} & UNSAFE


def test_no_module_runs_or_opens_what_comes_from_outside():
    words = re.compile(rf"\b({'|'.join(RUNS | READS | UNSAFE)})\b")
    named = {name: source for name, source in sources().items() if words.search(source)}
    names = {name: set(used(source)) for name, source in named.items()}
    assert not {name: bad for name, found in names.items() if (bad := found & (RUNS | UNSAFE))}
    # a module that may read and does not would let it in unseen
    assert {name for name, found in names.items() if found & READS} == MAY_READ


def test_the_rule_can_fail():
    lines = "eval(text)", "open(name)", "Path(name).read_text()", "run(line, shell=True)"
    assert list(used("\n".join(lines))) == ["eval", "open", "read_text", "shell"]
    assert not list(used("re.compile(text); model.eval_at(x); import json"))


def test_origin_and_forgery_checks_are_on():
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    server = settings["server"]
    assert server["enableCORS"] is server["enableXsrfProtection"] is True
    assert server["enableStaticServing"] is server["enableAgentApi"] is False
    assert settings["client"]["showErrorDetails"] == "none"


def test_the_list_of_licences_is_current():
    """Of what requirements.txt names: what these need differs from computer to computer."""
    spec = spec_from_file_location("licences", ROOT / ".ci" / "licences.py")
    licences = module_from_spec(spec)
    spec.loader.exec_module(licences)
    text = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    listed = [line.strip("| ").split(" | ") for line in text.splitlines() if "| the app |" in line]
    assert {name: version for name, version, *_ in listed} == licences.asked()
    for name, _, licence, _ in listed:
        assert licences.licence(distribution(name)) == licence
    assert all(license != "unknown" for _, _, license, _ in listed)


PINNED = r"""[\w-]+==[\w.]+(; sys_platform != "win32")?"""


def test_every_package_is_pinned():
    """Of the app and of its checks, so that what was tested is what is installed."""
    files = [ROOT / "requirements.txt", *(ROOT / ".ci").glob("requirements-*.txt")]
    assert len(files) == 6
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        for line in lines:
            assert re.fullmatch(rf"(#.*|-r \.\./requirements\.txt|{PINNED})?", line), line
