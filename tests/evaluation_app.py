"""What the tests of evaluation page have in common."""

from __future__ import annotations

from svmcore.experiment import Experiment
from svmcore.run import data_of
from tests.opened import (
    open_page,
)

DATA = data_of(Experiment())


X, Y = DATA.X, (DATA.y > 0).astype(int)


def opened(**words: str):
    return open_page("evaluation", {f"e_{name}": text for name, text in words.items()})
