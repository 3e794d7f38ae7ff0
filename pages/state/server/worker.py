"""The process of one job: it takes the steps of a generator and writes each to its output.

Started by `pages.state.server.processes`, with the work as a pickle at its input. It is ended by
its parent, or by itself where that is gone: then the input ends.
"""

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor
from threading import Thread
from typing import IO, Any

from pages.state.server import log
from pages.state.server.bounded_process import (
    MOST_MEMORY,
    behind_others,
    limit_memory,
    limit_processor_time,
    memory_words,
)

HEAD = struct.Struct("<Q")  # the length of a message
STEP, WRONG, END = "step", "wrong", "end"  # the kinds of messages
MOST = memory_words(MOST_MEMORY)
TOO_LARGE = f"This takes more than {MOST} of memory: use fewer rows or columns."
DIED = "The process of this work was ended by the system: it may have taken too much memory."


def write(stream: IO[bytes], message: object) -> None:
    """One message: its length, and its pickle."""
    content = pickle.dumps(message, protocol=5)
    stream.write(HEAD.pack(len(content)) + content)
    stream.flush()


def read(stream: IO[bytes]) -> Any:
    """The next message, of a process of this program's own.

    Raises EOFError if there is none, or only a part of one: the process has ended.
    """
    (length,) = HEAD.unpack(_exactly(stream, HEAD.size))
    # A pickle can run code, but this one comes from this program: at the other end of the pipe is
    # the server or the process that it started, nobody else can open it, and only `write` writes
    # there. What a visitor brings is data in it, as in the transport of `multiprocessing`.
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: IO[bytes], length: int) -> bytes:
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def end_group() -> None:
    """End this process and those it has started."""
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def main(memory: int, processor_seconds: int) -> None:
    """Carry out the work at standard input; write its steps, or why it ends."""
    limit_memory(memory)
    limit_processor_time(processor_seconds)
    behind_others()
    log.begin()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    work: Callable[[], Iterable[object]] = read(sys.stdin.buffer)
    Thread(target=_watch, daemon=True).start()
    try:
        for step in work():
            write(out, (STEP, step))
        write(out, (END, None))
    except MemoryError:
        write(out, (WRONG, TOO_LARGE))
    except (ValueError, TypeError) as error:  # what cannot be done says so
        write(out, (WRONG, str(error)))
    except BrokenExecutor:  # of a process that joblib started
        write(out, (WRONG, DIED))
    except Exception as error:
        # An error of the program, so of any kind. The visitor is told as in a thread of the server:
        # an end without a word would pass for one by the system.
        write(out, (WRONG, log.failed_work(error)))


def _watch() -> None:
    """End with the process at the other side of the input."""
    os.read(0, 1)
    end_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
