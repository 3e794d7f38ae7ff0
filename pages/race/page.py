"""Several solvers on the same points and the same cost: who is where, and when."""

from typing import Any

from pages.export.program import Exported
from pages.plots.layout_sizes import CHART, TWO_CHARTS
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
from pages.race.model.race_film import Watch, race_film, stands
from pages.race.remembered import DuelMemory, RaceMemory
from pages.race.settings import DuelMoment, RaceSettings
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
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import SHOWN, filmed, stilled
from pages.ui.canvas.options import FollowedFilm, Points
from pages.ui.page.page_shell import run_page
from pages.ui.page.screen_parts import is_shown
from pages.ui.page.views import view_switch
from pages.ui.server.jobs import end
from pages.ui.timeline.timeline import name_of, why
from pages.ui.visit.visit import remembered, set_fields, value
from svmcore.params import parameters

FILM_KEY, DUEL_KEY = "race_film", "duel"
MOMENT = next(p for p in parameters(Watch) if p.name == "at")


def known(board: BoardState, track: Track) -> Race | None:
    """The race of those who have run; the others run meanwhile.

    While a gesture goes on, and until one has run, the race before stays on the screen.
    """
    memory = remembered(RaceMemory)
    ran = panels.ran(board, track)
    if not board.live and (ran or not value(RaceSettings).running):
        memory.last = race(track, ran)
    return memory.last


def duel_stage(board: BoardState) -> None:
    """Mirror descent and the perceptron side by side, and why each did what it did."""
    end(panels.RACING)
    experiment, memory = board.experiment, remembered(DuelMemory)
    if (moment := value(DuelMoment)).of_link:
        memory.step_to(moment.at)
    record = duel(experiment, -1 if board.live else memory.focus)
    text = obstacle(experiment) if record is None else duel_sentence(record)
    left, right = display.columns()
    with right:
        view_switch()

    def film() -> dict[str, Any]:
        name = name_of(experiment, board.live)
        made = duel_dict(record, name, cover(board.view), board.live)
        why = {"why": duel_why(record), "why_help": DUEL_WHY_HELP}
        return made | {"words": duel_words(record), "help": DUEL_HELP} | why

    with left:
        shown = None if record is None else film
        data, step_to = data_of(experiment), memory.step_to
        filmed(
            board,
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
            display.chart("duel_cost", duel_figure(record), CHART, film=FollowedFilm(DUEL_KEY))


def race_stage(board: BoardState) -> None:
    """The boundaries, what they say, and the charts beside them."""
    track = track_of(board.experiment, value(RaceSettings).race_loss)
    refusal = "" if board.live else track.refusal()
    if refusal or board.live:
        end(panels.RACING)
    else:
        panels.start(board, track)
    work = panels.work_of(board, track)
    drawn, waiting = work.state, panels.under_way(board, track)
    shown = None if refusal else known(board, track)
    watch = panels.watched()
    found = () if shown is None else stands(shown, watch.at, watch.by, board.view)
    text = refusal or waiting or sentence(found, watch.at, watch.by)
    film = None if shown is None else race_film(shown, watch, cover(board.view))
    at, name = 0, ""
    if film is not None:
        at = film.at(watch.at)
        name = _name(board, film.race, watch)
    key = FILM_KEY if film else ""
    left, right = display.columns()
    with left:
        figure = boundaries_figure(
            track, found, board.home, bold=watch.bold, revision=str(board.fits)
        )
        data = track.data
        layers = [part for part in SHOWN if is_shown(part)]
        followed = FollowedFilm(key, "lines", layers, (name, at))
        shown_points = Points(ids=data.ids, labels=data.y > 0)
        display.board_canvas(board, figure, shown_points, text, key="race", film=followed)
        display.picture_first()
        display.show_sentence(None, text)
    with right:
        view_switch()
        panels.moment(board)
        if film is not None:
            made = race_dict(film, name, film_words(film)) | {"help": FILM_HELP}
            points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": data.y > 0}

            def stopped(update: int) -> None:
                at = min(max(float(film.moments[update]), MOMENT.low), MOMENT.high)
                set_fields(Watch, at=at)

            stilled(FILM_KEY, made, at, points, stopped)
        standings = FollowedFilm(key, "standings")
        passes, ms = (pace_figure(shown, found, by, watch) for by in ("passes", "ms"))
        display.main_chart("pace_passes", passes, TWO_CHARTS, film=standings)
        display.chart("pace_ms", ms, TWO_CHARTS, film=standings)
        names = () if refusal else value(RaceSettings).running
        panels.numbers(names, found, watch)
    work.follow(drawn)


def _name(board: BoardState, shown: Race, watch: Watch) -> str:
    """The name of a race's film: another one for other racers, another unit, another highlight."""
    racers = [(e.racer, options_of(e.racer, board.experiment)) for e in shown.entrants]
    return name_of((shown.track, racers, watch.by, watch.bold), live=False)


def exported(board: BoardState) -> Exported:
    """The race that is shown, for Export."""
    track = track_of(board.experiment, value(RaceSettings).race_loss)
    return race_export(track, remembered(RaceMemory).last, value(Watch))


run_page(
    panels.sidebar,
    {"race": race_stage, "duel": duel_stage},
    exports=exported,
)
