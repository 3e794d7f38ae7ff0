"""The page Data without a browser: ways to a table, choices, words in the link, the boards."""

import re

import numpy as np
import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from pages.data.panels import grid
from pages.data.panels.source import change_cells
from pages.data.text import forgotten_text
from pages.state.link.own_table import without_table
from pages.state.text.markdown import unmarked
from pages.tables.reading import read_table, write_csv
from pages.tables.real import real
from pages.tables.record import TableError
from pages.ui.canvas.events import Command
from pages.ui.table.table_bytes import holdings
from pages.ui.table.visitor_table import GIVEN_BACK
from tests.helpers.data_app import own, settings, upload, wrongs
from tests.helpers.opened import (
    again,
    board_of,
    captions,
    in_session,
    open_page,
    sent,
    verdict,
    widgets_of,
)
from tests.helpers.table_settings import crowd

CSV = b"a,b,c,kind\n1,2,9,yes\n2,1,8,yes\n3,4,1,no\n4,3,2,no\n5,5,3,no\n0,1,7,yes\n"


def test_a_file_is_read_a_bad_one_refused_and_the_way_back_leads_to_the_table_before():
    app = open_page("data", {"t_real": "wine", "t_first": "hue"})
    upload(app, CSV)
    upload(app, b"\x89PNG....", "picture.png")
    with pytest.raises(TableError) as why:
        read_table(b"\x89PNG....", "picture.png")
    assert wrongs(app) == [str(why.value)]
    assert own(app).table.title == "table.csv"
    assert own(app).choice.label == "kind"
    assert without_table(dict(app.query_params)) == {"t_real": "mine"}
    app.button(key="t_back").click().run()
    assert own(app).table.title == "Wine"
    assert dict(app.query_params) == {"t_real": "wine", "t_first": "hue"}
    assert "t_back" not in [b.key for b in app.button]


def test_a_table_that_the_server_has_forgotten_is_loaded_again_with_what_was_chosen_for_it():
    words = {"t_real": "mine", "t_label": "c", "t_features": "0.1", "t_halves": "1", "t_C": "5"}
    app = open_page("data", words)
    assert "What was chosen for it is kept" in verdict(app)
    upload(app, CSV)
    assert (own(app).choice.label, own(app).choice.features) == ("c", ("a", "b"))
    assert without_table(dict(app.query_params)) == words
    upload(app, CSV, "another.csv")
    assert own(app).choice.label == "kind"
    assert without_table(dict(app.query_params)) == {"t_real": "mine", "t_C": "5"}


def test_a_file_that_was_read_is_not_kept_and_a_table_that_was_given_back_is_said(
    monkeypatch: pytest.MonkeyPatch,
):
    kept: dict[str, int] = {}
    manager = MemoryUploadedFileManager
    remove = manager.remove_file

    def removed(files: MemoryUploadedFileManager, who: str, name: str) -> None:
        remove(files, who, name)
        kept[name] = len(files.get_files(who, [name]))

    monkeypatch.setattr(manager, "remove_file", removed)
    packed = "pages.ui.table.visitor_table.packed"
    monkeypatch.setattr(packed, lambda table: "")  # as if it were large
    app = upload(open_page("data"), CSV)
    assert list(kept.values()) == [0]
    table = own(app).table
    own(app).connected = lambda: False
    own(app).seen = 0.0
    for one in holdings(own(app), 0.0):
        one.give_back()
    again(app)
    assert own(app).seen > 0.0
    assert GIVEN_BACK in verdict(app)
    assert GIVEN_BACK in captions(app)
    upload(app, CSV)
    assert own(app).table.names == table.names
    assert GIVEN_BACK not in verdict(app)
    own(app).forgotten = 2
    again(app)
    assert forgotten_text(2) in captions(app)


def test_cells_are_pasted():
    app = open_page("data")
    app.text_area(key="t_paste").set_value("x\ty\tc\n1\t2\t0\n3\t1\t1\n2\t2\t1")
    app.button(key="t_take").click().run()
    assert own(app).table.names == ("x", "y", "c")
    app.text_area(key="t_paste").set_value("")
    app.button(key="t_take").click().run()
    assert wrongs(app) == ["The file is empty."]
    assert own(app).table.names == ("x", "y", "c")


