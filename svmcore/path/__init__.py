"""Whole families of models at once: every C exactly (`c_path`), many gammas (`gamma_sweep`)."""

from svmcore.path.record import CPath, Event
from svmcore.path.sweep import Swept, gamma_sweep
from svmcore.path.trace import c_path

__all__ = ["CPath", "Event", "Swept", "c_path", "gamma_sweep"]
