"""Several solvers on the same points and the same cost: who is where, and when."""

from typing import Any

from pages.export.program import Exported
from pages.race import panels
from pages.race.export import race_export
from pages.race.figures import (
    boundaries_figure,
    duel_dict,
    duel_figure,
    pace_figure,
    race_dict,
)
from pages.race.model.duel import duel, obstacle
from pages.race.model.race import Race, Track, options_of, race, track_of
from pages.race.model.race_film import race_film
from pages.race.model.race_snapshot import Watch, stands
from pages.race.session import DuelMemory, RaceMemory
from pages.race.settings import DuelMoment, RaceSettings, RaceView
from pages.race.text import (
    DUEL_HELP,
    DUEL_TITLES,
    DUEL_WHY_HELP,
    FILM_HELP,
    duel_sentence,
    duel_why,
    duel_words,
    film_words,
    sentence,
)
from pages.state.run import data_of
from pages.state.scene import cover
from pages.ui import display
from pages.ui.filmed import SHOWN, filmed, stilled
from pages.ui.page_shell import run_page
from pages.ui.screen_parts import is_shown
from pages.ui.session import Session, value
from pages.ui.timeline import name_of, why
from svmcore.params import parameters

CHART = 200  # pixels: both charts, the timeline and most numbers are on the first screen
FILM_KEY, DUEL_KEY = "race_film", "duel"
MOMENT = next(p for p in parameters(Watch) if p.name == "at")


def known(session: Session, track: Track) -> Race | None:
    """The race of those who have run; the others run meanwhile.

    While a gesture goes on, and until one has run, the race before stays on the screen.
    """
    memory = session.remembered(RaceMemory)
    ran = panels.ran(session, track)
    if not session.live and (ran or not session.value(RaceSettings).running):
        memory.last = race(track, ran)
    return memory.last


def stage(session: Session) -> None:
    """The chosen view; an edit reruns only this."""
    {"race": race_stage, "duel": duel_stage}[session.value(RaceView).view](session)


def duel_stage(session: Session) -> None:
    """Mirror descent and the perceptron side by side, and why each did what it did."""
    panels.JOBS.end(panels.RACING)
    experiment, memory = session.experiment, session.remembered(DuelMemory)
    if (moment := session.value(DuelMoment)).of_link:
        memory.step_to(moment.at)
    record = duel(experiment, -1 if session.live else memory.focus)
    text = obstacle(experiment) if record is None else duel_sentence(record)
    left, right = display.columns()
    with right:
        panels.choose_view(session)

    def film() -> dict[str, Any]:
        name = name_of(experiment, session.live)
        made = duel_dict(record, name, cover(session.view), session.live)
        why = {"why": duel_why(record), "why_help": DUEL_WHY_HELP}
        return made | {"words": duel_words(record), "help": DUEL_HELP} | why

    with left:
        shown = None if record is None else film
        data, step_to = data_of(experiment), memory.step_to
        filmed(
            session,
            DUEL_KEY,
            DuelMoment,
            shown,
            data,
            [],
            text,
            right,
            on_focus=step_to,
            layer="lines",
        )
    if record is not None:
        with right:
            for part, title in DUEL_TITLES.items():
                why(f"why_{part}", DUEL_KEY, title=title, part=part)
            display.chart("duel_cost", duel_figure(record), 190, film=DUEL_KEY)


def race_stage(session: Session) -> None:
    """The boundaries, what they say, and the charts beside them."""
    track = track_of(session.experiment, session.value(RaceSettings).race_loss)
    refusal = "" if session.live else track.refusal()
    if refusal or session.live:
        panels.JOBS.end(panels.RACING)
    else:
        panels.start(session, track)
    waiting = panels.under_way(session, track)
    shown = None if refusal else known(session, track)
    watch = panels.watched(session)
    found = () if shown is None else stands(shown, watch.at, watch.by, session.view)
    text = refusal or waiting or sentence(found, watch.at, watch.by)
    film = None if shown is None else race_film(shown, watch, cover(session.view))
    at, name = 0, ""
    if film is not None:
        at = film.at(watch.at)
        name = _name(session, film.race, watch)
    follows = {"film": FILM_KEY if film else "", "still": (name, at)}
    left, right = display.columns()
    with left:
        figure = boundaries_figure(
            track, found, session.home, bold=watch.bold, revision=str(session.fits)
        )
        data = track.data
        layers = [part for part in SHOWN if is_shown(part)]
        look = {"layer": "lines", "film_show": layers} | follows
        display.board_canvas(session, "race", figure, data.ids, data.y > 0, text, **look)
        display.picture_first()
        display.show_sentence(None, text)
    with right:
        panels.choose_view(session)
        panels.moment(session)
        if film is not None:
            made = race_dict(film, name, film_words(film)) | {"help": FILM_HELP}
            points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": data.y > 0}

            def stopped(update: int) -> None:
                at = min(max(float(film.moments[update]), MOMENT.low), MOMENT.high)
                session.set_fields(Watch, at=at)

            stilled(session, FILM_KEY, made, at, points, stopped)
        look = {"film": follows["film"], "layer": "standings"}
        passes, ms = (pace_figure(shown, found, by, watch) for by in ("passes", "ms"))
        display.main_chart("pace_passes", passes, CHART, **look)
        display.chart("pace_ms", ms, CHART, **look)
        names = () if refusal else session.value(RaceSettings).running
        panels.numbers(names, found, watch)
    panels.JOBS.follow(waiting, lambda: panels.under_way(session, track))


def _name(session: Session, shown: Race, watch: Watch) -> str:
    """The name of a race's film: another one for other racers, another unit, another highlight."""
    racers = [(e.racer, options_of(e.racer, session.experiment)) for e in shown.entrants]
    return name_of((shown.track, racers, watch.by, watch.bold), live=False)


def exported(session: Session) -> Exported:
    """The race that is shown, for Export."""
    track = track_of(session.experiment, session.value(RaceSettings).race_loss)
    return race_export(track, session.remembered(RaceMemory).last, session.value(Watch))


run_page(
    panels.sidebar,
    stage,
    layers=(),
    parts=("sentence", "charts", "controls"),
    exports=exported,
    follows=lambda: value(RaceView).view,
)
