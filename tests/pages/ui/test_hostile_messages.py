"""What no browser of ours sends, but somebody may: numbers and signs that Python cannot convert."""

import json
from urllib.parse import urlencode

import pytest
import streamlit as st

import pages.ui.range.range as numeric
from pages.export.experiment_file import KIND, VERSION, read_experiment
from pages.state.registry import ENTRIES
from pages.state.table.table_settings import TableSettings
from pages.ui.canvas.events import Received, Setting, receive
from pages.ui.drop import drop
from pages.ui.visit.visit import remembered

LARGE = 10**400  # a whole number in JSON, beyond all floats


@pytest.mark.parametrize("value", [LARGE, -LARGE, float("nan"), float("inf"), True, "1", None])
def test_a_number_that_is_no_float_moves_no_control(value, monkeypatch):
    event = {"seq": 1, "t": "set", "name": "w_C", "v": value, "s": 1}
    events = [event, event | {"seq": 2, "v": 10**300}]
    found = receive({"sid": "", "ev": events}, sid="", ack=0, labels=2)
    assert found == Received(2, (Setting("w_C", 10**300, 1),))
    told, heard = [], {}
    monkeypatch.setattr(numeric, "_component", lambda **arguments: heard.update(arguments))
    monkeypatch.setattr(st, "session_state", {})
    numeric.range_input("w", "C", 1.0, low=1e-3, high=1e4, change=told.append)
    for message in (value, 7):
        monkeypatch.setattr(st, "session_state", {"w": {"message": {"value": message}}})
        heard["on_message_change"]()
    assert told == [7.0]


def test_half_of_a_pair_of_signs_is_no_sign(monkeypatch):
    monkeypatch.setattr(st, "session_state", {"dropped_file": {"file": {"text": "\ud800"}}})
    drop._dropped()
    assert remembered(drop.FileMemory).message.startswith("The file must be an experiment's JSON")


def test_a_file_with_half_of_a_pair_leads_to_a_link():
    found = {"kind": KIND, "version": VERSION, "page": "data", "words": {"t_label": "\ud800a"}}
    words = read_experiment(json.dumps(found).encode()).words | {"t_weight": "n"}
    entry = ENTRIES[TableSettings]
    read = entry.opened(words, entry.start)
    assert (read.label, read.weight) == ("", "n")
    assert urlencode(entry.encode(read)) == "t_weight=n"
