"""The page Data without a browser: ways to a table, choices, words in the link, the boards."""

import gc
import json

import pytest

from pages.data.text import BEFORE
from pages.state.table.table_settings import TableSettings, choice_of
from pages.tables.real import real
from tests.helpers.data_app import cards, own, read, settings, upload, wrongs
from tests.helpers.opened import blocks, captions, move, open_page, plain, sent, verdict
from tests.pages.tables.test_table_formats import workbook


def test_it_opens_with_iris_and_writes_nothing():
    app = open_page("data")
    assert own(app).table.title == "Iris"
    assert dict(app.query_params) == {}
    assert "uses petal length and petal width only" in verdict(app)
    assert "of 114 training rows" in cards(app)
    assert "setosa" in plain(blocks(app, "svm-names")[0])
    assert len(sent(app)["main"].trace("points")["x"]) == 150


@pytest.mark.parametrize(("name", "learn"), [("wine", "pca"), ("digits", "all")])
def test_every_real_set_by_link(name: str, learn: str):
    words = {"t_real": name, "t_learn": learn, "t_plane": "pca", "t_kernel": "linear"}
    app = open_page("data", words)
    assert settings(app) == TableSettings(real=name, learn=learn, plane="pca", kernel="linear")
    assert dict(app.query_params) == words, "a link that is opened stays as it is"
    assert "optimal" in verdict(app)
    assert ("projected" in captions(app)) == (learn == "all")


def test_numbers_stand_right_in_the_table_and_texts_left():
    app = open_page("data", {"t_view": "table"})
    [grid] = app.dataframe
    columns = json.loads(grid.proto.columns)
    assert "species" not in columns
    petals = ("sepal length", "sepal width", "petal length", "petal width")
    assert {columns[name]["alignment"] for name in petals} == {"right"}
    assert {columns[name]["type_config"]["type"] for name in petals} == {"text"}, "2,7 is not 27"


def test_a_link_to_a_table_that_it_does_not_hold_says_what_to_do():
    app = open_page("data", {"t_real": "mine", "t_view": "table"})
    assert "too large for a link" in verdict(app)
    assert sent(app)["main"].trace("points") is None


def test_one_digit_against_itself_is_refused_beside_it():
    app = open_page("data", {"t_real": "digits", "t_digit": "1"})
    assert own(app).table.title == "Digits 1 and 8"
    app.number_input(key="w_t_digit").set_value(8).run()
    assert wrongs(app) == ["A pair of digits must be two different numbers from 0 to 9."]
    assert own(app).table.title == "Digits 1 and 8", "what was there stays"
    app.number_input(key="w_t_versus").set_value(5).run()
    assert (own(app).table.title, wrongs(app)) == ("Digits 5 and 8", [])


def test_choices_that_teach_nothing_are_said_in_place_of_the_picture():
    app = upload(open_page("data"), b"a,k\n1,x\n2,y\n3,y\n")
    assert "needs two columns" in verdict(app)
    upload(app, b"x,y,label\n1,2,a\n3,4,a\n2,5,a\n")
    assert verdict(app) == "Column 'label' holds one class only, 'a': two are needed."


def test_the_picture_before_stays_in_grey_where_nothing_can_be_learnt():
    app = open_page("data")
    before = sent(app)["main"].trace("points")
    app.multiselect(key=f"w_t_features{own(app).version}_species").set_value(["petal width"]).run()
    now = sent(app)["main"]
    assert now.trace("points")["x"].tolist() == before["x"].tolist()
    grey = now.header["palette"]["light"]
    assert {grey["class0"], grey["class1"], grey["ink"], grey["wrong"]} == {grey["grey"]}
    assert now.header["alt"] == verdict(app)
    assert "only 'petal width' is left" in verdict(app)
    assert verdict(app).endswith(BEFORE)
    upload(app, b"x,y,label\n1,foo,a\n3,foo,b\n2,foo,a\n")
    assert sent(app)["main"].trace("points") is None, "nothing is shown of another table"
    assert "Column 'y' holds one text only, 'foo', and is not used." in verdict(app)


