"""What the tests of the page Evaluation have in common."""

from __future__ import annotations

import re

from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from tests.helpers import ENDLESS
from tests.helpers.opened import again, blocks, jobs_of, numbers, open_page

VIEWS = ("test", "folds", "curves", "map", "bayes", "leave_one_out", "probabilities")
DATA = data_of(Experiment())
X, Y = DATA.X, (DATA.y > 0).astype(int)


def opened(**words: str):
    return open_page("evaluation", {f"e_{name}": text for name, text in words.items()})


def cards(app) -> dict[str, list[float]]:
    """The numbers of every card: test, training."""
    [block] = blocks(app, "svm-cards")
    found = re.findall(r'<dt>(.*?)</dt><dd>(.*?)</dd><dd class="svm-more">(.*?)</dd>', block)
    return {name: [*numbers(value), *numbers(detail)] for name, value, detail in found}


def with_table(name: str, **words: str):
    asked = {"e_source": "table"} | {f"e_{word}": text for word, text in words.items()}
    return open_page("evaluation", asked | ({} if name == "iris" else {"t_real": name}))


def waited(app, name: str):
    """The page after a work has ended."""
    work = jobs_of(app)[name]
    assert work.over.wait(ENDLESS)
    again(app)
    return work
