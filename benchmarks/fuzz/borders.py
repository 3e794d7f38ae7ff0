"""The borders over which something comes from outside, each as a function of bytes.

A border takes the bytes, does with them what the app does, and asserts that what it makes of them
is valid. What is refused is refused by a ValueError of one sentence; whatever else is raised has
escaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np

import app  # registers the pages
from benchmarks.fuzz import inputs, messages, tables
from pages.challenges.model.attempt import completion_code, normalised
from pages.export.experiment_file import read_experiment, write_experiment
from pages.model_selection.kernel_formula import parse
from pages.state.board.board import LIMIT, MAX_POINTS, History
from pages.state.link.codec import MAX_QUERY, from_code, to_code
from pages.state.link.example_links import Words
from pages.state.link.mangled import ordered, repaired
from pages.state.model.scene import fit_view
from pages.state.registry import BOARDS, ENTRIES, MAIN
from pages.state.screen.own_lesson import OwnLesson, own_lesson, read_lesson, write_lesson
from pages.state.text.markdown import unmarked
from pages.strings.model import MAX_LETTERS, check_lists, read_word, read_words
from pages.tables.formula import as_it_was, neutral
from pages.ui.board.edited import Edited
from pages.ui.board.history_state import HistoryState
from pages.ui.canvas.events import receive

PAGES = app.PAGES
LONGEST_SENTENCE = 600


@dataclass(frozen=True)
class Border:
    """One border. `share` of all inputs go to it: more where calls are short.

    apart : whether the app reads it in a process of its own, of bounded memory and time
    memory, seconds : what a call may take at most; 0 for the usual limits of a fuzzer
    """

    call: Callable[[bytes], object]
    corpus: Callable[[], Sequence[bytes]]
    mutate: inputs.Mutate
    share: float = 1.0
    apart: bool = False
    memory: int = 0
    seconds: float = 0.0


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def known_links() -> list[Words]:
    """Links of many pages, and one of every value with all its parameters."""
    links = json.loads(Path(__file__).with_name("links.json").read_text(encoding="utf-8"))
    for entry in (*ENTRIES.values(), *(board.entry for board in BOARDS.values())):
        names = sorted(entry.parameters)
        bare = [name.removeprefix(entry.prefix) for name in names]
        plain = {n: getattr(entry.start, b, 1) for n, b in zip(names, bare, strict=True)}
        links.append({n: str(v) for n, v in plain.items() if isinstance(v, str | int | float)})
    return [{str(k): str(v) for k, v in link.items()} for link in links]


def links() -> list[bytes]:
    return [urlencode(words).encode() for words in known_links()]


def opened(words: Words) -> Words:
    """The words of a link once it is open: what is read and written again is the same."""
    found = repaired(words)
    boards = {name: board.entry.decode(found) for name, board in BOARDS.items()}
    zooms = {name: board.zoom.decode(found) for name, board in BOARDS.items()}
    values = {kind: entry.opened(found, entry.start) for kind, entry in ENTRIES.items()}
    written: Words = {}
    for name, board in BOARDS.items():
        written |= board.entry.encode(boards[name]) | board.zoom.encode(zooms[name])
    beside = dict(written)
    for kind, entry in ENTRIES.items():
        written |= entry.encode(values[kind], beside)
    again = ordered(written)
    urlencode(again)
    for name, board in BOARDS.items():
        assert board.entry.decode(again) == boards[name], f"board {name!r} changes"
        assert board.zoom.decode(again) == zooms[name], f"zoom of {name!r} changes"
    for kind, entry in ENTRIES.items():
        assert entry.opened(again, entry.start) == values[kind], f"{kind.__name__} changes"
    return again


def link(data: bytes) -> None:
    opened(dict(parse_qsl(text_of(data), keep_blank_values=True)))


def board(data: bytes) -> None:
    """The points of a link's board, and the box that shows them."""
    words = repaired(dict(parse_qsl(text_of(data))))
    for one in BOARDS.values():
        experiment = one.entry.decode(words)
        points = experiment.board().all_points
        assert len(points) <= MAX_POINTS
        assert all(abs(p.x) <= LIMIT and abs(p.y) <= LIMIT for p in points)
        assert len({p.id for p in points}) == len(points), "two points have one id"
        x0, x1, y0, y1 = fit_view(one.data(experiment))
        assert x0 < x1
        assert y0 < y1


def code(data: bytes) -> None:
    words = from_code(text_of(data))
    assert sum(map(len, (*words, *words.values()))) <= MAX_QUERY
    urlencode(words)


def codes() -> list[bytes]:
    return [to_code(words).encode() for words in known_links()]


def lesson_file(data: bytes) -> None:
    title, steps = read_lesson(data)
    assert read_lesson(write_lesson(title, steps)) == (title, steps)
    assert own_lesson(title, steps).steps == (steps if title or steps else ())


def lesson_link(data: bytes) -> None:
    lesson = OwnLesson(text_of(data))
    assert ENTRIES[OwnLesson].decode({"own": lesson.own}) == lesson
    for step in lesson.steps:
        urlencode(step.words)


def lessons() -> list[bytes]:
    rows = [
        {"title": f"Step {k}", "sentence": "Say [x](y) & z", "page": "dual", "words": words}
        | ({"question": "Why?", "answer": "So."} if k % 2 else {})
        for k, words in enumerate(known_links()[:12])
    ]
    every = [{"version": 1, "title": "Größe", "steps": rows[:n]} for n in (0, 1, 3, 12)]
    return [json.dumps(one).encode() for one in every]


def packed_lessons() -> list[bytes]:
    return [own_lesson(*read_lesson(one)).own.encode() for one in lessons()[1:]]


def experiment_file(data: bytes) -> None:
    saved = read_experiment(data)
    opened(saved.words)
    assert saved.page.isalpha()