def test_a_quantity_is_split_at_its_median_and_gaps_are_filled():
    rows = [f"{k},{k * k % 7},{k * 3 % 11 if k % 5 else ''},{k * 1.5}" for k in range(40)]
    app = upload(open_page("data"), ("a,b,c,price\n" + "\n".join(rows)).encode())
    app.selectbox(key=f"w_t_label{own(app).version}").set_value("price").run()
    assert "to predict it would be regression" in verdict(app)
    app.toggle(key="w_t_halves").set_value(True).run()
    assert "optimal" in verdict(app)
    assert "8 rows with missing values were left out." in captions(app)
    app.segmented_control(key="w_t_missing").set_value("mean").run()
    assert "8 missing values were filled with the mean of the column." in captions(app)
    assert len(own(app).prepared().y) == 40


def test_another_plane_is_no_other_machine():
    app = open_page("data", {"t_learn": "all"})
    before = own(app).last
    app.segmented_control(key="w_t_plane").set_value("pca").run()
    app.segmented_control(key="w_view").set_value("table").run()
    assert own(app).last.model is before.model
    assert own(app).last.plan.plane.kind == "pca"
    move(app, "w_C", 10.0)
    assert own(app).last.model is not before.model


@pytest.mark.parametrize(("page", "told_apart"), [("data", False), ("playground", True)])
def test_the_switches_explain_the_rings_that_the_picture_draws(page: str, told_apart: bool):
    app = open_page(page)
    line = sent(app)["main"].trace("points")["marker"]["line"]
    rings = {w for w, color in zip(line["width"], line["color"], strict=True) if color == "$ink"}
    assert ("heavy on the margin, thin with a dot at α = C" in captions(app)) == told_apart
    assert ("Rings are support vectors: α > 0 in at least one f" in captions(app)) != told_apart
    assert (len(rings) > 1) == told_apart


def said(app) -> str:
    """The table of columns."""
    return next(html.value for html in app.get("html") if "svm-treated" in html.value)


def test_what_was_done_to_a_column_is_said_and_undone():
    rows = "".join(f"{k * k},{k}%,{'ab'[k % 2]}\n" for k in range(1, 21))
    app = upload(open_page("data", {"t_view": "columns"}), f"size,share,kind\n{rows}".encode())

    assert "parsed as percent" in said(app)
    assert "&#x27;1%&#x27; was read as 1." in said(app)
    app.selectbox(key=f"t_column{own(app).version}").set_value("share").run()
    app.selectbox(key=f"w_t_change{own(app).version}_1").set_value("text").run()
    assert dict(app.query_params)["t_changes"] == "1t"
    assert own(app).choice.features == ("size",)
    assert "Every row has another value, which only names the row." in said(app)
    app.selectbox(key=f"w_t_change{own(app).version}_1").set_value("one-hot").run()
    assert own(app).prepared().X.shape == (20, 21)
    app.selectbox(key=f"w_t_change{own(app).version}_1").set_value("").run()
    assert own(app).prepared().X.shape == (20, 2)


def test_columns_that_were_chosen_one_by_one_follow_a_change():
    rows = "".join(f"{k * k},{k % 7},{k % 5},{'ab'[k % 2]}\n" for k in range(1, 21))
    text = f"a<b>size,one,two,kind\n{rows}".encode()
    app = upload(open_page("data", {"t_view": "columns"}), text)
    assert "a&lt;b&gt;size" in said(app)
    app.multiselect(key=f"w_t_features{own(app).version}_kind").set_value(["one", "two"]).run()
    app.selectbox(key=f"t_column{own(app).version}").set_value("one").run()
    app.selectbox(key=f"w_t_change{own(app).version}_1").set_value("drop").run()
    assert own(app).choice.features == ("two",)
    app.selectbox(key=f"w_t_change{own(app).version}_1").set_value("").run()
    assert set(own(app).choice.features) == {"one", "two"}


def test_a_change_of_a_column_that_is_not_there_is_left_out():
    table = real("iris")
    assert choice_of(table, TableSettings(changes="99t.1d.1x")).changes == (
        (table.names[1], "drop"),
    )


def test_a_sheet_is_chosen_until_another_table_comes():
    app = upload(open_page("data"), workbook("one", "two"), "book.xlsx")
    path = own(app).workbook.content.path
    assert path.exists()
    assert own(app).table.names == ("one", "kind")
    app.selectbox(key=f"w_t_sheet{own(app).version}").set_value("two").run()
    read(app)
    assert own(app).table.names == ("two", "kind")
    upload(app, b"a,b,kind\n1,2,x\n2,1,y\n3,3,x\n")
    assert not [one for one in app.selectbox if "w_t_sheet" in str(one.key)]
    gc.collect()
    assert not path.exists(), "the file goes with what was read from it"
