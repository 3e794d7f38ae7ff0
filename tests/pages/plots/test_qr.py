"""QR codes: the modules are those of the text, and what is too long gets none."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote

import segno

from pages.plots.qr import MOST_BYTES, qr_data_uri

LINK = "https://svm.example.org/kernels?C=10&kernel=poly&placed=4CAAeSDSBfAOkGXJ7&mode=lecture"


def svg(text: str) -> str:
    kind, _, data = qr_data_uri(text).partition(",")
    assert kind.startswith("data:image/svg+xml")
    return base64.b64decode(data).decode() if ";base64" in kind else unquote(data)


def test_the_drawing_has_as_many_dark_modules_as_the_code_of_the_link():
    picture = svg(LINK)
    runs = re.findall(r"h(\d+)", re.findall(r"\bd='([^']+)'", picture)[-1])
    dark = sum(map(sum, segno.make(LINK, micro=False).matrix))
    assert sum(map(int, runs)) == dark
    assert picture.count("viewBox") == 1, "else it would not grow with its image"
    assert "fill='#fff'" in picture, "black on white in the dark theme, too"


def test_a_link_that_no_code_holds_gets_none():
    assert qr_data_uri("x" * MOST_BYTES)
    assert not qr_data_uri("x" * (MOST_BYTES + 1))
