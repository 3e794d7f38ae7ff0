"""The view Columns of the page Data, and the sheets of a workbook."""

from __future__ import annotations

import gc

from pages.state.table_settings import TableSettings, choice_of
from svmcore.datasets.table import real
from tests.helpers.data_app import own, read, upload
from tests.helpers.opened import open_page
from tests.svmcore.datasets.test_table_formats import workbook


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
