"""Files of the app that a browser asks for by address, and keeps.

Their names hold a digest of what is in them, so they never change. An address is seen from the page
and works below any path. Where they are not served, for want of `Serving`, whoever asks for one has
another way.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache

from starlette.responses import Response

FOLDER = "svm-files"
LEVEL = 6  # of gzip: 9 takes four times as long for 1 % less
FOR_EVER = "public, immutable, max-age=31536000"  # the name of a file changes with what is in it
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
    """The address of a file of that name, which is served from now on: a script, or "css"."""
    digest = hashlib.sha256(content).hexdigest()[:12]
    file = f"{name}-{digest}.{kind}"
    _contents[file] = content
    return f"./{FOLDER}/{file}"


def own_file(path: str) -> str:
    """The name of the file at a path of the server; "" if it is none of these."""
    name = path.rpartition(f"/{FOLDER}/")[2]
    return name if name in _contents else ""


@cache
def file_response(name: str) -> Response:
    """A file, compressed."""
    kind = "text/css" if name.endswith(".css") else "application/javascript"
    return kept_response(_contents[name], kind, packed=True)


def kept_response(body: bytes, kind: str, *, packed: bool) -> Response:
    """What a browser keeps for ever, compressed if it is to be `packed`."""
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if packed:
        body = gzip.compress(body, LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=kind, headers=headers)
