"""Bytes on the disk as long as somebody holds them."""

import os
import tempfile
from pathlib import Path
from weakref import finalize


class StoredBytes:
    """Bytes that are kept in a file of their own, which goes with this object."""

    def __init__(self, content: bytes) -> None:
        handle, path = tempfile.mkstemp(prefix="svm-playground-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        self.path = Path(path)
        finalize(self, self.path.unlink, missing_ok=True)

    def read(self) -> bytes:
        """The bytes."""
        return self.path.read_bytes()
