"""Exported programs run without the app and give the decision values of the page."""

import dis
import json
import re
from dataclasses import replace
from types import CodeType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pages.export import sklearn_code
from pages.export.carried import carried, packed
from pages.export.notebook import notebook
from pages.export.sklearn_code import FROM_ENDS, LOOSE, missing, single_precision
from pages.export.two_class import two_class_code
from pages.regression import export as regression
from pages.regression.model.experiment import Regression, change_regression
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from svmcore.kernels import RBF
from svmcore.problems.certificate import Status
from tests.helpers.grids import exhaustive
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.cases import CASES, CHOICE, LACKING, UNCOUNTED, Case
from tests.pages.export.executed import cells, executed

REST = [name for name in CASES if name not in CHOICE]
NAMES = [*CHOICE, *exhaustive(REST)]
COMPREHENSIONS = ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>")
Found = dict[str, tuple[Case, dict[str, Any], dict[str, Any]]]


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Of each case what its notebook finds, and its program with scikit-learn, in one process."""
    chosen = [item.callspec for item in request.session.items if hasattr(item, "callspec")]
    names = {words.params.get("name") for words in chosen}
    cases = {name: make() for name, make in CASES.items() if name in names}
    folder = tmp_path_factory.mktemp("programs")
    for name, text in filter(None, (one.file for one in cases.values())):
        (folder / name).write_text(text, encoding="utf-8")
    programs = [(n, cells(notebook(one.exported.code)), one.Z) for n, one in cases.items()]
    both = [name for name in cases if not cases[name].exported.code.lacks]
    programs += [(f"{n} alone", cases[n].exported.code.sklearn_script(), cases[n].Z) for n in both]
    answers = executed(programs, folder)
    alone = dict(zip(both, answers[len(cases) :], strict=True))
    return {
        name: (case, answer, alone.get(name, {}))
        for (name, case), answer in zip(cases.items(), answers, strict=False)
    }


@pytest.mark.parametrize("name", NAMES)
def test_programs_give_the_page_s_values(name: str, found: Found):
    case, book, alone = found[name]
    np.testing.assert_allclose(book["decision_function"], case.wanted, rtol=0, atol=1e-9)
    assert book["figure"] > 0
    for words, value in case.said.items():
        said = re.search(rf"^{re.escape(words)}\s*([-+.\de]+)", book["said"], re.MULTILINE)
        assert float(said[1]) == pytest.approx(value, rel=2e-3, abs=1e-6), words
    if case.support is not None:
        assert book["support"] == book["ringed"] == case.support
    lacks = case.exported.code.lacks
    assert LACKING[name] in lacks if name in LACKING else not lacks
    assert ("sklearn_decision_function" in book) == (not lacks)
    if case.scores is not None:
        np.testing.assert_allclose(book["scores"], case.scores, rtol=0, atol=1e-9)
        for values in (book["svc_scores"], alone["svc_scores"]):
            known = case.scores[:, : -1 if name in UNCOUNTED else None]
            np.testing.assert_allclose(values, known, rtol=0, atol=1e-4)
    if not lacks:
        for values in (book["sklearn_decision_function"], alone["decision_function"]):
            np.testing.assert_allclose(values, case.wanted, rtol=0, atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_no_function_of_svmcore_s_part_changes_with_scikit_learn_s(name: str, found: Found):
    """In a notebook both parts share their names; only `trained` of the first one needs SVC."""
    code = found[name][0].exported.code
    parts = [one for one in compiled(code.ours.training).co_consts if isinstance(one, CodeType)]
    functions = [
        one for one in parts if one.co_name not in COMPREHENSIONS
    ]  # these are over by then
    needed = {word for one in functions for word in words_of(one, "LOAD_GLOBAL")}
    assert not (needed & words_of(compiled(code.second), "STORE_NAME")) - {"SVC"}


def compiled(text: str) -> CodeType:
    return compile(text, "program", "exec")


def words_of(code: CodeType, operation: str) -> set[str]:
    return {one.argval for one in dis.get_instructions(code) if one.opname == operation}


def test_a_notebook_is_one_of_version_4_5():
    book = json.loads(notebook(CASES["hard"]().exported.code))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    first = next(cell for cell in book["cells"] if cell["cell_type"] == "code")
    assert "svmcore" in first["source"][0]
    text = carried().split('"""')[1]
    assert packed() == "".join(text.split()), "the same modules are the same text"


