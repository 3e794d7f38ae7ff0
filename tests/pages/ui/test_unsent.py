"""The messages that wait to be sent when a run begins."""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from pages.ui.unsent import keeping, send_all

FRESH = getattr(ForwardMsgQueue.clear, "__wrapped__", ForwardMsgQueue.clear)


def waiting() -> ForwardMsgQueue:
    """A fragment with a text, and with a fragment inside it that has one, too."""
    queue = ForwardMsgQueue()
    for path, fragment in (
        ([0, 0], ""),
        ([0, 1], "outer"),
        ([0, 1, 0], "outer"),
        ([0, 1, 1], "inner"),
    ):
        message = ForwardMsg()
        message.metadata.delta_path.extend(path)
        message.delta.new_element.markdown.body = str(path)
        if fragment:
            message.delta.fragment_id = fragment
        queue.enqueue(message)
    return queue


def paths(queue: ForwardMsgQueue) -> list[list[int]]:
    return [list(message.metadata.delta_path) for message in queue.flush()]


def test_streamlit_drops_a_fragment_and_keeps_what_is_inside_it():
    queue = waiting()
    FRESH(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    assert paths(queue) == [[0, 0], [0, 1, 1]]  # as long as this holds, `unsent.py` is needed


def test_the_run_of_a_fragment_drops_nothing():
    queue = waiting()
    keeping(FRESH)(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    assert paths(queue) == [[0, 0], [0, 1], [0, 1, 0], [0, 1, 1]]


def test_what_is_drawn_anew_does_not_take_the_place_of_what_waits():
    queue = waiting()
    keeping(FRESH)(queue, retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    begins = ForwardMsg()
    begins.new_session.page_script_hash = "next"
    queue.enqueue(begins)
    queue.enqueue(next(iter(waiting().flush())))
    assert [message.WhichOneof("type") for message in queue.flush()] == [
        *["delta"] * 4,
        "new_session",
        "delta",
    ]


def test_a_server_keeps_them_from_its_start(monkeypatch):
    monkeypatch.setattr(ForwardMsgQueue, "clear", FRESH)
    send_all()
    once = ForwardMsgQueue.clear
    send_all()  # the server of another test in this process
    assert ForwardMsgQueue.clear is once
    queue = waiting()
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["outer"])
    assert len(paths(queue)) == 4
