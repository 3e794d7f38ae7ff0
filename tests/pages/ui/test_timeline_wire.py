"""What Python sends of a film, refuses to send, and believes of the browser's answers."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

import pages.ui.canvas as canvas_module
import pages.ui.timeline as timeline_module
from pages.ui.canvas.inbox import Browser
from tests.helpers.film_samples import Setting, film, points

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
        ({"id": SETTING.id, "update": 201, "n": 1}, []),
        ({"id": SETTING.id, "update": -1, "n": 1}, []),
        ({"id": SETTING.id, "update": True, "n": 1}, []),
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
    for update, of in (
        (37, SETTING.id),
        (38, "another run"),
        (201, SETTING.id),
        ("39", SETTING.id),
    ):
        state = {"run": {"moment": {"id": of, "update": update}}}
        monkeypatch.setattr(timeline_module.st, "session_state", state)
        sent["on_moment_change"]()
    assert got == [37]
    draw(film(SETTING))
    header = json.loads(sent["data"].split(b"\n")[0])
    assert (header["tells"], header["opens"]) == (False, None)


def test_the_canvas_is_told_which_film_and_what_of_it(monkeypatch):
    calls: dict[str, Any] = {}
    monkeypatch.setattr(canvas_module, "_component", lambda *_: lambda **given: calls.update(given))
    monkeypatch.setattr(canvas_module, "browser", Browser)
    canvas_module.canvas("k", {"data": []}, palette={}, film="run", film_show=["margins"])
    header = json.loads(calls["data"].split(b"\n")[0])
    assert (header["film"], header["layer"]) == ("run", "model")
    assert header["filmShow"] == ["margins"]
