"""Names from a visitor's file are words in every figure and caption, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pages.evaluation.settings import VIEWS, EvaluationSettings
from pages.state.table_settings import VIEWS as DATA_VIEWS
from pages.state.table_settings import TableSettings
from pages.ui.session import set_fields
from tests.helpers.data_app import upload
from tests.helpers.opened import again, at, captions, in_session, open_page, sent

LINK = '<a href="https://evil.example/login">one</a>'
COLUMNS = ("%{hostile}<i>", "www.evil.example", "_index", "many@evil.example")
SHOWN = ("ticktext", "text", "customdata")  # words of a figure; elsewhere "$ink" is a colour


def texts(found: object, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts in a figure, each with the key that it stands under."""
    if isinstance(found, str):
        yield key, found
    elif isinstance(found, dict):
        for name, each in found.items():
            yield from texts(each, name)
    elif isinstance(found, list):
        for each in found:
            yield from texts(each, key)


def test_names_are_no_markup_no_template_no_colour_and_no_link():
    rows = [
        f'{k},{1000 * (k % 7)},{k % 5},{k * k},"{LINK if k % 2 else "$class1"}"'.replace(
            LINK, LINK.replace('"', '""')
        )
        for k in range(40)
    ]
    content = "\n".join([",".join([*COLUMNS, "class"]), *rows])
    app = upload(open_page("data"), content.encode(), "# evil: https://evil.example.csv")
    seen: set[str] = set()

    def check() -> None:
        for one in sent(app).values():
            for key, text in texts(one.figure):
                if key == "uirevision":  # it is compared, and never shown
                    continue
                assert "<a" not in text
                assert "<i>" not in text
                assert "%{hostile}" not in text
                assert key not in SHOWN or not text.startswith("$"), text
                seen.update(word for word in ("one", "hostile", "&#36;class1") if word in text)
        said = captions(app)
        for address in ("://evil", "www.evil", "@evil"):
            assert address not in said, said
        assert not re.search(r"(?<!\\)<a", said)

    for view in DATA_VIEWS:
        in_session(app, lambda view=view: set_fields(TableSettings, view=view, standardise=False))
        again(app)
        check()
    assert r"\# evil" in captions(app)
    for view in VIEWS:
        words = {"source": "table", "view": view}
        in_session(app, lambda words=words: set_fields(EvaluationSettings, **words))
        again(at(app, "evaluation"))
        check()
    assert seen == {"one", "hostile", "&#36;class1"}
