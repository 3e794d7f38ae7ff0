"""The pictures and the film of the README, taken from the running app.

    python docs/make_pictures.py

Writes docs/pictures/light.webp, dark.webp and film.webp; Chromium draws, Pillow encodes. A frame of
the film is taken after each step of the hand, when the picture has followed it: the film shows what
the app does, at an even pace on any computer.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browser import Canvas, launch, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT

FOLDER = ROOT / "docs" / "pictures"
PICTURE = (1440, 860, 1200)  # pixels of the window, and the width of the file
FILM = (1180, 720, 944)
STEP = 90  # ms of a frame
PAUSE = 9  # frames before something new begins
SETTLED = 280  # ms in which the picture follows a step of the hand
LIMITS = {"light.webp": 200_000, "dark.webp": 200_000, "film.webp": 1_500_000}  # bytes

MINUS = ((-2.0, 1.1), (-1.7, -0.5), (-1.1, 0.4), (-0.9, -1.4), (-0.5, 1.3))
PLUS = ((1.8, 1.0), (1.1, 0.5), (2.1, -0.6), (0.9, -1.2), (0.5, 1.9))
INTRUDER, DRAGGED = (-0.6, -0.4), ((-0.6, -0.4), (0.1, -0.1), (1.0, -0.35), (-1.3, -0.1))

# the pointer, which a screenshot does not show
CURSOR = """() => {
    const arrow = document.createElement("div");
    arrow.style.cssText = "position:fixed;left:0;top:0;z-index:9999999;pointer-events:none";
    arrow.innerHTML = `<svg width="22" height="30" viewBox="0 0 22 30"><path
        d="M2 2v22l5.5-5 3.5 8.5 4-1.7-3.5-8.3H19z"
        fill="#111" stroke="#fff" stroke-width="1.8"/></svg>`;
    document.body.append(arrow);
    addEventListener("mousemove", (event) => {
        arrow.style.transform = `translate(${event.clientX}px,${event.clientY}px)`;
    }, true);
}"""


class Camera:
    """Takes frames of a page, and moves the mouse as a hand would."""

    def __init__(self, page: Page) -> None:
        self.page, self.frames = page, list[Image.Image]()
        self.at = (0.0, 0.0)

    def take(self, times: int = 1) -> None:
        """A frame of what is seen once the picture has followed, shown so many times as long."""
        self.page.wait_for_timeout(SETTLED)
        image = picture(self.page, FILM[2])
        self.frames += [image] * times

    def move(self, to: tuple[float, float], steps: int = 4) -> None:
        """Move the mouse straight to a pixel, a frame for each step."""
        (x, y), (u, v) = self.at, to
        for k in range(1, steps + 1):
            self.page.mouse.move(x + (u - x) * k / steps, y + (v - y) * k / steps)
            self.take()
        self.at = to

    def click(self, to: tuple[float, float], steps: int = 2) -> None:
        """Move there, and click."""
        self.move(to, steps)
        self.page.mouse.click(*to)
        self.page.wait_for_timeout(2 * SETTLED)
        self.take(2)

    def drag(self, path: Iterable[tuple[float, float]], steps: int = 7) -> None:
        """Drag along the pixels, the first of which is where it begins."""
        first, *others = path
        self.move(first)
        self.page.mouse.down()
        for stop in others:
            self.move(stop, steps)
        self.page.mouse.up()
        self.page.wait_for_timeout(2 * SETTLED)
        self.take()


def picture(page: Page, width: int) -> Image.Image:
    """What the window shows, so many pixels wide."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    height = round(image.height * width / image.width)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def track(page: Page, name: str, share: float) -> tuple[float, float]:
    """The pixel at a share of a numeric control's track."""
    box = page.get_by_role("slider", name=name, exact=True).bounding_box()
    assert box is not None
    return box["x"] + 8.0 + share * (box["width"] - 16.0), box["y"] + 0.5 * box["height"]


def film(page: Page) -> list[Image.Image]:
    """Place points, drag one, slide C, choose the RBF kernel, slide gamma."""
    canvas, camera = Canvas(page, "main"), Camera(page)
    page.evaluate(CURSOR)
    camera.at = canvas.pixel(-2.6, 2.0)
    camera.move(camera.at, 1)
    camera.take(PAUSE)
    axes = canvas.axes()
    for key, points in (("1", MINUS), ("2", PLUS)):
        page.keyboard.press(key)
        for x, y in points:
            camera.click(canvas.pixel(x, y, axes))
    camera.click(canvas.pixel(*INTRUDER, axes))
    camera.take(PAUSE)
    camera.drag(canvas.pixel(x, y, axes) for x, y in DRAGGED)
    camera.take(PAUSE)
    camera.drag(track(page, "C", share) for share in (3 / 7, 0.22, 0.85, 3 / 7))
    camera.take(PAUSE)
    box = page.get_by_role("radio", name="RBF", exact=True).bounding_box()
    assert box is not None
    camera.click((box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"]), 5)
    page.wait_for_timeout(5 * SETTLED)
    camera.take(PAUSE)
    control = page.get_by_role("slider", name="γ", exact=True)
    now = control.evaluate("e => (e.value - e.min) / (e.max - e.min)")
    camera.drag(track(page, "γ", share) for share in (now, 0.85, 0.57))
    camera.take(3 * PAUSE)
    return camera.frames


def settled(browser: Browser, url: str, size: tuple[int, int, int], scheme: str) -> Image.Image:
    """The app as a second visit sees it, without the greeting, in a window of that size."""
    with open_page(browser, url, color_scheme=scheme) as page:
        page.evaluate("localStorage.setItem('svm-hint-seen', '1')")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.reload()
        Canvas(page, "main").wait_ready()
        page.wait_for_timeout(2000)
        return picture(page, size[2])


def save(name: str, frames: list[Image.Image], quality: int) -> None:
    """Write an image, or a film that repeats; it must be no larger than allowed."""
    path = FOLDER / name
    film = {"save_all": True, "append_images": frames[1:], "duration": STEP, "loop": 0}
    frames[0].save(path, quality=quality, method=6, **(film if len(frames) > 1 else {}))
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {len(frames)} frames, {size / 1000:.0f} kB")
    assert size <= LIMITS[name], f"{name} has {size} bytes"


def main() -> None:
    """Start the app, take the pictures and the film."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, start_app(ROOT / "app.py") as url:
        browser = launch(playwright)
        for scheme in ("light", "dark"):
            save(f"{scheme}.webp", [settled(browser, url, PICTURE, scheme)], 86)
        with open_page(browser, f"{url}/?dataset=own&kernel=linear") as page:
            page.set_viewport_size({"width": FILM[0], "height": FILM[1]})
            page.wait_for_timeout(2000)
            save("film.webp", film(page), 55)
        browser.close()


if __name__ == "__main__":
    main()
