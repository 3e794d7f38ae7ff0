"""A Streamlit component whose module is a file of its own, which a browser keeps.

Streamlit sends the module of a component with every message, and a canvas's is 250 kB. So what it
sends is a line that imports the file. Where files are not served it is the module itself.
"""

import json
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.ui.page.styles import are_on_page, style_of, with_sizes
from pages.ui.static import files
from pages.ui.static.es_modules import joined
from pages.ui.streamlit_internals import ComponentRenderer

UI = Path(__file__).parent
LEAST = 2000  # bytes that are compressed: a shorter message takes one packet of the line anyway
MISSING = "A part of this page did not arrive: reload the page."
# an address is seen from the page, but this module itself comes from nowhere
LOADER = f"""let run;
try {{
  ({{ default: run }} = await import(new URL("ADDRESS", document.baseURI).href));
}} catch {{
  run = ({{ parentElement }}) => parentElement.append("{MISSING}");
}}
export default (component) => run(component);
"""


def component(
    name: str,
    html: str,
    *,
    script: Path | None = None,
    style: str | None = None,
    isolate_styles: bool = False,
) -> Callable[..., Any]:
    """The component of the folder `pages/ui/<name>`, which begins as `html`.

    Its script and its style sheet bear its name, unless others are given.
    """
    file = UI / name / name
    css = style_of(file.with_suffix(".css")) if style is None else style

    @cache
    def registered() -> ComponentRenderer:
        return st.components.v2.component(
            f"svm_{name}",
            html=html,
            css=None if are_on_page() and not isolate_styles else with_sizes(css),
            js=module(script or file.with_suffix(".js")),
            isolate_styles=isolate_styles,
        )

    # in a run: only then is it known whether files are served
    def draw(*, data: object = None, **arguments: Any) -> object:
        return registered()(data=packed(data) if files.are_served() else data, **arguments)

    return draw


def packed(data: Any) -> Any:
    """Data of a component, compressed if they are long: bytes, or what JSON can say."""
    mark, content = b"b", data
    if not isinstance(content, bytes):
        mark, content = b"j", json.dumps(data, separators=(",", ":")).encode()
    return mark + zlib.compress(content, 1) if len(content) > LEAST else data


def module(entry: Path) -> str:
    """What Streamlit sends as the module `entry`."""
    if not files.are_served():
        return joined(entry)
    return LOADER.replace("ADDRESS", module_address(entry))


@cache
def module_address(entry: Path) -> str:
    """Where the module is served."""
    return files.address_of(entry.stem, joined(entry).encode())
