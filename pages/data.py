"""One's own table: what a machine learns from it, seen on a plane, and the way to a board."""

from __future__ import annotations

from pages.ui import data
from pages.ui.controls import PLAIN_RINGS
from pages.ui.stage import play
from svmcore.figures.table import SHOWN

play(data.sidebar, data.show, switches=SHOWN, rings=PLAIN_RINGS)
