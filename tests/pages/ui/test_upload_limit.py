"""A session may have two files of 50 MB together that no page has read; others are refused."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from pages.ui import streamlit_internals
from pages.ui.table import upload_limit
from pages.ui.table.upload_limit import PATH, UploadLimit

MB = 10**6


@pytest.fixture
def files(monkeypatch):
    """What Streamlit holds, with as much room as is needed."""
    storage: dict[str, dict[str, SimpleNamespace]] = {}
    held = SimpleNamespace(uploaded_file_mgr=SimpleNamespace(file_storage=storage))
    monkeypatch.setattr(streamlit_internals, "_server", lambda: held)
    monkeypatch.setattr(upload_limit, "keeper", lambda: SimpleNamespace(room=lambda size: True))
    return storage


def statuses(*sizes: int | None, sessions: str = "aaaaaaaaaa", path: str = PATH) -> list[int]:
    """What so many uploads are answered that are on their way at the same time."""
    gate, reached = asyncio.Event(), 0

    async def streamlit(scope, receive, send):
        nonlocal reached
        reached += 1
        await gate.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})

    limit = UploadLimit(streamlit)

    async def put(session: str, size: int | None) -> int:
        headers = [] if size is None else [(b"content-length", str(size).encode())]
        answers = []

        async def send(message):
            answers.append(message.get("status"))

        place = f"{path}{session}/file"
        await limit(
            {"type": "http", "method": "PUT", "path": place, "headers": headers}, None, send
        )
        return answers[0]

    async def all_of_them() -> list[int]:
        tasks = [asyncio.create_task(put(*each)) for each in zip(sessions, sizes, strict=False)]
        while reached + sum(task.done() for task in tasks) < len(tasks):
            await asyncio.sleep(0)
        gate.set()
        return await asyncio.gather(*tasks)

    with ThreadPoolExecutor() as apart:  # a browser of other tests keeps a loop in this thread
        return apart.submit(asyncio.run, all_of_them()).result()


@pytest.mark.parametrize(
    ("sizes", "answers"),
    [
        ((MB, MB), [204, 204]),
        ((MB, MB, MB), [204, 204, 413]),
        ((24 * MB, 27 * MB), [204, 413]),
        ((24 * MB, None), [204, 413]),  # one that does not say how large it is
    ],
)
def test_uploads_on_their_way_count(files, sizes, answers):
    assert sorted(statuses(*sizes)) == answers


def test_files_count_until_a_page_has_read_them_and_for_their_session_only(files):
    files["a"] = {str(k): SimpleNamespace(file_id="f", data=bytes(10)) for k in range(2)}
    assert statuses(MB, MB, sessions="ab") == [413, 204]
    assert statuses(MB, MB, MB, path="/_stcore/other/") == [204] * 3, "no uploads"
    del files["a"]["0"]
    assert statuses(MB) == [204]


def test_what_does_not_fit_into_the_memory_with_all_that_is_on_its_way_is_refused(
    files, monkeypatch
):
    room = SimpleNamespace(room=lambda size: size <= 30 * MB)
    monkeypatch.setattr(upload_limit, "keeper", lambda: room)
    assert sorted(statuses(20 * MB, 20 * MB, 5 * MB, sessions="abc")).count(413) > 0
    assert statuses(20 * MB, 5 * MB, sessions="ab") == [204, 204]
