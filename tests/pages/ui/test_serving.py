"""What the server around the app gives to a first visit."""

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
import uvicorn
import uvloop
from starlette.routing import Router
from streamlit.web.server.app_discovery import discover_asgi_app
from streamlit.web.server.starlette.starlette_server import _get_uvicorn_config_kwargs

from pages.ui.canvas.assets import plotly_address, plotly_source
from pages.ui.static import files, serving
from pages.ui.static.files import ENCODINGS
from pages.ui.static.serving import FIRST_MODULES, WAITING, Serving, hints, page_routes, warmed
from pages.ui.streamlit_internals import FIRST_CHUNKS, ICONS_LATER, static_files
from tests.helpers import ROOT

# before a visitor comes
STEPS = ("warm_up", "change_streamlit")
STATIC = static_files()
INDEX = next((STATIC / "js").glob("index.*.js")).name


@pytest.fixture(autouse=True)
def _not_served_afterwards(monkeypatch: pytest.MonkeyPatch):
    """Other tests of this process read what is sent where files are not served."""
    monkeypatch.setattr(files, "_served", files.are_served())


async def _streamlit(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


def finish(coroutine: Coroutine) -> None:
    """Run it in a thread of its own: a browser of other tests keeps a loop in this one."""
    with ThreadPoolExecutor() as apart:
        apart.submit(asyncio.run, coroutine).result()


def ask(app: Any, path: str, encoding: str = "gzip, br") -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body that `app` answers."""
    headers = [(b"accept-encoding", encoding.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    finish(app(scope, None, send))
    start, *rest = sent
    pairs = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], pairs, b"".join(part.get("body", b"") for part in rest)


def unpacked(body: bytes, encoding: str, size: int) -> bytes:
    """What was compressed to `body`."""
    codec = {"br": "brotli"}.get(encoding, encoding)
    return pa.decompress(body, size, codec, asbytes=True)


def test_the_server_runs_on_the_event_loop_that_requirements_name():
    found = uvicorn.Config(_streamlit, **_get_uvicorn_config_kwargs()).get_loop_factory()
    assert found is uvloop.new_event_loop


@pytest.mark.parametrize(
    ("path", "accepted", "encoding"),
    [
        ("/static/js/", "gzip, deflate", "gzip"),
        ("/below/it/static/js/", "gzip, deflate, br;q=0.9, zstd", "br"),
        ("/static/js/", "br;q=0, gzip", "gzip"),
    ],
)
def test_a_script_is_sent_compressed_and_to_be_kept(path, accepted, encoding):
    status, headers, body = ask(Serving(_streamlit), path + INDEX, accepted)
    whole = (STATIC / "js" / INDEX).read_bytes()
    assert (status, headers["content-encoding"]) == (200, encoding)
    assert unpacked(body, encoding, len(whole)) == whole
    assert len(body) < len(whole) / 3
    assert int(headers["content-length"]) == len(body)
    assert headers["cache-control"] == "public, immutable, max-age=31536000"
    assert headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("below", ["/", "/below/it/"])
def test_plotly_is_sent_compressed_and_to_be_kept(below):
    status, headers, body = ask(Serving(_streamlit), below + plotly_address().removeprefix("./"))
    source = plotly_source().encode()
    assert (status, headers["content-encoding"]) == (200, "br")
    assert headers["cache-control"] == "public, immutable, max-age=31536000"
    assert unpacked(body, "br", len(source)) == source
    assert ask(Serving(_streamlit), f"{below}svm-files/plotly-000000000000.js")[0] == 204


def test_a_font_is_sent_as_it_is():
    font = next((STATIC / "media").glob("MaterialSymbols*.woff2"))
    _, headers, body = ask(Serving(_streamlit), f"/static/media/{font.name}")
    assert body == font.read_bytes()
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    ("path", "encoding"),
    [
        (f"/static/js/{INDEX}", "identity"),
        (f"/static/media/../js/{INDEX}", "gzip"),
        ("/static/../index.html", "gzip"),
        ("/static/js/none.js", "gzip"),
        ("/static/js", "gzip"),
        ("/_stcore/health", "gzip"),
    ],
)
def test_what_is_not_a_file_of_streamlit_is_left_to_it(path, encoding):
    assert ask(Serving(_streamlit), path, encoding)[0] == 204


def test_the_hints_are_the_first_screen_and_all_it_imports():
    assert {one for one in FIRST_CHUNKS if any(name.startswith(f"{one}.") for name in hints())} == {
        *FIRST_CHUNKS
    }
    page = (STATIC.parent / "index.html").read_text(encoding="utf-8")
    for name in hints():
        assert name not in page
        source = (STATIC / "js" / name).read_text(encoding="utf-8")
        for imported in re.findall(r'import[^;"`]*?["`]\./([^"`]+\.js)["`]', source):
            assert imported in hints() or imported in page, (name, imported)


def test_the_page_at_a_known_address_has_the_hints():
    app = Router(page_routes("playground", ["dual"]))
    original = (STATIC.parent / "index.html").read_text(encoding="utf-8")
    for path in ("/", "/dual"):
        status, headers, body = ask(app, path)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        links = re.findall(
            r'<link rel="modulepreload" crossorigin href="./static/js/([^"]+)">', body.decode()
        )
        assert links[-len(hints()) :] == hints()
        own = re.findall('<link [^>]*href="[.](/svm-files/[^"]+)">', body.decode())
        assert len(own) == 2 + len(FIRST_MODULES)
        assert all(ask(Serving(_streamlit), address)[0] == 200 for address in own)
        page = re.sub("<link [^>]*svm-files[^>]*>", "", body.decode())
        assert f"<body>{ICONS_LATER}" in page
        page = page.replace(ICONS_LATER, "")
        assert f"{WAITING}</body>" in page
        page = page.replace(f"{WAITING}</body>", "</body>")
        assert re.sub(rf"(<link [^>]*>){{{len(hints())}}}</head>", "</head>", page) == original
    assert ask(app, "/other")[0] == 404
    status, headers, _ = ask(app, "/playground")
    assert (status, headers["location"]) == (307, "./")


def test_what_is_done_before_a_visitor_comes(monkeypatch):
    read: list[tuple[str, str]] = []
    monkeypatch.setattr(serving, "_file", lambda *file: read.append(file))
    done: list[str] = []
    begin = SimpleNamespace(begin=lambda: done.append("keeper"))
    monkeypatch.setattr(serving, "keeper", lambda: begin)
    for name in STEPS:
        monkeypatch.setattr(serving, name, lambda name=name: done.append(name))

    async def started() -> None:
        async with warmed(None):
            pass

    finish(started())
    assert done == ["warm_up", "keeper", "change_streamlit"]
    page = (STATIC.parent / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="\./static/([^"]+)"', page)
    assert len(named) > 10
    files = {*named, *(f"js/{name}" for name in hints())}
    assert sorted(read) == sorted((file, encoding) for file in files for encoding in ENCODINGS)


def test_streamlit_finds_what_it_is_to_serve():
    found = discover_asgi_app(ROOT / "app.py")
    assert (found.is_asgi_app, found.import_string) == (True, "app:app")
