"""What a report says of a candidate of model selection: table, model, split and certificate."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.export.report import CERTIFICATE, DIGITS, STATIONARY, ReportTable, Row, bound_rows
from pages.model_selection.candidate import Candidate, FittedCandidate
from pages.model_selection.kernel_formula import KERNELS
from pages.state.multiclass.multiclass_run import TITLES
from pages.state.table.table_plan import TablePlan
from pages.state.text.number_format import number
from pages.state.text.verdict import listed
from svmcore.arrays import Indices
from svmcore.params import parameters

MOST_NAMES = 30  # of columns
FEATURES = {
    "columns": "the two columns of the picture",
    "pca": "two directions of all columns (PCA)",
    "all": "all columns",
}
SCHEMES = TITLES | {"svc": TITLES["ovo"]}  # of several classes


def plan_table(plan: TablePlan) -> ReportTable:
    """The table that a plan learns from: its rows, its target, and what the model sees of it."""
    prepared, settings = plan.prepared, plan.settings
    names = [prepared.feature_names[k] for k in plan.columns]
    more = len(names) - MOST_NAMES
    words = [*names[:MOST_NAMES], f"{more} more"] if more > 0 else names
    how = "no"
    if settings.standardise:
        how = "by the training rows" if plan.machine.scaling == "inside" else "by all rows"
    rows: list[Row] = [
        ("Table", prepared.title),
        ("Rows", f"{len(prepared.y):,}: {counted(prepared.y, prepared.class_names)}"),
        ("Target", prepared.target),
        ("Columns", listed(words)),
        ("The model sees", FEATURES[settings.learn]),
        ("Standardised", how),
    ]
    return ReportTable("Data", tuple(rows), " ".join(prepared.notes))


def counted(y: Indices, names: Sequence[str]) -> str:
    """How many rows each class has: "50 setosa and 50 virginica"."""
    counts = np.bincount(y, minlength=len(names)).tolist()
    return listed([f"{count:,} {name}" for count, name in zip(counts, names, strict=True)])


def candidate_table(machine: Candidate, classes: Sequence[str]) -> ReportTable:
    """The kernel and C of a candidate, its scheme, and what weighs the classes."""
    kernel, words = KERNELS[machine.kernel], dict[str, Any](machine.parameters)
    rows: list[Row] = [("Kernel", kernel.title)]
    if "recipe" in words:
        rows.append(("Formula", str(words.pop("recipe"))))
    labels = {p.name: p.label or p.name for p in parameters(kernel)}
    if machine.relative:
        labels["gamma"] = "γ / γ₀, γ₀ = 1 / (coordinates × their variance)"
    rows += [(labels.get(name, name), number(v, DIGITS)) for name, v in words.items()]
    rows.append(("C", number(machine.C, DIGITS)))
    if len(classes) > 2:
        rows.append(("Scheme", SCHEMES[machine.scheme]))
    if machine.balanced:
        rows.append(("Class weights", "balanced"))
    elif machine.weights:
        factors = zip(classes, machine.weights, strict=True)
        rows.append(("Class weights", listed([f"{number(w, DIGITS)} ({c})" for c, w in factors])))
    return ReportTable("Kernel and C", tuple(rows))


def proof_table(machine: Candidate, model: FittedCandidate, learnt: int) -> ReportTable:
    """What is proved of a trained candidate; of several models the sums, and the worst error."""
    estimator = model.estimator
    proof = getattr(estimator, "certificate_", None)
    rows: list[Row] = [("Trained on", f"{learnt:,} points")]
    rows.append(("Converged", "no" if estimator.fit_status_ else "yes"))
    if proof is None:
        return ReportTable("Certificate", tuple(rows))
    psd = machine.function().psd
    if psd:
        rows += bound_rows(proof)
    rows.append(("Largest violation of the KKT conditions", number(proof.violation, 2)))
    return ReportTable("Certificate", tuple(rows), CERTIFICATE if psd else STATIONARY)