def test_a_title_of_a_visitor_s_words_is_text():
    code = replace(CASES["hard"]().exported.code, title="$x$ <b>\n# two")
    [first, *_] = json.loads(notebook(code))["cells"]
    assert first["source"][0] == "# \\$x\\$ \\<b\\> # two\n"


def test_what_scikit_learn_lacks_is_said():
    assert "not positive semi-definite" in missing(run(from_query(TRAINED["sigmoid"])))
    sgd = change(Experiment(), formulation="primal", solver="sgd", max_iter=300)
    assert "stopped before the optimum" in missing(run(sgd))
    assert missing(run(from_query(TRAINED["hard"]))) == ""
    loose = change(Experiment(), tol=1e-3)
    assert missing(run(loose)) == LOOSE.format("0.001")
    bound = run(change(Experiment(), C=1e-3))
    assert (bound.bound | ~bound.support).all()
    assert missing(bound) == FROM_ENDS


def test_of_many_points_a_part_tells_whether_single_precision_is_enough(monkeypatch):
    X, coef = np.linspace(0.0, 1.0, 200)[:, None], np.tile([0.0, 1e4], 100)
    sizes = []

    def kernel(A, B):
        sizes.append(len(A) * len(B))
        return RBF(1.0)(A, B)

    said = single_precision(kernel, X, coef)
    assert "wrong by about 0.00" in said
    assert single_precision(kernel, X, 1e-4 * coef) == ""
    monkeypatch.setattr(sklearn_code, "MOST_ENTRIES", 1_000)
    assert single_precision(kernel, X, np.stack([0.1 * coef, coef])) == said
    assert (sizes[0], sizes[-1] <= 1_000) == (20_000, True)


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ({}, "solve(problem, Auto())"),
        ({"formulation": "primal", "solver": "sgd", "max_iter": "300"}, "max_iter=300)"),
        ({"tol": "0.001"}, "tol=0.001)"),
        (TRAINED["hard"], "phi=phi, hulls=hulls)"),
        (TRAINED["sigmoid"], "Auto(), convex=False)"),
    ],
)
def test_only_options_that_are_set_are_written(words, call):
    code = two_class_code(run(from_query(words))).script()
    assert call in code
    assert bool(words) == bool(re.search("max_iter|tol=|convex|hulls", code))


@pytest.mark.parametrize(
    ("coef", "free", "unique", "exact"),  # of epsilon, and of nu
    [
        ((1.0, -1.0), (True, True), (True, True), (True, True)),
        ((1.0, -1.0), (True, False), (True, False), (True, False)),
        ((1.0, -1.0), (False, True), (True, False), (True, False)),
        ((1.0, -1.0), (False, False), (False, False), (False, False)),
        ((0.0, 0.0), (False, False), (False, False), (True, True)),  # w = 0 is known
    ],
)
def test_a_tube_is_unique_where_free_support_vectors_tell_it(coef, free, unique, exact):
    for machine, one, known in zip(("epsilon", "nu"), unique, exact, strict=True):
        found: Any = SimpleNamespace(
            coef=np.array(coef),
            free=np.array(free),
            status=Status.OPTIMAL,
            regression=change_regression(Regression(), machine=machine),
        )
        assert (regression._unique(found), regression._exact(found)) == (one, known)
        found.status = Status.TIMEOUT
        assert not regression._exact(found)
