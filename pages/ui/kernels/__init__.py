"""The page Kernels: its sidebar and its views."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.dual import sidebar
from pages.ui.kernels import apart, choose, gallery, gram, lift
from pages.ui.session import Desk

__all__ = ["VIEWS", "sidebar"]

VIEWS: dict[str, Callable[[Desk], None]] = {
    "gallery": gallery.show,
    "lift": lift.show,
    "gram": gram.show,
    "apart": apart.show,
    "choose": choose.show,
}
