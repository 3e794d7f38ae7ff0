"""Everything that Streamlit does not promise, and that this app uses all the same.

Only this file, and the style sheet and the module of JavaScript beside it, name private parts of
Streamlit; `INTERNALS` lists them. Checked with Streamlit 1.67, and with 1.66 by `make streamlits`.

An internal whose parts are missing in the installed version, or that `SVM_PLAIN` leaves out, is not
used: what calls it then does nothing, or what Streamlit does by itself. Whether the parts are there
is looked up once, and what is missing stands in the server's log.

    SVM_PLAIN=all streamlit run app.py               # with what Streamlit promises alone
    SVM_PLAIN=asked_page,unsent streamlit run app.py  # without these two
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import streamlit as st

from pages.state.server import log
from pages.ui.server.turns import TURNS

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer as ComponentRenderer
    from streamlit.delta_generator import DeltaGenerator as DeltaGenerator
else:  # types, for annotations alone
    ComponentRenderer = DeltaGenerator = Any

PLAIN = "SVM_PLAIN"  # the variable of the environment that leaves internals out


@dataclass(frozen=True)
class Internal:
    """Private parts of Streamlit that are used together.

    reason : what is worse without them, and what shows it.
    parts : modules, and behind a colon a name in them.
    """

    reason: str
    parts: tuple[str, ...]


_REQUESTS = "streamlit.runtime.scriptrunner_utils.script_requests"
_CONTEXT = "streamlit.runtime.scriptrunner:get_script_run_ctx"
_SESSION = "streamlit.runtime.app_session:AppSession"
_RUNTIME = "streamlit.runtime:Runtime"
_PLACE = "streamlit.delta_generator:DeltaGenerator"
_QUEUE = "streamlit.runtime.forward_msg_queue:ForwardMsgQueue.clear"
INTERNALS = {
    "style": Internal(
        "pages are harder to read and to use, above all on a phone and in a lecture: "
        "tests/e2e/test_first_minute.py, test_phone.py, test_lecture.py",
        (),
    ),
    "elements": Internal(
        "modules of the browser ask what Streamlit does, see streamlit_internals.js: tests/e2e",
        (),
    ),
    "static": Internal(
        "a first visit takes 7.6 MB, and a slow line finds the scripts one after another: "
        "benchmarks/bench_first_load.py",
        (),
    ),
    "asked_page": Internal(
        "a press on a link while a popover is open leads nowhere: benchmarks/menu_clicks.py",
        (
            f"{_SESSION}.request_rerun",
            f"{_SESSION}.get_pages",
            "streamlit.proto.ClientState_pb2:ClientState",
        ),
    ),
    "unsent": Internal(
        "a slider that is moved before its page is drawn leaves an empty page: "
        "benchmarks/soak_visits.py",
        (_QUEUE,),
    ),
    "give_way": Internal(
        "on a busy server a click waits for what belongs to the picture before it: "
        "tests/e2e/test_answers.py",
        (
            _CONTEXT,
            f"{_REQUESTS}:ScriptRequests.request_rerun",
            f"{_REQUESTS}:ScriptRequests.request_stop",
            f"{_REQUESTS}:ScriptRequestType.RERUN",
        ),
    ),
    "nowhere": Internal(
        "a lecture and a frame show all charts and controls: tests/e2e/test_lecture.py",
        (_PLACE,),
    ),
    "connection": Internal(
        "the work of a visitor who is gone goes on for 90 s, not 8: test_jobs.py",
        (_CONTEXT, f"{_RUNTIME}.is_active_session"),
    ),
    "closed_sessions": Internal(
        "the sessions of the last visitors stay in memory: benchmarks/bench_memory.py",
        (
            f"{_RUNTIME}._get_async_objs",
            f"{_SESSION}.shutdown",
            "streamlit.runtime.state:SessionState.clear",
        ),
    ),
    "uploads": Internal(
        "uploaded files stay in memory as long as the session: benchmarks/bench_memory.py",
        (_CONTEXT, f"{_RUNTIME}.uploaded_file_mgr"),
    ),
}


@cache
def missing(name: str) -> str:
    """The first part of an internal that this version of Streamlit does not have; "" if none."""
    for path in INTERNALS[name].parts:
        try:
            resolve_name(path)
        except (ImportError, AttributeError):
            return path
    return ""


def is_used(name: str) -> bool:
    """Whether an internal is used on this server."""
    left_out = os.environ.get(PLAIN, "").split(",")
    return "all" not in left_out and name not in left_out and not missing(name)


def change_streamlit() -> None:
    """Replace what is replaced, once in the life of a server, and log what is missing."""
    for name in INTERNALS:
        if path := missing(name):
            fields = {"internal": name, "missing": path, "version": version("streamlit")}
            log.LOG.warning(log.line("streamlit", **fields))
    if is_used("asked_page"):
        _replace(f"{_SESSION}.request_rerun", opening_asked_page)
    if is_used("unsent"):
        _replace(_QUEUE, keeping_unsent)
    if is_used("give_way"):
        _replace(f"{_REQUESTS}:ScriptRequests.request_rerun", waking)
        _replace(f"{_REQUESTS}:ScriptRequests.request_stop", waking)


def _replace(path: str, wrapper: Callable[[Any], Any]) -> None:
    """Put a wrapper around a method, unless another server of this process has done so."""
    owner, _, name = path.rpartition(".")
    method = resolve_name(path)
    if not hasattr(method, "__wrapped__"):
        setattr(resolve_name(owner), name, wrapper(method))


# --- style ---

# the first that a visitor reads or sees of a page
FIRST_SEEN = ".svm-canvas, .stMarkdown, .stHeading, .stAlert, .stException"

# Streamlit's page loads the font of its icons before it has drawn any
ICONS_LATER = """<script>
const load = document.fonts.load.bind(document.fonts);
document.fonts.load = (font, ...text) => (
  font.includes("Material") ? Promise.resolve([]) : load(font, ...text));
