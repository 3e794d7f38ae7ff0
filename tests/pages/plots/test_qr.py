"""QR codes: the modules are those of the text, and what is too long gets none."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote

import pytest
import segno

from pages.plots.qr import MOST_BYTES, qr_data_uri

LINK = "https://svm.example.org/kernels?C=10&kernel=poly&placed=1gcQTwLgCgMw6gPEE&mode=lecture"
QUIET = 4  # modules of white on each side


def svg(text: str) -> str:
    kind, _, data = qr_data_uri(text).partition(",")
    assert kind.startswith("data:image/svg+xml")
    return base64.b64decode(data).decode() if ";base64" in kind else unquote(data)


def dark(picture: str) -> set[tuple[int, int]]:
    """The dark modules (column, row), walked along the path of the drawing."""
    path = re.findall(r"\bd='([^']+)'", picture)[-1]  # the first one is the white ground
    found, x, y = set(), 0.0, 0.0
    for name, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        one, *other = (float(n) for n in re.findall(r"-?[\d.]+", numbers))
        if name == "h":
            found |= {(int(x) + k, int(y)) for k in range(int(one))}
            x += one
        else:
            x, y = (one, other[0]) if name == "M" else (x + one, y + other[0])
    return found


def test_the_drawing_has_the_modules_of_the_link():
    code = segno.make(LINK, micro=False)
    wanted = {
        (QUIET + column, QUIET + row)
        for row, line in enumerate(code.matrix)
        for column, module in enumerate(line)
        if module
    }
    assert dark(svg(LINK)) == wanted
    assert dark(svg(LINK + "1")) != wanted
    assert svg(LINK).count("viewBox") == 1, "else it would not grow with its image"
    assert "fill='#fff'" in svg(LINK), "black on white in the dark theme, too"


@pytest.mark.parametrize(("length", "fits"), [(MOST_BYTES, True), (MOST_BYTES + 1, False)])
def test_a_link_that_no_code_holds_gets_none(length: int, fits: bool):
    assert bool(qr_data_uri("x" * length)) == fits
