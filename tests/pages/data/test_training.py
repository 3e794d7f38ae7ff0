"""Training on all rows of a table: its steps, its ends, and what stays of it."""

from dataclasses import replace
from functools import partial
from threading import Event

import pytest

from pages.data.panels import training as panel
from pages.data.text import BEFORE, progress_text
from pages.state.table import table_job, table_plan
from pages.state.table.table_run import sampling, trained
from pages.state.table.table_settings import TableSettings
from pages.state.text.job_words import CANCEL_TEXT, NO_MODEL_YET
from pages.tables.reading import write_csv
from pages.tables.record import TableError
from pages.ui.server.jobs import Background, Job
from pages.ui.table import table_model
from tests.helpers import ENDLESS
from tests.helpers.data_app import cards, modelled, own, upload, wrongs
from tests.helpers.opened import (
    again,
    captions,
    jobs_of,
    move,
    open_page,
    until_done,
    verdict,
    visit_of,
)
from tests.helpers.table_settings import crowd
from tests.helpers.work import killed


@pytest.fixture(autouse=True)
def _small_samples(monkeypatch):
    """The first model of 180 rows is trained on 120."""
    monkeypatch.setattr(table_plan, "SAMPLE_ROWS", 120)


def training(app):
    """The job that trains on all rows."""
    return jobs_of(app)["all rows"]


def test_a_long_table_is_learnt_in_part_then_whole():
    table = crowd(240)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(table).encode())
    assert "Trained on a sample: 120 of 180 rows." in captions(app)
    app.button(key="t_whole").click().run()
    job = training(app)
    assert "t_whole" not in [b.key for b in app.button]
    assert job.over.wait()  # a process that stands back behind all other work
    again(app)
    assert "of 180 training rows" in cards(app)
    assert "sample" not in captions(app)


def test_a_sample_that_may_take_long_is_trained_by_a_job(monkeypatch):
    at_once = open_page("data", {"t_real": "cancer"})
    gate = Event()

    def gated(plan):
        gate.wait(ENDLESS)
        yield from sampling(plan)

    monkeypatch.setattr(table_model, "AT_ONCE", 0.0)
    monkeypatch.setattr(table_model, "sampling", gated)
    monkeypatch.setattr(table_model, "trained_on_sample", partial(int, "no script"))
    app = open_page("data", {"t_real": "cancer"})
    job = jobs_of(app)["sample"]
    assert NO_MODEL_YET in verdict(app)
    assert not cards(app)
    app.button(key="sample_cancel").click().run()
    assert job.cancelled
    assert CANCEL_TEXT in captions(app)
    assert verdict(app).startswith(CANCEL_TEXT), "nothing is trained any more"
    app.button(key="sample_start").click().run()
    second = jobs_of(app)["sample"]
    assert (second is job, second.running, second.cancelled) == (False, True, False)
    gate.set()
    modelled(app)
    assert jobs_of(app) == {}
    assert cards(app) == cards(at_once)
    assert verdict(app) == verdict(at_once)
    gate.clear()
    assert BEFORE in verdict(move(app, "w_C", 10.0))
    values = visit_of(app).values
    values[TableSettings] = replace(values[TableSettings], real="wine")
    assert verdict(again(app)) == NO_MODEL_YET, "nothing is shown of another table"
    gate.set()


def test_a_table_that_cannot_be_learnt_ends_the_training_of_the_one_before(monkeypatch):
    def refuse(*_):
        raise TableError("Choose other columns.")

    gate = Event()

    def gated():
        yield gate.wait(ENDLESS)

    app = open_page("data", {"t_real": "cancer"})
    works = [Background(name, own(app).last.plan, gated) for name in ("sample", "all rows")]
    begun = [Job(work) for work in works]
    jobs_of(app).update((job.work.name, job) for job in begun)
    monkeypatch.setattr(table_model, "planned", refuse)
    move(app, "w_C", 10.0)
    assert "Choose other columns." in verdict(app)
    assert jobs_of(app) == {}
    assert [job.running for job in begun] == [False, False]
    gate.set()


def test_a_training_says_how_far_it_is_where_nobody_knows_how_long_it_takes():
    assert progress_text(585, 37_500, 4.0, None) == "Training on 585 of 37,500 rows: 4 s so far"
    assert progress_text(0, 5, 9.0, 2.0) == "Training on all 5 rows: about 2 s left"


def test_training_ends_by_its_button_and_where_another_model_is_asked_for(monkeypatch):
    gate = Event()

    def gated(*_):
        gate.wait(ENDLESS)
        yield from ()

    monkeypatch.setattr(panel, "train_all", gated)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(240)).encode())

    def on_evaluation():
        app.switch_page("pages/evaluation/page.py")
        app.query_params.update({"e_source": "table", "e_view": "curves"})
        again(app)
        assert training(app).running
        move(app, "w_C", 3.0)

    jobs = []
    for leave in (
        lambda: app.button(key="all rows_cancel").click().run(),
        lambda: modelled(move(app, "w_C", 10.0)),
        on_evaluation,
    ):
        app.button(key="t_whole").click().run()
        jobs.append(training(app))
        assert jobs[-1].running
        leave()
        assert not jobs[-1].running
    gate.set()
    assert all(job.over.wait() for job in jobs)


def test_a_training_that_begins_again_takes_no_rows_back(monkeypatch):
    begun = []

    def begin(plan, known, who):
        begun.append(known)
        yield from ()

    monkeypatch.setattr(panel, "train_all", begin)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(240)).encode())
    plan = own(app).last.plan
    own(app).larger = trained(plan, plan.rows[:160])  # as far as one that was cancelled
    again(app)
    app.button(key="t_whole").click().run()
    until_done(app)
    assert begun == [160]
    assert "of 160 training rows" in cards(app)


def test_a_training_that_ends_without_a_machine_says_so(monkeypatch):
    monkeypatch.setattr(table_job, "learn", killed)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(240)).encode())
    app.button(key="t_whole").click().run()
    assert training(app).over.wait()
    again(app)
    assert wrongs(app) == [
        "Training on 100 rows was ended by the system, perhaps for lack of memory: the model is "
        "still that of 120 rows."
    ]
    assert "Trained on a sample: 120 of 180 rows." in captions(app)
    app.button(key="t_whole").click().run()
    assert wrongs(app) == []
