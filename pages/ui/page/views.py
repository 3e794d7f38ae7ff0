"""The page and the view that are open, and the switch between the views of a page."""

from pages.state.registry import PAGES, Page
from pages.state.screen.view import View
from pages.ui.controls.widgets import segments
from pages.ui.visit.visit import choices, value, visit


def page_open() -> Page | None:
    """The page that is open; None for a script of a test, which is no page."""
    return PAGES.get(visit().address.page)


def view_name() -> str:
    """The name of the view that is open; "" on a page with one view."""
    page = page_open()
    if page is None or isinstance(page.views, View):
        return ""
    name: str = getattr(value(page.views.kind), page.views.field)
    return name


def view_open() -> View:
    """The view that is open."""
    page = page_open()
    return View() if page is None else page.view(view_name())


def view_switch() -> None:
    """The switch between the views of the page that is open."""
    page = page_open()
    assert page is not None
    views = page.views
    assert not isinstance(views, View)
    segments(choices(views.kind), views.field, views.titles, label="View", key="w_view")
