"""The glossary of the Guide: in order, a page for each term, and all that the cards name."""

from __future__ import annotations

import re

import app
from pages.guide.text.glossary import TERMS
from svmcore.objective import CONVENTIONS


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