def test_a_table_that_is_typed_in_and_edited():
    app = open_page("data", {"t_view": "table"})
    app.button(key="t_type").click().run()
    assert own(app).table.title == "Typed table"
    base = own(app).base
    edit = {
        "edited_rows": {0: {"x": -2.5}},
        "added_rows": [{"x": 0.5, "y": 3.0, "class": "c"}],
        "deleted_rows": [],
    }
    in_session(app, lambda: change_cells(edit))
    again(app)
    table = own(app).table
    assert table.column("x").values.tolist() == [-2.5, 1.0, 0.5]
    assert table.column("class").words == ("a", "b", "c")
    assert own(app).base is base, "the grid is not drawn anew"
    in_session(app, lambda: change_cells({"edited_rows": {0: {"x": "much"}}}))
    again(app)
    assert wrongs(app) == ["Row 1, column 'x': 'much' is not a number."]
    assert own(app).table is table
    again(app.switch_page("pages/classes/page.py"))
    again(app.switch_page("pages/data/page.py"))
    assert own(app).base is table, "the grid begins with what was changed"
    assert wrongs(app) == []
    in_session(app, lambda: change_cells({"edited_rows": {1: {"y": 7.0}}}))
    assert own(again(app)).table.column("y").values.tolist() == [0.0, 7.0, 3.0]
    assert own(app).table.column("x").values.tolist() == [-2.5, 1.0, 0.5]


def later(app) -> None:
    """No message of the browser's is under way any more: what it says is a choice."""
    widgets_of(app).late.clear()


def test_a_real_table_becomes_ones_own_when_a_cell_is_changed():
    app = open_page("data", {"t_view": "table"})
    in_session(app, lambda: change_cells({"edited_rows": {2: {"petal width": 9.0}}}))
    again(app)
    assert own(app).table.column("petal width").values[2] == 9.0
    assert app.selectbox(key="w_t_real").value == "mine"
    assert without_table(dict(app.query_params)) == {"t_real": "mine", "t_view": "table"}
    for name in ("iris", "mine"):
        later(app)
        app.selectbox(key="w_t_real").set_value(name).run()
        assert (own(app).table.column("petal width").values[2] == 9.0) == (name == "mine")


def test_the_points_of_a_board_with_their_weights():
    app = open_page("data", {"t_view": "table"})
    app.button(key="t_from_Playground").click().run()
    points = board_of(app).experiment.board().all_points
    assert own(app).table.column("x").values.tolist() == [p.x for p in points]
    assert own(app).table.column("class").values.tolist() == [p.label for p in points]
    app.button(key="t_from_Classes").click().run()
    assert len(own(app).table) == 120
    assert own(app).prepared().class_names == ("0", "1", "2", "3")
    empty = open_page("data", {"dataset": "own"})
    empty.button(key="t_from_Playground").click().run()
    assert wrongs(empty) == ["That board is empty: there are no points to take."]
    assert own(empty).table.title == "Iris"


@pytest.mark.parametrize(("learn", "plane"), [("columns", "columns"), ("all", "pca")])
def test_the_points_go_on_a_board_and_undo_takes_them_back(learn: str, plane: str):
    app = open_page("data", {"t_learn": learn, "t_plane": plane})
    for sheet, title in (("", "Playground"), ("classes", "Classes")):
        app.button(key=f"t_to_{title}").click().run()
        there = board_of(app, sheet)
        board = there.experiment.board().all_points
        points = sent(app)["main"].trace("points")
        assert np.allclose([p.x for p in board], points["x"], atol=6e-5)
        assert np.allclose([p.y for p in board], points["y"], atol=6e-5)
        assert [p.label for p in board] == own(app).prepared().y.tolist()
        assert there.experiment.n_classes == 3
        there.edit([Command.UNDO])
        assert there.experiment.dataset != "own"
        there.edit([Command.REDO])
    app.switch_page("pages/classes/page.py")
    again(app)
    assert "of 150 points" in verdict(app)


