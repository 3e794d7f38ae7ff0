"""What several tests share: samples, and the app as a test opens it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
ENDLESS = 600  # seconds: whatever is awaited for longer will never come
