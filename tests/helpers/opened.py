"""A page that was opened without a browser, what it shows, and kernels to check that with."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from sklearn.svm import SVC
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of, run
from pages.ui.board import board_state
from pages.ui.board.board_state import BoardState
from pages.ui.server.jobs import Job, VisitorsJobs
from pages.ui.table.visitor_table import VisitorTable
from pages.ui.visit.visit import Visit
from pages.ui.visit.widget_state import WidgetState
from tests.helpers import ENDLESS, ROOT
from tests.helpers.links import from_query

BADGE = r'<span class="svm-badge svm-\w+"(?: tabindex="0" title="(.*?)")?>(.*?)</span>'
ONE_CLASS = {
    "removed": "0.2-3.5.9-10.12.14-16.18-19.22-26.28-29.32.35.40.42.46-47.49.54.56.60-62.66.68-72"
    ".75.77.79.81.83-84.88-89"
}
TRAINED = {
    "usual": {},
    "two points": {
        "dataset": "own",
        "placed": "1nPbonJvgx8wzwY-RjYFpwRxGIGJgAgAz",
    },  # (-1, 0.5) and (1.5, -0.5)
    "hard": {"dataset": "linear", "kernel": "linear", "margin": "hard"},
    "hard RBF": {"margin": "hard", "gamma": "5"},
    "linear": {"kernel": "linear", "C": "0.1"},
    "poly": {"kernel": "poly", "degree": "2"},
    "laplacian": {"kernel": "laplacian", "C": "3"},
    "built": {"kernel": "built", "recipe": "2 * rbf(gamma=3) + linear"},
    "sigmoid": {"kernel": "sigmoid", "C": "0.5"},
}
UNTRAINED = {
    "empty": ({"dataset": "own"}, "The board is empty"),
    "one class": (ONE_CLASS, "points share a class: add a point of class +1"),
    "inseparable": ({"kernel": "linear", "margin": "hard"}, "No straight line separates"),
}


def open_page(page: str, query: dict[str, str] | None = None) -> AppTest:
    """The app at a page with a link's words; it must not have failed."""
    app = AppTest.from_file(f"{ROOT}/app.py", default_timeout=ENDLESS)
    for name, value in (query or {}).items():
        app.query_params[name] = value
    return again(at(app, page))


def at(app: AppTest, page: str) -> AppTest:
    """The same app at a page's address, for the next run.

    `AppTest.switch_page` knows the addresses of pages only after a first run, which would open the
    link on the wrong page.
    """
    app._page_hash = calc_hash(page)
    return app


def until_done(app: AppTest) -> AppTest:
    """Run again, as a browser would, until no job is running."""
    jobs = jobs_of(app)
    for job in jobs.values():
        assert job.over.wait(ENDLESS)
        job.poll()
    return again(app) if jobs else app


