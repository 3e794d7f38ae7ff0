"""What the tests of data page have in common."""

from __future__ import annotations

from pages.state.table.table_settings import TableSettings
from tests.helpers import ENDLESS
from tests.helpers.opened import again, blocks, jobs_of, plain, table_of, visit_of


def own(app):
    return table_of(app)


def settings(app) -> TableSettings:
    return visit_of(app).values[TableSettings]


def wrongs(app) -> list[str]:
    return [plain(h.value) for h in app.get("html") if 'role="alert"' in h.value]


def cards(app) -> str:
    return " ".join(plain(b) for b in blocks(app, "svm-cards"))


def upload(app, content: bytes, name: str = "table.csv"):
    app.file_uploader[0].set_value((name, content, "text/csv"))
    again(app)
    return modelled(read(app))


def read(app):
    """The page with what was brought to it: all but short texts are read by a job."""
    jobs = jobs_of(app)
    if job := jobs.get("reading"):
        assert job.over.wait(ENDLESS)
        again(app)
    return app


def modelled(app):
    """The page with its model: one that may take long is trained by a job."""
    jobs = jobs_of(app)
    if "sample" in jobs:
        assert jobs["sample"].over.wait(ENDLESS)
        again(app)
    return app
