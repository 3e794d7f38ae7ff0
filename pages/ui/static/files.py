"""Files of the app that a browser asks for by address, and keeps.

Their names hold a digest of what is in them, so they never change. An address is seen from the page
and works below any path. Where they are not served, for want of `Serving`, whoever asks for one has
another way.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache

import pyarrow as pa
from starlette.responses import Response

FOLDER = "svm-files"
FOR_EVER = "public, immutable, max-age=31536000"  # the name of a file changes with what is in it
# plotly.js, brotli: level 5 makes 1.29 MB in 0.12 s, 9 makes 1.23 MB in 0.5 s, 11 1.11 MB in 10 s;
# gzip: level 6 makes 1.47 MB in 0.15 s
_CODECS = {"br": pa.Codec("brotli", 9), "gzip": pa.Codec("gzip", 6)}  # the best one first
ENCODINGS = tuple(_CODECS)
_KINDS = {"js": "application/javascript", "css": "text/css", "json": "application/json"}
_REFUSED = re.compile(r"q=0(\.0{0,3})?")  # the weight of an encoding that must not be sent
_contents: dict[str, bytes] = {}
_served = False


def serve() -> None:
    """Note that this process serves the files."""
    global _served
    _served = True


def are_served() -> bool:
    """Whether this process serves the files."""
    return _served


def address_of(name: str, content: bytes, kind: str = "js") -> str:
    """The address of a file of that name and kind of `_KINDS`, which is served from now on."""
    digest = hashlib.sha256(content).hexdigest()[:12]
    file = f"{name}-{digest}.{kind}"
    _contents[file] = content
    return f"./{FOLDER}/{file}"


def own_file(path: str) -> str:
    """The name of the file at a path of the server; "" if it is none of these."""
    name = path.rpartition(f"/{FOLDER}/")[2]
    return name if name in _contents else ""


def encoding_for(accepted: str) -> str:
    """The best encoding that a browser accepts; "" if none."""
    parts = [part.partition(";") for part in accepted.split(",")]
    names = {name.strip() for name, _, weight in parts if not _REFUSED.fullmatch(weight.strip())}
    return next((name for name in _CODECS if name in names), "")


@cache
def file_response(name: str, encoding: str) -> Response:
    """A file, in that encoding: "br", "gzip" or ""."""
    kind = _KINDS[name.rpartition(".")[2]]
    return kept_response(_contents[name], kind, encoding)


def kept_response(body: bytes, kind: str, encoding: str) -> Response:
    """What a browser keeps for ever, in that encoding: "br", "gzip" or ""."""
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if encoding:
        body = _CODECS[encoding].compress(body, asbytes=True)
        headers["content-encoding"] = encoding
    return Response(body, media_type=kind, headers=headers)
