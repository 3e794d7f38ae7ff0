"""What a report says beside its figures, as rows of plain text."""

import re

import pytest

from pages.data.export import data_export
from pages.descent import PAGE as DESCENT
from pages.evaluation.export import Judged, judged_report
from pages.evaluation.model import TableRows
from pages.evaluation.settings import EvaluationSettings
from pages.export.candidate_report import plan_table
from pages.export.report import (
    STATIONARY,
    certificate_table,
    citations,
    data_table,
    grid_table,
    model_table,
    page_table,
)
from pages.regression.model.experiment import Regression
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.model.run import data_of, run
from pages.state.table.table_run import run_of_table
from pages.state.table.table_settings import TableSettings
from pages.state.text.publications import Cited


def values(table) -> dict[str, str]:
    return dict(table.rows)


def test_the_data_are_counted_by_class_and_by_hand():
    experiment = change(Experiment(), balance=0.8, seed=7, removed=(0, 1))
    data = data_of(experiment)
    found = values(data_table(experiment, len(data), data))
    plus = int((data.y > 0).sum())
    assert 0 < plus != 44
    assert found["Points"] == f"88: {88 - plus} of class −1 and {plus} of class +1"
    assert (found["Sample"], found["Noise"], found["Seed"]) == ("Moons", "0.3", "7")
    assert found["By hand"] == "0 placed or moved, 2 taken away"
    several = change(Experiment(), dataset="blobs", classes=3, n_samples=30)
    counted = values(data_table(several, 30, data_of(several)))["Points"]
    assert counted == "30: 10 of class 0, 10 of class 1 and 10 of class 2"
    own = Experiment(dataset="own", placed=(Placed(0.0, 0.0, 1, 1000),))
    found = values(data_table(own, 1, data_of(own)))
    assert found["Points"] == "1: 1 of class +1"
    assert "Seed" not in found


def test_the_kernel_is_said_with_its_parameters():
    found = values(model_table(change(Experiment(), gamma=0.125, C=30.0)))
    assert found == {"Kernel": "RBF", "γ": "0.125", "C": "30"}
    hard = change(Experiment(), kernel="linear", margin="hard")
    assert values(model_table(hard)) == {"Kernel": "Linear", "Margin": "hard"}
    weighed = change(Experiment(), class_weight="own", weights=(2.0, 0.5))
    assert values(model_table(weighed))["Class weights"] == "2 and 0.5"
    assert values(model_table(Regression())).items() >= {("ε", "0.3")}


def test_the_certificate_is_that_of_the_run():
    result = run(change(Experiment(), max_iter=3, solver="smo"))
    table = certificate_table(result)
    found, proof = values(table), result.solution.certificate
    assert float(found["Gap"]) == pytest.approx(proof.gap, rel=0.05)
    assert float(found["Dual value"]) == pytest.approx(proof.dual, rel=1e-5)
    named = "Largest violation of the KKT conditions"
    assert float(found[named]) == pytest.approx(proof.violation, rel=0.05)
    assert found["Verdict"].startswith("not converged")
    assert (found["Solver"], found["Iterations"]) == ("SMO, dual", "3")


def test_no_bound_is_claimed_where_there_is_none():
    table = certificate_table(run(change(Experiment(), kernel="sigmoid")))
    assert table.note == STATIONARY
    assert not {"Gap", "Dual value"} & set(values(table))
    missing = certificate_table(run(change(Experiment(), kernel="linear", margin="hard")))
    assert values(missing)["Verdict"] == "not separable"


def test_settings_of_a_page():
    start = DESCENT.entries[0].start
    now = change_descent(Descent(), epochs=9, loss="squared_hinge")
    assert values(page_table([(now, start)])) == {"Epochs": "9"}
    whole = values(page_table([(now, start)], trains=True, whole=True))
    assert (whole["Loss"], whole["Epochs"]) == ("Squared hinge", "9")
    assert "Batch size" in whole
    few = values(page_table([(now, start)], trains=True))
    assert few.keys() == {"Loss", "Objective", "Schedule", "Epochs"}
    assert whole["Objective"] == "½‖w‖² + C Σ loss"


def test_a_table_is_said_cell_by_cell_and_what_is_cut():
    small = grid_table("T", 2, {"a": ["1.5", None], "b": ["<b>", "2"]})
    assert small.names == ("", "a", "b")
    assert small.rows == (("1", "1.5", "<b>"), ("2", "", "2"))
    assert small.note == "T: all 2 rows and all 2 columns."
    cells = [[f"{i} {j}" for i in range(500)] for j in range(40)]
    large = grid_table("T", 1_200, {f"c{j}": texts for j, texts in enumerate(cells)})
    assert large.note == "T: the first 100 of 1,200 rows and the first 30 of 40 columns."
    assert (len(large.rows), large.rows[99][30], large.names[-1]) == (100, "99 29", "c29")
    assert {len(row) for row in (large.names, *large.rows)} == {31}


def test_what_is_cited():
    found = citations((Cited("a", "boser"), Cited("b", "cortes-vapnik"), Cited("c", "boser")))
    authors = ["Cortes and Vapnik", "Boser, Guyon and Vapnik"]
    assert [text.split(".")[0] for text, _ in found] == authors


def test_a_table_is_said_with_its_model_its_split_and_its_certificate():
    found = run_of_table(TableSettings(real="wine", learn="all", C=3.0, reach=0.5, held=40, lot=7))
    rows = TableRows.of_run(found)
    judged = Judged(
        settings=EvaluationSettings(source="table", lot=99),
        title="Wine",
        classes=found.plan.prepared.class_names,
        trial=rows.trial,
        table=rows,
    )
    proof = found.model.estimator.certificate_
    for tables in (judged_report(judged, plan_table(found.plan)), data_export(found).tables):
        data, model, split, certificate = map(values, tables)
        assert (data["Table"], data["Target"]) == ("Wine", "cultivar")
        assert data["Rows"] == "178: 59 class_0, 71 class_1 and 48 class_2"
        assert (model["Kernel"], model["C"]) == ("RBF", "3")
        assert [v for k, v in model.items() if k.startswith("γ")] == ["0.5"]
        assert model["Scheme"] == "One-vs-rest"
        assert split["Split seed"] == "7"
        assert {"107", "71"} <= set(re.findall(r"\d+", " ".join(split.values())))
        assert float(certificate["Dual value"]) == pytest.approx(proof.dual, rel=1e-5)
        assert certificate["Trained on"] == "107 points"
