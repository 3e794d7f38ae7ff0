"""A curve through points: the tube around f, which points hold it, and what ε, C and ν do."""

from __future__ import annotations

from pages.ui import regression
from pages.ui.stage import play

play(regression.sidebar, regression.show, "regression", ("tube", "support", "slack"))
