"""How much memory the server takes: at rest, with 100 sessions, after the worst, after all left.

    python benchmarks/bench_memory.py [--app app.py] [--memory 1024] [--sessions 100] [--wait 180]

The worst that one visitor did: seven tables of 15 MB in one tab, six of 60,000 rows of 41 columns
in another, the second one at the moment in which the first is read. Then all tabs are closed.
`--memory` is the machine's in MB, as the server is told; `--wait` the seconds after all have left.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from playwright.sync_api import Page, sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks.table import Row, printed
from benchmarks.visitors.machine import resident
from tests.e2e.browser import launch
from tests.e2e.server import spawn, stop, wait_until_healthy
from tests.helpers import ROOT

MOST_SESSIONS, MOST_WORST, MOST_LEFT = 300.0, 600.0, 250.0  # MB
SETTLE = 20.0  # seconds after the last table
SHAPES = {"15 MB": (7, 100_000, 20), "60,000 x 41": (6, 60_000, 41)}  # tables, rows, columns


def table(number: int, rows: int, columns: int) -> bytes:
    """A table as CSV: a class and numbers of six digits, whose columns name the table."""
    rng = np.random.default_rng(number)
    y = rng.integers(0, 2, rows)
    X = rng.normal(size=(rows, columns - 1)) + y[:, None]
    head = ",".join([*(f"t{number}_{j}" for j in range(columns - 1)), "class"])
    lines = (f"{','.join(map('{:.4f}'.format, x))},{c}" for x, c in zip(X, y, strict=True))
    return "\n".join([head, *lines]).encode()


def upload(page: Page, content: bytes, number: int) -> None:
    """Bring a table to the page Data."""
    chooser = page.locator('[data-testid="stFileUploaderDropzone"]')
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    if not chooser.is_visible():
        page.get_by_text("Load your own").click()
        chooser.wait_for(state="visible")
    name = f"table {number}.csv"
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    page.locator('input[type="file"]').set_input_files(files=[file], timeout=300_000)


def until_learnt(page: Page, number: int) -> None:
    """Wait for the model of a table."""
    words = page.locator(".svm-verdict").filter(has_text=f"t{number}_")
    words.wait_for(timeout=300_000)


@contextmanager
def session(url: str) -> Iterator[None]:
    """A session without a browser, whose page has run once."""
    with connect(url.replace("http", "ws") + "/_stcore/stream", max_size=None) as socket:
        message = BackMsg()
        message.rerun_script.query_string = ""
        socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(socket.recv(timeout=120))
            if answer.WhichOneof("type") == "script_finished":
                break
        yield


def worst(url: str, pid: int) -> float:
    """MB after the tables of both tabs, while they are open."""
    folders = {name: f"{url}/data" for name in SHAPES}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        pages = {}
        for name, address in folders.items():
            pages[name] = browser.new_page()
            pages[name].goto(address)
            pages[name].locator(".svm-verdict").wait_for(timeout=120_000)
        number = 0
        for name, (many, rows, columns) in SHAPES.items():
            for _ in range(many):
                number += 1
                content = table(number, rows, columns)
                upload(pages[name], content, number)
                until_learnt(pages[name], number)
                now, most = resident(pid), resident(pid, "VmHWM")
                print(f"   table {number}: {now:.0f} MB, {most:.0f} at most")
        time.sleep(SETTLE)
        found = resident(pid)
        browser.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", type=Path, default=ROOT / "app.py")
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--wait", type=float, default=180.0)
    options = parser.parse_args()
    rows: list[Row] = []

    def measured(name: str, value: float, most: float) -> None:
        rows.append((name, value, most, value <= most))
        print(f"{name}: {value:.0f} MB")

    url, process = spawn(options.app, {"SVM_MEMORY_MB": str(options.memory)})
    try:
        wait_until_healthy(url, process)
        pid = process.pid
        with ExitStack() as open_sessions:
            open_sessions.enter_context(session(url))
            print(f"the first visitor: {resident(pid):.0f} MB")
            for _ in range(options.sessions - 1):
                open_sessions.enter_context(session(url))
            measured(f"{options.sessions} sessions", resident(pid), MOST_SESSIONS)
        measured("after the worst sequence", worst(url, pid), MOST_WORST)
        for _ in range(6):
            time.sleep(options.wait / 6)
            print(f"   {resident(pid):.0f} MB")
        measured(f"{options.wait:.0f} s after all left", resident(pid), MOST_LEFT)
        print(f"at most: {resident(pid, 'VmHWM'):.0f} MB")
    finally:
        stop(process)
    return int(not printed(rows))


if __name__ == "__main__":
    sys.exit(main())
