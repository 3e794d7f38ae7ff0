"""The race's own widgets: who runs, the common moment, the numbers, and the wait."""

import re
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.race.figures import style_of
from pages.race.model.race import Track, enter, entered, options_of
from pages.race.model.race_snapshot import ENDS, Standing, Watch
from pages.race.model.racers import RACERS, possible_racers
from pages.race.session import RaceMemory
from pages.race.settings import RaceSettings
from pages.state.detail import hidden_of_data
from pages.state.experiment import optional_parameters
from pages.state.verdict import beyond, number
from pages.ui import controls, widgets
from pages.ui.detail import more_settings
from pages.ui.session import Session
from svmcore.losses import LOSSES
from svmcore.params import parameters

MOMENTS = (0.01, 1000.0)  # from where to where the common moment can be, in either unit
EXPLAINED = (
    "All racers are compared after the same number of passes over the data, or the same time. "
    "A pass evaluates f at every point once: an epoch, a gradient, or n/2 steps of SMO. The dots "
    "in the charts and the boundaries in the picture belong to this moment."
)
PERCEPTRON = "The perceptron minimises another cost and need not reach the optimum."
USUAL = {"passes": Watch().at, "ms": 5.0}


def sidebar(session: Session) -> None:
    """Who races and for what, and then the same controls as on the other pages."""
    widgets.heading("Race")
    _racers(session)
    help = (
        "All minimise ½‖w‖² + C Σ loss with the same loss. A solver that does not support the loss "
        "is absent from the menu above."
    )
    titles = {name: loss.title for name, loss in LOSSES.items()}
    widgets.select(session.choices(RaceSettings), "race_loss", titles, help, label="Loss")
    names = {
        p.name
        for racer in session.value(RaceSettings).running
        for p in parameters(RACERS[racer].kind)
    }
    for name, parameter in optional_parameters().items():
        if name in names:
            widgets.slider(session, parameter)
    controls.data(session)
    widgets.heading("Model")
    widgets.slider(session, controls.OWN["C"])
    if session.experiment.margin == "hard":
        st.caption("The race uses the soft margin: the hard margin has no loss term.")
    controls.kernel(session)
    more_settings(lambda: controls.more_of_data(session), hidden_of_data(session.experiment))


def _racers(session: Session) -> None:
    choice = session.value(RaceSettings)
    possible = possible_racers(choice.race_loss)
    absent = [f"{r.title}, {r.why_not}" for name, r in RACERS.items() if name not in possible]

    def changed(chosen: list[str]) -> None:
        # as things stand then: several presses may be heard of at once
        aside = [name for name in session.value(RaceSettings).racers if name not in possible]
        racers = tuple(name for name in RACERS if name in (*chosen, *aside))
        session.set_fields(RaceSettings, racers=racers)

    lines = [f"**{RACERS[name].title}**: {RACERS[name].help}" for name in possible]
    if absent:
        lines.append(f"*Not for this loss*: {'; '.join(absent)}.")
    st.pills(
        "Racers",
        possible,
        selection_mode="multi",
        format_func=lambda name: RACERS[name].title,
        help="  \n".join(lines),
        **widgets.bound("w_racers", list(choice.running), changed),
    )


def watched(session: Session) -> Watch:
    """What is looked at; who does not race is not bold."""
    watch = session.remembered(RaceMemory).watch
    running = session.value(RaceSettings).running
    return watch if watch.bold in running else replace(watch, bold="")


