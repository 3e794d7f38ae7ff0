"""What is changed of Streamlit: messages that wait, reruns, pages asked for, settings."""

from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import Config, CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)

from pages.ui import asked_page, pending, unsent
from pages.ui.asked_page import REQUEST, keep_asked_pages
from pages.ui.pending import resting, wake_for_requests, waking, yield_to_pending_rerun
from pages.ui.settings_once import FILLS, once, read_settings_once
from pages.ui.turns import TURNS
from pages.ui.unsent import send_all


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
    assert paths(queue) == [[0, 0], [0, 1, 1]]  # as long as this holds, `unsent.py` is needed


def test_what_is_drawn_anew_does_not_take_the_place_of_what_waits():
    queue = waiting()
    unsent.keeping(FRESH)(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
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
    request = asked_page.keeping(lambda _, state: told.append(state.page_script_hash))
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


THEME, CONFIG = FILLS
PARTS = ("light", "dark", "sidebar", "light.sidebar", "dark.sidebar")


def whole(fill) -> CustomThemeConfig:
    """A theme as Streamlit puts it together."""
    message = CustomThemeConfig()
    fill(message)
    for part in PARTS:
        below = message
        for name in part.split("."):
            below = getattr(below, name)
        fill(below, f"theme.{part}")
    return message


def test_a_theme_is_read_once_and_says_what_streamlit_would_say(monkeypatch):
    original = streamlits(app_session, THEME)
    usual, fill = whole(original), once(original)
    assert usual.light.primary_color == config.get_option("theme.light.primaryColor")
    assert usual.dark.sidebar.background_color
    assert whole(fill) == usual
    asked = []
    monkeypatch.setattr(config, "get_options_for_section", asked.append)
    assert whole(fill) == usual
    assert not asked


def test_settings_are_read_once_and_are_what_streamlit_would_say(monkeypatch):
    original = streamlits(app_session, CONFIG)
    usual, first, second = Config(), Config(), Config()
    original(usual)
    assert usual.max_cached_message_age == config.get_option("global.maxCachedMessageAge") > 0
    fill = once(original)
    fill(first)
    monkeypatch.setattr(config, "get_option", lambda name: pytest.fail(f"{name} is read again"))
    fill(second)
    assert first == second == usual


@pytest.mark.parametrize(
    ("owner", "name", "change"),
    [
        (ForwardMsgQueue, "clear", send_all),
        (AppSession, REQUEST, keep_asked_pages),
        *((app_session, name, read_settings_once) for name in FILLS),
        *((ScriptRequests, name, wake_for_requests) for name in pending.ASK),
    ],
)
def test_a_server_changes_streamlit_once_at_its_start(monkeypatch, owner, name, change):
    original = streamlits(owner, name)
    monkeypatch.setattr(owner, name, original)
    change()
    change()  # the server of another test in this process
    assert getattr(owner, name).__wrapped__ is original
