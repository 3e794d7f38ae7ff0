"""More than two classes: four ways to tell them apart, and where each of them is not sure."""

from __future__ import annotations

from pages.ui import classes
from pages.ui.controls import PLAIN_RINGS
from pages.ui.stage import play

play(classes.sidebar, classes.show, "classes", ("regions", "zones", "support"), PLAIN_RINGS)