def moment(session: Session) -> None:
    """The slider of the common moment, in passes or in milliseconds; and who is drawn bold."""
    watch = watched(session)

    def set_watch(**changes: Any) -> None:
        memory = session.remembered(RaceMemory)
        memory.watch = replace(memory.watch, **changes)
        session.touch()

    row = st.container(key="race_moment")
    unit, when, bold = row.columns([1.15, 1.75, 1.1], gap="small", vertical_alignment="bottom")
    with unit:
        by = widgets.bound("w_race_by", watch.by, lambda by: set_watch(by=by, at=USUAL[by]))
        widgets.choice("Common moment in", {"passes": "passes", "ms": "ms"}, **by)
    when.select_slider(
        "Common moment",
        widgets.stops(*MOMENTS, watch.at),
        format_func=lambda at: f"{number(at)} {watch.by}",
        help=EXPLAINED,
        **widgets.bound(f"w_race_at_{watch.by}", watch.at, lambda at: set_watch(at=at)),
    )
    bold.selectbox(
        "Bold",
        ("", *session.value(RaceSettings).running),
        format_func=lambda name: RACERS[name].title if name else "none",
        help="This racer is drawn bold, the others faint.",
        **widgets.bound("w_race_bold", watch.bold, lambda name: set_watch(bold=name)),
    )


def numbers(found: tuple[Standing, ...], watch: Watch) -> None:
    """What is true of each racer at the common moment; the first column is how it is drawn."""
    other = "ms" if watch.by == "passes" else "passes"
    rows = "".join(
        f'<tr title="{escape(_details(stand))}"><td>{_swatch(stand.entrant.racer, watch.bold)}</td>'
        f"<th>{escape(stand.title)}</th><td>{_above(stand)}</td><td>{stand.wrong}</td>"
        f"<td>{number(getattr(stand, other), 2)}</td></tr>"
        for stand in found
    )
    notes = [PERCEPTRON] if any(stand.entrant.racer == "perceptron" for stand in found) else []
    hidden = [stand.title for stand in found if not len(stand.line)]
    notes += [f"No boundary in the picture: {', '.join(hidden)}."] if hidden else []
    st.html(
        '<table class="svm-numbers"><thead><tr><th></th><th></th><th>(J − J*) / J*</th>'
        f"<th>wrong</th><th>{other}</th></tr></thead><tbody>{rows}</tbody></table>"
        f"<small>{escape(' '.join(notes))}</small>"
    )


def _above(stand: Standing) -> str:
    value = stand.suboptimality
    return "0" if value <= 1e-15 else number(value, 2)


def _details(stand: Standing) -> str:
    entrant, racer = stand.entrant, RACERS[stand.entrant.racer]
    return (
        f"{racer.help} Final cost: {beyond(float(entrant.suboptimality[-1]))} "
        f"after {number(float(entrant.passes[-1]))} passes and "
        f"{number(1e3 * float(entrant.seconds[-1]))} ms; {ENDS[entrant.status]}."
    )


def _swatch(racer: str, bold: str) -> str:
    """A piece of the racer's line, as a striped background: Streamlit lets no SVG through."""
    style = style_of(racer, bold)
    stripes, end = [], 0
    for k, length in enumerate(re.findall(r"\d+", style.dash) or ["40", "0"]):
        color = "transparent" if k % 2 else "currentColor"
        stripes.append(f"{color} {end}px {end + int(length)}px")
        end += int(length)
    look = f"repeating-linear-gradient(90deg, {', '.join(stripes)})"
    return (
        f'<div class="svm-swatch svm-{style.color[1:]}" '
        f'style="height: {style.width}px; background: {look}"></div>'
    )


def missing(session: Session, track: Track) -> list[str]:
    """The chosen racers that have not run on this track yet."""
    experiment = session.experiment
    return [
        name
        for name in session.value(RaceSettings).running
        if entered(track, name, options_of(name, experiment)) is None
    ]


def run(session: Session, track: Track, waiting: list[str], slot: DeltaGenerator) -> None:
    """Let them run, one after the other, and say who is on the track."""
    for k, name in enumerate(waiting):
        text = f"{RACERS[name].title} is running, {k + 1} of {len(waiting)}"
        slot.progress(k / len(waiting), text=text)
        enter(track, name, options_of(name, session.experiment))
