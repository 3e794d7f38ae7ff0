"""The models of every C at once, exactly: `c_path`."""

from svmcore.path.record import CPath, Event
from svmcore.path.trace import c_path

__all__ = ["CPath", "Event", "c_path"]
