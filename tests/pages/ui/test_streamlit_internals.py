"""What is used of Streamlit's private parts: messages that wait, reruns, pages asked for."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)

from pages.state.server import log
from pages.ui import streamlit_internals
from pages.ui.server import pending
from pages.ui.server.pending import resting, yield_to_pending_rerun
from pages.ui.server.turns import TURNS
from pages.ui.streamlit_internals import (
    INTERNALS,
    PLAIN,
    change_streamlit,
    keeping_unsent,
    missing,
    opening_asked_page,
    waking,
)


def streamlits(owner, name):
    """Streamlit's own function, also where the server of another test has replaced it."""
    found = getattr(owner, name)
    return getattr(found, "__wrapped__", found)


FRESH = streamlits(ForwardMsgQueue, "clear")


def waiting() -> ForwardMsgQueue:
    """A fragment with a text, and with a fragment inside it that has one, too."""
    queue = ForwardMsgQueue()
    for path, fragment in (
        ([0, 0], ""),
        ([0, 1], "outer"),
        ([0, 1, 0], "outer"),
        ([0, 1, 1], "inner"),
    ):
        message = ForwardMsg()
        message.metadata.delta_path.extend(path)
        message.delta.new_element.markdown.body = str(path)
        if fragment:
            message.delta.fragment_id = fragment
        queue.enqueue(message)
    return queue


def paths(queue: ForwardMsgQueue) -> list[list[int]]:
    return [list(message.metadata.delta_path) for message in queue.flush()]


def test_streamlit_drops_a_fragment_and_keeps_what_is_inside_it():
    queue = waiting()
    FRESH(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    assert paths(queue) == [[0, 0], [0, 1, 1]]  # as long as this holds, it is needed


def test_what_is_drawn_anew_does_not_take_the_place_of_what_waits():
    queue = waiting()
    keeping_unsent(FRESH)(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    begins = ForwardMsg()
    begins.new_session.page_script_hash = "next"
    queue.enqueue(begins)
    queue.enqueue(next(iter(waiting().flush())))
    kinds = [message.WhichOneof("type") for message in queue.flush()]
    assert kinds == [*["delta"] * 4, "new_session", "delta"]


FRAGMENT = {"query_string": "C=10", "page_script_hash": "page"}


@pytest.fixture
def gives_way(monkeypatch):
    """What a run that draws these fragments ends for, when so much is asked for."""

    def asked(drawn: list[str] | None, *wanted: RerunData) -> RerunData | None:
        requests = ScriptRequests()
        for one in wanted:
            requests.request_rerun(one)
        run = SimpleNamespace(script_requests=requests, fragment_ids_this_run=drawn)
        context = "streamlit.runtime.scriptrunner.get_script_run_ctx"
        monkeypatch.setattr(context, lambda: run)
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


@pytest.mark.parametrize("name", ["request_rerun", "request_stop"])
def test_a_request_wakes_the_run_that_waits(monkeypatch, name):
    woken = []
    monkeypatch.setattr(TURNS, "wake", woken.append)
    requests, what = ScriptRequests(), [RerunData()] if name == "request_rerun" else []
    waking(streamlits(ScriptRequests, name))(requests, *what)
    assert woken == [requests]
    wanted = ScriptRequestType.RERUN if what else ScriptRequestType.STOP
    assert requests.on_scriptrunner_yield().type is wanted


PAGES = {"A": {"url_pathname": ""}, "B": {"url_pathname": "b"}, "C": {"url_pathname": "c"}}


def opened(*messages: str) -> list[str]:
    """The pages that a session is told to open.

    A message is the page it names and the one that the browser shows: `BA` is a press on the link
    to B. `<` in front: by Back. `=` in front: the script itself switches to the page.
    """
    told: list[str] = []
    request = opening_asked_page(lambda _, state: told.append(state.page_script_hash))
    session = SimpleNamespace(get_pages=lambda: PAGES, page_script_hash="main")
    for message in messages:
        kind, named, shown = message[:-2], message[-2], message[-1]
        if kind == "=":
            session.page_script_hash = named
            continue
        state = ClientState(page_script_hash=named, is_history_navigation=kind == "<")
        state.context_info.url = f"http://x/below/{PAGES[shown]['url_pathname']}?C=1"
        request(session, state)
        session.page_script_hash = told[-1]
    return told


@pytest.mark.parametrize(
    ("messages", "pages"),
    [
        ("AA AA", "AA"),
        ("AA BA AA AA", "ABBB"),  # a popover closes after the press
        ("AA BA AA BB BB", "ABBBB"),
        ("AA BA CA AA", "ABCC"),  # pressed twice: the last one
        ("AA BA BB CB BB CC", "ABBCCC"),
        ("AA BA BB <AA AA", "ABBAA"),  # Back is no late message
        ("AA BA <AA AA", "ABAA"),
        ("AA =BA AA BB", "ABB"),  # a callback leads to another page
        ("AA BA BB AB BB AA", "ABBAAA"),
        ("BB BB AB BB", "BBAA"),  # a deep link
    ],
)
def test_the_page_asked_for_last_is_opened(messages: str, pages: str):
    assert "".join(opened(*messages.split())) == pages


PATCHED = (
    (ForwardMsgQueue, "clear"),
    (AppSession, "request_rerun"),
    (ScriptRequests, "request_rerun"),
    (ScriptRequests, "request_stop"),
)


@pytest.fixture
def unchanged(monkeypatch):
    """Streamlit without what the server of another test has replaced."""
    for owner, name in PATCHED:
        monkeypatch.setattr(owner, name, streamlits(owner, name))
    monkeypatch.delenv(PLAIN, raising=False)


def test_a_server_changes_streamlit_once_at_its_start(unchanged):
    originals = [getattr(owner, name) for owner, name in PATCHED]
    change_streamlit()
    change_streamlit()  # the server of another test in this process
    assert [getattr(owner, name).__wrapped__ for owner, name in PATCHED] == originals


def test_what_is_left_out_or_missing_does_nothing(unchanged, monkeypatch, caplog):
    monkeypatch.setattr(log.LOG, "propagate", True)
    queue = INTERNALS["unsent"]
    gone = replace(queue, parts=(*queue.parts, "streamlit.runtime:Runtime.gone"))
    monkeypatch.setitem(INTERNALS, "unsent", gone)
    missing.cache_clear()
    monkeypatch.setenv(PLAIN, "asked_page,give_way")
    change_streamlit()
    assert not [name for owner, name in PATCHED if hasattr(getattr(owner, name), "__wrapped__")]
    assert '"internal": "unsent", "missing": "streamlit.runtime:Runtime.gone"' in caplog.text
    missing.cache_clear()


@pytest.mark.parametrize("name", INTERNALS)
def test_this_version_of_streamlit_has_all_parts(name: str):
    assert not missing(name)


def test_a_visitor_is_connected_as_long_as_the_server_says_so(monkeypatch):
    active = {"tab"}
    server = SimpleNamespace(is_active_session=active.__contains__)
    context = SimpleNamespace(session_id="tab")
    monkeypatch.setattr(streamlit_internals, "_server", lambda: server)
    monkeypatch.setattr("streamlit.runtime.scriptrunner.get_script_run_ctx", lambda: context)
    connected = streamlit_internals.connection()
    assert connected()
    active.clear()
    assert not connected()
    monkeypatch.setenv(PLAIN, "connection")
    assert streamlit_internals.connection()(), "where it is not known"
