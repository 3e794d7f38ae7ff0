"""How many moments of a film a second the browser can show, with everything that follows it.

    python benchmarks/bench_film.py

The page of tests/e2e/apps/film_app.py: the picture with its regions, two charts with a playhead,
the landscape, the panel. Every frame of the browser shows the next moment, so this is what the
machine can do at most; a real film drops moments to keep its time.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from pages.ui.canvas.wire import pack, to_json
from tests.e2e.browser import launch, open_page
from tests.e2e.server import APPS, start_app
from tests.helpers.film_samples import Setting, film, points

FRAMES = 60
LEAST, LARGEST = 15.0, 1_500_000  # frames a second; bytes of a kernel film of 60 moments
EPOCHS = {"linear": 5, "kernel": 5}

# shows moment after moment, each in a frame of its own; the milliseconds of all of them
RUN = """async (frames) => {
    const film = [...globalThis.svmFilms.values()][0];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const last = film.film.update.length - 1;
    const before = film.frames;
    await frame();
    const start = performance.now();
    for (let n = 0; n < frames; n++) {
        film.k = 1 + (n % last);
        for (const listener of film.listeners.values()) listener(film);
        await frame();
    }
    const spent = performance.now() - start;
    if (film.frames - before < frames) throw new Error("frames were left out");
    return spent;
}"""


def setting_of(kind: str) -> Setting:
    return Setting(kind=kind, C=1.0 if kind == "kernel" else 0.1, epochs=EPOCHS[kind])


def frames_a_second(browser: Browser, url: str, kind: str) -> float:
    """The median of five runs of 60 frames, after one that warms up."""
    setting = setting_of(kind)
    query = f"?kind={kind}&C={setting.C}&epochs={setting.epochs}&every=4"
    with open_page(browser, f"{url}/{query}", reduced_motion="reduce") as page:
        page.wait_for_selector('.svm-canvas[data-key="main"][data-frame]')
        page.wait_for_selector('.svm-canvas[data-key="cost"][data-frame]')
        page.wait_for_timeout(500)
        times = [page.evaluate(RUN, FRAMES) for _ in range(6)][1:]
    return FRAMES / (sorted(times)[2] / 1000)


def message_bytes() -> int:
    """The size of a kernel film of 60 moments on 51 x 51 nodes, as it is sent."""
    setting = setting_of("kernel")
    every = -(-setting.updates // (FRAMES - 1))
    made = film(setting, every=every)
    spare = FRAMES / len(made["update"])
    return round(spare * len(pack({}, to_json({"film": made, "points": points(setting)}))))


def main() -> int:
    missed = False
    with sync_playwright() as playwright, start_app(APPS / "film_app.py") as url:
        browser = launch(playwright)
        for kind in ("linear", "kernel"):
            rate = frames_a_second(browser, url, kind)
            missed |= rate < LEAST
            print(f"{kind}: {rate:.1f} frames a second (at least {LEAST:g})")
        browser.close()
    size = message_bytes()
    missed |= size > LARGEST
    print(f"kernel film of {FRAMES} moments: {size} bytes (at most {LARGEST})")
    print("MISSED" if missed else "reached")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
