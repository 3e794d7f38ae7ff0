"""The page Data without a browser: ways to a table, choices, words in the link, the boards."""

from __future__ import annotations

import time

import numpy as np
import pytest

from svmcore.table import TableError, read_table, real, write_csv
from svmcore.table_lesson import Lesson
from tests.lessons import crowd
from tests.opened import again, blocks, captions, desk, open_page, plain, said, sent

CSV = b"a,b,c,kind\n1,2,9,yes\n2,1,8,yes\n3,4,1,no\n4,3,2,no\n5,5,3,no\n0,1,7,yes\n"


def own(app):
    return app.session_state["own"]


def lesson(app) -> Lesson:
    return desk(app).values["t_"]


def cards(app) -> str:
    return " ".join(plain(b) for b in blocks(app, "svm-cards"))


def wrongs(app) -> list[str]:
    return [plain(h.value) for h in app.get("html") if 'role="alert"' in h.value]


def upload(app, content: bytes, name: str = "table.csv"):
    app.file_uploader[0].set_value((name, content, "text/csv"))
    return again(app)


def test_it_opens_with_iris_and_writes_nothing():
    app = open_page("data")
    assert own(app).table.title == "Iris"
    assert dict(app.query_params) == {}
    assert "sees petal length and petal width alone" in said(app)
    assert "of 114 rows learnt from" in cards(app)
    assert "setosa" in plain(blocks(app, "svm-names")[0])
    assert len(sent(app)["main"].trace("points")["x"]) == 150


@pytest.mark.parametrize("name", ["iris", "wine", "cancer", "digits"])
@pytest.mark.parametrize("learn", ["columns", "pca", "all"])
def test_every_real_set_by_link(name: str, learn: str):
    words = {"t_real": name, "t_learn": learn, "t_plane": "pca", "t_kernel": "linear"}
    app = open_page("data", words)
    assert lesson(app) == Lesson(real=name, learn=learn, plane="pca", kernel="linear")
    assert dict(app.query_params) == words, "a link that is opened stays as it is"
    assert "optimal" in said(app)
    assert ("projected" in captions(app)) == (learn == "all")


def test_all_words_of_a_link():
    words = {
        "t_real": "wine",
        "t_label": "cultivar",
        "t_first": "hue",
        "t_second": "ash",
        "t_standardise": "0",
        "t_held": "40",
        "t_features": "0.2.10",
    }
    app = open_page("data", words)
    assert own(app).choice.features == ("alcohol", "ash", "hue")
    assert not own(app).choice.standardise
    assert "sees hue and ash alone. 1 other column plays no part" in said(app)
    app.toggle(key="w_t_standardise").set_value(True).run()
    assert "t_standardise" not in app.query_params
    assert dict(app.query_params) == {k: v for k, v in words.items() if k != "t_standardise"}


@pytest.mark.parametrize(
    "words",
    [
        {"t_real": "moons"},
        {"t_learn": "much"},
        {"t_label": "nothing"},
        {"t_first": "sepal"},
        {"t_features": "x.99"},
        {"t_held": "99"},
        {"t_C": "nan"},
        {"t_standardise": "maybe"},
        {"t_view": "?"},
    ],
)
def test_words_that_make_no_sense_are_left_out(words):
    app = open_page("data", words)
    assert "sees petal length and petal width alone" in said(app)


def test_a_link_to_a_table_of_ones_own_says_that_it_cannot_hold_it():
    app = open_page("data", {"t_real": "mine", "t_view": "table"})
    assert "a link cannot hold" in said(app)
    assert "Points on a board travel in a link" in said(app)
    assert sent(app)["main"].trace("points") is None


def test_one_digit_against_itself_is_refused_beside_it():
    app = open_page("data", {"t_real": "digits", "t_digit": "1"})
    assert own(app).table.title == "Digits 1 and 8"
    app.number_input(key="w_t_digit").set_value(8).run()
    assert wrongs(app) == ["A pair of digits must be two different numbers from 0 to 9."]
    assert own(app).table.title == "Digits 1 and 8", "what was there stays"
    app.number_input(key="w_t_versus").set_value(5).run()
    assert (own(app).table.title, wrongs(app)) == ("Digits 5 and 8", [])


