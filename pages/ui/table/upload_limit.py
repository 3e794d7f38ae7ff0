"""Uploads are refused that no page would read in time: too many of one visitor, or no memory left.

Streamlit keeps each file that is sent until a page takes it, however many there are.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ui.server.keeper import keeper
from pages.ui.streamlit_internals import unread_uploads

MAX_FILES = 2  # of one session that no page has read, with those on their way
MAX_BYTES = 50_000_000  # of them together
PATH = "/_stcore/upload_file/"
REFUSED = "Too many files are waiting to be read: try again in a minute."


class UploadLimit:
    """ASGI middleware: it answers uploads beyond the limits by 413, and hands on all the others."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files: Counter[str] = Counter()  # on their way, by session
        self._bytes: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        _, upload, rest = scope["path"].partition(PATH) if scope["type"] == "http" else ("",) * 3
        if not upload or scope["method"] != "PUT":
            await self._app(scope, receive, send)
            return
        session, size = rest.partition("/")[0], _size(scope)
        with self._on_its_way(session, size):
            fits = self._files[session] + len(_unread(session)) <= MAX_FILES
            fits &= self._bytes[session] + sum(_unread(session)) <= MAX_BYTES
            # counting what is held takes a while
            if fits and await asyncio.to_thread(keeper().room, self._bytes.total()):
                await self._app(scope, receive, send)
            else:
                await PlainTextResponse(REFUSED, 413)(scope, receive, send)

    @contextmanager
    def _on_its_way(self, session: str, size: int) -> Iterator[None]:
        self._files[session] += 1
        self._bytes[session] += size
        try:
            yield
        finally:
            self._files[session] -= 1
            self._bytes[session] -= size
            for each in (self._files, self._bytes):
                each += Counter()  # without zeros


def _size(scope: Scope) -> int:
    """Bytes of a request's body; of one that does not say, as many as Streamlit takes."""
    said = Headers(scope=scope).get("content-length", "")
    return int(said) if said.isdecimal() else st.get_option("server.maxUploadSize") * 2**20


def _unread(session: str) -> list[int]:
    """Bytes of each file of a session that no page has read."""
    return [upload.size for upload in unread_uploads() if upload.session == session]
