"""What has not been sent yet when a fragment runs is sent all the same.

Streamlit drops what belongs to the fragment, which is drawn anew, and keeps what belongs to
fragments inside it. The browser is then told of parts of blocks that it does not have, and shows
an empty page. On a busy server a slider is enough that is moved before its page is drawn.
"""

from collections.abc import Callable
from functools import wraps

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

CLEAR = "clear"  # drops messages when a run begins

Clear = Callable[[ForwardMsgQueue, bool, list[str] | None], None]


def send_all() -> None:
    """Let the run of a fragment drop nothing, once in the life of the server."""
    if not hasattr(ForwardMsgQueue.clear, "__wrapped__"):
        setattr(ForwardMsgQueue, CLEAR, keeping(ForwardMsgQueue.clear))


def keeping(clear: Clear) -> Clear:
    """The same method, which is told that no fragment is to be drawn anew."""

    @wraps(clear)
    def cleared(
        queue: ForwardMsgQueue,
        retain_lifecycle_msgs: bool = False,
        fragment_ids_this_run: list[str] | None = None,
    ) -> None:
        clear(queue, retain_lifecycle_msgs, None if fragment_ids_this_run is None else [])

    return cleared