def test_a_file_is_read_and_the_way_back_leads_to_the_table_before():
    app = open_page("data", {"t_real": "wine", "t_first": "hue"})
    upload(app, CSV)
    assert own(app).table.title == "table.csv"
    assert own(app).choice.label == "kind"
    assert dict(app.query_params) == {"t_real": "mine"}
    app.button(key="t_back").click().run()
    assert own(app).table.title == "Wine"
    assert dict(app.query_params) == {"t_real": "wine", "t_first": "hue"}
    assert "t_back" not in [b.key for b in app.button]


def test_a_bad_file_is_refused_beside_the_uploader_and_the_table_stays():
    app = upload(open_page("data"), CSV)
    before = own(app).table
    upload(app, b"\x89PNG....", "picture.png")
    with pytest.raises(TableError) as why:
        read_table(b"\x89PNG....", "picture.png")
    assert wrongs(app) == [str(why.value)]
    assert own(app).table is before
    assert len(own(app).past) == 1


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
    from pages.ui.data.source import change_cells

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


def later(app) -> None:
    """No message of the browser's is under way any more: what it says is a choice."""
    desk(app).late.clear()


def in_session(app, action) -> None:
    """Do what a callback would do, with this session's state."""
    import streamlit as st

    kept = st.session_state
    st.session_state = app.session_state
    try:
        action()
    finally:
        st.session_state = kept


def test_a_real_table_becomes_ones_own_when_a_cell_is_changed():
    from pages.ui.data.source import change_cells

    app = open_page("data", {"t_view": "table"})
    in_session(app, lambda: change_cells({"edited_rows": {2: {"petal width": 9.0}}}))
    again(app)
    assert own(app).table.column("petal width").values[2] == 9.0
    assert app.selectbox(key="w_t_real").value == "mine"
    assert dict(app.query_params) == {"t_real": "mine", "t_view": "table"}
    later(app)
    app.selectbox(key="w_t_real").set_value("iris").run()
    assert own(app).table.column("petal width").values[2] != 9.0
    later(app)
    app.selectbox(key="w_t_real").set_value("mine").run()
    assert own(app).table.column("petal width").values[2] == 9.0


def test_the_points_of_a_board_with_their_weights():
    app = open_page("data", {"t_view": "table"})
    app.button(key="t_from_Playground").click().run()
    points = desk(app).experiment.board().all_points
    assert own(app).table.column("x").values.tolist() == [p.x for p in points]
    assert own(app).table.column("class").values.tolist() == [p.label for p in points]
    app.button(key="t_from_Classes").click().run()
    assert len(own(app).table) == 120
    assert own(app).prepared().class_names == ("0", "1", "2", "3")
    empty = open_page("data", {"dataset": "own"})
    empty.button(key="t_from_Playground").click().run()
    assert wrongs(empty) == ["That board is empty: there are no points to take."]
    assert own(empty).table.title == "Iris"


def test_choices_that_teach_nothing_are_said_in_place_of_the_picture():
    app = upload(open_page("data"), b"a,b,k\n1,2,x\n2,3,x\n4,4,x\n5,2,x\n")
    app.selectbox(key=f"w_t_label{own(app).version}").set_value("k").run()
    assert said(app) == "Column 'k' holds one class only, 'x': two are needed."
    assert sent(app)["main"].trace("points") is None
    app = upload(open_page("data"), b"a,k\n1,x\n2,y\n3,y\n")
    assert "needs two columns" in said(app)


def test_a_quantity_is_split_at_its_median_and_gaps_are_filled():
    rows = [f"{k},{k * k % 7},{k * 3 % 11 if k % 5 else ''},{k * 1.5}" for k in range(40)]
    app = upload(open_page("data"), ("a,b,c,price\n" + "\n".join(rows)).encode())
    app.selectbox(key=f"w_t_label{own(app).version}").set_value("price").run()
    assert "looks like a quantity" in said(app)
    app.toggle(key="w_t_halves").set_value(True).run()
    assert "optimal" in said(app)
    assert "8 rows with missing values were left out." in captions(app)
    app.segmented_control(key="w_t_missing").set_value("mean").run()
    assert "8 missing values were filled with the mean of the column." in captions(app)
    assert len(own(app).prepared().y) == 40


def test_the_two_axes_change_places():
    app = open_page("data")
    version = own(app).version
    app.selectbox(key=f"w_t_axis0_{version}").set_value("petal width").run()
    assert "sees petal width and petal length alone" in said(app)
    assert lesson(app).first == "petal width"


