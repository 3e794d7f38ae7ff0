"""Files that a visitor uploads: read once, and then no longer kept by Streamlit."""

from typing import NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile


class Upload(NamedTuple):
    """A file's name and its bytes."""

    name: str
    content: bytes


def taken(key: str) -> Upload | None:
    """The file in the uploader `key`; None where there is none, or where it was taken before.

    Streamlit would keep the bytes as long as the session, also when the uploader is gone.
    """
    file = st.session_state[key]
    if not isinstance(file, UploadedFile):  # one that was taken comes back as a `DeletedFile`
        return None
    found = Upload(file.name, file.getvalue())
    context = get_script_run_ctx()
    if context is not None:
        context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)
    file.truncate(0)
    return found
