"""See inside the dual: who carries the machine, how SMO finds it, and what C does to it."""

from __future__ import annotations

from pages.ui import dual
from pages.ui.stage import play

play(dual.sidebar, lambda here: dual.VIEWS[here.inside.dual](here))