def again(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def visit_of(app: AppTest) -> Visit:
    """What the visitor has chosen and what pages remember."""
    visit: Visit = app.session_state["visit"]
    return visit


def jobs_of(app: AppTest) -> dict[str, Job]:
    """The visitor's jobs by name."""
    return visit_of(app).remembered(VisitorsJobs).by_name


def table_of(app: AppTest) -> VisitorTable:
    """What the visitor has made of a table."""
    return visit_of(app).remembered(VisitorTable)


def board_of(app: AppTest, name: str = "") -> BoardState:
    """One of the visitor's boards, the Playground's by default."""
    return board_state.board_of(visit_of(app), name)


def widgets_of(app: AppTest) -> WidgetState:
    """What the widgets of the page show."""
    return visit_of(app).remembered(WidgetState)


def plain(text: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", text))


def blocks(app: AppTest, css: str) -> list[str]:
    """The HTML of all blocks of a class."""
    return [h.value for h in app.get("html") if f'class="{css}"' in h.value]


def verdict(app: AppTest) -> str:
    """The sentence below the picture with its whole badge, without marks and the KKT violation."""
    [found] = blocks(app, "svm-verdict")
    return plain(re.sub(BADGE, _whole, re.sub(r'<span class="svm-worst".*?</span> ', "", found)))


def _whole(match: re.Match[str]) -> str:
    return (match[1] or match[2]).split(", worst KKT")[0]


def badge(app: AppTest) -> str:
    """The badge with its bound, which is shown under Expert and on hover."""
    found = re.search(BADGE, blocks(app, "svm-verdict")[0])
    return _whole(found) if found else ""


def lines(app: AppTest, css: str, tag: str = "p") -> list[str]:
    """The lines of a block of text."""
    [block] = blocks(app, css)
    return [plain(line) for line in re.findall(f"<{tag}>(.*?)</{tag}>", block)]


def captions(app: AppTest) -> str:
    return "\n".join(c.value for c in app.caption)


class Sent(NamedTuple):
    """What a canvas was sent: who it is, and its figure (or its film)."""

    header: dict[str, Any]
    figure: dict[str, Any]

    def trace(self, uid: str) -> dict[str, Any] | None:
        found = [trace for trace in self.figure["data"] if trace.get("uid") == uid]
        assert len(found) < 2
        return found[0] if found else None


def sent(app: AppTest) -> dict[str, Sent]:
    """All that was sent to the browser as bytes, by key, with its arrays."""
    found = {}
    for element in app.get("bidi_component"):
        if element.proto.bytes:
            header, figure = element.proto.bytes.split(b"\n", 1)
            words = json.loads(header)
            found[words["key"]] = Sent(words, json.loads(figure, object_hook=_array))
    return found


def table(app: AppTest) -> dict[str, Any]:
    """What the table of points was sent; `cells` parsed."""
    [proto] = [e.proto for e in app.get("bidi_component") if e.proto.component_name == "svm_rows"]
    data = json.loads(proto.json)
    return data | {"cells": json.loads(data["cells"])}


def _array(found: dict[str, Any]) -> Any:
    if "bdata" not in found:
        return found
    values = np.frombuffer(base64.b64decode(found["bdata"]), found["dtype"])
    if "shape" in found:
        values = values.reshape([int(part) for part in found["shape"].split(",")])
    return values


RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
POWER = r"10[⁻⁰-⁹¹²³]+"
NUMBER = rf"−?(?:{POWER}|\d[\d,]*(?:\.\d+)?(?:e−?\d+|\s×\s{POWER})?)"


def numbers(text: str) -> list[float]:
    """All numbers of a text, in order."""
    return [numeral(part) for part in re.findall(NUMBER, text)]


def numeral(text: str) -> float:
    """What a written number is: 0.3, 28,896, 4 × 10⁻¹³, 10⁻⁶, 4e−13."""
    text = text.replace("−", "-").replace(",", "")
    found = re.fullmatch(r"(?:(.*)\s×\s)?(-?)10([⁻⁰-⁹¹²³]+)", text)
    if found is None:
        return float(text)
    return float(f"{found[2]}{found[1] or 1}e{found[3].translate(RAISED)}")


def experiment(query: dict[str, str]) -> Experiment:
    """What the words of a link mean on these pages: the dual, by the solver that fits."""
    return from_query(query | {"formulation": "dual", "solver": "auto"})


def gram(query: dict[str, str], X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """K(x, z) of a link's kernel, written down here once more."""
    inner = X @ Z.T
    square = (X**2).sum(1)[:, None] - 2.0 * inner + (Z**2).sum(1)
    gamma = float(query.get("gamma", 0.5))
    coef0 = float(query.get("coef0", 1.0))
    kernel = query.get("kernel", "rbf")
    if kernel == "built":
        assert query["recipe"] == "2 * rbf(gamma=3) + linear"
        return 2.0 * np.exp(-3.0 * square) + inner
    return {
        "linear": lambda: inner,
        "poly": lambda: (gamma * inner + coef0) ** int(query.get("degree", 3)),
        "rbf": lambda: np.exp(-gamma * square),
        "laplacian": lambda: np.exp(-gamma * np.abs(X[:, None] - Z[None]).sum(2)),
        "sigmoid": lambda: np.tanh(gamma * inner + coef0),
    }[kernel]()


class Machine(NamedTuple):
    """alpha and b of the shown machine, and what follows from these and the kernel alone."""

    X: np.ndarray
    y: np.ndarray
    alpha: np.ndarray
    b: float
    K: np.ndarray
    C: float

    @property
    def margins(self) -> np.ndarray:
        return self.y * (self.K @ (self.alpha * self.y) + self.b)

    @property
    def slack(self) -> np.ndarray:
        return np.maximum(0.0, 1.0 - self.margins)

    @property
    def violation(self) -> np.ndarray:
        return np.abs(np.clip(self.alpha + 1.0 - self.margins, 0.0, self.C) - self.alpha)

    @property
    def case(self) -> np.ndarray:
        """0 for alpha = 0, 1 for a free alpha, 2 for alpha = C."""
        small = 1e-7 * self.alpha.max()
        return (self.alpha > small).astype(int) + (self.alpha > self.C - small)


def machine(query: dict[str, str]) -> Machine:
    """The machine of a link; only alpha and b are taken from the package."""
    shown = run(experiment(query))
    assert shown.model is not None
    X, y = shown.data.X, shown.data.y
    C = np.inf if query.get("margin") == "hard" else float(query.get("C", 1.0))
    return Machine(X, y, y * shown.model.coef, shown.model.intercept, gram(query, X, X), C)


def reference(query: dict[str, str]) -> SVC:
    """scikit-learn's machine of a link, from the kernel as the tests write it."""
    data = data_of(experiment(query))
    X, y = data.X, data.y
    C = 1e9 if query.get("margin") == "hard" else float(query.get("C", 1.0))
    return SVC(kernel="precomputed", C=C, tol=1e-9).fit(gram(query, X, X), y)


def controls(app: AppTest) -> dict[str, dict[str, Any]]:
    """What the numeric controls were sent, by their keys: value, ends, stops."""
    found = [e.proto for e in app.get("bidi_component") if e.proto.component_name == "svm_range"]
    return {data["name"]: data for data in (json.loads(proto.json) for proto in found)}


def control(app: AppTest, key: str) -> dict[str, Any]:
    """What one numeric control was sent."""
    return controls(app)[key]


def move(app: AppTest, key: str, value: float) -> AppTest:
    """Move a numeric control, as the canvas's channel tells it, and run the script."""
    in_session(app, lambda: widgets_of(app).controls[key](value))
    return app.run()


def in_session(app: AppTest, action: Callable[[], object]) -> None:
    """Do what a callback would do, with this session's state."""
    kept = st.session_state
    st.session_state = app.session_state
    try:
        action()
    finally:
        st.session_state = kept
