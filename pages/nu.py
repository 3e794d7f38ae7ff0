"""The share ν in place of C: how many points may be outside, and how many must carry weight."""

from __future__ import annotations

from pages.ui import nu
from pages.ui.stage import play

play(nu.sidebar, nu.show)
