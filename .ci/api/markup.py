"""Docstrings of svmcore as Markdown: what has a page, and how formulas are set."""

from __future__ import annotations

import re
from html import escape

MODULES = (
    "svmcore",
    "svmcore.kernels",
    "svmcore.kernels.strings",
    "svmcore.losses",
    "svmcore.problems",
    "svmcore.solvers",
    "svmcore.engine",
    "svmcore.path",
    "svmcore.multiclass",
    "svmcore.probability",
)
SYMBOLS = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η"},
    **{"theta": "θ", "kappa": "κ", "lambda": "λ", "nu": "ν", "xi": "ξ", "rho": "ρ", "phi": "φ"},
    **{"sum": "∑", "integral": "∫"},
    **{"<=": "≤", ">=": "≥", "!=": "≠", "<-": "←", "-": "−", "'": "′"},
}
TOKEN = re.compile(r"<=|>=|!=|<-|[A-Za-z]+|.")
INDEXED = re.compile(r"([_^])([A-Za-z0-9]{1,2})(?![A-Za-z])")
PRODUCT = re.compile(r"<([^<>=]+?), ([^<>=]+?)>")
NORM = re.compile(r"\|([^|]+)\|\^2")
SECTION = re.compile(r"\n\n(?=[A-Z]\w+\n---)")
FIELD = re.compile(r"(?m)^`?(\w+(?:, \w+)*)`? : ")
WRAPPED = re.compile(r"(?m)^((?:\w+, )*\w+,)\n(?=\w)")  # names of parameters on several lines
SOURCES = re.compile(r"\n\nSources?:\s")


def markdown(docstring: str) -> str:
    """A docstring with its display formulas as HTML, its examples fenced, its sources a section."""
    head, *rest = SECTION.split(docstring, maxsplit=1)
    blocks = [_block(one) for one in head.split("\n\n")]
    text = "\n\n".join([*blocks, *(WRAPPED.sub(r"\1 ", _escaped(one)) for one in rest)])
    # the section that begins with the sources ends the one before it
    return SOURCES.sub("\n\nReferences\n----------\n", text) if rest else text


def _block(text: str) -> str:
    """A paragraph: a formula where it is indented, an example if it imports something.

    One that begins as "name : what it is" is a list.
    """
    lines = text.strip("\n").split("\n")
    if not all(line.startswith("    ") for line in lines):
        return FIELD.sub(r"* **\1**: ", _escaped(text)) if FIELD.match(text) else _escaped(text)
    if "import " in text:
        return "\n".join(["```python", *(line[4:] for line in lines), "```"])
    return '<div class="formula">' + "\n".join(formula(line[4:]) for line in lines) + "</div>"


def _escaped(text: str) -> str:
    """Prose in which < is a sign and no tag; not where it is code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in parts)


def formula(text: str) -> str:
    """A formula in plain text as HTML, with indices, exponents and Greek letters."""
    text = PRODUCT.sub("⟨\\1, \\2⟩", NORM.sub("‖\\1‖^2", text))
    parts = INDEXED.split(text)
    found = [_set(parts[0])]
    for mark, index, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        tag = "sub" if mark == "_" else "sup"
        inside = f"<i>{index}</i>" if index.isalpha() else index
        found.append(f"<{tag}>{inside}</{tag}>{_set(rest)}")
    return "".join(found)


def _set(text: str) -> str:
    """Signs, numbers and words, without indices: single letters and Greek ones are variables."""
    words = (SYMBOLS.get(token, token) for token in TOKEN.findall(text.replace("1/2", "½")))
    return "".join(f"<i>{w}</i>" if len(w) == 1 and w.isalpha() else escape(w) for w in words)
