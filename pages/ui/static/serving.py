"""What the server gives to every first visit: scripts, compressed once and kept.

Streamlit reads its scripts from the disk for each visitor and sends them as they are: 7.6 MB in 80
requests, 0.25 s of processor time. Here each is compressed when it is first asked for, and kept.
And the page names the scripts that a picture needs, which a browser else finds one after another:
https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.state.server import log
from pages.ui.canvas.assets import plotly_address
from pages.ui.component import UI, module_address
from pages.ui.page.styles import page_style_address
from pages.ui.server.keeper import keeper
from pages.ui.server.warm_up import warm_up
from pages.ui.static.files import (
    ENCODINGS,
    encoding_for,
    file_response,
    kept_response,
    own_file,
    serve,
)
from pages.ui.streamlit_internals import (
    FIRST_CHUNKS,
    FIRST_SEEN,
    ICONS_LATER,
    change_streamlit,
    is_used,
    static_files,
)

# the modules of the first screen
FIRST_MODULES = ("canvas/js/mount.js", "range/range.js", "picker/picker.js", "dock/dock.js")
# What is seen until the first words or the first picture have come, on a slow line for seconds.
WAITING = f"""
<div id="svm-waiting" role="status">
  <style>
    #svm-waiting {{ position: fixed; inset: 38% 0 auto; z-index: 1; pointer-events: none;
      text-align: center; font: 15px/2 sans-serif; color: #808890; }}
    #svm-waiting b {{ display: block; font-size: 18px; }}
    /* also where the server of a proxy forbids the script */
    :root:has({FIRST_SEEN}) #svm-waiting {{ display: none; }}
  </style>
  <b>SVM Playground</b>Loading the page …
  <script>
    new MutationObserver((_, observer) => {{
      const first = "{FIRST_SEEN}";
      if (!document.querySelector(first)) return;
      observer.disconnect();
      document.getElementById("svm-waiting").remove();
    }}).observe(document, {{ childList: true, subtree: true }});
  </script>
</div>
"""
_IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")


class Serving:
    """ASGI middleware: it answers for Streamlit's scripts, and hands on what else is asked for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        serve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        # below the address of the app, wherever that is
        name = scope["path"].rpartition("/static/")[2] if scope["type"] == "http" else ""
        own = own_file(scope["path"]) if scope["type"] == "http" else ""
        known = (own or name in _names()) and scope["method"] == "GET"
        encoding = encoding_for(Headers(scope=scope).get("accept-encoding", "")) if known else ""
        if own and known:
            await file_response(own, encoding)(scope, receive, send)
        elif encoding:
            await _file(name, encoding)(scope, receive, send)
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

    routes = [Route(f"/{first}", to_root)]
    if static_files():  # else Streamlit's own page starts it
        routes += [Route(f"/{folder}", start) for folder in ("", *folders)]
    return routes


@asynccontextmanager
async def warmed(_: object) -> AsyncIterator[None]:
    """Do what the first visitor would wait for before the server takes visitors."""
    log.begin()
    warm_up()
    keeper().begin()
    change_streamlit()
    page = _start_page().decode() if static_files() else ""
    scripts = [module_address(UI / entry) for entry in FIRST_MODULES]
    for encoding in ENCODINGS:
        for address in (plotly_address(), page_style_address(), *scripts):
            file_response(own_file(address.removeprefix(".")), encoding)
        for name in _names():
            if f"static/{name}" in page:
                _file(name, encoding)
    yield


@cache
def hints() -> list[str]:
    """The scripts of the first screen that Streamlit's page does not name, and what they import."""
    named = _original()
    found: dict[str, None] = {}
    scripts = _static() / "js"
    left = [path.name for one in FIRST_CHUNKS for path in sorted(scripts.glob(f"{one}.*.js"))]
    while left:
        name = left.pop(0)
        if name not in found and name not in named:
            found[name] = None
            left += _IMPORTED.findall((scripts / name).read_text(encoding="utf-8"))
    return list(found)


@cache
def _start_page() -> bytes:
    links = "".join(
        f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in hints()
    )
    links += "".join(
        f'<link rel="modulepreload" href="{module_address(UI / entry)}">' for entry in FIRST_MODULES
    )
    links += f'<link rel="preload" as="script" href="{plotly_address()}">'
    # behind Streamlit's own, which are in the head, and before what a page adds
    style = f'<link rel="stylesheet" href="{page_style_address()}">'
    page = _original().replace("</head>", f"{links}</head>", 1)
    page = page.replace("<body>", f"<body>{style}{ICONS_LATER if is_used('style') else ''}", 1)
    return page.replace("</body>", f"{WAITING}</body>", 1).encode()


def _original() -> str:
    return (_static().parent / "index.html").read_text(encoding="utf-8")


def _static() -> Path:
    folder = static_files()
    assert folder is not None
    return folder


@cache
def _names() -> frozenset[str]:
    """The files that may be asked for: nothing else is read from the disk."""
    folder = static_files()
    files = folder.glob("*/*") if folder else ()
    return frozenset(f"{path.parent.name}/{path.name}" for path in files)


@cache
def _file(name: str, encoding: str) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    body = (_static() / name).read_bytes()
    is_text = kind.startswith("text/") or kind == "application/javascript"
    return kept_response(body, kind, encoding if is_text else "")
