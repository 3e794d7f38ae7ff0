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
    silent: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):  # what holds a string comes before it
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in silent:
                yield node.value
        elif isinstance(node, ast.Expr):
            silent.add(node.value)
        elif isinstance(node, ast.Assign) and is_all(node.targets[0]):
            silent.update(ast.walk(node.value))
        elif isinstance(node, ast.JoinedStr):
            silent.update(node.values)
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield "".join(map(str, parts))


def is_all(target: ast.expr) -> bool:
    """Whether the names that a module exports are assigned."""
    return isinstance(target, ast.Name) and target.id == "__all__"
