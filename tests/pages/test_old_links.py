"""Links and codes that were handed out once: each has to open what it showed then, for good.

`links.json` is not to be written anew. A link has the `page` of its address and the words
of its `query`; `written` is what the app makes of them where that is not the same. `widgets` go by
their labels. Of the sentence (`said`) and of the cards only the numbers count, so that the words
around them may change. `points` are the texts of placed points, and how the app writes them since
there is a shorter way. `touch` moves one widget and says what words change in the address by that.
Nothing here knows a module of the project: only the app and its address.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.detail import Detail
from pages.state.layers import LAYERS
from tests.helpers.opened import controls, in_session, session, until_done
from tests.helpers.opened import numbers as written

HERE = Path(__file__).parent
APP = next(folder / "app.py" for folder in HERE.parents if (folder / "app.py").is_file())
KNOWN = json.loads((HERE / "links.json").read_text(encoding="utf-8"))
LINKS = {link["name"]: link for link in KNOWN["links"]}
CODES = {code["name"]: code for code in KNOWN["codes"]}
POINTS = KNOWN["points"]
KINDS = (
    "number_input",
    "selectbox",
    "multiselect",
    "button_group",
    "text_input",
    "toggle",
)
RENAMED = {  # labels that have changed since then
    "Budget": "Maximum iterations",
    "Cells a side": "Grid size",
    "Held back (%)": "Test share (%)",
    "Points an update sees": "Batch size",
}
QUIET = ("guide", "mathematics")  # without a popover; a run writes the link as the app writes it
EXPERT = {"detail": "expert"}  # where all controls and cards are shown
# of their number: which of two equal pairs is taken is decided by the last digit, and that by the
# processor
SMO_STEPS = 0.05
SHARE = "share"  # the key of the popover, which a test can open in no other way


@pytest.fixture(scope="module")
def addresses() -> dict[str, str]:
    """The pages by their names in the address bar, as the app registers them."""
    app = AppTest.from_file(APP, default_timeout=60).run()
    return {page["url_pathname"]: name for name, page in app._registered_pages.items()}


def visit(app: AppTest, page: str, query: dict[str, str]) -> AppTest:
    """Go to an address. AppTest itself knows pages by their files alone, and those may move."""
    app._page_hash = page
    return show(app, query)


def show(app: AppTest, query: dict[str, str]) -> AppTest:
    """The address bar changes, and nothing was touched."""
    app.query_params.clear()
    app.query_params.update(query)
    return run(app)


def run(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def opened(addresses: dict[str, str], link: dict[str, Any]) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=60)
    app.session_state[SHARE] = True
    return visit(app, addresses[link["page"]], link["query"] | EXPERT)


class Range:
    """A numeric control, read and moved as a widget of Streamlit's is."""

    def __init__(self, app: AppTest, sent: dict[str, Any]) -> None:
        self.app, self.key, self.label, self.value = app, sent["name"], sent["label"], sent["value"]

    def set_value(self, value: float) -> None:
        change = session(self.app).widgets.controls[self.key]
        in_session(self.app, lambda: change(value))


def widget(app: AppTest, label: str) -> Any:
    """The first widget with this label, or with the one that it has now."""
    now = RENAMED.get(label, label)
    ranges = (Range(app, sent) for sent in controls(app).values())
    found = chain(chain.from_iterable(map(app.get, KINDS)), ranges)
    return next(w for w in found if w.label == now)


def widgets(app: AppTest, labels: dict[str, Any]) -> dict[str, Any]:
    found = {label: widget(app, label).value for label in labels}
    if "slack" in labels.get("Show", ()):  # shown on demand since then
        assert "slack" not in found["Show"]
        found["Show"] = [name for name in LAYERS if name in (*found["Show"], "slack")]
    return found


def texts(app: AppTest, pattern: str) -> list[str]:
    """What stands in these tags, without marks."""
    found = chain.from_iterable(re.findall(pattern, h.value) for h in app.get("html"))
    return [html.unescape(re.sub("<[^>]*>", "", text)) for text in found]


def numbers(text: str) -> Counter[float]:
    return Counter(written(text))


def packed(code: str) -> dict[str, str]:
    """The words of a share code, unpacked here once more."""
    version, _, body = code.partition("-")
    assert version == "SVM1"
    text = zlib.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return dict(parse_qsl(text.decode()))


def shared(app: AppTest) -> dict[str, str]:
    """What the popover hands out: the same words as a link and as a code."""
    link, code = (block.value for block in app.code)
    words = dict(parse_qsl(link.partition("?")[2]))
    assert packed(code) == words
    return before(words)


def before(words: Mapping[str, str]) -> dict[str, str]:
    """The words without the level of detail, which no link of before has."""
    return {name: word for name, word in now(words).items() if name not in EXPERT}


def now(words: Mapping[str, str]) -> dict[str, str]:
    """The words with points as they are written now."""
    return {name: POINTS.get(word, word) for name, word in words.items()}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_of_before_opens_what_it_showed(addresses: dict[str, str], name: str):
    link = LINKS[name]
    written = now(link.get("written", link["query"]))
    app = until_done(opened(addresses, link), link["page"])
    assert widgets(app, link["widgets"]) == link["widgets"]
    said = " ".join(texts(app, r"data-announce>(.*?)</div>"))
    if "SMO" in link["name"]:
        known = numbers(said)
        assert all(any(abs(n - k) <= SMO_STEPS * n for k in known) for n in link["said"]), said
    else:
        assert Counter(link.get("said", [])) <= numbers(said), said
    cards = texts(app, r"<dd>(.*?)</dd>")
    assert set(link.get("cards", [])) <= set(cards)
    if link["page"] in QUIET:
        assert before(dict(run(app).query_params)) == written
        return
    assert shared(app) == written
    if "touch" in link:
        label, value, changes = link["touch"]
        widget(app, label).set_value(value)
        words = {k: v for k, v in (written | changes).items() if v is not None}
        assert before(dict(run(app).query_params)) == shared(app) == words
        assert widget(app, label).value == value


@pytest.mark.parametrize("name", CODES)
def test_a_code_of_before_opens_what_it_held(addresses: dict[str, str], name: str):
    code = CODES[name]
    app = opened(addresses, {"page": "", "query": {"C": "30"}})
    (field,) = [w for w in app.text_input if w.placeholder.startswith("SVM1-")]
    field.set_value(f" {code['code'][:20]}\n{code['code'][20:]} ")
    written = now(code["written"])
    assert dict(run(app).query_params) == written
    in_session(app, lambda: session(app).set_fields(Detail, **EXPERT))
    run(app)
    assert widgets(app, code["widgets"]) == code["widgets"]
    assert shared(app) == written


def test_back_and_forward_go_between_links(addresses: dict[str, str]):
    first = LINKS["weights of points and classes"]
    first = first | {"query": now(first["query"])}
    second = LINKS["points of one's own, hard margin"]
    app = opened(addresses, first)
    touched = first["query"] | {"C": "3"}
    widget(app, "C").set_value(3.0)
    assert before(dict(run(app).query_params)) == touched
    for link, C in ((first["query"], 1.0), (touched, 3.0), (first["query"], 1.0)):
        assert before(dict(show(app, link | EXPERT).query_params)) == shared(app) == link
        assert widgets(app, first["widgets"]) == first["widgets"]
        assert widget(app, "C").value == C
    assert shared(show(app, second["query"] | EXPERT)) == now(second["query"])
    assert widgets(app, second["widgets"]) == second["widgets"]
    assert shared(show(app, {})) == {}