</script>"""


def streamlit_style(name: str) -> str:
    """The rules of the style sheet beside this file under a name; "" where they are left out."""
    return _sections().get(name, "") if is_used("style") else ""


@cache
def _sections() -> dict[str, str]:
    text = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return dict(re.findall(r"/\* --- (\w+) --- \*/\n(.*?)(?=/\* --- |\Z)", text, re.DOTALL))


# --- elements ---


def known_elements(source: str) -> str:
    """A JavaScript module, which knows nothing of Streamlit's elements where they are left out."""
    return source if is_used("elements") else source.replace("data-test", "data-left-out")


# --- static ---

# the elements on the first screen; a name that a release of Streamlit does not have is left out
FIRST_CHUNKS = ("BidiComponent", "Html", "Button", "ButtonGroup", "PageLink")


def static_files() -> Path | None:
    """The folder of the files that Streamlit's page is made of; the page itself is beside it."""
    folder = Path(st.__file__).parent / "static" / "static"
    there = (folder / "js").is_dir() and (folder.parent / "index.html").is_file()
    return folder if is_used("static") and there else None


# --- asked_page ---

_ASKED = "svm_asked_page"  # of a session: the page asked for last, and the one drawn at that time


def opening_asked_page(request: Callable[..., None]) -> Callable[..., None]:
    """`AppSession.request_rerun`, which opens the page that the visitor asked for last.

    The browser names in every message the page that it shows. It shows the old one until the server
    answers the press on a link. What the old page tells meanwhile, such as a popover that the same
    press closes, would lead back to it: Streamlit opens the page that it was told last.

    Here a message that names the page shown asks for no page: it leaves the one that was asked for.
    A message asks for a page if it names another one than the address does, or if the visitor went
    back or forward.
    """

    @wraps(request)
    def requested(session: Any, state: Any) -> None:
        if state is not None and state.page_script_hash:
            state = _with_asked_page(session, state)
        request(session, state)

    return requested


def _with_asked_page(session: Any, state: Any) -> Any:
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
    changed = type(state)()
    changed.CopyFrom(state)
    changed.page_script_hash = asked
    return changed


# --- unsent ---


def keeping_unsent(clear: Callable[..., None]) -> Callable[..., None]:
    """`ForwardMsgQueue.clear`, which drops nothing where a fragment begins to run.

    Streamlit drops what belongs to the fragment, which is drawn anew, and keeps what belongs to
    fragments inside it. The browser is then told of parts of blocks that it does not have, and
    shows an empty page. On a busy server a slider is enough that is moved before its page is drawn.
    """

    @wraps(clear)
    def cleared(
        queue: Any,
        retain_lifecycle_msgs: bool = False,
        fragment_ids_this_run: list[str] | None = None,
    ) -> None:
        clear(queue, retain_lifecycle_msgs, None if fragment_ids_this_run is None else [])

    return cleared


# --- give_way ---


def waking(ask: Callable[..., Any]) -> Callable[..., Any]:
    """`ScriptRequests.request_rerun` or `request_stop`, which wakes the run that waits, too."""

    @wraps(ask)
    def asked(requests: Any, *what: Any) -> Any:
        answer = ask(requests, *what)
        TURNS.wake(requests)
        return answer

    return asked


