"""Files that a visitor uploads: read once, and then no longer kept by Streamlit."""

from io import BytesIO
from typing import NamedTuple

import streamlit as st

from pages.ui.streamlit_internals import forget_read_upload


class Upload(NamedTuple):
    """A file's name and its bytes."""

    name: str
    content: bytes


def taken(key: str) -> Upload | None:
    """The file in the uploader `key`; None where there is none, or where it was taken before.

    Streamlit would keep the bytes as long as the session, also when the uploader is gone.
    """
    file = st.session_state[key]
    if not isinstance(file, BytesIO):  # one that was taken comes back as something else
        return None
    found = Upload(file.name, file.getvalue())
    forget_read_upload(getattr(file, "file_id", ""))
    file.truncate(0)
    return found
