"""What a page shows whose test fails."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

from playwright.sync_api import ConsoleMessage, Error, Page

# where the page is, and what its canvases wait for
STATE = """() => ({
    address: location.href,
    script: document.querySelector("[data-test-script-state]")?.dataset.testScriptState,
    focus: document.activeElement.cloneNode().outerHTML,
    canvases: [...(globalThis.svmCanvas?.values() ?? [])].map((S) => ({
        key: S.header.key, outbox: S.outbox, drawing: S.drawings.drawing,
        gesture: S.gesture !== null,
    })),
    text: document.querySelector("[data-testid=stMain]")?.innerText.slice(0, 2000),
})"""


@contextlib.contextmanager
def explained(page: Page) -> Iterator[None]:
    """Add a note to what fails inside of it: the state of the page, and its scripts' errors.

    What plotly.js warns of fails, too: a figure has something that cannot be drawn as it says.
    """
    errors: list[str] = []
    warnings: list[str] = []

    def thrown(error: Error) -> None:
        errors.append(error.stack or str(error))

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)
        elif message.type == "trace" and message.text.startswith("WARN:"):
            warnings.append(message.text)

    page.on("pageerror", thrown)
    page.on("console", said)
    try:
        yield
        assert not warnings, warnings
    except BaseException as error:
        with contextlib.suppress(Error):
            state = page.evaluate(STATE) | {"errors": errors}
            error.add_note(json.dumps(state, indent=1, ensure_ascii=False))
        raise
    finally:
        page.remove_listener("pageerror", thrown)
        page.remove_listener("console", said)
