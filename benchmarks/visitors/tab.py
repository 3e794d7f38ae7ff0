"""A browser tab at the other end of Streamlit's websocket, without a browser.

It asks for runs as the page does, keeps what a later message needs (the fragment that the picture
is in, the ids of the widgets, the address), and asks again for the fragments that draw themselves
every so often. Of the picture it reads the first line, which says what the server has taken; the
figure stays unread until somebody asks for it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.visitors.web import request

WHOLE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
LIMIT = 2**26  # bytes of a message
XSRF = "_streamlit_xsrf"
PART = "-----------------------------visitor"


class Typed(str):
    """The text of a text field; any other text is the state of a component."""

    __slots__ = ()


@dataclass
class Picture:
    """The canvas "main" as it came last: where it is, what it has taken, and its message."""

    element: str
    fragment: str
    script: str
    header: dict
    figure: bytes
    came: float

    def points(self) -> dict[int, tuple[float, float]]:
        """Where the points are, by their ids."""
        traces = json.loads(self.figure)["data"]
        shown = next(trace for trace in traces if trace.get("uid") == "points")
        places = zip(_numbers(shown["x"]), _numbers(shown["y"]), strict=True)
        return dict(zip(self.header["ids"], places, strict=True))


@dataclass
class Tab:
    """One tab. `page` is the folder of the page that it opens, `query` the words of its link.

    cookies : those that it was given. A proxy finds by one which process has the session.
    errors : what went wrong: exceptions on the page, and connections that ended.
    finished : how many runs have come to their end. widgets : ids of elements, by their keys.
    """

    address: str
    page: str = ""
    query: str = ""
    session: str = ""
    picture: Picture | None = None
    running: bool = False
    finished: int = 0
    cookies: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    widgets: dict[str, str] = field(default_factory=dict)
    _socket: ClientConnection | None = None
    _listener: asyncio.Task | None = None
    _repeats: dict[str, asyncio.Task] = field(default_factory=dict)
    _script: str = ""
    _fragments: dict[str, str] = field(default_factory=dict)
    _uploads: dict[str, asyncio.Future] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _numbers: count = field(default_factory=lambda: count(1))

    async def open(self) -> None:
        """Connect, and ask for the first run; a tab that was open before goes on where it was."""
        self.picture, self.running = None, True
        self.cookies |= (await request(self.address, f"/{self.page}")).cookies
        where = f"ws{self.address.removeprefix('http')}/_stcore/stream"
        protocols = ["streamlit", "none", *([self.session] if self.session else [])]
        self._socket = await connect(
            where,
            subprotocols=protocols,
            additional_headers=self._cookie(),
            max_size=LIMIT,
            open_timeout=60,
            ping_interval=None,
            compression=None,
        )
        self._listener = asyncio.create_task(self._listen())
        await self.run()

    async def close(self) -> None:
        """Leave."""
        for task in (self._listener, *self._repeats.values()):
            if task is not None:
                task.cancel()
        self._repeats.clear()
        if self._socket is not None:
            await self._socket.close()

    async def run(self, *, fragment: str = "", by_itself: bool = False, **values: object) -> None:
        """Ask for a run: of the page or of a fragment, with values of widgets by their ids."""
        asked = ClientState(query_string=self.query, fragment_id=fragment, is_auto_rerun=by_itself)
        if fragment or self.finished:
            asked.page_script_hash = self._script
        else:
            asked.page_name = self.page
        for widget, value in values.items():
            state = asked.widget_states.widgets.add(id=widget)
            if value is True:
                state.trigger_value = True
            elif isinstance(value, Typed):
                state.string_value = value
            elif isinstance(value, str):
                state.json_value = value
            else:
                state.file_uploader_state_value.CopyFrom(value)
        asked.context_info.url = f"{self.address}/{self.page}"
        asked.context_info.timezone = "UTC"
        asked.context_info.locale = "en-US"
        await self._send(BackMsg(rerun_script=asked))

    async def go(self, query: str) -> None:
        """Open another link on the same page, as Back does; returns at the end of the run."""
        self.query, before = query, self.finished
        await self.run()
        await self.until(lambda: self.finished > before)

    async def until(self, true: object, seconds: float = 120.0) -> None:
        """Wait for messages until something is true; TimeoutError after so many seconds."""
        async with asyncio.timeout(seconds):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def press(self, key: str) -> None:
        """Press the button with that key; returns at the end of the run."""
        widget, before = self.widgets[key], self.finished
        await self.run(fragment=self._fragments[widget], **{widget: True})
        await self.until(lambda: self.finished > before)

    async def upload(self, key: str, name: str, content: bytes) -> None:
        """Give a file to the uploader with that key; returns at the end of the run."""
        status, urls = await self.put(name, content)
        if status != 204:
            raise RuntimeError(f"the upload was answered by {status}")
        state = BackMsg().rerun_script.widget_states.widgets.add().file_uploader_state_value
        state.uploaded_file_info.add(
            name=name, size=len(content), file_id=urls.file_id, file_urls=urls
        )
        widget = next(one for own, one in self.widgets.items() if own.startswith(key))
        before = self.finished
        await self.run(**{widget: state})
        await self.until(lambda: self.finished > before, 600.0)

    async def paste(self, key: str, button: str, text: str) -> None:
        """Type a text into the field with that key and press a button; returns at the run's end."""
        before = self.finished
        await self.run(**{self.widgets[key]: Typed(text), self.widgets[button]: True})
        await self.until(lambda: self.finished > before, 600.0)

    async def put(self, name: str, content: bytes) -> tuple[int, FileURLs]:
        """Send a file that no page is told of; the status of the answer, and its addresses."""
        number = f"file{next(self._numbers)}"
        answer = self._uploads[number] = asyncio.get_running_loop().create_future()
        asked = BackMsg()
        asked.file_urls_request.request_id = number
        asked.file_urls_request.session_id = self.session
        asked.file_urls_request.file_names.append(name)
        await self._send(asked)
        (urls,) = (await asyncio.wait_for(answer, 60)).file_urls
        found = await request(self.address, "/_stcore/health", headers=self._cookie())
        self.cookies |= found.cookies
        head = f'--{PART}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"'
        body = f"{head}\r\nContent-Type: text/csv\r\n\r\n".encode() + content
        headers = {
            "Content-Type": f"multipart/form-data; boundary={PART}",
            "X-Xsrftoken": self.cookies.get(XSRF, ""),
            **self._cookie(),
        }
        body += f"\r\n--{PART}--\r\n".encode()
        put = await request(self.address, urls.upload_url, "PUT", body, headers)
        return put.status, urls

    def _cookie(self) -> dict[str, str]:
        """The header that sends them back."""
        sent = "; ".join(f"{name}={word}" for name, word in self.cookies.items())
        return {"Cookie": sent} if sent else {}

    async def _send(self, message: BackMsg) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):  # the listener says so
            await self._socket.send(message.SerializeToString())

    async def _listen(self) -> None:
        assert self._socket is not None
        try:
            async for raw in self._socket:
                message = ForwardMsg()
                message.ParseFromString(raw)
                self._take(message)
                self._news.set()
        except ConnectionClosed as error:
            self.errors.append(f"connection: {error}")
        self.running = False
        self._news.set()

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "delta":
            self._draw(message)
        elif kind == "new_session":
            self.session = message.new_session.initialize.session_id or self.session
            self._script = message.new_session.page_script_hash or self._script
            if not message.metadata.run.fragment_ids:
                self._end_repeats()
        elif kind == "session_status_changed":
            self.running = message.session_status_changed.script_is_running
        elif kind == "script_finished":
            self.finished += message.script_finished in WHOLE
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "auto_rerun":
            self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "file_urls_response":
            self._uploads.pop(message.file_urls_response.response_id).set_result(
                message.file_urls_response
            )

    def _draw(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "bidi_component":
            # the id ends in the key that the script gave
            name = element.bidi_component.id
            self.widgets[name.split("-", 2)[-1]] = name
            if name.endswith("-main"):
                data = zlib.decompress(element.bidi_component.bytes[1:])  # `packed` of component.py
                head, _, figure = data.partition(b"\n")
                fragment, script = message.delta.fragment_id, message.metadata.active_script_hash
                now = time.monotonic()
                self.picture = Picture(name, fragment, script, json.loads(head), figure, now)
                self._script = script
                self.acknowledged()
        elif kind in ("file_uploader", "button", "text_area"):
            name = getattr(element, kind).id
            self.widgets[name.split("-", 2)[-1]] = name
            self._fragments[name] = message.delta.fragment_id

    @property
    def cut(self) -> bool:
        """Whether the connection has ended."""
        return self._listener is not None and self._listener.done()

    @property
    def quiet(self) -> bool:
        """Whether nothing runs, and nothing is to be drawn again by itself."""
        return not self.running and not self._repeats

    def acknowledged(self) -> None:
        """Called when a picture has come."""

    def _repeat(self, fragment: str, interval: float) -> None:
        async def again() -> None:
            while True:
                await asyncio.sleep(interval)
                await self.run(fragment=fragment, by_itself=True)

        if (before := self._repeats.pop(fragment, None)) is not None:
            before.cancel()
        self._repeats[fragment] = asyncio.create_task(again())

    def _end_repeats(self) -> None:
        for task in self._repeats.values():
            task.cancel()
        self._repeats.clear()


def _numbers(values: object) -> list[float]:
    """Numbers of a figure: a list, or a typed array."""
    if isinstance(values, dict):
        found = np.frombuffer(base64.b64decode(values["bdata"]), np.dtype("<" + values["dtype"]))
        return found.tolist()
    return list(values)
