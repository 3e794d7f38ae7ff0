"""Inputs of the fuzzers: valid ones that are changed, and such as hypothesis makes of nothing."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from pages.state.link.base64_text import from_base64, to_base64

Mutate = Callable[[random.Random, Sequence[bytes]], bytes]

LONGEST = 300_000  # bytes of a changed input, but for those that are made long on purpose
MESSAGE = 5_000_000  # bytes of JSON; a second goes into reading more, which Streamlit does
_PLAIN = rb"""
" ' "" \ ` $ % %00 %25 & = + # ; , . _ - ~ ** ( ) [[ [] {} null true NaN nan inf -Infinity 1e999
-1e-999 -0 0x10 1_0 -1 0 1 2 999999999999 1.5 1,5 1e308 same -C own mine hard rbf linear ^8
@SUM(1) =cmd|'/C'!A0 <script> </style> <img/src=x/onerror=alert(1)> [x](javascript:alert(1))
$\href{javascript:x}{y}$ {{7*7}} ../../etc/passwd
"""
NASTY = (
    *_PLAIN.split(),
    *(b"", b"\0", b" ", b"\r", b"\r\n", b"\n\n", b"\t"),
    *(b"9" * 400, b"{" * 50, b"[" * 2000, b"(" * 300),
    # marks of an encoding, half a pair, digits and signs of other scripts, signs that nobody sees
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xd9\xa3", b"\xc2\xbd", b"\xe2\x80\xae"),
    *(b"\xe2\x80\x8b", b"\xef\xbf\xbf", b"\xf0\x9f\x98\x80", b"e\xcc\x81"),
)
_TREES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**53, 2**64, 10**400, 0.5, 1e308, -1e308, "", "x"),
    *(float("nan"), float("inf"), float("-inf"), "\ud800", "a" * 5000, "\0", [], {}, [[]], [None]),
    *({"": ""}, {"seq": 1}, [0.0, 0.0], [[0.0, 0.0]], [1, 2, 3], "NaN", "-1", "0", "10", "<b>"),
)


def tree_of(data: bytes) -> Any:
    """The JSON of a message, which Streamlit has read; what is none does not reach the app."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ValueError("A message must be JSON.") from None


