"""What the tests of regression page have in common."""

from __future__ import annotations


def sheet(app):
    return app.session_state["sessionregression"]


def keys(elements):
    return [e.key for e in elements]
