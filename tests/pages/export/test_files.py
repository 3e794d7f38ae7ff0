"""Data and experiments as files, and the menu that offers them."""

import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from sklearn.datasets import load_svmlight_file

from pages.export.experiment_file import (
    MOST_BYTES,
    MOST_NUMBERS,
    TOO_LARGE,
    read_experiment,
    write_experiment,
)
from pages.export.notebook import neutral_table
from pages.export.points import points_csv, points_libsvm, two_class_table
from pages.export.program import PointsTable
from pages.export.program_text import MOST_LETTERS, file_stem
from pages.export.table_data import MOST_WRITTEN, SplitRows
from pages.nu.export import nu_export
from pages.nu.model import NuSettings
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.tables.formula import as_it_was, neutral
from pages.tables.reading import read_table, write_csv
from pages.ui.drop.drop import OPENED, open_file
from pages.ui.export.export import columns_words
from tests.helpers.opened import at, board_of, in_session, open_page, visit_of

BALANCED = change(Experiment(), class_weight="balanced", balance=0.8)


@pytest.mark.parametrize("first", [*"=+-@\t\r＝＋－＠"])
def test_a_text_that_a_spreadsheet_would_run_does_not(first: str):
    for text in (f"{first}A1", f"'{first}A1", f"''{first}A1"):
        assert neutral(text) == f"'{text}"
        assert as_it_was(neutral(text)) == text
    for text in (f"a{first}A1", "'a", "'", "+1", "-2.5"):
        assert neutral(text) == as_it_was(text) == text
    for mark in ";\t":  # which part the cells of other spreadsheets
        assert neutral(f"x{mark}{first}A1") == f"x{mark}'{first}A1"
        twice = f"x{mark}{first}A1{mark}'{first}B"
        assert as_it_was(neutral(twice)) == twice


def test_apostrophes_of_an_exported_table_go_when_it_is_read_again():
    text = b"=name,x,c\n=1+1,-2,+a\n'tis,3,'+a\n=1+1,4,@b\n,5,+a\n"
    table = read_table(text, "t.csv")
    assert table.columns[2].words == ("+a", "@b"), "an apostrophe of another program's"
    names = [*table.columns[0].words]
    made = replace(table.columns[0], words=("'=1", names[1]))
    table = replace(table, columns=(made, *table.columns[1:]))
    written = write_csv(neutral_table(table))
    first = written.splitlines()[:2]
    assert first == ['"\'=name","x","c"', '"\'=1+1",-2,"\'+a"']
    again = read_table(written.encode(), "t.csv")
    assert again.names == table.names
    for one, other in zip(again.columns, table.columns, strict=True):
        assert list(one.cells) == list(other.cells)


def test_points_read_back_as_they_were():
    data = data_of(BALANCED)
    found = np.genfromtxt(io.StringIO(points_csv(two_class_table(data))), delimiter=",", names=True)
    for name, wanted in {"x1": data.X[:, 0], "y": data.y, "weight": data.weight}.items():
        np.testing.assert_array_equal(found[name], wanted)
    X, y = load_svmlight_file(io.BytesIO(points_libsvm(two_class_table(data)).encode()))
    np.testing.assert_array_equal(X.toarray(), data.X)
    np.testing.assert_array_equal(y, data.y)
    several = data_of(change(Experiment(), dataset="blobs", classes=3))
    rows = points_csv(two_class_table(several)).splitlines()
    assert rows[0] == "x1,x2,y,class"
    assert [int(row.split(",")[3]) for row in rows[1:]] == list(several.labels)
    table = PointsTable({"=x": [1.5, 2.0], "+1": [-1, 1]}, ("=x",), "+1")
    assert points_csv(table).splitlines() == ["'=x,+1", "1.5,-1", "2.0,1"], "no name runs either"
    assert "weight" not in nu_export(BALANCED, NuSettings()).points.columns


def test_names_with_line_breaks_stay_in_their_comments():
    both = np.arange(8) < 4
    for columns in (("a\nb = 1/0", "c\r"), tuple(map(str, range(MOST_WRITTEN)))):
        X = np.ones((8, len(columns)))
        rows = SplitRows(
            X=X, y=1 * both, columns=columns, classes=("x\n1/0", "y"), train=both, test=~both
        )
        compile(rows.code("file.csv"), "rows", "exec")


def test_an_experiment_s_points_do_not_make_its_file_too_large():
    for letters, kept in ((10, True), (200, False)):
        columns = {"x" * letters: np.arange(MOST_NUMBERS // 2) / 7, "y": [1] * (MOST_NUMBERS // 2)}
        table = PointsTable(columns, ("x" * letters,), "y")
        text = write_experiment("data", {"C": "3"}, table).encode()
        assert read_experiment(text) == ("data", {"C": "3"}, None)
        assert ("points" in json.loads(text)) == kept
    more = PointsTable({"y": [1] * (MOST_NUMBERS + 1)}, (), "y")
    assert "points" not in json.loads(write_experiment("data", {}, more))


@pytest.mark.parametrize(
    "text",
    [
        *[b"no", b"[]", b"\xff\xfe", b" " * (MOST_BYTES + 1)],
        b'{"kind": "svm-playground experiment", "version": 9}',
        b'{"kind": "svm-playground experiment", "version": 1, "page": "dual", "words": {"C": 3}}',
    ],
)
def test_a_bad_file_gets_a_sentence(text: bytes):
    with pytest.raises(ValueError, match=r"^The file must ") as refusal:
        read_experiment(text)
    assert (str(refusal.value) == TOO_LARGE) == (len(text) > MOST_BYTES)


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        (
            "Regression · Sine, changed · RBF, C = 0.5, ε = 0.2",
            "regression_sine_changed_rbf_C0.5_epsilon0.2",
        ),
        ("Kernels · 3-D · ../Moons", "kernels_3-d_moons"),
        (("dual", "moons_rbf_C1"), "dual_moons_rbf_C1"),
        (("data", "=Größe, ünï.xlsx_all_rbf_C1e+06"), "data_grosse_uni.xlsx_all_rbf_C1e+06"),
        (("predict", ""), "predict"),
    ],
)
def test_names_of_files_say_the_screen_or_what_is_exported(title: str | tuple[str, ...], stem: str):
    assert file_stem(*([title] if isinstance(title, str) else title)) == f"svm-playground_{stem}"
    assert len(file_stem("data", "long " * 90)) <= MOST_LETTERS