def requests_of_run() -> Any:
    """What the visitor of the present run asks for; None where that is not known."""
    run = resolve_name(_CONTEXT)() if is_used("give_way") else None
    return run and run.script_requests


def let_fragment_begin_anew() -> None:
    """Have Streamlit end the present run if all that it draws is about to be drawn anew.

    Streamlit ends a run where the whole page is to run again. Where a fragment is, it lets the run
    go on to its end, also if that is a run of the same fragment: on a busy server a click would
    wait for what belongs to the picture before it, which waits for the pictures of all others.
    """
    requests = requests_of_run()
    rerun = requests is not None and resolve_name(f"{_REQUESTS}:ScriptRequestType.RERUN")
    if requests is None or getattr(requests, "_state", None) is not rerun:
        return
    pending, drawn = requests._rerun_data, set(resolve_name(_CONTEXT)().fragment_ids_this_run or ())
    begins_anew = drawn and drawn <= set(pending.fragment_id_queue)
    if begins_anew and not pending.is_auto_rerun:
        requests.request_rerun(replace(pending, is_fragment_scoped_rerun=True))


# --- nowhere ---


def nowhere() -> DeltaGenerator:
    """A place for elements that are not sent; the browser knows nothing of them.

    Streamlit has it for tests. Its widgets keep their state.
    """
    if not is_used("nowhere"):
        return st.container()
    place: DeltaGenerator = resolve_name(_PLACE)(None, parent=st.sidebar)
    return place


# --- connection, closed_sessions ---


def _server() -> Any:
    """The server of this process; None where there is none, as in a test without a browser."""
    kind = resolve_name(_RUNTIME)
    there = kind.instance() if kind.exists() else None
    return there if isinstance(there, kind) else None


def connection() -> Callable[[], bool]:
    """Whether this visitor's browser is connected, asked at any time; always where not known."""
    context = resolve_name(_CONTEXT)() if is_used("connection") else None
    there = _server() if context is not None else None
    if context is None or there is None:
        return lambda: True
    session = context.session_id
    return lambda: bool(there.is_active_session(session))


class Ended(NamedTuple):
    """How many sessions were ended, and how many are left, connected or not."""

    ended: int
    left: int


def end_closed_sessions() -> Ended | None:
    """End the sessions whose tab was closed `server.disconnectedSessionTTL` ago.

    Streamlit ends them too, but not before another tab is closed: a lecture's last ones stay. None
    where there is no server, or it keeps its sessions in another way.
    """
    there = _server() if is_used("closed_sessions") else None
    sessions = getattr(getattr(there, "_session_mgr", None), "_session_storage", None)
    stored = getattr(sessions, "_cache", None)
    if not hasattr(stored, "expire"):
        return None

    async def end() -> Ended:  # where Streamlit itself changes its sessions
        over = stored.expire()
        for _, one in over:
            one.session.shutdown()
            # the server's loop has the last session in a variable until another one comes
            _forget(one.session.session_state)
            one.session._fragment_storage.clear()
        return Ended(len(over), len(there._session_mgr.list_sessions()))

    return asyncio.run_coroutine_threadsafe(end(), there._get_async_objs().eventloop).result()


def _forget(state: Any) -> None:
    """Empty the state of a session.

    `clear` leaves out what its widgets call, which holds what they were made for: a table, a job.
    """
    state.clear()
    state._new_widget_state.widget_metadata.clear()


# --- uploads ---


class Unread(NamedTuple):
    """A file that was sent, and that no page has read: whose, its name there, and its bytes."""

    session: str
    file: str
    size: int


def unread_uploads() -> Iterator[Unread]:
    """The files that were sent and that no page has read; none where that is not known."""
    there = _server() if is_used("uploads") else None
    storage: Mapping[str, Mapping[str, Any]]
    storage = getattr(getattr(there, "uploaded_file_mgr", None), "file_storage", {})
    for session, files in list(storage.items()):
        yield from (Unread(session, one.file_id, len(one.data)) for one in list(files.values()))


def forget_upload(upload: Unread) -> None:
    """No longer keep a file."""
    _server().uploaded_file_mgr.remove_file(upload.session, upload.file)


def forget_read_upload(file: str) -> None:
    """No longer keep a file of this visitor's: Streamlit would, as long as the session."""
    context = resolve_name(_CONTEXT)() if is_used("uploads") else None
    if context is not None:
        context.uploaded_file_mgr.remove_file(context.session_id, file)
