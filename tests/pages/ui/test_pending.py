"""To which rerun a run gives way."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)

from pages.ui import pending
from pages.ui.pending import resting, waking, yield_to_pending_rerun
from pages.ui.turns import TURNS

FRAGMENT = {"query_string": "C=10", "page_script_hash": "page"}


@pytest.fixture
def gives_way(monkeypatch):
    """What a run that draws these fragments ends for, when so much is asked for."""

    def asked(drawn: list[str] | None, *wanted: RerunData) -> RerunData | None:
        requests = ScriptRequests()
        for one in wanted:
            requests.request_rerun(one)
        run = SimpleNamespace(script_requests=requests, fragment_ids_this_run=drawn)
        monkeypatch.setattr(pending, "get_script_run_ctx", lambda: run)
        found = []
        state = SimpleNamespace(get=lambda key: found.append(requests.on_scriptrunner_yield()))
        monkeypatch.setattr(pending.st, "session_state", state)
        yield_to_pending_rerun()
        assert len(found) == 1
        return found[0] and found[0].rerun_data

    return asked


def of_fragment(name: str, *, by_itself: bool = False) -> RerunData:
    return RerunData(fragment_id=name, is_auto_rerun=by_itself, **FRAGMENT)


def test_a_run_gives_way_to_one_that_draws_the_same_fragment(gives_way):
    found = gives_way(["stage"], of_fragment("stage"))
    assert found.fragment_id_queue == ["stage"]
    assert (found.query_string, found.page_script_hash) == ("C=10", "page")


def test_a_run_gives_way_to_one_of_the_whole_page(gives_way):
    whole = RerunData(query_string="C=3")
    assert gives_way(["stage"], whole).query_string == "C=3"
    assert gives_way(None, whole).fragment_id_queue == []
    assert gives_way(["stage"], of_fragment("stage"), whole).fragment_id_queue == []


@pytest.mark.parametrize(
    ("drawn", "wanted"),
    [
        (["stage"], []),
        (["stage"], [of_fragment("job")]),
        (["stage"], [of_fragment("stage", by_itself=True)]),  # it would never come to its end
        (["stage", "job"], [of_fragment("stage")]),  # the other one would not be drawn
        (None, [of_fragment("stage")]),  # nor the rest of the page
    ],
)
def test_a_run_goes_on_where_what_is_asked_for_does_not_draw_all_of_it(gives_way, drawn, wanted):
    assert gives_way(drawn, *wanted) is None


def test_a_run_without_a_session_goes_on():
    with resting():
        yield_to_pending_rerun()


@pytest.mark.parametrize("name", pending.ASK)
def test_a_request_wakes_the_run_that_waits(monkeypatch, name):
    woken = []
    monkeypatch.setattr(TURNS, "wake", woken.append)
    original = getattr(ScriptRequests, name)
    requests, what = ScriptRequests(), [RerunData()] if name == "request_rerun" else []
    waking(getattr(original, "__wrapped__", original))(requests, *what)
    assert woken == [requests]
    wanted = ScriptRequestType.RERUN if what else ScriptRequestType.STOP
    assert requests.on_scriptrunner_yield().type is wanted