def experiments() -> list[bytes]:
    return [write_experiment("dual", words, None).encode() for words in known_links()[:20]]


def events(data: bytes) -> None:
    """What the canvas sends, on a board of two classes and on one of several."""
    payload = inputs.tree_of(data)
    for name in (MAIN, "classes"):
        one = BOARDS[name]
        received = receive(payload, sid="s", ack=2, labels=4)
        assert received.ack >= 2
        start = one.entry.start
        found = Edited(one, start, History(HistoryState(start)), 0, {})
        found = found.after(received.events, many=name != MAIN)
        points = found.experiment.board().all_points
        assert len(points) <= MAX_POINTS
        assert all(abs(p.x) <= LIMIT and abs(p.y) <= LIMIT for p in points)
        words = one.entry.encode(found.experiment)
        assert one.entry.decode(words).board().all_points == points


def event_lists() -> list[bytes]:
    def of(*events: dict[str, Any], **more: Any) -> bytes:
        numbered = [{"seq": 3 + k, **event} for k, event in enumerate(events)]
        return json.dumps({"sid": "s", "ev": numbered, **more}).encode()

    ids = [1_000_001 + 600, 3, 17]
    return [
        of({"t": "add", "p": [[0.3, -1.2], [1, 2]], "c": 1, "s": 7}, {"t": "undo"}, {"t": "redo"}),
        of({"t": "add", "p": [[0.3, -1.2]], "s": 3}, {"t": "move", "ids": [3], "p": [[1, 1]]}),
        of({"t": "add", "p": [[0.3, -1.2]], "s": 3}, {"t": "wipe", "p": [[0.3, -1.2]]}),
        of({"t": "flip", "ids": ids}, {"t": "weigh", "ids": ids, "w": 2.0}, {"t": "rest"}),
        of({"t": "jitter", "ids": ids[1:], "p": [[0.1, 0.2], [0, 0]]}, {"t": "clear"}, live=True),
        of({"t": "relabel", "ids": ids, "c": 2}, {"t": "duplicate", "ids": ids}, {"t": "delete"}),
        of({"t": "set", "name": "w_C", "v": 3.5, "s": 9}, {"t": "view", "b": [0, 1, -2, 2]}),
        of({"t": "zoom", "b": None}, {"t": "zoom", "b": [0, 1, 0, 1]}, {"t": "plotly"}),
        of({"t": "pick", "ids": [4], "hover": True}, {"t": "pick", "p": [[0.5, 0.5]]}),
        of(
            {"t": "add", "p": [[k / 7, k % 5] for k in range(60)], "c": 0},
            {"t": "delete", "ids": ids},
        ),
    ]


def formula(data: bytes) -> None:
    kernel = parse(text_of(data))
    X = np.array([[0.0, 0.0], [1.0, -0.5], [-2.0, 3.0]])
    with np.errstate(all="ignore"):
        K = kernel(X, X)
    assert K.shape == (3, 3)
    assert not np.isnan(K).any() or np.isinf(K).any() or kernel.psd


def formulas() -> list[bytes]:
    return [
        b"rbf(gamma=2) + linear",
        b"2 * rbf * poly(degree=3, coef0=1)^2",
        b"(1 + linear)^5",
        b"0.5*(rbf(gamma=.1)+laplacian)^3",
    ]


def words(data: bytes) -> None:
    found = read_words(text_of(data))
    assert all(0 < len(word) <= MAX_LETTERS for word in found)
    assert read_words(" ".join(found)) == found
    with suppress(ValueError):
        assert " " not in read_word(text_of(data))
    check_lists(found[::2], found[1::2])


def completion(data: bytes) -> None:
    text = text_of(data)
    name, _, word = text.partition("|")
    assert normalised(normalised(name)) == normalised(name)
    assert len(completion_code("separate", name, word)) == 14


def label(data: bytes) -> None:
    """A text of the visitor's in a spreadsheet's cell, and on the page."""
    text = text_of(data)
    assert as_it_was(neutral(text)) == text
    is_number = re.fullmatch(r"[+-]\d+(\.\d+)?", text)
    assert is_number or neutral(text)[:1] not in tuple("=+-@\t\r")
    marked = unmarked(text)
    assert "<" not in marked.replace(r"\<", "")
    assert "](" not in marked.replace(r"\]", "")


BORDERS: dict[str, Border] = {
    "link": Border(link, links, inputs.of_words, 0.8),
    "board of a link": Border(board, links, inputs.of_words, 0.4),
    "share code": Border(code, codes, inputs.packed(inputs.of_words, b"SVM1-"), 10.0),
    "own lesson, file": Border(lesson_file, lessons, inputs.of_json, 2.0),
    "own lesson, link": Border(lesson_link, packed_lessons, inputs.packed(inputs.of_json), 4.0),
    "experiment, file": Border(experiment_file, experiments, inputs.of_json, 1.0),
    "canvas events": Border(events, event_lists, inputs.of_tree, 0.8),
    "component messages": Border(messages.call, messages.corpus, inputs.of_tree, 8.0),
    "dropped file": Border(messages.dropped, messages.drops, inputs.of_tree, 8.0),
    "formula of a kernel": Border(formula, formulas, inputs.of_bytes, 14.0),
    "words": Border(words, lambda: [b"water bread", b"acqua, pane; l'a-b"], inputs.of_bytes, 10.0),
    "name of a solver": Border(completion, lambda: [b"Ada|class 7"], inputs.of_bytes, 8.0),
    "label": Border(label, lambda: [b"width (cm)", b"Gr\xc3\xb6\xc3\x9fe"], inputs.of_bytes, 10.0),
    **{name: Border(*one) for name, one in tables.BORDERS.items()},
}
