"""How good a machine is on points that it did not learn from, and which settings to trust."""

from __future__ import annotations

from pages.ui import evaluation
from pages.ui.controls import PLAIN_RINGS
from pages.ui.stage import play

play(
    evaluation.sidebar,
    evaluation.show,
    switches=("regions", "margins", "support"),
    rings=PLAIN_RINGS,
)
