"""What the server does once, before its first visitor."""

from __future__ import annotations

import gc

import streamlit as st


@st.cache_resource(show_spinner=False)
def warm_up() -> bool:
    """Import everything heavy, run one experiment, and take all of it out of the collector's way.

    Without the freeze a full collection walks through every library on every visit: more than
    100 ms of server time for each click.
    """
    from svmcore.experiment import Experiment
    from svmcore.run import run
    from svmcore.scene import fit_view, scene

    result = run(Experiment())
    scene(result, fit_view(result.data))
    gc.collect()
    gc.freeze()
    return True