def of_bytes(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """A valid input with a few changes anywhere."""
    data = bytearray(rng.choice(corpus))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        _change(rng, data, corpus)
    return bytes(data[:LONGEST])


def _change(rng: random.Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    a, kind = rng.randint(0, len(data)), rng.randrange(8)
    b = min(len(data), a + int(rng.expovariate(0.05)))
    if kind == 0 and data:
        data[a % len(data)] = rng.randrange(256)
    elif kind == 1 and data:
        data[a % len(data)] ^= 1 << rng.randrange(8)
    elif kind == 2:
        data[a:b] = rng.choice(NASTY)
    elif kind == 3:
        data[a:a] = rng.choice(NASTY)
    elif kind == 4:
        del data[a:b]
    elif kind == 5:
        data[b:b] = data[a:b] * rng.choice((1, 2, 10, 100))
    elif kind == 6:
        other = rng.choice(corpus)
        c = rng.randint(0, len(other))
        data[a:b] = other[c : c + rng.randint(0, 60)]
    else:
        del data[a:]


def long_one(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """A piece of an input or a sign, many times over: what is not linear shows here."""
    if rng.random() < 0.5:
        piece = rng.choice(NASTY) or b"\n"
    else:
        one = rng.choice(corpus)
        a = rng.randint(0, len(one))
        piece = one[a : a + rng.randint(1, 40)] or b","
    size = rng.choice((3_000, 20_000, 100_000, LONGEST))
    head = rng.choice(corpus)
    whole = head[: rng.randint(0, len(head))] + piece * (size // len(piece))
    return whole + (rng.choice(corpus) if rng.random() < 0.5 else b"")


def repeated(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """One pattern over and over, 1 kB to 1 MB, alone, in each row, or as one cell."""
    signs = (b" ", b"1", b"a", b",", b"$", b"%", b".", b'"', b"-", b"\n", b"\t", b"[", b"{", b"1:")
    parts = (*signs, *NASTY[:40], rng.choice(corpus)[: rng.randint(1, 40)])
    pattern = b"".join(rng.choice(parts) for _ in range(rng.randint(1, 4))) or b" "
    size = int(1000 * 1000 ** rng.random())
    body = pattern * (size // len(pattern))
    shape = rng.randrange(4)
    if shape in (1, 2) and rng.random() < 0.8:
        body = body.translate(None, b',\t\n"')
    if shape == 1:
        wide = rng.choice((20, 200, 2000, 20_000))
        rows = [f"{k}".encode() + body[:wide] + b"1,u\n" for k in range(1 + size // wide)]
        body = b"".join(rows)
    elif shape == 2:
        body = b"1" + body + b"1,u\n"
    return (b"x,y\n" if rng.random() < 0.5 else b"") + body + rng.choice((b"", b"\n1,v\n", b"x"))


def of_words(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """A link: words of several links, some with values of others, and changes in the text."""
    from urllib.parse import parse_qsl, urlencode

    words: dict[str, str] = {}
    for _ in range(rng.choice((1, 1, 2, 4))):
        words |= dict(parse_qsl(rng.choice(corpus).decode("utf-8", "replace")))
    for _ in range(rng.choice((0, 1, 2, 5))):
        name = rng.choice(list(words) or ["C"])
        if rng.random() < 0.3:
            words.pop(name, None)
        elif rng.random() < 0.4 and words:
            words[name] = rng.choice(list(words.values()))
        elif rng.random() < 0.5:
            words[name] = rng.choice(NASTY).decode("utf-8", "replace")
        else:
            value = words.get(name, "1").encode()
            words[name] = of_bytes(rng, [value, *NASTY[:3]]).decode("utf-8", "replace")[:5000]
    text = urlencode(words).encode()
    return of_bytes(rng, [text]) if rng.random() < 0.3 else text


def of_tree(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """JSON with some of its values, names and lists changed."""
    tree = json.loads(start := rng.choice(corpus))
    for _ in range(rng.choice((1, 1, 2, 5))):
        tree = _other_tree(rng, tree)
    text = json.dumps(tree).encode()
    return text if len(text) <= MESSAGE else start


def of_json(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
    """The same, sometimes with changes in the text, so that it is no JSON any more."""
    text = of_tree(rng, corpus)
    return of_bytes(rng, [text, *corpus[:1]]) if rng.random() < 0.2 else text


def _other_tree(rng: random.Random, tree: Any) -> Any:
    if rng.random() < 0.15 or not isinstance(tree, dict | list) or not tree:
        return rng.choice(_TREES)
    if isinstance(tree, list):
        k, kind = rng.randrange(len(tree)), rng.random()
        if kind < 0.15:
            return [*tree, *tree[k:], rng.choice(_TREES)]
        if kind < 0.25:
            return tree[:k] + tree[k + 1 :]
        if kind < 0.27:
            return tree * rng.choice((2, 30, 700))
        return [*tree[:k], _other_tree(rng, tree[k]), *tree[k + 1 :]]
    name, kind = rng.choice(list(tree)), rng.random()
    if kind < 0.1:
        return {key: one for key, one in tree.items() if key != name}
    if kind < 0.2:
        return tree | {rng.choice(("", "x", "\ud800", "seq", "a" * 300, "__class__")): tree[name]}
    return tree | {name: _other_tree(rng, tree[name])}


def packed(inner: Mutate, prefix: bytes = b"") -> Mutate:
    """Texts that are compressed and written as letters: changed inside, outside, or both."""

    def mutate(rng: random.Random, corpus: Sequence[bytes]) -> bytes:
        if rng.random() < 0.4:
            return of_bytes(rng, corpus)
        text = inner(rng, _unpacked(tuple(corpus), prefix))
        return prefix + to_base64(zlib.compress(text)).encode()

    return mutate


@cache
def _unpacked(corpus: tuple[bytes, ...], prefix: bytes) -> list[bytes]:
    return [zlib.decompress(from_base64(one.removeprefix(prefix).decode())) for one in corpus]
