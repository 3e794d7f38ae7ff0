"""Several solvers on the same points and the same cost: who is where, and when."""

from html import escape

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages.race import panels
from pages.race.figures import boundaries_figure, pace_figure
from pages.race.model.race import Race, Track, enter, options_of, race, track_of
from pages.race.model.race_snapshot import sentence, stands
from pages.race.session import RaceMemory
from pages.race.settings import RaceSettings
from pages.ui import display, link
from pages.ui.page_shell import run_page
from pages.ui.session import Session

CHART = 232  # pixels: both charts, the slider and the numbers are on the first screen


def known(session: Session, track: Track) -> tuple[Race | None, list[str]]:
    """The race as far as it is known, and who has to run before it can be shown.

    While a gesture goes on, and until the missing have run, the race before stays on the screen.
    """
    memory = session.remembered(RaceMemory)
    if session.live:
        return memory.last, []
    waiting = panels.missing(session, track)
    if not waiting:
        ran = [
            enter(track, name, options_of(name, session.experiment))
            for name in session.value(RaceSettings).running
        ]
        memory.last = race(track, ran)
    return memory.last, waiting


def stage(session: Session) -> None:
    """The boundaries, what they say, and the charts beside them; an edit reruns only this."""
    track = track_of(session.experiment, session.value(RaceSettings).race_loss)
    refusal = "" if session.live else track.refusal()
    shown, waiting = (None, []) if refusal else known(session, track)
    watch = panels.watched(session)
    found = () if shown is None else stands(shown, watch.at, watch.by, session.view)
    text = refusal or ("" if waiting else sentence(found, watch.at, watch.by))
    left, right = display.columns()
    with left:
        figure = boundaries_figure(
            track, found, session.home, bold=watch.bold, revision=str(session.fits)
        )
        data = track.data
        display.board_canvas(session, "race", figure, data.ids, data.y > 0, text)
        display.picture_first()
        slot = st.container(key="race_verdict").empty()
        slot.html(display.VERDICT.format(escape(text)))
    with right:
        panels.moment(session)
        display.chart("pace_passes", pace_figure(shown, found, "passes", watch), CHART)
        display.chart("pace_ms", pace_figure(shown, found, "ms", watch), CHART)
        panels.numbers(found, watch)
    if waiting:
        link.write()
        panels.run(session, track, waiting, slot)
        rerun()


def rerun() -> None:
    """Draw what has been found out; the fragment alone where it runs by itself."""
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:
        st.rerun()


run_page(panels.sidebar, stage, layers=())
