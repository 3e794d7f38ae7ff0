"""Which page a session opens when the page that is left goes on telling."""

from types import SimpleNamespace

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

from pages.ui.asked_page import REQUEST, keep_asked_pages, keeping

PAGES = {"A": {"url_pathname": ""}, "B": {"url_pathname": "b"}, "C": {"url_pathname": "c"}}
FRESH = AppSession.request_rerun


def opened(*messages: str) -> list[str]:
    """The pages that a session is told to open.

    A message is the page it names and the one that the browser shows: `BA` is a press on the link
    to B. `<` in front: by Back. `=` in front: the script itself switches to the page.
    """
    told: list[str] = []
    request = keeping(lambda _, state: told.append(state.page_script_hash))
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


def test_a_server_keeps_them_from_its_start(monkeypatch):
    monkeypatch.setattr(AppSession, REQUEST, FRESH)
    keep_asked_pages()
    once = getattr(AppSession, REQUEST)
    assert once is not FRESH
    keep_asked_pages()  # the server of another test in this process
    assert getattr(AppSession, REQUEST) is once
