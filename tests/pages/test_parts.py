"""The parts of the screen that a link or a switch hides, on every page that has them."""

from __future__ import annotations

import pytest

from pages.state.screen.screen_parts import PARTS
from tests.helpers.opened import blocks, open_page, sent

# what of the screen each page has, beside its sentence and its controls
HAVE = {
    "": {"boundary", "cards", "charts"},
    "descent": {"boundary", "charts"},
    "losses": {"boundary", "cards", "charts"},
    "dual": {"boundary", "charts"},
    "classes": {"boundary", "cards"},
    "regression": {"cards", "charts"},
    "mathematics": {"cards"},
    "capacity": {"boundary"},
}

# the keys of the charts, at least one of each page that has some
CHARTS = {"cost", "flexibility", "gram_words", "pace_ms", "alpha", "losses"}
CHARTS |= {"residuals", "sweep", "roc"}
MAIN = ("main", "race", "subgradient", "words", "shattering")  # the keys of the main pictures


def seen(app):
    """The parts that are on the screen of a page, and what is said of the picture."""
    canvases = sent(app)
    main = next(
        (canvases[key] for key in MAIN if key in canvases),
        None,
    )
    uids = {trace["uid"] for trace in main.figure["data"]}
    words = main.trace("labels") or {"text": []}
    lines = {uid for uid in uids if uid == "boundary" or uid.startswith("edge")}
    film = main.header["film"] and "boundary" in main.header["filmShow"]
    found = {
        "boundary": bool(lines or film or "f = 0" in words["text"]),
        "sentence": bool(blocks(app, "svm-verdict")),
        "cards": bool(blocks(app, "svm-cards")),
        "charts": not CHARTS.isdisjoint(canvases),
        "controls": bool(app.sidebar.children),
    }
    return {name for name, there in found.items() if there}, main.header["alt"]


@pytest.mark.parametrize("page", HAVE)
def test_every_page_hides_the_parts_it_has(page):
    usual, alt = seen(open_page(page))
    assert usual == HAVE[page] | {"sentence", "controls"}
    app = open_page(page, {"without": ".".join(PARTS)})
    nothing, silent = seen(app)
    assert nothing == set()
    assert silent != alt
    assert silent.split()[1:] == ["points"], "a screen reader says no more than is written"
    assert dict(app.query_params) == {"without": ".".join(PARTS)}


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_hidden_by_itself_and_comes_back_by_its_switch(part):
    app = open_page("", {"without": part})
    assert seen(app)[0] == set(PARTS) - {part}
    switches = app.button_group(key="w_parts")
    assert sorted(switches.value) == sorted(set(PARTS) - {part})
    switches.set_value([*switches.value, part]).run()
    assert seen(app)[0] == set(PARTS)
    assert dict(app.query_params) == {}


@pytest.mark.parametrize("page", ["playground", "regression"])
def test_the_answer_is_hidden_and_shown_again_at_once(page):
    usual, _ = seen(open_page(page))
    app = open_page(page)
    app.button(key="answer").click().run()
    hidden, _ = seen(app)
    assert hidden == {"controls"}
    uids = {trace["uid"] for trace in next(iter(sent(app).values())).figure["data"]}
    assert not uids & {"regions", "below", "above", "normal", "street", "tube", "wrong"}
    points = next(iter(sent(app).values())).trace("points")
    assert page != "playground" or set(points["customdata"]) == {"class +1", "class −1"}
    again = open_page(page, dict(app.query_params))
    assert seen(again)[0] == {"controls"}, "the link holds it"
    assert again.button(key="answer").label == "Show the answer"
    again.button(key="answer").click().run()
    assert seen(again)[0] == usual
    assert dict(again.query_params) == {}