def test_the_scales_of_columns_are_a_trap():
    app = open_page("data", {"t_real": "wine", "t_standardise": "0"})
    assert "standardise them" in captions(app)
    assert sent(app)["scales"].trace("scales") is not None
    assert "scales" not in sent(open_page("data"))


@pytest.mark.parametrize(
    ("learn", "plane"), [("columns", "columns"), ("pca", "columns"), ("all", "pca")]
)
def test_the_points_go_on_a_board_and_undo_takes_them_back(learn: str, plane: str):
    app = open_page("data", {"t_learn": learn, "t_plane": plane})
    for sheet, title in (("", "Playground"), ("classes", "Classes")):
        app.button(key=f"t_to_{title}").click().run()
        there = app.session_state["desk" + sheet]
        board = there.experiment.board().all_points
        points = sent(app)["main"].trace("points")
        assert np.allclose([p.x for p in board], points["x"], atol=6e-5)
        assert np.allclose([p.y for p in board], points["y"], atol=6e-5)
        assert [p.label for p in board] == own(app).prepared().y.tolist()
        assert there.experiment.n_classes == 3
        from pages.ui.canvas import Command

        there.edit([Command.UNDO])
        assert there.experiment.dataset != "own"
        there.edit([Command.REDO])
    app.switch_page("pages/classes.py")
    again(app)
    assert "of 150 points" in said(app)


def test_a_long_table_is_learnt_in_part_then_whole():
    table = crowd(4000)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(table).encode())
    assert "It learnt from a sample: 2,000 of 3,000 rows." in captions(app)
    assert "2,000 of the 4,000 points are drawn" in captions(app)
    app.button(key="t_whole").click().run()
    job = own(app).job
    assert job is not None
    assert "t_whole" not in [b.key for b in app.button]
    while not job.done:
        time.sleep(0.05)
    again(app)
    assert "of 3,000 rows learnt from" in cards(app)
    assert "sample" not in captions(app)
    app.toggle(key="w_t_density").set_value(True).run()
    assert "All 4,000 rows are shown as shades" in captions(app)
    assert sent(app)["main"].trace("points") is None


def test_long_training_is_left_by_its_button_and_by_another_choice():
    table = crowd(60_000)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(table).encode())
    app.button(key="t_whole").click().run()
    first = own(app).job
    app.button(key="t_cancel").click().run()
    assert own(app).job is None
    assert "t_whole" in [b.key for b in app.button]
    app.button(key="t_whole").click().run()
    second = own(app).job
    app.select_slider(key="w_C").set_value(10.0).run()
    assert own(app).job is None
    for job in (first, second):
        while not job.done:
            time.sleep(0.02)
        assert job.result() is None


def test_another_plane_is_no_other_machine():
    app = open_page("data", {"t_learn": "all"})
    before = own(app).last
    app.segmented_control(key="w_t_plane").set_value("pca").run()
    app.segmented_control(key="w_t_view").set_value("table").run()
    assert own(app).last.many is before.many
    assert own(app).last.plan.plane.kind == "pca"
    app.select_slider(key="w_C").set_value(10.0).run()
    assert own(app).last.many is not before.many


def test_a_large_table_shows_its_first_rows_and_is_edited_there():
    from pages.ui.data.source import change_cells

    app = upload(open_page("data"), write_csv(crowd(3000)).encode())
    app.segmented_control(key="w_t_view").set_value("table").run()
    assert "The grid shows the first 500 rows" in captions(app)
    in_session(app, lambda: change_cells({"deleted_rows": [0], "edited_rows": {4: {"c0": 7.0}}}))
    again(app)
    assert len(own(app).table) == 2999
    assert own(app).table.column("c0").values[3] == 7.0


@pytest.mark.parametrize(
    ("page", "told_apart"),
    [("data", False), ("classes", False), ("evaluation", False), ("playground", True)],
)
def test_the_switches_explain_the_rings_that_the_picture_draws(page: str, told_apart: bool):
    app = open_page(page)
    lines = {trace["marker"]["line"]["width"][k] for trace, k in rings(app)}
    assert ("heavy on the margin, thin with a dot at α = C" in captions(app)) == told_apart
    assert ("Rings are support vectors: they have weight" in captions(app)) != told_apart
    assert (len(lines) > 1) == told_apart


def rings(app):
    """The points with a ring: the trace, and their places in it."""
    trace = sent(app)["main"].trace("points")
    for k, color in enumerate(trace["marker"]["line"]["color"]):
        if color == "$ink":
            yield trace, k