def test_a_large_table_shows_its_first_rows_and_is_edited_there():
    app = upload(open_page("data"), write_csv(crowd(3000)).encode())
    app.segmented_control(key="w_view").set_value("table").run()
    assert "The grid shows the first 500 rows" in captions(app)
    in_session(app, lambda: change_cells({"deleted_rows": [0], "edited_rows": {4: {"c0": 7.0}}}))
    again(app)
    assert len(own(app).table) == 2999
    assert own(app).table.column("c0").values[3] == 7.0


def test_of_long_texts_the_grid_shows_as_many_rows_as_a_message_holds(monkeypatch):
    monkeypatch.setattr(grid, "TEXT", 100)
    app = open_page("data", {"t_view": "table"})
    rows = 100 // len("setosa")
    assert f"150 rows, 5 columns. The grid shows the first {rows} rows" in captions(app)


def test_a_table_that_was_left_can_be_had_back_with_its_cells():
    app = upload(open_page("data", {"t_view": "table"}), CSV)
    in_session(app, lambda: change_cells({"edited_rows": {0: {"a": 50.0}}}))
    again(app)
    later(app)
    app.selectbox(key="w_t_real").set_value("iris").run()
    in_session(app, lambda: change_cells({"edited_rows": {0: {"petal width": 9.0}}}))
    again(app)
    assert own(app).table.title == "Iris"
    titles = []
    for _ in range(3):
        app.button(key="t_back").click().run()
        titles.append((own(app).table.title, settings(app).real))
    assert titles == [("Iris", "iris"), ("table.csv", "mine"), ("Iris", "iris")]
    assert "t_back" not in [b.key for b in app.button]
    app.button(key="t_forward").click().run()
    assert own(app).table.column("a").values[0] == 50.0
    app.button(key="t_forward").click().run()
    app.button(key="t_forward").click().run()
    assert own(app).table.column("petal width").values[0] == 9.0
    assert "t_forward" not in [b.key for b in app.button]


def test_it_is_said_how_long_a_table_of_ones_own_is_kept(monkeypatch):
    packed = "pages.ui.table.visitor_table.packed"
    monkeypatch.setattr(packed, lambda table: "")  # as if it were large
    app = upload(open_page("data", {"t_view": "table"}), CSV, "my*own*.csv")
    assert r"my\*own\*.csv: 6 rows" in captions(app), "no Markdown is made of a file's name"
    assert "kept as long as this tab is open" in captions(app)
    later(app)
    app.selectbox(key="w_t_real").set_value("iris").run()
    assert "kept as long as" not in captions(app)


def test_signs_of_markdown_in_a_visitors_own_words():
    assert unmarked("a $x$ is *b*, c: :red[d] (/) 1_000") == (
        r"a \$x\$ is \*b\*, c: \:red\[d\] (/) 1\_000"
    )
    assert unmarked("http://a.b www.c.d e@f.g") == ("http\\:\u2060//a.b www\u2060.c.d e@\u2060f.g")
    for line in ("# a", "- a", "+ a", "== a", "1. a", "12) a"):
        assert not re.match(r"[#+=-]|\d+[.)]", unmarked(line)), "no heading and no list"


def test_coordinates_on_a_board_are_said_to_be_standardised():
    app = open_page("data")
    app.button(key="t_to_Classes").click().run()
    X = np.column_stack([real("iris").column(f"petal {n}").values for n in ("length", "width")])
    (a, b), (c, d) = X.mean(0), X.std(0)
    assert (
        f"standardised: 'petal length' minus {a:.4g}, divided by {c:.4g} and 'petal width' minus "
        f"{b:.4g}, divided by {d:.4g}."
    ) in captions(app)
    app.toggle(key="w_t_standardise").set_value(False).run()
    assert "Open Classes" not in [link.label for link in app.get("page_link")]
    assert "minus" not in captions(app), "these are other points"
    app.segmented_control(key="w_t_learn").set_value("pca").run()
    app.button(key="t_to_Classes").click().run()
    assert "two directions in which the columns spread most" in captions(app)
