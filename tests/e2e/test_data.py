"""The page Data with a real mouse, real keys and real files."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.tables.columns import guess
from pages.tables.preparing import prepare
from pages.tables.reading import read_table
from tests.e2e.browser import Canvas, at_rest, open_page
from tests.e2e.test_controls import Control

ROWS = [(1, 2, "yes"), (2, 1, "yes"), (3, 4, "no"), (4, 3, "no"), (5, 5, "no"), (0, 1, "yes")]
CSV = ("first,second,kind\n" + "\n".join(f"{a},{b},{c}" for a, b, c in ROWS)).encode()


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/data"


def upload(page, content: bytes, name: str) -> None:
    chooser = page.locator('[data-testid="stFileUploaderDropzone"]')
    if not chooser.is_visible():
        page.get_by_text("Load your own").click()
        chooser.wait_for(state="visible")
    page.locator('input[type="file"]').set_input_files(
        files=[{"name": name, "mimeType": "text/csv", "buffer": content}]
    )


def until_said(page, words: str) -> None:
    expect(page.locator(".svm-verdict")).to_contain_text(words)


def places(page) -> list[list[float]]:
    Canvas(page, "main").wait_ready()
    return at_rest(page, "(({ x, y }) => [[...x], [...y]])(traceOf('main', 'points'))", frames=3)


def test_a_file_is_uploaded_and_a_bad_one_leaves_it_where_it_is(browser, url):
    with open_page(browser, url) as page:
        until_said(page, "uses petal length")
        C = Control(page, "C")  # without a board it has a channel of its own
        page.mouse.move(*C.place(C.share))
        page.mouse.down()
        page.mouse.move(*C.place(0.9), steps=6)
        page.wait_for_function("() => location.search.includes('t_C=')")  # the button is down
        page.mouse.up()
        page.wait_for_url(f"**t_C={C.value:g}")
        upload(page, CSV, "small.csv")
        until_said(page, "uses first and second")
        page.wait_for_url("**t_real=mine**")
        table = read_table(CSV, "small.csv")
        wanted = prepare(table, guess(table)).X
        page.wait_for_function("""() => traceOf('main', 'points')?.x.length === 6""")
        x, y = places(page)
        assert x == pytest.approx(wanted[:, 0].tolist())
        assert y == pytest.approx(wanted[:, 1].tolist())
        upload(page, b"PK\x03\x04 xl/ workbook", "book.xlsx")
        page.get_by_role("alert").filter(has_text="Excel workbook").wait_for()
        assert places(page) == [x, y]
        page.get_by_role("button", name="Previous table").click()
        until_said(page, "uses petal length")


def type_in(page, text: str) -> None:
    """Overwrite the cell that has the focus, and go on to the next below."""
    page.keyboard.press("Enter")
    page.wait_for_selector("#portal :is(input, textarea)")
    page.keyboard.press("Control+a")
    page.keyboard.type(text, delay=40)
    shows = "t => document.querySelector('#portal :is(input, textarea)')?.value === t"
    page.wait_for_function(shows, arg=text)
    page.keyboard.press("Enter")


def click_cell(page, row: int) -> None:
    """The first column's cell of `row`, right of the ticks and the row's number."""
    grid = page.locator('[data-testid="stDataFrame"]')
    grid.wait_for(state="visible")
    # a run that goes on may put another grid in its place
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    box = at_rest(page, grid.bounding_box)  # what stands above it may still be coming
    page.mouse.click(box["x"] + 130, box["y"] + 52 + 35 * row)
    # the grid draws the chosen cell and takes keys some frames later; no hand is faster
    at_rest(page, "document.activeElement.closest('[data-testid=stDataFrame]') !== null")


@pytest.mark.exhaustive
def test_a_cell_is_changed_by_the_keys(browser, url):
    with open_page(browser, f"{url}?t_view=table&t_standardise=0&t_first=sepal+length") as page:
        until_said(page, "uses sepal length")
        before = places(page)
        click_cell(page, 0)
        type_in(page, "6,7")
        page.wait_for_url("**t_real=mine**")
        page.wait_for_function("""() => traceOf('main', 'points')?.x[0] === 6.7""")
        after = places(page)
        assert before[0][0] == 5.1
        assert after[0] == [6.7, *before[0][1:]]
        type_in(page, "6.6")  # the next cell below: the grid is still the same one
        page.wait_for_function("""() => traceOf('main', 'points')?.x[1] === 6.6""")
