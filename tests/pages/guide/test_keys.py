"""The Guide's list of keys holds each key that the app listens to, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from pages.guide.text.reading import TOOLS
from tests.helpers import ROOT

JS = ROOT / "pages/ui/canvas/js"
ALSO = {"Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"}  # in onPageKey: z and y
NAMED = {" ": "Space", "PageUp": "Page Up", "PageDown": "Page Down", "1": "1", "2": "2"}


def shortcuts() -> Iterator[str]:
    """The keys of all buttons: the texts and the names behind `shortcut`."""
    for path in (ROOT / "pages").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for keys in re.findall(r'shortcut(?:=|": )([^,)}\n]+)', path.read_text(encoding="utf-8")):
            for text, name in re.findall(r'"(\w+)"|(\w*KEY)\b', keys):
                yield text or str(getattr(import_module(module), name))


def keys_of_pictures() -> Iterator[str]:
    """Those in the canvas's scripts: names of tables, and what a key is compared with."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in JS.glob("*.js")}
    for table in (
        re.search(r"TOOL_KEYS = \{(.*?)\}", sources["keyboard.js"], re.S),
        re.search(r"FILM_KEYS = \{(.*?)\}", sources["films.js"], re.S),
        re.search(r"KEYS = \{ \.\.\.FILM_KEYS(.*?)\}", source("timeline/js/controls.js"), re.S),
    ):
        assert table
        yield from re.findall(r'(?:^|[{,\s])"?(\w+|[ ,.\[\]])"?: "', table[1])
    ways = re.search(r"WAYS = \{(.*?)\}", source("range/page_keys.js"), re.S)
    assert ways
    yield from {"−" if way == "-1" else "+" for way in re.findall(r": (-?1)\b", ways[1])}
    yield from re.findall(r'SPOT_KEY = "(\w)"', sources["spot.js"])
    for name in ("keyboard.js", "handles.js"):
        yield from re.findall(r'key === "([^"]+)"', sources[name])
    yield from re.findall(r'"(1)(2)34567890"', sources["keyboard.js"])[0]


def source(path: str) -> str:
    return (ROOT / "pages/ui" / path).read_text(encoding="utf-8")


def test_the_list_holds_every_key():
    listed = set(re.findall(r"\*\*(.+?)\*\*", TOOLS[2].split("\n\n")[1]))
    heard = {NAMED.get(key, key.capitalize()) for key in (*shortcuts(), *keys_of_pictures())}
    heard -= {"Z", "Y", "Tab"}  # with Ctrl; Tab goes from one thing to the next anywhere
    assert {"K", "N", "Page Down", "H"} <= heard
    assert listed == heard | ALSO
