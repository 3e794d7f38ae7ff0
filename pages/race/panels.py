"""The race's own widgets: who runs, the common moment, the numbers, and the wait."""

import re
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from pages.model_selection.candidate import Progress
from pages.plots.theme import COLORS
from pages.race.figures import BOLD, style_of
from pages.race.model.race import Entrant, Track, entered, options_of, racing
from pages.race.model.race_film import Standing, Watch
from pages.race.model.racers import RACERS, possible_racers
from pages.race.settings import RaceSettings, RaceView
from pages.race.text import (
    BOLD_HELP,
    BOLD_LABEL,
    COMMON_HELP,
    HARD_MARGIN,
    LOSS_HELP,
    NO_BOLD,
    RACE_CANCELLED,
    UNIT,
    UNITS,
    details,
    notes,
    progress,
    racers_help,
)
from pages.state.board.experiment import PARAMETERS, optional_parameters
from pages.state.screen.detail import hidden_of_data
from pages.state.text.number_format import number
from pages.ui.board.board_state import BoardState
from pages.ui.board.display import explained
from pages.ui.controls import controls, data_controls, widgets
from pages.ui.page.detail import more_settings
from pages.ui.server.jobs import Background, Steps, end
from pages.ui.visit.visit import choices, set_fields, value
from svmcore.losses import LOSSES
from svmcore.params import parameters

RACING = "race"  # the job that lets racers run
FIRST_WAIT = 0.15  # seconds that the page waits at once for the first of them
POINTED = ":is(:hover, :focus-visible)"
# the lines of the racer whose row is pointed at; plotly.js makes a class of a trace's uid
ROW_STYLE = "\n".join(
    (
        f":root:has(.svm-numbers tr{POINTED}) .js-line {{ stroke-opacity: 0.3 !important; }}",
        *(
            f":root:has(.svm-numbers .svm-racer-{name}{POINTED}) .trace{name} .js-line "
            f"{{ stroke: var(--st-text-color) !important; stroke-width: {BOLD}px !important; "
            "stroke-opacity: 1 !important; }"
            for name in RACERS
        ),
    )
)
USUAL = {"passes": Watch().at, "ms": 5.0}


def sidebar(board: BoardState) -> None:
    """Who races and for what, and then the same controls as on the other pages."""
    if value(RaceView).view == "race":
        _race(board)
    data_controls.data(board)
    widgets.heading("Model")
    widgets.slider(board, PARAMETERS["C"])
    if board.experiment.margin == "hard":
        st.caption(HARD_MARGIN)
    controls.kernel(board)
    more_settings(lambda: data_controls.more_of_data(board), hidden_of_data(board.experiment))


def _race(board: BoardState) -> None:
    widgets.heading("Race")
    _racers()
    titles = {name: loss.title for name, loss in LOSSES.items()}
    widgets.select(choices(RaceSettings), "race_loss", titles, LOSS_HELP, label="Loss")
    names = {
        p.name for racer in value(RaceSettings).running for p in parameters(RACERS[racer].kind)
    }
    for name, parameter in optional_parameters().items():
        if name in names:
            widgets.slider(board, parameter)


def _racers() -> None:
    choice = value(RaceSettings)
    possible = possible_racers(choice.race_loss)

    def changed(chosen: list[str]) -> None:
        # as things stand then: several presses may be heard of at once
        aside = [name for name in value(RaceSettings).racers if name not in possible]
        racers = tuple(name for name in RACERS if name in (*chosen, *aside))
        set_fields(RaceSettings, racers=racers)

    st.pills(
        "Racers",
        possible,
        selection_mode="multi",
        format_func=lambda name: RACERS[name].title,
        help=racers_help(possible),
        **widgets.bound("w_racers", list(choice.running), changed),
    )


def watched() -> Watch:
    """What is looked at; who does not race is not bold."""
    watch = value(Watch)
    running = value(RaceSettings).running
    return watch if watch.bold in running else replace(watch, bold="")


