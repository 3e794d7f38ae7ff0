"""The map on a real dask cluster of two processes: the same cells, from other processes."""

from __future__ import annotations

import os
import sys
from types import ModuleType

import joblib
import pytest
from sklearn.datasets import make_moons

from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid, sweep
from pages.model_selection.nested import nested
from pages.model_selection.splits import k_fold

# a cluster takes seconds to start
pytestmark = pytest.mark.exhaustive

X, y = make_moons(80, noise=0.3, random_state=1)
GRID = Grid((0.1, 1.0, 10.0), (0.5, 5.0))


@pytest.fixture(scope="module")
def cluster():
    with pytest.MonkeyPatch.context() as patch:
        # a page that was opened by a test before has left its script as the main module, which
        # every new process would begin with
        patch.setitem(sys.modules, "__main__", ModuleType("__main__"))
        yield from _cluster()


def _cluster():
    from distributed import Client, LocalCluster  # slow to load, and these tests seldom run

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as there,
        Client(there) as client,
    ):
        yield client


def test_a_cluster_finds_the_same_map(cluster):
    pids = set(cluster.run(os.getpid).values())
    assert len(pids) == 2
    parts = k_fold(y, 4)
    *_, here = sweep(Candidate(), X, y, parts, GRID)
    with joblib.parallel_config(backend="dask"):
        steps = list(sweep(Candidate(), X, y, parts, GRID))
    assert steps[-1].found.cells == here.found.cells
    assert steps[-1].found.gap == here.found.gap
    assert here.found.pids == {os.getpid()}
    assert steps[-1].found.pids <= pids
    assert len(steps) == 10  # progress with every column of every part
    assert [step.done for step in steps] == list(range(3, 33, 3))


def test_a_run_on_a_cluster_can_be_broken_off(cluster):
    with joblib.parallel_config(backend="dask"):
        running = sweep(Candidate(), X, y, k_fold(y, 4), Grid.square(cells=8))
        assert next(running).done == 8
        running.close()
        assert not any(cluster.processing().values())
        *_, there = nested(Candidate(), X, y, k_fold(y, 2), GRID, folds=2)
    *_, here = nested(Candidate(), X, y, k_fold(y, 2), GRID, folds=2)
    assert there.found == here.found
