"""What tests of the page Evaluation ask for."""

import pytest


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps are computed in the server's process: to start others takes longer than a small map."""
    monkeypatch.setattr("pages.evaluation.panels.grid_map.WORKERS", 1)
