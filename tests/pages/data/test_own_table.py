"""A visitor's own table comes back: from the JSON file of Export, and from a link."""

import json
from dataclasses import replace

import numpy as np
import pytest

from pages.export.experiment_file import MOST_BYTES, is_experiment, write_experiment
from pages.state.link.own_table import LONGEST, WORD, OwnTable, fitting, packed, unpacked
from pages.state.table.table_settings import TableSettings
from pages.tables.reading import read_table
from pages.tables.real import real
from pages.tables.record import Table, TableError
from pages.tables.saved import bytes_at_most, from_saved, to_saved
from pages.ui.drop.drop import open_file
from pages.ui.link.share import WITH_TABLE, WITHOUT_TABLE
from tests.helpers.data_app import own, read, settings, upload
from tests.helpers.opened import again, captions, in_session, open_page, table_of, visit_of

ROWS = "\n".join(
    f"2026-01-{d:02d};{d},5;{'' if d == 4 else 'ab'[d % 2]};{d % 3};inf" for d in range(1, 31)
)
MIXED = read_table(f"day;price;kind;grade;far\n{ROWS}".encode(), "Ünï 'x'.csv")
CHOSEN = TableSettings(
    real="mine", label="kind", changes="3t", learn="all", kernel="linear", C=7.0, held=40
)


def same(a: Table, b: Table) -> bool:
    return json.dumps(to_saved(a)) == json.dumps(to_saved(b)) and all(
        np.array_equal(x.values, y.values, equal_nan=True)
        for x, y in zip(a.columns, b.columns, strict=True)
    )


@pytest.mark.parametrize("table", [MIXED, real("cancer"), real("iris")], ids=lambda t: t.title)
def test_a_saved_table_is_the_same_to_the_last_bit(table: Table):
    text = json.dumps(to_saved(table), allow_nan=False)
    assert same(from_saved(json.loads(text)), table)
    assert len(text.encode()) <= bytes_at_most(table)


def test_a_small_table_is_one_word_of_a_link_and_a_large_one_none():
    assert same(unpacked(packed(MIXED)), MIXED)
    assert packed(real("cancer")) == "", "569 rows of 31 columns"
    words = {"t_real": "mine", WORD: "x" * 5_000}
    assert fitting(words) == words
    assert WORD not in fitting({**words, "placed": "y" * (LONGEST - 5_000)})
    assert WORD not in fitting({**words, "t_real": "iris"})


SAVED = to_saved(MIXED)


@pytest.mark.parametrize(
    "change",
    [
        *({"columns": c} for c in ([], "no", [3], SAVED["columns"] * 2, SAVED["columns"] * 200)),
        *({"columns": [{"name": "a", "values": v}]} for v in ([], ["1"], [True], [10**400])),
        *({"columns": [{"name": n, "values": [1]}]} for n in ("", " a", 3, "_index", "a" * 2000)),
        *({"columns": [{"name": "a", "values": [v], "words": ["p", "q"]}]} for v in (2, -1, 0.5)),
        *({"columns": [{"name": "a", "values": [0], "words": w}]} for w in ([""], ["p", "p"])),
        {"columns": [{"name": "a", "values": [1, 2]}, {"name": "b", "values": [1]}]},
        {"title": 3},
    ],
)
def test_a_damaged_table_is_refused_whole(change: dict[str, object]):
    with pytest.raises(TableError, match="damaged"):
        from_saved(SAVED | change)


@pytest.mark.parametrize("word", ["no", packed(MIXED)[:-30], "eNpjYGBgAAAABAAB"])
def test_a_damaged_word_is_refused(word: str):
    with pytest.raises(ValueError, match="copied whole"):
        OwnTable(word)


def opened_with(table: Table, chosen: TableSettings = CHOSEN):
    """The page Data, on which a visitor has loaded a table and chosen something for it."""
    app = open_page("data", {"t_view": "table"})

    def load() -> None:
        own(app).take(table)
        visit_of(app).store(replace(chosen, view="table"))

    in_session(app, load)
    return again(app)


def is_back(app, table: Table) -> None:
    assert not app.exception
    assert same(own(app).table, table)
    assert replace(settings(app), view="result") == CHOSEN
    assert own(app).choice.label == "kind"


def test_a_link_brings_a_small_table_back_with_all_that_was_chosen():
    app = opened_with(MIXED)
    assert "The link of this page holds it." in captions(app)
    words = dict(app.query_params)
    is_back(open_page("data", words), MIXED)
    app.session_state["share"] = True
    assert WITH_TABLE in captions(again(app))


def test_the_file_of_export_brings_a_table_of_any_size_back_on_data_and_by_a_drop():
    rows = "\n".join(f"{k};{k / 7};{'ab'[k % 2]}" for k in range(20_000))
    large = read_table(f"day;price;kind\n{rows}".encode(), "large.csv")
    for table, at_once in ((MIXED, True), (large, False)):
        app = opened_with(table)
        words = dict(app.query_params)
        assert (WORD in words) == at_once
        text = write_experiment("data", words, None, table)
        assert WORD not in json.loads(text)["words"]
        assert (len(text.encode()) <= MOST_BYTES) == at_once
        is_back(upload(open_page("data"), text.encode(), "experiment.json"), table)
        if at_once:
            fresh = open_page("data")
            in_session(fresh, lambda text=text: open_file(text.encode()))
            is_back(again(fresh), table)
        else:
            app.session_state["share"] = True
            assert WITHOUT_TABLE in captions(again(app))


def test_another_file_of_json_is_no_experiment(tmp_path):
    file = tmp_path / "a.json"
    file.write_text('[{"a": 1}]')
    assert not is_experiment(file)


def test_a_link_keeps_the_table_before_as_the_previous_one():
    app = opened_with(MIXED)
    other = read_table(b"u,v,class\n1,2,a\n3,4,b\n5,6,a\n2,1,b", "other.csv")
    in_session(app, lambda: visit_of(app).store(OwnTable(packed(other))))
    app = read(again(app))
    assert same(own(app).table, other)
    assert same(table_of(app).past[-1].mine, MIXED)
