"""A Streamlit app in a process of its own."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.helpers import ROOT

APPS = Path(__file__).parent / "apps"


def spawn(
    script: Path, env: Mapping[str, str] | None = None, *, port: int | None = None
) -> tuple[str, subprocess.Popen]:
    """Serve `script` on a free port: its address, and its process, which takes time to start."""
    port = port or _free_port()
    options = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    # another version of Streamlit is in an environment of its own
    python = os.environ.get("SERVER_PYTHON", sys.executable)
    command = [python, "-m", "streamlit", "run", str(script)]
    command += [f"--{name}={value}" for name, value in options.items()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    # E2E_LOG names a file for the output of the app, which pytest would capture
    with open(os.environ.get("E2E_LOG", os.devnull), "ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    return f"http://127.0.0.1:{port}", process


@contextlib.contextmanager
def start_app(
    script: Path, env: Mapping[str, str] | None = None, *, port: int | None = None
) -> Iterator[str]:
    """Serve `script` on a free port; yields its address once it is healthy."""
    url, process = spawn(script, env, port=port)
    try:
        wait_until_healthy(url, process)
        yield url
    finally:
        stop(process)


def stop(process: subprocess.Popen) -> None:
    """End a process, and wait until it has ended."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(
    url: str, process: subprocess.Popen | None = None, seconds: float = 60
) -> None:
    """Wait for an app, the process of which must not end meanwhile if it is ours."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"the app ended with code {process.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{url} did not come up in {seconds} s")
