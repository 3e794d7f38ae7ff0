"""What Python sends of figures and films, and what it believes of the browser's answers."""

import base64
import json
import zlib
from json import loads as parse
from typing import Any

import numpy as np
import pytest

import pages.ui.canvas.canvas as canvas_module
import pages.ui.timeline.timeline as timeline_module
from pages.ui.canvas.inbox import Browser
from pages.ui.canvas.options import FollowedFilm
from pages.ui.canvas.wire import pack, to_json
from pages.ui.component import packed
from tests.helpers.film_samples import Setting, film, points


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


def test_long_data_are_compressed_and_short_ones_are_not():
    film = bytes(range(256)) * 20
    words = {"α": ["long"] * 999}
    assert zlib.decompress(packed(film).removeprefix(b"b")) == film
    assert parse(zlib.decompress(packed(words).removeprefix(b"j"))) == words
    assert packed(film[:99]) == film[:99]
    assert packed({"α": 1}) == {"α": 1}


SETTING = Setting()


@pytest.fixture
def sent(monkeypatch) -> dict[str, Any]:
    """What would be handed to Streamlit."""
    calls: dict[str, Any] = {}
    monkeypatch.setattr(timeline_module, "_timeline", lambda **given: calls.update(given))
    return calls


def draw(made: dict[str, Any], **more: Any) -> None:
    timeline_module.timeline("run", made, points=points(SETTING), **more)


def test_a_film_travels_as_typed_arrays_and_comes_back(sent):
    made = film(SETTING, every=10)
    draw(made)
    header, body = sent["data"].split(b"\n")
    idle = {"focus": False, "tells": False, "opens": None}
    assert json.loads(header) == {"key": "run", "process": "descent"} | idle
    got = json.loads(body)
    assert got["film"]["rule"] == made["rule"]
    for name in ("w", "rate", "sample", "update"):
        spec = got["film"][name]
        back = np.frombuffer(base64.b64decode(spec["bdata"]), spec["dtype"])
        assert np.array_equal(back, made[name].ravel(), equal_nan=made[name].dtype.kind == "f")
    assert got["film"]["w"]["shape"] == f"{len(made['update'])}, 2"
    assert got["points"]["label"]["dtype"] == "i1"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"update": np.array([1, 2, 200])}, "from 0 to total"),
        ({"update": np.array([0, 2, 100])}, "from 0 to total"),
        ({"update": np.array([0])}, "from 0 to total"),
        ({"update": np.array([0, 5, 5, 200])}, "increase"),
        ({"cost": np.zeros(7)}, "cost must have one row for each of 201"),
        ({"w": np.zeros((7, 2))}, "w must have one row"),
    ],
)
def test_a_film_that_cannot_be_shown_is_refused_by_name(sent, change, words):
    with pytest.raises(ValueError, match=words):
        draw(film(SETTING) | change)
    assert not sent


def test_a_kernel_film_needs_its_own_arrays(sent):
    made = film(Setting(kind="kernel", epochs=1))
    draw(made)
    assert sent
    with pytest.raises(ValueError, match="lines_at must have one row"):
        draw(made | {"lines_at": np.zeros((3, 4), np.int32)})


@pytest.mark.parametrize(
    ("wish", "heard"),
    [
        ({"id": SETTING.id, "update": 37, "n": 1}, [37]),
        ({"id": "another run", "update": 37, "n": 1}, []),
        *[({"id": SETTING.id, "update": bad, "n": 1}, []) for bad in (201, -1, True, "37")],
        ("37", []),
        (None, []),
    ],
)
def test_only_an_update_of_the_run_that_is_shown_is_asked_for(sent, monkeypatch, wish, heard):
    got: list[int] = []
    draw(film(SETTING, every=50), on_focus=got.append)
    state = {"run": {"focus": wish}}
    monkeypatch.setattr(timeline_module.st, "session_state", state)
    sent["on_focus_change"]()
    assert got == heard
    assert json.loads(sent["data"].split(b"\n")[0])["focus"] is True


def test_where_the_visitor_has_stopped_is_heard(sent, monkeypatch):
    got: list[int] = []
    draw(film(SETTING), on_moment=got.append, opens=(12, 3))
    header = json.loads(sent["data"].split(b"\n")[0])
    assert (header["tells"], header["opens"]) == (True, [12, 3])
    for update, of in ((37, SETTING.id), (38, "another run")):
        state = {"run": {"moment": {"id": of, "update": update}}}
        monkeypatch.setattr(timeline_module.st, "session_state", state)
        sent["on_moment_change"]()
    assert got == [37]


def test_the_canvas_is_told_which_film_and_what_of_it(monkeypatch):
    calls: dict[str, Any] = {}
    monkeypatch.setattr(canvas_module, "_component", lambda *_: lambda **given: calls.update(given))
    monkeypatch.setattr(canvas_module, "browser", Browser)
    film = FollowedFilm("run", "model", ["margins"])
    canvas_module.canvas("k", {"data": []}, film=film)
    header = json.loads(calls["data"].split(b"\n")[0])
    assert (header["film"], header["layer"]) == ("run", "model")
    assert header["filmShow"] == ["margins"]
