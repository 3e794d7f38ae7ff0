"""The README: its pictures are there and small; what it and the documents name exists."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from tests.helpers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"docs/pictures/[\w.]+", README)
LARGEST, LARGEST_FILM = 200_000, 1_500_000  # bytes


def test_it_opens_with_a_picture_for_both_themes_and_a_film():
    assert [f"docs/pictures/{name}.webp" for name in ("dark", "light", "film")] == PICTURES
    assert README.index(PICTURES[-1]) < README.index("make run")


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_is_there_and_small(path: str):
    with Image.open(ROOT / path) as image:
        film = image.n_frames > 1
        assert image.width <= 1200
    assert film == path.endswith("film.webp")
    assert (ROOT / path).stat().st_size <= (LARGEST_FILM if film else LARGEST)


def test_what_it_names_is_there():
    for path in re.findall(r"`((?:docs/)?\w+\.(?:md|py))`", README):
        assert (ROOT / path).is_file(), path
    for document in (*ROOT.glob("docs/*.md"), ROOT / "CONTRIBUTING.md"):
        text = document.read_text(encoding="utf-8")
        for path in re.findall(r"`((?:pages|svmcore|tests|benchmarks|docs)/[\w./-]+)`", text):
            assert (ROOT / path).exists(), f"{document.name}: {path}"
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)$", README, re.MULTILINE):
        assert re.search(f"^{target}:", makefile, re.MULTILINE), target