def moment(board: BoardState) -> None:
    """The unit of the common moment, passes or milliseconds; and who is drawn bold."""
    watch = watched()

    def set_watch(**changes: Any) -> None:
        set_fields(Watch, **changes)

    row = st.container(key="race_moment")
    unit, bold = row.columns([1.0, 1.0], gap="small")
    with unit:
        by = widgets.bound("w_race_by", watch.by, lambda by: set_watch(by=by, at=USUAL[by]))
        widgets.choice(UNIT, UNITS, label_visibility="visible", help=COMMON_HELP, **by)
    running = value(RaceSettings).running
    with bold:
        widgets.menu(
            BOLD_LABEL,
            {"": NO_BOLD} | {name: RACERS[name].title for name in running},
            BOLD_HELP,
            **widgets.bound("w_race_bold", watch.bold, lambda name: set_watch(bold=name)),
        )


def numbers(names: tuple[str, ...], found: tuple[Standing, ...], watch: Watch) -> None:
    """What is true of each racer at the common moment; the first column is how it is drawn.

    A racer that is still running has its row already, so that no row moves.
    """
    if not names:
        return
    other = "ms" if watch.by == "passes" else "passes"
    standing = {stand.entrant.racer: stand for stand in found}
    rows = "".join(
        _row(name, standing.get(name), watch.bold, other, stop=not k)
        for k, name in enumerate(names)
    )
    st.html(
        '<table class="svm-numbers"><thead><tr><td></td><td></td><th>(J − J*) / J*</th>'
        f"<th>wrong</th><th>{other}</th></tr></thead><tbody>{rows}</tbody></table>"
        f"<small>{escape(notes(found))}</small>"
    )
    st.html(f"<style>{ROW_STYLE}</style>")


def _row(name: str, stand: Standing | None, bold: str, other: str, *, stop: bool) -> str:
    racer, cells = RACERS[name], ["…"] * 3
    help = racer.help
    if stand is not None:
        help = details(stand)
        cells = [_above(stand), str(stand.wrong), number(getattr(stand, other), 2)]
    return (
        f'<tr class="svm-racer-{name}"{explained(help, stop=stop)}>'
        f"<td>{_swatch(name, bold)}</td><th>{escape(racer.title)}</th>"
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


def _above(stand: Standing) -> str:
    value = stand.suboptimality
    return "0" if value <= 1e-15 else number(value, 2)


def _swatch(racer: str, bold: str) -> str:
    """A piece of the racer's line, as a striped background: Streamlit lets no SVG through."""
    style = style_of(racer, bold)
    stripes, end = [], 0
    for k, length in enumerate(re.findall(r"\d+", style.dash) or ["40", "0"]):
        color = "transparent" if k % 2 else "currentColor"
        stripes.append(f"{color} {end}px {end + int(length)}px")
        end += int(length)
    look = f"repeating-linear-gradient(90deg, {', '.join(stripes)})"
    light, dark = COLORS[style.color[1:]]
    return (
        f'<div class="svm-swatch" style="color: light-dark({light}, {dark}); '
        f'height: {style.width}px; background: {look}"></div>'
    )


def work_of(board: BoardState, track: Track) -> Background:
    """The work that lets the chosen racers run that have not run on this track."""
    runners = {name: options_of(name, board.experiment) for name in value(RaceSettings).running}

    def steps() -> Steps:
        for name in racing(track, runners):
            entrants = (entered(track, racer, options) for racer, options in runners.items())
            done = sum(entrant is not None for entrant in entrants)
            yield Progress(done, len(runners), name)

    return Background(RACING, (track, runners), steps, "racers")


def start(board: BoardState, track: Track) -> None:
    """Let the chosen racers run that have not run on this track, and no others."""
    if len(ran(board, track)) == len(value(RaceSettings).running):
        end(RACING)
    else:
        work_of(board, track).current(FIRST_WAIT, enough=lambda: bool(ran(board, track)))


def ran(board: BoardState, track: Track) -> list[Entrant]:
    """The chosen racers that have run on this track."""
    names = value(RaceSettings).running
    found = (entered(track, name, options_of(name, board.experiment)) for name in names)
    return [entrant for entrant in found if entrant is not None]


def under_way(board: BoardState, track: Track) -> str:
    """Who is running, and how many have finished; else why nobody has, or ""."""
    job, entrants = work_of(board, track).job, ran(board, track)
    if job is None:
        return ""
    if job.running:
        return progress(job.found, len(entrants), len(value(RaceSettings).running))
    return job.wrong or ("" if entrants or not job.cancelled else RACE_CANCELLED)
