"""Several solvers on the same points and the same cost: who is where, and when."""

from pages.export.program import Exported
from pages.race import panels
from pages.race.export import race_export
from pages.race.figures import boundaries_figure, pace_figure
from pages.race.model.race import Race, Track, race, track_of
from pages.race.model.race_snapshot import Watch, stands
from pages.race.session import RaceMemory
from pages.race.settings import RaceSettings
from pages.race.text import sentence
from pages.ui import display
from pages.ui.page_shell import run_page
from pages.ui.session import Session

CHART = 232  # pixels: both charts, the slider and the numbers are on the first screen


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
    """The boundaries, what they say, and the charts beside them; an edit reruns only this."""
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
    left, right = display.columns()
    with left:
        figure = boundaries_figure(
            track, found, session.home, bold=watch.bold, revision=str(session.fits)
        )
        data = track.data
        display.board_canvas(session, "race", figure, data.ids, data.y > 0, text)
        display.picture_first()
        display.show_sentence(None, text)
    with right:
        panels.moment(session)
        display.main_chart("pace_passes", pace_figure(shown, found, "passes", watch), CHART)
        display.chart("pace_ms", pace_figure(shown, found, "ms", watch), CHART)
        names = () if refusal else session.value(RaceSettings).running
        panels.numbers(names, found, watch)
    panels.JOBS.follow(waiting, lambda: panels.under_way(session, track))


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
)
