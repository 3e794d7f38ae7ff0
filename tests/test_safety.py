"""Nothing that comes from outside is run, unpickled or opened: read from the code itself."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from tests.helpers import ROOT
from tests.test_architecture import sources

# Names that run text as code, bytes as objects, or a line as a command; and those that take a path.
# Each is refused everywhere but in the modules that are named with it, and those say why there.
REFUSED = {
    **dict.fromkeys(("eval", "exec", "compile", "__import__", "breakpoint", "input"), ()),
    **dict.fromkeys(("marshal", "shelve", "dill", "cloudpickle", "yaml", "xml", "code"), ()),
    "pickle": ("pages.state.worker",),  # of a pipe to a process of its own
    "subprocess": ("pages.state.processes",),  # Python, by its path
    **dict.fromkeys(("os.system", "os.popen", "os.spawnv", "os.execv", "os.startfile"), ()),
    **dict.fromkeys(("joblib.load", "np.load", "numpy.load", "pd.read_pickle", "pd.eval"), ()),
    **dict.fromkeys(("pd.read_html", "pd.read_xml", "pd.read_hdf", "pd.read_sql"), ()),
    "import_module": ("app", "svmcore"),  # folders of the menu; an attribute that is asked for
    "tarfile": ("pages.export.carried",),  # of this program's own modules
    "tempfile": ("pages.ui.stored",),  # under a name that Python makes up
    "socket": (),
    "urlopen": (),
    "requests": (),
}
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
# of these files every one belongs to the program, its libraries or the system, and its path to the
# code: a visitor names none
MAY_READ = (
    "svmcore.optim.bounded_process",
    "pages.ui.serving",
    "pages.challenges.text.codes",
    "pages.export.carried",
    "pages.state.publications",
    "pages.ui.stored",
    "pages.ui.canvas.assets",
    "pages.ui.component",
    "pages.ui.es_modules",
    "pages.ui.pictures",
    "pages.ui.timeline",
    "pages.state.table_reading",  # what `pages.ui.stored` has written
    "svmcore.datasets.table.workbook",  # parts of an archive in memory
)


# most modules have none of the words, and are not parsed
WORDS = {word.rpartition(".")[2] for word in REFUSED} | READS | {"shell", "allow_pickle"}
ANY = re.compile(rf"\b({'|'.join(WORDS)})\b")


@cache
def used(source: str) -> frozenset[str]:
    """What a module imports and calls; nothing where it has none of the words."""
    return frozenset(_used(source) if ANY.search(source) else ())


def _used(source: str) -> Iterator[str]:
    """Every module that is imported, and every name that is called, with what it is called on."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in READS:
                yield node.func.attr
            if isinstance(node.func.value, ast.Name):
                yield f"{node.func.value.id}.{node.func.attr}"
        elif isinstance(node, ast.keyword) and node.arg in ("shell", "allow_pickle"):
            yield node.arg


def wrong(name: str, source: str) -> list[str]:
    """What a module uses that it must not."""
    found = used(source)
    refused = [one for one in found if name not in REFUSED.get(one, (name,))]
    reading = [one for one in found & READS if name not in MAY_READ]
    return [*refused, *reading, *found & {"shell", "allow_pickle"}]


def test_no_module_runs_unpickles_or_opens_what_comes_from_outside():
    found = {name: bad for name, source in sources().items() if (bad := wrong(name, source))}
    assert not found


def test_who_may_do_so_does():
    """A name that is allowed for nothing would let it in unseen."""
    modules = sources()
    for word, rooms in REFUSED.items():
        for room in rooms:
            assert word in used(modules[room]), f"{room} no longer uses {word}"
    for room in MAY_READ:
        assert READS & used(modules[room]), f"{room} no longer reads files"


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "import pickle",
        "from pickle import loads",
        "pd.read_pickle(file)",
        "np.load(file, allow_pickle=True)",
        "open(name)",
        "Path(name).open()",
        "Path(name).read_text()",
        "os.system(line)",
        "run(line, shell=True)",
    ],
)
def test_the_rule_can_fail(line):
    assert wrong("pages.ui.share", line)
    assert not wrong("pages.ui.share", "re.compile(text); model.eval_at(x); import json")


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
    assert len(files) == 5
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        for line in lines:
            assert re.fullmatch(rf"(#.*|-r \.\./requirements\.txt|{PINNED})?", line), line
