"""An entry of the glossary."""

from typing import NamedTuple


class GlossaryTerm(NamedTuple):
    """A term, its symbol ("" for none), one or two sentences, and the page where it is seen."""

    name: str
    symbol: str
    text: str
    page: str
