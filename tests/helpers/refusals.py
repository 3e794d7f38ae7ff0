"""What is refused in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest


def refuses(law: str, act: Callable[[], object], *kinds: type[Exception]) -> str:
    """The sentence, in one line, by which the act is refused; it says the law."""
    with pytest.raises(kinds or (ValueError, TypeError), match=re.escape(law)) as caught:
        act()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def is_one_sentence(text: str) -> bool:
    return (
        text.endswith(".")
        and text.isprintable()
        and "Traceback" not in text
        and (text[0].isupper() or text[0].isdigit())
        and 10 < len(text) <= 200
    )
