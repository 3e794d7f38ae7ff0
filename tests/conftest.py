"""What all tests have in common: how examples are drawn, and one look at the packages."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner

# the same examples in every run: what fails, fails again; and a busy machine is no fault
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")


@pytest.fixture(scope="session", autouse=True)
def one_scan_of_the_packages() -> Iterator[None]:
    """A page that AppTest opens searches every installed package for components: 0.3 s each time.

    Ours are in no package, and none is installed while tests run.
    """
    scan = functools.cache(manifest_scanner.scan_component_manifests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield
