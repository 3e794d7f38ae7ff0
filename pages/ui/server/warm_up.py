"""Start-up work of the server, done once before the first visitor."""

import gc

import streamlit as st
from threadpoolctl import threadpool_limits

from pages.ui.server.keeper import keeper

YOUNG = 10_000  # objects


@st.cache_resource(show_spinner=False)
def warm_up() -> bool:
    """Import the heavy modules, run one experiment, and freeze both for the garbage collector.

    Without the freeze a full collection walks through every library on every visit: more than
    100 ms of server time for each click. And one thread for linear algebra: on matrices of a few
    hundred rows a second one costs more than it gives, and it is taken from another visitor.

    The collector looks at new objects after `YOUNG` of them: with Python's usual 700 it took 1.1 ms
    of a click and its undo, so it takes 0.2 ms.
    """
    from pages.state.board.experiment import Experiment
    from pages.state.model.run import run
    from pages.state.model.scene import fit_view, scene

    threadpool_limits(1, user_api="blas")
    result = run(Experiment())
    scene(result, fit_view(result.data))
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    keeper()
    return True
