"""Data and Evaluation judge one machine: to the last digit, and as scikit-learn judges it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from threading import Event

import numpy as np
import pytest
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from pages.evaluation.model import TableRows, folding, ways
from pages.evaluation.panels import common, folds, probabilities
from pages.evaluation.panels.chosen import _source, source_and_candidate
from pages.evaluation.panels.taken import exported
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text.table import drawn_sentence, sample_sentence
from pages.model_selection.cross_validation import cross_validate
from pages.model_selection.grid_search import Grid, sweep
from pages.model_selection.leave_one_out_bounds import leave_one_out_bounds
from pages.model_selection.splits import k_fold
from pages.state.table import table_plan
from pages.state.table.table_plan import TESTED_ROWS
from pages.state.table.table_points import stratified
from pages.state.table.table_run import trained, trained_on_sample
from pages.state.table.table_settings import TableSettings
from pages.state.text.job_words import CANCEL_TEXT, NO_MODEL_YET
from pages.tables.reading import write_csv
from pages.ui.table import table_model
from tests.helpers import ENDLESS
from tests.helpers.data_app import modelled, own, upload
from tests.helpers.evaluation_app import cards, waited, with_table
from tests.helpers.opened import (
    again,
    captions,
    jobs_of,
    move,
    open_page,
    verdict,
    visit_of,
)
from tests.helpers.table_settings import crowd, plan_of

CASES = {
    "wine": TableSettings(real="wine", learn="all"),
    "wine, raw": TableSettings(real="wine", learn="all", standardise=False, C=5.0),
    "another lot": TableSettings(real="wine", learn="all", lot=7, held=40),
    "cancer, linear": TableSettings(real="cancer", learn="all", kernel="linear"),
    "two columns": TableSettings(real="cancer", balanced=True),
    "wider": TableSettings(real="digits", learn="all", reach=0.1, C=20.0),
    "two directions": TableSettings(real="wine", learn="pca"),
}


def theirs(settings: TableSettings, k: int):
    """scikit-learn's machine with the same settings."""
    svm = SVC(
        C=settings.C,
        kernel=settings.kernel,
        gamma="scale",
        tol=1e-9,
        class_weight="balanced" if settings.balanced else None,
    )
    if settings.reach != 1.0:
        svm = Wider(settings)
    machine = svm if k == 2 else OneVsRestClassifier(svm)
    scaled = settings.standardise and settings.learn != "pca"
    return make_pipeline(StandardScaler(), machine) if scaled else machine


