"""What is true of every page: a link holds its controls, and its board can be empty or edited."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.board.board import Edit
from pages.state.registry import BOARDS, ENTRIES
from pages.ui.canvas.events import Command
from svmcore.params import parameters
from tests.helpers.grids import exhaustive
from tests.helpers.links import PAGES
from tests.helpers.opened import (
    again,
    board_of,
    controls,
    in_session,
    move,
    open_page,
    sent,
    verdict,
    widgets_of,
)

BY_FOLDER = {page.folder: page for page in PAGES}
ALIKE = {"d_method", "t_real", "s_kernel"}  # their views have the same controls
PLAIN = {"apart", "choose", "smo", "path", "hulls", "bayes", "leave_one_out", "probabilities"}
PLAIN |= {"lagrange", "distances"}  # views without a control of their own
# what makes other controls of the page, and is tested by itself
UNTOUCHED = {"w_parts", "w_detail", "w_margin", "w_formulation", "w_kernel", "w_component"}
UNTOUCHED |= {
    "w_view",
    "w_method",
    "w_source",
    "w_threshold",
    "w_picture",
    "w_t_real",
    "w_s_kernel",
}


def screens() -> list[tuple[str, str, str]]:
    """Every page with every view that its address names: its folder, the word, the view."""
    found = []
    for page in PAGES:
        found.append((page.folder, "", ""))
        if page.screens:
            naming = page.screens[0]
            word = ENTRIES[naming.kind].prefix + naming.field
            if word not in ALIKE:
                found += [(page.folder, word, view) for view in list(naming.titles)[1:]]
    return found


USUAL = [screen for screen in screens() if screen[2] not in PLAIN]
RARE = exhaustive(screen for screen in screens() if screen[2] in PLAIN)
ON_BOARDS = [screen for screen in USUAL if BY_FOLDER[screen[0]].shows is not None]


def choices(app: AppTest) -> dict[str, Any]:
    """The controls with options of a page, by their keys."""
    kinds = (app.button_group, app.selectbox, app.multiselect, app.toggle, app.number_input)
    found = {control.key: control for kind in kinds for control in kind}
    return {key: found[key] for key in found if key and key.startswith("w_")}


def values(app: AppTest) -> dict[str, Any]:
    """What all controls of a page show, by their keys."""
    numbers = {key: control["value"] for key, control in controls(app).items()}
    return {key: control.value for key, control in choices(app).items()} | numbers


def turn_all(app: AppTest) -> set[str]:
    """Choose another value in every control; the keys of these."""
    turned = {key for key, control in choices(app).items() if not control.disabled} - UNTOUCHED
    for key in turned:
        control = choices(app)[key]
        if control.type == "toggle":
            control.set_value(not control.value)
        elif control.type == "number_input":
            control.set_value(control.value + control.step)
        elif isinstance(control.value, list):
            control.set_value(control.value[:-1])
        else:
            shown = control.indices if control.type == "button_group" else [control.index]
            control.set_value(control.options[int(shown == [0])])
    for key, control in controls(app).items():
        if control["off"] or key in UNTOUCHED:
            continue
        lower = [stop for stop in control["stops"] if stop < control["value"]]
        new = lower[-1] if lower else control["value"] + control["fine"]
        in_session(app, lambda key=key, new=new: widgets_of(app).controls[key](new))
        turned.add(key)
    return turned


@pytest.mark.parametrize(("folder", "word", "view"), [*USUAL, *RARE])
def test_a_link_holds_every_control(folder: str, word: str, view: str):
    words = {"detail": "expert"} | ({word: view} if word else {})
    app = open_page(folder, words)
    assert dict(app.query_params) == words
    before, turned = values(app), turn_all(app)
    after = values(again(app))
    assert not {key for key in turned & after.keys() if after[key] == before.get(key)}
    opened = open_page(folder, dict(app.query_params))
    assert values(opened) == after
    assert dict(opened.query_params) == dict(app.query_params)


@pytest.mark.parametrize(("folder", "word", "view"), ON_BOARDS)
def test_an_empty_board_says_what_to_do(folder: str, word: str, view: str):
    kind = BOARDS[BY_FOLDER[folder].shows]
    words = {kind.entry.prefix + kind.dataset_field: "own"} | ({word: view} if word else {})
    if folder == "capacity":
        words |= {"vc_view": "cover"}  # the other view has points of its own
    assert "board is empty" in verdict(open_page(folder, words))


@pytest.mark.parametrize("folder", ["playground", "classes", "regression", "nu"])
def test_a_placed_point_is_in_the_link_when_its_gesture_has_ended(folder: str):
    name = BY_FOLDER[folder].shows
    app = open_page(folder)
    here, n = board_of(app, name), len(sent(app)["main"].trace("points")["x"])
    for x in (0.5, 0.75):
        here.edit([Edit("add", points=((x, 0.25),), stroke=1, live=True)], many=True)
        assert dict(again(app).query_params) == {}
        assert len(sent(app)["main"].trace("points")["x"]) > n
    here.edit([Edit("add", points=((1.0, 0.25),), stroke=1)], many=True)
    assert list(again(app).query_params) == [BOARDS[name].entry.prefix + "placed"]
    opened = board_of(open_page(folder, dict(app.query_params)), name)
    assert opened.experiment == here.experiment
    assert not opened.history.past, "a fresh link has nothing to undo"
    here.edit([Command.UNDO], many=True)
    assert dict(again(app).query_params) == {}
    assert len(sent(app)["main"].trace("points")["x"]) == n
    here.edit([Command.REDO], many=True)
    assert again(app).query_params


@pytest.mark.parametrize("folder", ["classes", "regression"])
def test_the_board_of_a_page_is_its_own(folder: str):
    word = BOARDS[folder].entry.prefix + "C"
    app = open_page(folder, {word: "3", "C": "5"})
    assert board_of(app, folder).experiment.C == 3.0
    assert board_of(app).experiment.C == 5.0
    move(app, "w_C", 10.0)
    assert dict(app.query_params) == {word: "10", "C": "5"}


ENTRIES_OF_ALL = [*ENTRIES.values(), *(kind.entry for kind in BOARDS.values())]


@pytest.mark.parametrize("entry", ENTRIES_OF_ALL, ids=lambda entry: type(entry.start).__name__)
@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1e999", "9" * 5000, "1,2", "💥"])
def test_any_text_in_a_link_opens_and_no_number_is_made_of_it(entry, text: str):
    for word in entry.parameters:
        value = entry.decode({word: text})
        assert entry.decode(entry.encode(value)) == value
        name = word.removeprefix(entry.prefix)
        usual = getattr(entry.start, name, None)
        if isinstance(usual, int | float) or (isinstance(usual, str) and usual):  # "": any text
            assert getattr(value, name) == usual
        elif name in entry.optional():
            assert value == entry.start


@pytest.mark.parametrize("name", BOARDS)
def test_the_ends_of_every_number_of_a_board_travel(name: str):
    entry = BOARDS[name].entry
    for number in (*parameters(type(entry.start)), *entry.optional().values()):
        for end in (number.low, number.high):
            value = entry.change(entry.start, **{number.name: end})
            assert entry.decode(entry.encode(value)) == value
