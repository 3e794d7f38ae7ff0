"""What Python sends of a figure."""

from __future__ import annotations

import base64
from json import loads as parse

import numpy as np
import pytest

from pages.ui.canvas.wire import pack, to_json


def test_arrays_travel_as_typed_arrays_and_come_back():
    z = np.arange(6, dtype=np.int8).reshape(2, 3)
    x = np.array([0.5, np.nan])
    sent = parse(to_json({"z": z, "x": x, "i": np.array([1, 2]), "s": np.array(["a"]), "n": [1]}))
    assert sent["z"] == {"dtype": "i1", "bdata": "AAECAwQF", "shape": "2, 3"}
    assert np.array_equal(np.frombuffer(base64.b64decode(sent["x"]["bdata"])), x, equal_nan=True)
    assert (sent["i"]["dtype"], sent["s"], sent["n"]) == ("i4", ["a"], [1])
    assert parse(to_json({"big": np.array([2**40])}))["big"]["dtype"] == "f8"
    assert parse(to_json({"empty": np.zeros(0)}))["empty"] == []


def test_a_list_with_nan_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        to_json({"x": [float("nan")]})


def test_a_message_is_a_header_a_line_break_and_the_figure():
    header, figure = pack({"ack": 3, "alt": "a\nb"}, '{"data":[]}').split(b"\n")
    assert parse(header) == {"ack": 3, "alt": "a\nb"}
    assert figure == b'{"data":[]}'