@pytest.mark.parametrize("way", ["view", "page"])
def test_cells_that_were_changed_stay_when_the_grid_was_away(way: str):
    from pages.ui.data.source import change_cells

    app = open_page("data", {"t_view": "table"})
    app.button(key="t_type").click().run()
    in_session(app, lambda: change_cells({"edited_rows": {0: {"x": -2.5}}}))
    again(app)
    in_session(app, lambda: change_cells({"edited_rows": {0: {"x": "much"}}}))
    again(app)
    assert wrongs(app) != []
    if way == "view":
        app.segmented_control(key="w_t_view").set_value("result").run()
        app.segmented_control(key="w_t_view").set_value("table").run()
    else:
        again(app.switch_page("pages/classes.py"))
        again(app.switch_page("pages/data.py"))
    assert own(app).base is own(app).table, "the grid begins with what was changed"
    assert wrongs(app) == []
    in_session(app, lambda: change_cells({"edited_rows": {1: {"y": 7.0}}}))
    again(app)
    assert own(app).table.column("x").values.tolist() == [-2.5, 1.0]
    assert own(app).table.column("y").values.tolist() == [0.0, 7.0]


def test_a_table_that_was_left_can_be_had_back_with_its_cells():
    from pages.ui.data.source import change_cells

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
        titles.append((own(app).table.title, lesson(app).real))
    assert titles == [("Iris", "iris"), ("table.csv", "mine"), ("Iris", "iris")]
    assert "t_back" not in [b.key for b in app.button]
    app.button(key="t_forward").click().run()
    assert own(app).table.column("a").values[0] == 50.0
    app.button(key="t_forward").click().run()
    app.button(key="t_forward").click().run()
    assert own(app).table.column("petal width").values[0] == 9.0
    assert "t_forward" not in [b.key for b in app.button]


def test_what_other_sessions_do_ends_no_training():
    from pages.ui import own as kept

    app = open_page("data")
    before = own(app).prepared()
    kept._prepared.cache_clear()
    again(app)
    assert own(app).prepared() is before
    app.toggle(key="w_t_standardise").set_value(False).run()
    assert own(app).prepared() is not before
    pairs = [(a, b) for a in range(10) for b in range(a + 1, 10)]
    tables = [real("digits", pair) for pair in pairs]
    assert all(real("digits", pair) is t for pair, t in zip(pairs, tables, strict=True))


def test_it_is_said_how_long_a_table_of_ones_own_is_kept():
    app = upload(open_page("data", {"t_view": "table"}), CSV, "my*own*.csv")
    assert r"my\*own\*.csv: 6 rows" in captions(app), "no Markdown is made of a file's name"
    assert "kept as long as this tab is open" in captions(app)
    later(app)
    app.selectbox(key="w_t_real").set_value("iris").run()
    assert "kept as long as" not in captions(app)


def test_signs_of_markdown_in_a_visitors_own_words():
    from pages.ui.page import unmarked

    assert unmarked("a $x$ is *b*, c: :red[d] (/) 1_000") == (
        r"a \$x\$ is \*b\*, c: \:red\[d\] (/) 1\_000"
    )


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
    app.button(key="t_to_Classes").click().run()
    assert "standardised:" not in captions(app)
    app.segmented_control(key="w_t_learn").set_value("pca").run()
    app.button(key="t_to_Classes").click().run()
    assert "two directions in which the columns spread most" in captions(app)


def test_a_training_that_ends_without_a_machine_says_so():
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(4000)).encode())
    app.button(key="t_whole").click().run()
    job = own(app).job
    job._process.kill()
    while not job.done:
        time.sleep(0.02)
    again(app)
    assert own(app).job is None
    assert wrongs(app) == ["Learning from all rows failed: the machine is still the sample's."]
    assert "It learnt from a sample: 2,000 of 3,000 rows." in captions(app)
    app.button(key="t_whole").click().run()
    assert wrongs(app) == []
    own(app).job.cancel()


def test_a_class_of_texts_is_not_asked_for_its_median():
    app = open_page("data", {"t_label": "species", "t_halves": "1"})
    assert "optimal" in said(app)


def test_two_equal_digits_by_link_say_why_there_is_no_picture():
    app = open_page("data", {"t_real": "digits", "t_digit": "8"})
    assert said(app) == "A pair of digits must be two different numbers from 0 to 9."
    app.number_input(key="w_t_digit").set_value(1).run()
    assert own(app).table.title == "Digits 1 and 8"
