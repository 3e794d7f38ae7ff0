"""A server that is killed under many pages, three times: is every edit there, once?

    python benchmarks/kill_server.py [--sessions 20] [--kills 3] [--clicks 40] [--every 1500]
        [--bare]

Every page clicks by itself, each time at another place, and now and then drags a point that is
drawn to a place of its own, whether there is a server or not; it waits while Streamlit's dialog
about the connection covers the page, as a visitor has to, and does again what made no event. Ends
with code 1 if an edit is lost or there twice, in the picture or in the link.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import BrowserContext, Page, sync_playwright

from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from pages.state.registry import BOARDS, MAIN
from tests.e2e.browser import launch
from tests.e2e.server import APPS, spawn, stop, wait_until_healthy
from tests.helpers import ROOT

ENTRY = BOARDS[MAIN].entry
CORNERS = [(-3.0, -3.0), (3.0, 3.0), (-3.0, 3.0), (3.0, -3.0)]
ROW = 8  # places in a row of the grid that is clicked on
NEAR = 0.02  # in data units; a pixel is 0.01

# Clicks and drags of one page, and the places of its points after them.
PLAY = """([places, every]) => {
    const S = globalThis.svmCanvas.get("main");
    const at = ([x, y]) => {
        const { ox, oy, w, h, x0, x1, y0, y1 } = S.geom;
        const box = S.dom.stage.getBoundingClientRect();
        return { clientX: box.left + ox + (x - x0) / (x1 - x0) * w,
                 clientY: box.top + oy + (y1 - y) / (y1 - y0) * h };
    };
    const point = (kind, place, target) => target.dispatchEvent(new PointerEvent(kind, {
        ...at(place), pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0,
        buttons: kind === "pointerup" ? 0 : 1, bubbles: true, cancelable: true, composed: true,
    }));
    const press = (from, to) => {
        const plot = S.dom.stage.querySelector(".nsewdrag") ?? S.dom.plot;
        point("pointerdown", from, plot);
        if (to !== from) point("pointermove", to, document);
        point("pointerup", to, document);
    };
    const drawn = ([x, y]) => S.points.ids.some(
        (id, k) => Math.hypot(S.points.x[k] - x, S.points.y[k] - y) < 0.02);
    const done = globalThis.done = [];
    const left = [...places];
    Object.assign(globalThis, { missed: 0, unkept: false });
    globalThis.playing = setInterval(() => {
        if (S.notice.text.includes("not kept")) globalThis.unkept = true;
        if (!S.dom || !S.geom || !left.length || document.querySelector(".stDialog")) return;
        const place = left.shift();
        const before = S.outbox.seq;
        const made = () => {
            const isEdit = (e) => e.seq > before && ["add", "move"].includes(e.t);
            const found = S.kept.journal.some(isEdit);
            if (!found) left.unshift(place), globalThis.missed++;
            return found;
        };
        const k = done.findIndex((p) => !p.dragged && drawn(p.at));
        if (left.length % 4 || k < 0) {
            press(place, place);
            if (made()) done.push({ at: place, dragged: false });
        } else {
            press(done[k].at, place);
            if (made()) done[k] = { at: place, dragged: true };
        }
    }, every);
}"""
STATE = """() => {
    const S = globalThis.svmCanvas.get("main");
    const { header: { sid }, kept: { journal }, points } = S;
    const edits = journal.filter((e) => e.t !== "past"); // that waits for the next link
    return { sid, held: edits.length, resends: S.outbox.resends,
             status: S.dom?.root.dataset.status, points: points.x.map((x, k) => [x, points.y[k]]),
             done: globalThis.done?.map((p) => p.at),
             drags: globalThis.done?.filter((p) => p.dragged).length,
             missed: globalThis.missed, unkept: globalThis.unkept, search: location.search };
}"""


def places(session: int, clicks: int) -> list[tuple[float, float]]:
    """Where one page clicks: well apart, and a little elsewhere than the other pages do."""
    rows = -(-clicks // ROW)
    step, shift = 5.0 / max(rows - 1, 1), 0.01 * session
    grid = [(-2.5 + 0.65 * (k % ROW) + shift, -2.5 + step * (k // ROW)) for k in range(clicks)]
    return [grid[(k * 7) % clicks] for k in range(clicks)]


def link() -> str:
    own = [Placed(x, y, k % 2, FIRST_PLACED_ID + k) for k, (x, y) in enumerate(CORNERS)]
    start = change(Experiment(), dataset="own", placed=tuple(own), kernel="linear")
    return "/?" + urlencode(ENTRY.encode(start))


def opened(window: BrowserContext, url: str) -> Page:
    page = window.new_page()
    page.set_default_timeout(300_000)
    page.goto(url + link())
    page.wait_for_selector('.svm-canvas[data-key="main"][data-status="ready"]')
    return page


def wait(pages: list[Page], holds: Callable[[int, dict], object], seconds: float = 600.0) -> float:
    """Until the state of every page is so; how long it took."""
    start = time.monotonic()
    waiting: dict[int, Page] = dict(enumerate(pages))
    while waiting and time.monotonic() - start < seconds:
        waiting = {k: page for k, page in waiting.items() if not holds(k, page.evaluate(STATE))}
        time.sleep(1.0)
    if waiting:
        print(f"after {seconds:.0f} s {len(waiting)} pages are not there", flush=True)
    return time.monotonic() - start


def compared(found: list, wanted: list) -> Counter:
    """How many of the wanted places are missing, there twice, and how many are of nobody."""
    left, result = [*found], Counter[str]()
    for x, y in wanted:
        near = [p for p in left if abs(p[0] - x) < NEAR and abs(p[1] - y) < NEAR]
        result["lost"] += not near
        result["doubled"] += max(len(near) - 1, 0)
        left = [p for p in left if p not in near]
    result["strange"] += len(left)
    return result


def linked(search: str) -> list:
    words = {name: texts[0] for name, texts in parse_qs(urlsplit(search).query).items()}
    return [(p.x, p.y) for p in ENTRY.decode(words).board().all_points]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--clicks", type=int, default=40, help="of every page")
    parser.add_argument("--every", type=int, default=1500, help="ms between two of them")
    parser.add_argument("--bare", action="store_true", help="a page without a model")
    given = parser.parse_args()
    app = APPS / "linked_app.py" if given.bare else ROOT / "app.py"
    url, server = spawn(app)
    wait_until_healthy(url, server)
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            window = browser.new_context(viewport={"width": 1000, "height": 800})
            pages = [opened(window, url) for _ in range(given.sessions)]
            print(f"{len(pages)} pages are open", flush=True)
            for k, page in enumerate(pages):
                page.evaluate(PLAY, [places(k, given.clicks), given.every])
            for kill in range(given.kills):
                time.sleep(given.clicks * given.every / 1000 / (given.kills + 2))
                server.kill()
                server.wait()
                before = [page.evaluate(STATE) for page in pages]
                _, server = spawn(app, port=int(url.rsplit(":", 1)[1]))
                took = wait(pages, lambda k, now, of=before: now["sid"] != of[k]["sid"])
                print(
                    f"kill {kill + 1}: {sum(one['held'] > 0 for one in before)} pages held"
                    f" {sum(one['held'] for one in before)} edits; all back after {took:.1f} s",
                    flush=True,
                )
            wait(pages, lambda k, now: len(now["done"]) + now["drags"] == given.clicks)
            wait(pages, lambda k, now: now["status"] == "ready" and not now["held"])
            last = [page.evaluate(STATE) for page in pages]
            browser.close()
    finally:
        stop(server)
    totals: dict[str, Counter] = {"picture": Counter(), "link": Counter()}
    for one in last:
        wanted = [*CORNERS, *one["done"]]
        totals["picture"] += compared(one["points"], wanted)
        totals["link"] += compared(linked(one["search"]), wanted)
    clicks, drags = sum(len(one["done"]) for one in last), sum(one["drags"] for one in last)
    print(f"{clicks} points, {drags} of them dragged; {sum(o['resends'] for o in last)} sent again")
    print(
        f"{sum(o['missed'] for o in last)} presses made no event;"
        f" {sum(o['unkept'] for o in last)} pages said that edits were not kept"
    )
    for name, of in totals.items():
        print(f"{name}: {of['lost']} lost, {of['doubled']} doubled, {of['strange']} of nobody")
    return int(any(sum(of.values()) for of in totals.values()))


if __name__ == "__main__":
    sys.exit(main())
