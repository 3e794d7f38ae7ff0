"""What the server gives to every first visit: Streamlit's scripts, compressed once and kept.

Streamlit reads its scripts from the disk for each visitor and sends them as they are: 7.6 MB in 80
requests, 0.25 s of processor time. Here each is compressed when it is first asked for, and kept.
And the page names the scripts that a picture needs, which a browser else finds one after another:
https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.state import log
from pages.ui.keeper import keeper
from pages.ui.streamlit_internals import change_streamlit
from pages.ui.warm_up import warm_up

STATIC = Path(st.__file__).parent / "static" / "static"
# the elements on the first screen; a name that a release of Streamlit does not have is left out
FIRST = ("BidiComponent", "PlotlyChart", "Html", "Button", "ButtonGroup", "PageLink")
LEVEL = 6  # of gzip: 9 takes four times as long for 1 % less
FOR_EVER = "public, immutable, max-age=31536000"  # the name of a file changes with what is in it
# What is seen until the first words or the first picture have come, on a slow line for seconds.
WAITING = """
<div id="svm-waiting" role="status">
  <style>
    #svm-waiting { position: fixed; inset: 38% 0 auto; z-index: 1; pointer-events: none;
      text-align: center; font: 15px/2 sans-serif; color: #808890; }
    #svm-waiting b { display: block; font-size: 18px; }
    /* also where the server of a proxy forbids the script */
    :root:has(.svm-canvas, .stMarkdown, .stHeading) #svm-waiting { display: none; }
  </style>
  <b>SVM Playground</b>Loading the page …
  <script>
    new MutationObserver((_, observer) => {
      const first = ".svm-canvas, .stMarkdown, .stHeading, .stAlert, .stException";
      if (!document.querySelector(first)) return;
      observer.disconnect();
      document.getElementById("svm-waiting").remove();
    }).observe(document, { childList: true, subtree: true });
  </script>
</div>
"""
_IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")


class Serving:
    """ASGI middleware: it answers for Streamlit's scripts, and hands on what else is asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        # below the address of the app, wherever that is
        name = scope["path"].rpartition("/static/")[2] if scope["type"] == "http" else ""
        known = name in _names() and scope["method"] == "GET"
        if known and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            await _file(name)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def page_routes(first: str, folders: Iterable[str]) -> list[Route]:
    """Routes from these names, and from the root, to the page that starts Streamlit.

    first : the page at the root, whose own name leads there with its query.
    """

    async def start(_: Request) -> Response:
        return Response(
            _start_page(), media_type="text/html", headers={"cache-control": "no-cache"}
        )

    async def to_root(request: Request) -> Response:
        return RedirectResponse(f"./?{request.url.query}" if request.url.query else "./")

    return [
        Route(f"/{first}", to_root),
        *(Route(f"/{folder}", start) for folder in ("", *folders)),
    ]


@asynccontextmanager
async def warmed(_: object) -> AsyncIterator[None]:
    """Do what the first visitor would wait for before the server takes visitors."""
    log.begin()
    warm_up()
    keeper().begin()
    change_streamlit()
    page = _start_page().decode()
    for name in _names():  # of the others the largest takes 0.1 s when it is first asked for
        if f"static/{name}" in page:
            _file(name)
    yield


@cache
def hints() -> list[str]:
    """The scripts of the first screen that Streamlit's page does not name, and what they import."""
    named = _original()
    found: dict[str, None] = {}
    left = [path.name for one in FIRST for path in sorted((STATIC / "js").glob(f"{one}.*.js"))]
    while left:
        name = left.pop(0)
        if name not in found and name not in named:
            found[name] = None
            left += _IMPORTED.findall((STATIC / "js" / name).read_text(encoding="utf-8"))
    return list(found)


@cache
def _start_page() -> bytes:
    links = "".join(
        f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in hints()
    )
    page = _original().replace("</head>", f"{links}</head>", 1)
    return page.replace("</body>", f"{WAITING}</body>", 1).encode()


def _original() -> str:
    return (STATIC.parent / "index.html").read_text(encoding="utf-8")


@cache
def _names() -> frozenset[str]:
    """The files that may be asked for: nothing else is read from the disk."""
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.glob("*/*"))


@cache
def _file(name: str) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    body = (STATIC / name).read_bytes()
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if kind.startswith("text/") or kind == "application/javascript":
        body = gzip.compress(body, LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=kind, headers=headers)