class Wider(SVC):
    """gamma = reach times that of "scale"."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(C=settings.C, tol=1e-9)
        self.settings = settings

    def fit(self, X, y, sample_weight=None):
        self.gamma = self.settings.reach / (X.shape[1] * X.var())
        return super().fit(X, y, sample_weight)


def rows_of(plan) -> np.ndarray:
    """The table as scikit-learn would be given it: in its own units, but for two directions."""
    if plan.settings.learn == "pca":
        return plan.X
    raw = plan.prepared.X * plan.prepared.scale + plan.prepared.mean
    return raw[:, list(plan.columns)]


@pytest.mark.parametrize("settings", CASES.values(), ids=CASES)
def test_one_machine_on_both_pages_and_in_scikit_learn(settings: TableSettings):
    plan = plan_of(settings)
    run, X, y = trained_on_sample(plan), rows_of(plan), plan.prepared.y
    judged = TableRows.of_run(run)
    trial = judged.trial
    test = judged.rows[trial.split.test]
    assert np.array_equal(test, np.flatnonzero(plan.apart))
    assert trial.called().wrong[trial.split.test].sum() == run.test_wrong
    assert trial.called().wrong[trial.split.train].sum() == run.train_wrong
    other = theirs(settings, plan.k).fit(X[~plan.apart], y[~plan.apart])
    assert np.array_equal(trial.voted[trial.split.test], other.predict(X[test]))
    mine, known = trial.scores[trial.split.test], other.decision_function(X[test])
    np.testing.assert_allclose(mine, known, atol=2e-4)


def test_folds_scale_and_measure_gamma_by_their_own_training_rows():
    settings = CASES["wine"]
    plan = plan_of(settings)
    by, X, y = plan.machine, plan.X, plan.prepared.y
    splits = k_fold(y, 5)
    *before, last = folding(by, X, y, splits, None, ways(by, table=True))
    assert [(step.done, step.found) for step in before] == [(k, None) for k in range(1, 10)]
    found = last.found["inside"]
    for part in splits:
        other = theirs(settings, plan.k).fit(rows_of(plan)[part.train], y[part.train])
        assert np.array_equal(found.predicted[part.test], other.predict(rows_of(plan)[part.test]))
    assert set(last.found) == {"inside", "before"}
    two = plan_of(TableSettings(real="cancer", learn="all", standardise=False))
    assert not leave_one_out_bounds(two.machine, two.X, two.prepared.y).stable


@pytest.mark.parametrize("standardise", [True, False])
def test_the_map_counts_gamma_in_the_units_of_the_model(standardise: bool):
    """Of two classes a column of the map is trained by a path of C, and not by `fitted`."""
    plan = plan_of(TableSettings(real="cancer", learn="all", standardise=standardise))
    X, y, splits = 3.0 * plan.X, plan.prepared.y, k_fold(plan.prepared.y, 3)
    *_, end = sweep(plan.machine, X, y, splits, Grid((1.0,), (1.0,)))
    known = 1.0 - cross_validate(plan.machine, X, y, splits).mean[0]
    assert end.found.cells[0].cv_error == pytest.approx(known)
    other = 1.0 - cross_validate(replace(plan.machine, relative=False), X, y, splits).mean[0]
    assert abs(other - known) > 0.01


def test_a_long_table_is_judged_by_a_sample_that_is_said():
    plan = plan_of(TableSettings(real="mine", learn="all"), crowd(40_000))
    run = trained_on_sample(plan)
    once = TableRows.of_run(run)
    assert len(once.split.test) == TESTED_ROWS
    assert sample_sentence(once) == (
        "Trained on a sample: 2,000 of 30,000 rows. Tested on 5,000 of 10,000 test rows."
    )
    assert drawn_sentence(once) == "2,000 of these 7,000 points are drawn."
    assert once.trial.called().wrong[once.split.test].sum() == run.test_wrong
    sample = TableRows.of_sample(plan)
    assert "A sample of 2,000 of the 40,000 rows is used" in sample_sentence(sample)


def test_the_same_rows_in_another_split_are_another_source():
    """What was computed of one split must not be shown of another."""
    words = ({}, {"lot": 1}, {"held": 50})
    plans = [plan_of(TableSettings(real="cancer", **word)) for word in words]
    sources = [_source(TableRows.of_split(plan, plan.rows)) for plan in plans]
    assert all(np.array_equal(of.X, sources[0].X) for of in sources)
    assert len(set(sources)) == 3
    assert _source(TableRows.of_split(plans[0], plans[0].rows)) == sources[0]


def test_a_model_that_may_take_long_is_trained_by_a_job(monkeypatch):
    views = ("test", "folds")
    at_once = [with_table("cancer", view=view) for view in views]
    waited(at_once[1], "folds")
    for module in (table_model, common):
        monkeypatch.setattr(module, "AT_ONCE", 0.0)
    monkeypatch.setattr(table_model, "trained_on_sample", partial(int, "no script"))
    monkeypatch.setattr(common, "_trained", partial(int, "no script"))
    apps = [with_table("cancer", view=view) for view in views]
    modelled(apps[0])
    assert waited(apps[1], "model").finished
    waited(apps[1], "folds")
    for app, wanted in zip(apps, at_once, strict=True):
        assert verdict(app) == verdict(wanted)
        assert NO_MODEL_YET not in verdict(app)


def test_work_on_a_table_ends_where_another_takes_its_place(monkeypatch):
    monkeypatch.setattr(folds, "AT_ONCE", 0.0)
    app = with_table("cancer", view="folds")
    assert waited(app, "folds").finished
    values = visit_of(app).values
    again(app)
    assert "folds" in jobs_of(app)
    values[TableSettings] = replace(values[TableSettings], real="iris")
    values[EvaluationSettings] = replace(values[EvaluationSettings], view="test")
    again(app)
    assert jobs_of(app) == {}


def test_probabilities_that_were_cancelled_have_no_model_and_say_so(monkeypatch):
    gate = Event()

    def gated(*_):
        yield gate.wait(ENDLESS)

    monkeypatch.setattr(probabilities, "AT_ONCE", 0.0)
    monkeypatch.setattr(probabilities, "calibrating", gated)
    monkeypatch.setattr(TableRows, "trial", property(lambda _: pytest.fail("trained by a script")))
    app = with_table("cancer", view="probabilities")
    app.session_state["export"] = True
    assert NO_MODEL_YET in verdict(again(app))
    assert NO_MODEL_YET in captions(app), "Export has no other model"
    app.button(key="probabilities_cancel").click().run()
    assert CANCEL_TEXT in verdict(again(app))
    assert captions(app).split("\n").count(CANCEL_TEXT) == 2, "beside the button, and in Export"
    gate.set()


def test_export_of_probabilities_has_the_model_of_their_sample(monkeypatch):
    monkeypatch.setattr(table_plan, "SAMPLE_ROWS", 100)
    monkeypatch.setattr(probabilities, "AT_ONCE", math.inf)  # no job, however slow the machine
    app = upload(open_page("data", {"t_learn": "all"}), write_csv(crowd(400)).encode())
    plan = own(app).last.plan
    more = plan.rows[stratified(plan.prepared.y[plan.rows], 200)]
    own(app).larger = trained(plan, more)  # as far as a training that was cancelled
    answers = []

    def asked():
        answers.extend([probabilities.trial_of(*source_and_candidate()), exported(None)])

    monkeypatch.setattr(common, "choose", asked)
    app.switch_page("pages/evaluation/page.py")
    app.query_params.update({"e_source": "table", "e_view": "probabilities"})
    again(app)
    found, export = answers
    assert len(found.split.train) == 100
    sample = trained_on_sample(plan)
    known = sample.known(plan.judged)
    np.testing.assert_allclose(found.scores[found.split.test], known, rtol=1e-13)
    assert export.why == ""


def test_the_page_shows_the_settings_and_the_accuracy_of_the_page_data():
    app = open_page("data", {"t_real": "wine", "t_learn": "all", "t_C": "0.02"})
    data = cards(app)["Test accuracy"][0]
    app.switch_page("pages/evaluation/page.py")
    app.query_params["e_source"] = "table"
    again(app)
    assert cards(app)["Accuracy"][0] == data
    assert "The model and the split are those of the page Data." in captions(app)
    visit_of(app).set_fields(TableSettings, C=1.0)
    move(app, "w_held", 50.0)
    evaluation = cards(app)["Accuracy"]
    app.switch_page("pages/data/page.py")
    again(app)
    assert [cards(app)[name][0] for name in ("Test accuracy", "Training accuracy")] == evaluation
    assert evaluation[0] != data


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"t_held": "0"}, "There are no test rows: choose a test share."),
        ({"t_label": "petal width"}, "to predict it would be regression"),
        ({"t_features": "0"}, "only 'sepal length' is left: choose or add another"),
    ],
)
def test_what_cannot_be_judged_has_its_reason(words: dict[str, str], why: str):
    app = open_page("evaluation", words | {"e_source": "table"})
    assert why in verdict(app)
