"""The strings in the source of the product that may be read on the screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def spoken(text: str) -> bool:
    """Whether a string may be read on the screen: more than one word, or one with a capital."""
    text = text.strip()
    return " " in text or text[:1].isupper()


def python_strings(source: str) -> Iterator[str]:
    """All strings of a module but docstrings, `__all__` and annotations; {} for what is put in."""
    tree = ast.parse(source)
    silent: set[int] = set()
    for node in ast.walk(tree):
        named = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        if named or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            silent |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield "".join(map(str, parts))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.value
