"""The page Data with a real mouse, real keys and real files."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.state.table_settings import VIEWS
from svmcore.datasets.table import guess, prepare, read_table
from tests.e2e.browser import (
    PATIENCE,
    Canvas,
    at_rest,
    eventually,
    go_to,
    open_page,
    views_fit_a_phone,
)

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


@pytest.mark.exhaustive
def test_cells_that_were_changed_outlive_the_other_view_and_page(browser, url):
    with open_page(browser, f"{url}?t_view=table&t_standardise=0&t_first=sepal+length") as page:
        until_said(page, "uses sepal length")

        def change(row: int, text: str) -> None:
            click_cell(page, row)
            type_in(page, text)
            until_at(page, row, float(text))

        change(0, "6.7")
        page.get_by_role("radio", name="Result").click()
        page.wait_for_selector(".svm-cards")
        page.get_by_role("radio", name="Table").click()
        change(1, "6.6")
        assert places(page)[0][:2] == [6.7, 6.6]
        go_to(page, "Guide")
        page.wait_for_url("**/guide**")
        go_to(page, "Data")
        page.wait_for_url("**/data**")
        until_said(page, "uses sepal length")
        change(2, "6.5")
        assert places(page)[0][:3] == [6.7, 6.6, 6.5]


def until_at(page, row: int, x: float) -> None:
    page.wait_for_function(
        """([k, x]) => traceOf('main', 'points')?.x[k] === x""",
        arg=[row, x],
    )


def test_the_points_are_put_on_the_board_and_taken_back_there(browser, url):
    with open_page(browser, f"{url}?t_real=wine") as page:
        until_said(page, "uses flavanoids")
        x, y = places(page)
        page.get_by_role("button", name="To Classes").click()
        page.get_by_role("link", name="Open Classes").click()
        page.wait_for_url("**/classes**")
        until_said(page, "of 178 points")
        there = places(page)
        assert there[0] == pytest.approx(x, abs=6e-5)
        assert there[1] == pytest.approx(y, abs=6e-5)
        page.keyboard.press("Control+z")
        until_said(page, "of 120 points")


def test_a_long_table_is_learnt_whole_while_the_page_lives(browser, url):
    rows = "\n".join(f"{k % 97},{(k * 31) % 89 + 8 * (k % 2)},{k % 2}" for k in range(4000))
    with open_page(browser, url) as page:
        upload(page, ("u,v,kind\n" + rows).encode(), "long.csv")
        page.get_by_role("button", name="Train on all 3,000 rows").click()
        page.wait_for_function(
            "w => document.querySelector('.svm-cards')?.innerText.includes(w)",
            arg="of 3,000 training rows",
            timeout=3000 * PATIENCE,  # its process stands back behind those of the other tests
        )


def test_a_phone_shows_the_picture_first_and_nothing_wider(browser, url):
    with open_page(browser, f"{url}?t_real=wine", phone=True, color_scheme="dark") as page:
        tracks = ".stCheckbox[data-selected=true] label > div:has(> div:empty)"
        knob = f"[...document.querySelectorAll('{tracks}')]"
        knob += ".flatMap(t => [t, t.firstChild]).map(e => getComputedStyle(e).backgroundColor)"
        track, circle = eventually(page, knob, lambda colours: len(colours) == 2)
        assert track == "rgb(238, 241, 244)"
        assert max(int(part) for part in re.findall(r"\d+", circle)) < 50  # is seen on the track
        views_fit_a_phone(page, [*VIEWS.values()])
