"""Links that a mail or a chat program has changed open what was sent."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlencode

import pytest

from pages.state.board.experiment import Experiment, change
from pages.state.link.codec import CODE_PREFIX, Entry, from_code, to_code
from pages.state.link.example_links import of_board, of_settings
from pages.state.link.mangled import ordered, repaired
from pages.state.registry import BOARDS, ENTRIES
from tests.helpers.grids import grid
from tests.pages.state.test_point_text import by_hand

PLACED = by_hand(40).placed
RICH = {
    "numbers and lists": of_board(
        change(Experiment(), kernel="poly", degree=4, C=0.05, removed=(0, 1, 2, 7))
    ),
    "many points": of_board(Experiment(dataset="own", placed=PLACED, C=3.0)),
    "a kernel made by hand": of_board(
        change(Experiment(), kernel="built", recipe="(rbf(gamma=2) + linear) * poly(degree=3)")
    ),
    "words of pages": of_board(change(Experiment(), gamma=2.5, noise=0.1))
    | of_settings("i_", dual="smo")
    | of_settings("i_", place=(0.5, -0.25))
    | of_settings("", racers=("sgd", "smo"), race_loss="squared_hinge")
    | of_settings("t_", label="petal width", held=40)
    | of_settings("v_", view="descent"),
    "two boards": of_board(Experiment(placed=PLACED[:3]))
    | of_board(change(BOARDS["classes"].entry.start, placed=PLACED[5:9]), "classes"),
}
ENDS = (*""".,)>;!?'”»…_""", ").", '".', "**", "\n")
HIDDEN = ("\u00ad", "\u200b", "\u2060", "\ufeff", "\n", "\r\n", "=\n", "\t")


def inside(text: str) -> Callable[[str], str]:
    """A mangler that puts something into every value of more than 20 characters."""

    def mangle(query: str) -> str:
        words = [word.partition("=") for word in query.split("&")]
        return "&".join(
            f"{name}={value[:9]}{text}{value[9:17]}{text}{value[17:]}"
            if len(value) > 20 and "%" not in value
            else f"{name}={value}"
            for name, _, value in words
        )

    return mangle


def encoded(query: str) -> str:
    """A query with every character of its names and values as %xx."""

    def all_of(part: str) -> str:
        return "".join(f"%{byte:02x}" for byte in unquote(part.replace("+", " ")).encode())

    words = (word.split("=", 1) for word in query.split("&"))
    return "&".join("=".join(map(all_of, word)) for word in words)


MANGLERS: dict[str, Callable[[str], str]] = {
    **{f"ends in {end}": lambda q, end=end: q + end for end in ENDS},
    **{f"holds {text!r}": inside(quote(text)) for text in HIDDEN},
    "holds blanks": inside("%20"),
    "holds plus signs": inside("+"),
    "&amp; for &": lambda q: q.replace("&", "&amp;"),
    "all encoded": lambda q: quote(q, safe=""),
    "all encoded twice": lambda q: quote(quote(q, safe=""), safe=""),
    "every character encoded": lambda q: encoded(q),
    "values encoded twice": lambda q: q.replace("%", "%25"),
    "values encoded three times": lambda q: q.replace("%", "%2525"),
    "dots and dashes encoded": lambda q: (
        q.replace(".", "%2E").replace("-", "%2D").replace("_", "%5f")
    ),
    "plus signs decoded": lambda q: q.replace("%2B", "+"),
    "plus signs for blanks encoded": lambda q: q.replace("+", "%20"),
    "brackets decoded": lambda q: q.replace("%28", "(").replace("%29", ")").replace("%3D", "="),
    "lower escapes": lambda q: "".join(
        part if k == 0 else "%" + part[:2].lower() + part[2:] for k, part in enumerate(q.split("%"))
    ),
    "more words": lambda q: f"utm_source=mail&{q}&fbclid=IwAR0_x-1",
}


def words_of(query: str) -> dict[str, str]:
    return repaired({name: texts[0] for name, texts in parse_qs(query, True).items()})


def entries() -> tuple[Entry, ...]:
    return (*(board.entry for board in BOARDS.values()), *ENTRIES.values())


def opened(query: str) -> tuple[Any, ...]:
    """All boards and values of the page that this address opens."""
    return tuple(entry.decode(words_of(query)) for entry in entries())


def damage(query: str) -> list[str]:
    return [name for entry in entries() for name in entry.damage(words_of(query))]


def query_of(name: str) -> str:
    return urlencode(ordered(RICH[name]))


@pytest.mark.parametrize(("name", "how"), grid(RICH, MANGLERS))
def test_a_link_that_was_changed_on_its_way_opens_what_was_sent(name: str, how: str):
    sent = query_of(name)
    assert opened(sent) != opened("")
    assert opened(MANGLERS[how](sent)) == opened(sent)
    assert damage(MANGLERS[how](sent)) == []


@pytest.mark.parametrize("name", RICH)
def test_a_link_whose_end_was_lost_opens_the_rest(name: str):
    """What is not in the part that came is what it is without a link, or a part of it."""
    sent = query_of(name)
    whole, start = opened(sent), opened("")
    words = sent.split("&")
    for kept in range(1, len(words)):
        came = opened("&".join(words[:kept]))
        for one, full, usual in zip(came, whole, start, strict=True):
            names = [f for f in full.__dataclass_fields__ if f != "options"]
            assert all(getattr(one, f) in (getattr(full, f), getattr(usual, f)) for f in names)
    for end in range(0, len(sent), 7):
        opened(sent[:end])


def test_points_stand_at_the_end_and_numbers_before_them():
    """So a cut takes points, which are counted, and a full stop meets no name of a column."""
    words = list(ordered(RICH["words of pages"] | RICH["many points"]))
    assert words[-1] == "placed"
    assert words.index("t_label") < words.index("gamma")


def test_a_cut_in_the_points_keeps_what_stands_before_them():
    sent = query_of("many points")
    assert opened(sent[:-9])[0] == change(Experiment(), dataset="own", C=3.0)


@pytest.mark.parametrize("end", [*ENDS, "_-_"])
def test_a_share_code_survives_the_same(end: str):
    code = to_code(RICH["many points"])
    assert from_code(f"<{code[:30]}\n> {code[30:]}{end}") == RICH["many points"]
    assert from_code(f"\u200b{code[:9]}\u00ad{code[9:]}{end}") == RICH["many points"]
    with pytest.raises(ValueError, match="must start with"):
        from_code(code.removeprefix(CODE_PREFIX))


def test_what_cannot_be_read_is_known():
    words = RICH["many points"]
    for text in (words["placed"][:-1], words["placed"][:-1] + "!", words["placed"][:30]):
        assert damage(urlencode(words | {"placed": text})) == ["placed"]
    assert damage("kernel=rbg&C=-1&gamma=2") == ["kernel", "C"]
