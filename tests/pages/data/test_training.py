"""Training on all rows of a table: its steps, its ends, and what stays of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event

from pages.data.panels import training as panel
from pages.data.text import BEFORE, progress_text
from pages.state import table_job
from pages.state.job_words import LEFT, NO_MODEL_YET
from pages.state.table_run import sampling, trained
from pages.state.table_settings import TableSettings
from pages.ui import table_model
from pages.ui.jobs import Job
from svmcore.datasets.table import TableError, write_csv
from tests.helpers.data_app import cards, modelled, own, upload, wrongs
from tests.helpers.opened import (
    again,
    captions,
    move,
    open_page,
    sent,
    session,
    until_done,
    verdict,
)
from tests.helpers.table_settings import crowd
from tests.helpers.work import killed


def training(app):
    """The job that trains on all rows."""
    return app.session_state["jobs_data"]["all rows"]


def test_a_long_table_is_learnt_in_part_then_whole():
    table = crowd(4000)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(table).encode())
    assert "Trained on a sample: 2,000 of 3,000 rows." in captions(app)
    assert "2,000 of the 4,000 points are drawn" in captions(app)
    app.button(key="t_whole").click().run()
    job = training(app)
    assert "t_whole" not in [b.key for b in app.button]
    assert job.over.wait(60)
    again(app)
    assert "of 3,000 training rows" in cards(app)
    assert "sample" not in captions(app)
    app.toggle(key="w_t_density").set_value(True).run()
    assert "All 4,000 rows are shown as shades" in captions(app)
    assert sent(app)["main"].trace("points") is None


def test_a_sample_that_may_take_long_is_trained_by_a_job(monkeypatch):
    at_once = open_page("data", {"t_real": "cancer"})
    gate = Event()

    def gated(plan):
        gate.wait(30)
        yield from sampling(plan)

    monkeypatch.setattr(table_model, "AT_ONCE", 0.0)
    monkeypatch.setattr(table_model, "sampling", gated)
    monkeypatch.setattr(table_model, "trained_on_sample", partial(int, "no script"))
    app = open_page("data", {"t_real": "cancer"})
    job = app.session_state["jobs_data"]["sample"]
    assert NO_MODEL_YET in verdict(app)
    assert not cards(app)
    app.button(key="t_sample_cancel").click().run()
    assert job.cancelled
    assert LEFT in captions(app)
    assert verdict(app).startswith(LEFT), "nothing is trained any more"
    app.button(key="t_sample").click().run()
    second = app.session_state["jobs_data"]["sample"]
    assert (second is job, second.running, second.cancelled) == (False, True, False)
    gate.set()
    modelled(app)
    assert app.session_state["jobs_data"] == {}
    assert cards(app) == cards(at_once)
    assert verdict(app) == verdict(at_once)
    gate.clear()
    assert BEFORE in verdict(move(app, "w_C", 10.0))
    values = session(app).values
    values[TableSettings] = replace(values[TableSettings], real="wine")
    assert verdict(again(app)) == NO_MODEL_YET, "nothing is shown of another table"
    gate.set()


def test_a_table_that_cannot_be_learnt_ends_the_training_of_the_one_before(monkeypatch):
    def refuse(*_):
        raise TableError("Choose other columns.")

    gate = Event()

    def gated():
        yield gate.wait(30)

    app = open_page("data", {"t_real": "cancer"})
    begun = [Job(own(app).last.plan, gated) for _ in range(2)]
    names = (table_model.SAMPLE, table_model.TRAINING)
    app.session_state["jobs_data"] = dict(zip(names, begun, strict=True))
    monkeypatch.setattr(table_model, "planned", refuse)
    move(app, "w_C", 10.0)
    assert "Choose other columns." in verdict(app)
    assert app.session_state["jobs_data"] == {}
    assert [job.running for job in begun] == [False, False]
    gate.set()


def test_a_training_says_how_far_it_is_where_nobody_knows_how_long_it_takes():
    assert progress_text(585, 37_500, 4.0, None) == "Training on 585 of 37,500 rows: 4 s so far"
    late = "Training on all 11,250 rows: 3 min so far"
    assert progress_text(11_250, 11_250, 170.0, None) == late
    assert progress_text(0, 5, 9.0, 2.0) == "Training on all 5 rows: about 2 s left"


def test_long_training_is_left_by_its_button_and_by_another_choice():
    table = crowd(60_000)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(table).encode())
    app.button(key="t_whole").click().run()
    first = training(app)
    app.button(key="t_cancel").click().run()
    assert not first.running
    assert "t_whole" in [b.key for b in app.button]
    app.button(key="t_whole").click().run()
    second = training(app)
    assert second.running
    modelled(move(app, "w_C", 10.0))
    assert "t_whole" in [b.key for b in app.button]
    for job in (first, second):
        assert not job.running
        assert job.over.wait(60)
        assert (job.finished, job.wrong) == (False, "")


def test_a_training_that_begins_again_takes_no_rows_back(monkeypatch):
    begun = []

    def begin(plan, known, who):
        begun.append(known)
        yield from ()

    monkeypatch.setattr(panel, "train_all", begin)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(4000)).encode())
    plan = own(app).last.plan
    own(app).larger = trained(plan, plan.rows[:2500])  # as far as one that was cancelled
    again(app)
    app.button(key="t_whole").click().run()
    until_done(app, "data")
    assert begun == [2500]
    assert "of 2,500 training rows" in cards(app)


def test_training_ends_where_the_page_evaluation_asks_for_another_model():
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(60_000)).encode())
    app.button(key="t_whole").click().run()
    job = training(app)
    app.switch_page("pages/evaluation/page.py")
    app.query_params.update({"e_source": "table", "e_view": "curves"})
    again(app)
    assert job.running
    move(app, "w_C", 10.0)
    assert not job.running
    assert job.over.wait(60)


def test_a_training_that_ends_without_a_machine_says_so(monkeypatch):
    monkeypatch.setattr(table_job, "learn", killed)
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(4000)).encode())
    app.button(key="t_whole").click().run()
    assert training(app).over.wait(60)
    again(app)
    assert wrongs(app) == [
        "Training on 100 rows was ended by the system, perhaps for lack of memory: the model is "
        "still that of 2,000 rows."
    ]
    assert "Trained on a sample: 2,000 of 3,000 rows." in captions(app)
    app.button(key="t_whole").click().run()
    assert wrongs(app) == []
