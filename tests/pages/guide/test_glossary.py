"""The glossary of the Guide: in order, a page for each term, and all that the cards name."""

from __future__ import annotations

import ast
import re

import app
from pages.guide.text.glossary import TERMS
from svmcore.objective import CONVENTIONS
from tests.helpers import ROOT


def test_the_glossary_is_in_order_and_names_pages():
    names = [term.name for term in TERMS]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == len(set(names)) >= 35
    titles = {page.title for page in app.PAGES}
    for term in TERMS:
        assert term.page in titles
        assert term.text.endswith(".")
        assert 1 <= len(re.findall(r"\.(?:\s|$)", term.text)) <= 2
        assert term.symbol != term.name


def test_c_has_its_other_names():
    (text,) = [term.text for term in TERMS if term.name == "C"]
    assert "M; λ/2 ‖w‖² + mean loss has λ = 1/(N C)" in text
    assert CONVENTIONS["lambda"].constant_of(0.5, 40) == 1.0 / (40 * 0.5)


def words_of_glossary() -> set[str]:
    """The words and symbols that name a term, and words without a plural's s."""
    named = " ".join(f"{term.name} {term.symbol}" for term in TERMS)
    return {word.rstrip("s") for word in re.findall(r"[^\W_]+(?:[²*])?", named.lower())}


# of the names of cards: common words, and what a card by itself says
PLAIN = {
    "above",
    "agrees",
    "with",
    "along",
    "and",
    "angle",
    "as",
    "circle",
    "class",
    "cos",
    "difference",
    "fit",
}
PLAIN |= {"inside", "largest", "line", "lowest", "of", "outside", "radius", "score", "share", "sin"}
PLAIN |= {"agrees", "with", "test", "the", "this", "time", "to", "training", "visit", "wrong"}


def card_names() -> set[str]:
    """The names of all cards that stand in the source: keys of help texts, names of `Metric`s."""
    found: set[str] = set()
    for file in (ROOT / "pages").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names: list[ast.expr | None] = []
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Metric":
                names = node.args[:1]
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                names = node.value.keys if "HELP" in ast.unparse(node.targets[0]) else []
            found |= {name.value for name in names if isinstance(name, ast.Constant)}
    return {name for name in found if not name.islower() or not name.isascii()}


def test_the_glossary_has_the_words_of_every_card():
    names, known = card_names(), words_of_glossary() | PLAIN
    assert {"Support vectors", "R²", "ν", "Ambiguous", "Above the optimum", "F1", "λ"} <= names
    missing = {
        name
        for name in names
        for word in re.findall(r"[a-z][a-z0-9²]+", name.lower())
        if not {word, word.rstrip("s")} & known
    }
    assert missing == set()
