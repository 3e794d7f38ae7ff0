"""The timeline of apps/film_app.py with what follows it, as a test moves and reads them."""

from __future__ import annotations

import json
import re

import numpy as np
from playwright.sync_api import Page

from tests.e2e.browser import Canvas, at_rest, eventually
from tests.helpers.film_samples import Setting, film

STILL = {"reduced_motion": "reduce"}  # no film plays by itself
SETTING = Setting()
LEVELS = {"below": -1, "boundary": 0, "above": 1}  # of the lines of the layer


class Timeline:
    """What a test does to the timeline, and what it reads of all that follows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hero = Canvas(page, "main")
        page.wait_for_selector(".svm-timeline[data-update]")
        page.wait_for_selector('.svm-canvas[data-key="main"][data-frame]')

    def __getitem__(self, name: str) -> str:
        return self.page.get_attribute(".svm-timeline", f"data-{name}")

    @property
    def update(self) -> int:
        return int(self["update"])

    def rest(self) -> int:
        """The update it has come to rest at: a film that is still on its way may move it."""
        return at_rest(self.page, lambda: self.update)

    def press(self, name: str) -> None:
        # by force: playwright does not press what says that it would do nothing
        self.page.click(f".svm-timeline .svm-tl-{name}", force=True)

    def wait(self, **wanted: object) -> None:
        css = "".join(f'[data-{name}="{value}"]' for name, value in wanted.items())
        self.page.wait_for_selector(f".svm-timeline{css}")

    def go(self, update: int) -> None:
        """To an update that is among the film's moments; waits for the hero."""
        self.page.evaluate(
            """u => {
                const slider = document.querySelector(".svm-timeline input");
                slider.value = u;
                for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));
            }""",
            update,
        )
        self.shown(update)

    def shown(self, update: int) -> None:
        self.wait(update=update)
        self.page.wait_for_selector(f'.svm-canvas[data-key="main"][data-frame="{update}"]')

    def path(self, name: str, key: str = "main") -> list[list[tuple[float, float]]]:
        """The polylines of a part of the layer, in pixels of the window."""
        d, left, top = self.page.evaluate(
            """([key, name]) => {
                const stage = document.querySelector(`[data-key="${key}"] .svm-stage`);
                const { left, top } = stage.getBoundingClientRect();
                return [stage.querySelector(".svm-film-" + name).getAttribute("d"), left, top];
            }""",
            [key, name],
        )
        number = re.compile(r"-?[\d.]+")
        lines = []
        for piece in d.split("M")[1:]:
            xy = [float(word) for word in number.findall(piece)]
            lines.append([(left + x, top + y) for x, y in zip(xy[::2], xy[1::2], strict=True)])
        return lines

    def rings(self) -> list[list[float]]:
        return self.hero.circles(".svm-film-rings")

    def report(self) -> dict:
        return json.loads(self.page.locator('[data-testid="stText"]').last.inner_text())

    def off_the_line(self, w: np.ndarray, b: float, name: str = "boundary") -> float:
        """How far a drawn line is from where w x + b is its level, in pixels."""
        axes = self.hero.axes()
        scale = (axes["x"][1] - axes["x"][0]) / axes["width"]
        [line] = self.path(name)
        at = np.array(line)
        x = axes["x"][0] + (at[:, 0] - axes["left"]) * scale
        y = axes["y"][1] - (at[:, 1] - axes["top"]) * scale
        off = w[0] * x + w[1] * y + b - LEVELS[name]
        return float(np.abs(off).max() / np.linalg.norm(w) / scale)

    def says(self, *words: str) -> str:
        """The text of the panel that explains the update, as soon as all `words` are in it."""

        def read() -> str:
            text = self.page.locator(".svm-why").inner_text()
            return text.replace("−", "-").replace("\u00a0", " ")

        return eventually(self.page, read, lambda text: all(said in text for said in words))

    def is_aligned(self) -> bool:
        """Whether the lines of the update are at their places and reach the edges."""
        axes, k, run = self.hero.axes(), self.update, film(SETTING)
        ends = np.array([end for name in LEVELS for [line] in [self.path(name)] for end in line])
        beside = ends - [axes["left"], axes["top"]]
        edges = np.minimum(beside, [axes["width"], axes["height"]] - beside)
        on_them = all(self.off_the_line(run["w"][k], run["b"][k], name) <= 1.5 for name in LEVELS)
        return on_them and bool(np.all(np.abs(edges).min(axis=1) <= 1.5))
