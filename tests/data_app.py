"""What the tests of data page have in common."""

from __future__ import annotations

from svmcore.table_lesson import Lesson
from tests.opened import again, desk, plain


def own(app):
    return app.session_state["own"]


def lesson(app) -> Lesson:
    return desk(app).values["t_"]


def wrongs(app) -> list[str]:
    return [plain(h.value) for h in app.get("html") if 'role="alert"' in h.value]


def upload(app, content: bytes, name: str = "table.csv"):
    app.file_uploader[0].set_value((name, content, "text/csv"))
    return again(app)
