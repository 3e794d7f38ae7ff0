"""See what a kernel does: side by side, lifted up, as a matrix, and taken apart."""

from __future__ import annotations

from pages.ui import kernels
from pages.ui.stage import play

play(kernels.sidebar, lambda here: kernels.VIEWS[here.inside.kernels](here))
