"""The page that a visitor has asked for is opened, whatever the page that is left still tells.

The browser names in every message the page that it shows. It shows the old one until the server
answers the press on a link. What the old page tells meanwhile, such as a popover that the same
press closes, would lead back to it: Streamlit opens the page that it was told last.

Here a message that names the page shown asks for no page: it leaves the one that was asked for.
A message asks for a page if it names another one than the address does, or if the visitor went back
or forward. Tested with Streamlit 1.67; nothing changes where another version has other names.
"""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

REQUEST = "request_rerun"  # the method of a session that takes the browser's messages
_ASKED = "svm_asked_page"  # of a session: the page asked for last, and the one drawn at that time

Request = Callable[[AppSession, ClientState | None], None]


def keep_asked_pages() -> None:
    """Open the page that was asked for last, once in the life of the server."""
    request = getattr(AppSession, REQUEST, None)
    if request is not None and not hasattr(request, "__wrapped__"):
        setattr(AppSession, REQUEST, keeping(request))


def keeping(request: Request) -> Request:
    """The same method, which is told the page that was asked for last."""

    @wraps(request)
    def requested(session: AppSession, state: ClientState | None) -> None:
        if state is not None and state.page_script_hash:
            state = _led(session, state)
        request(session, state)

    return requested


def _led(session: AppSession, state: ClientState) -> ClientState:
    """The message, with the page that is to be opened."""
    addresses = {key: page.get("url_pathname") for key, page in session.get_pages().items()}
    named, drawn = state.page_script_hash, session.page_script_hash
    asked, left = getattr(session, _ASKED, ("", drawn))
    if drawn not in (asked, left) and addresses.get(drawn) is not None:
        asked = drawn  # the script has switched pages by itself
    shown = urlsplit(state.context_info.url).path.rstrip("/").rpartition("/")[2]
    if shown not in addresses.values():
        shown = ""  # of the first page, below the address of the app
    if state.is_history_navigation or addresses.get(named) != shown:
        asked = named
    setattr(session, _ASKED, (asked, drawn))
    if asked in ("", named):
        return state
    led = ClientState()
    led.CopyFrom(state)
    led.page_script_hash = asked
    return led