MODEL = ["export_svmcore", "export_sklearn", "export_notebook"]
DATA = ["export_csv", "export_libsvm"]
POINTS, TRAINED, PROVED = "Data", "Kernel and C", "Certificate"
SPLIT, SETTINGS = "Split", "Settings"
BOARD = {POINTS: 4, TRAINED: 3, PROVED: 10}  # tables of a report, with their numbers of rows
IRIS = "Iris: the first 100 of 150 rows and all 5 columns.", ["100", "5.7", "2.8", "4.1", "1.3"]


@pytest.mark.parametrize(
    ("page", "wanted", "tables"),
    [
        ("dual", [*MODEL, *DATA], BOARD),
        ("dual?i_dual=smo", [*MODEL[:2], "export_numpy", *MODEL[2:], *DATA], BOARD),
        ("strings", [*MODEL, "export_csv"], {SETTINGS: 1}),
        ("data", [*MODEL, *DATA], {POINTS: 6, TRAINED: 4, SPLIT: 4, PROVED: 7}),
        ("evaluation", [*MODEL, *DATA], {POINTS: 4, TRAINED: 3, SPLIT: 4, PROVED: 7}),
        ("predict", [], {}),
    ],
)
def test_the_menu_offers_what_the_page_has(page: str, wanted: list[str], tables: dict[str, int]):
    page, _, words = page.partition("?")
    words = words or ("t_view=table" if page == "data" else "")
    app = open_page(page, dict(parse_qsl(words)))
    assert not [one for one in app.get("download_button") if "export" in one.proto.id]
    app.session_state["export"] = True
    app.run()
    assert not app.exception
    found = [one.proto.id for one in app.get("download_button") if "export_" in one.proto.id]
    report = reported(app)
    assert {name: len(rows) for name, rows, _ in report["tables"]} == tables
    grids = [(note, rows[-1][:5]) for _, _, rows, note in report["grids"]]
    assert grids == ([IRIS] if page == "data" else [])
    keys = [*wanted, "export_json"]
    assert len(found) == len(keys)
    assert all(one.endswith(key) for one, key in zip(found, keys, strict=True))


def reported(app: Any) -> dict[str, Any]:
    """What the browser is told for a report."""
    [proto] = [
        e.proto for e in app.get("bidi_component") if e.proto.component_name == "svm_pictures"
    ]
    return json.loads(proto.json)["report"]


def test_a_tooltip_names_a_visitor_s_columns_as_they_are_and_not_too_many():
    assert columns_words(["$x$", "a*b*"]) == r"\$x\$ and a\*b\*"
    assert columns_words("abcdefghijklm").endswith(", l and m")
    assert columns_words("abcdefghijklmn").endswith(", k, l and 2 more")
    assert columns_words(map(str, range(784))).endswith(", 10, 11 and 772 more")


def test_the_menu_says_that_weights_are_left_out():
    app = open_page("dual", {"class_weight": "balanced", "balance": "0.8"})
    app.session_state["export"] = True
    app.run()
    [one] = [b for b in app.get("download_button") if b.proto.id.endswith("export_libsvm")]
    assert "left out" in one.proto.help


def test_the_menu_says_that_there_are_no_points():
    app = open_page("dual", {"dataset": "own"})
    app.session_state["export"] = True
    app.run()
    assert "The board is empty." in [one.value for one in app.caption]


def test_a_file_of_a_page_that_is_not_there_changes_nothing():
    app = open_page("playground", {})
    file = write_experiment("attic", {"C": "3"}, None).encode()
    with pytest.raises(ValueError, match="of a page that this app has, got attic"):
        in_session(app, lambda: open_file(file))
    assert board_of(app).experiment.C == 1.0


def test_share_opens_the_file_of_an_experiment_and_leads_to_its_page():
    app = open_page("playground", {})
    app.session_state["share"] = True
    app.run()
    before = app.file_uploader[0].key
    app.file_uploader[0].set_value(("e.json", b"no", "application/json")).run()
    assert app.file_uploader[0].key != before, "the next file has a field of its own"
    [why] = [one.value for one in app.error]
    assert why == "The file must be an experiment's JSON file, as Export writes it."
    assert board_of(app).experiment.C == 1.0
    text = write_experiment("dual", {"C": "3"}, None)
    app.file_uploader[0].set_value(("e.json", text.encode(), "application/json")).run()
    assert not app.exception
    assert board_of(app).experiment.C == 3.0
    assert visit_of(app).address.page == "dual"
    assert [one.value for one in app.toast] == [OPENED.format("Dual")]
    app.session_state["share"] = True
    at(app, "dual").run()
    app.button("file_back").click().run()
    assert board_of(app).experiment.C == 1.0
    assert visit_of(app).address.page == "playground"
