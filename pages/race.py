"""Several solvers on the same points and the same cost: who is where, and when."""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages.ui import link, page, share
from pages.ui import race as ui
from pages.ui.session import Desk
from pages.ui.table import desk_of_page
from svmcore.figures.race import boundaries_figure, pace_figure
from svmcore.moment import sentence, stands
from svmcore.race import Race, Track, enter, options_of, race, track_of

CHART = 232  # pixels: both charts, the slider and the numbers are on the first screen


def known(here: Desk, track: Track) -> tuple[Race | None, list[str]]:
    """The race as far as it is known, and who has to run before it can be shown.

    While a gesture goes on, and until the missing have run, the race before stays on the screen.
    """
    if here.live:
        return here.last_race, []
    waiting = ui.missing(here, track)
    if not waiting:
        ran = [enter(track, name, options_of(name, here.experiment)) for name in here.race.running]
        here.last_race = race(track, ran)
    return here.last_race, waiting


@st.fragment
def stage(here: Desk) -> None:
    """The boundaries, what they say, and the charts beside them; an edit reruns only this."""
    track = track_of(here.experiment, here.race.loss)
    refusal = "" if here.live else track.refusal()
    shown, waiting = (None, []) if refusal else known(here, track)
    watch = ui.watched(here)
    found = () if shown is None else stands(shown, watch.at, watch.by, here.view)
    said = refusal or ("" if waiting else sentence(found, watch.at, watch.by))
    left, right = st.columns([1.4, 1.0], gap="medium")
    with left:
        figure = boundaries_figure(
            track, found, here.home, bold=watch.bold, revision=str(here.fits)
        )
        page.hero(here, "race", figure, track.data, said)
        page.picture_first()
        slot = st.container(key="race_verdict").empty()
        slot.html(f'<div class="svm-verdict" role="status">{escape(said)}</div>')
    with right:
        ui.moment(here)
        page.chart("pace_passes", pace_figure(shown, found, "passes", watch), CHART)
        page.chart("pace_ms", pace_figure(shown, found, "ms", watch), CHART)
        ui.numbers(found, watch)
    link.write()
    if here.stale():
        st.rerun()
    if waiting:
        ui.run(here, track, waiting, slot)
        rerun()


def rerun() -> None:
    """Draw what has been found out; the fragment alone where it runs by itself."""
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:
        st.rerun()


here = desk_of_page()
link.read()
with st.sidebar:
    ui.sidebar(here)
stage(here)
with st.container(key="actions", horizontal=True, width="content"):
    share.popover(here)
