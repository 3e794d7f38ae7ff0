"""Requests over HTTP/1.1 on connections that are kept, as a browser makes them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

CONNECTIONS = 6  # that a browser keeps open to a server
BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Accept": "*/*"}
NAMED = re.compile(rb'(?:src|href)="\.?/?(static/[^"]+)"')


class Answer(NamedTuple):
    """The status, the headers, the cookies and the body, as long as it travelled."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


class Connection:
    """One connection, opened on first use."""

    def __init__(self, address: str) -> None:
        self._where = urlsplit(address)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes = b"",
        headers: Mapping[str, str] = BROWSER,
    ) -> Answer:
        """Send a request and read the whole answer."""
        where = self._where
        if self._streams is None:
            tls = where.scheme == "https"
            port = where.port or (443 if tls else 80)
            self._streams = await asyncio.open_connection(
                where.hostname, port, ssl=tls or None, limit=2**20
            )
        reader, writer = self._streams
        lines = [f"{method} {where.path}{path} HTTP/1.1", f"Host: {where.netloc}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        return await _answer(reader)

    def close(self) -> None:
        """End it."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers, cookies = {}, {}
    for name, _, value in (line.partition(":") for line in head[1:] if line):
        headers[name.lower()] = value.strip()
        if name.lower() == "set-cookie":
            own, _, word = value.strip().partition(";")[0].partition("=")
            cookies[own] = word
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Answer(int(head[0].split()[1]), headers, cookies, body)


async def request(
    address: str,
    path: str,
    method: str = "GET",
    body: bytes = b"",
    headers: Mapping[str, str] = BROWSER,
) -> Answer:
    """One request on a connection of its own."""
    own = Connection(address)
    try:
        return await own.ask(path, method, body, headers)
    finally:
        own.close()


async def static_files(address: str) -> list[str]:
    """The paths of what a browser loads for the first page, all of which its HTML names."""
    html = (await request(address, "/", headers={"Accept-Encoding": "identity"})).body
    found = [f"/{path.decode()}" for path in NAMED.findall(html)]
    return ["/", *found, "/_stcore/health", "/_stcore/host-config"]


async def first_load(address: str, paths: list[str]) -> int:
    """Get all of them as a browser with an empty cache; returns the bytes that travelled."""
    left, total = list(reversed(paths)), 0

    async def some() -> None:
        nonlocal total
        own = Connection(address)
        try:
            while left:
                answer = await own.ask(left.pop())
                if answer.status != 200:
                    raise RuntimeError(f"a file was answered by {answer.status}")
                total += len(answer.body)
        finally:
            own.close()

    await asyncio.gather(*(some() for _ in range(CONNECTIONS)))
    return total
