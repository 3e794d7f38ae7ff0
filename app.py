"""The SVM Playground: page settings, the table of pages, and what is loaded once for everybody."""

from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.lessons.panels.bar import lesson_bar
from pages.state.registry import Page, register
from pages.ui.dock.dock import dock
from pages.ui.drop.drop import file_drop
from pages.ui.link import address_bar
from pages.ui.link.next_page import follow
from pages.ui.page.lecture import lecture_switch
from pages.ui.page.styles import show_page_styles
from pages.ui.server.diagnostics import diagnostics, listen
from pages.ui.server.observed import script
from pages.ui.server.warm_up import warm_up
from pages.ui.static.serving import Serving, page_routes, warmed
from pages.ui.streamlit_internals import streamlit_style
from pages.ui.table.upload_limit import UploadLimit
from pages.ui.visit.widget_state import arrive

# The folders below pages/ in the groups of the menu; "" stands for no group, and the first folder
# opens. Before the first run on a server Streamlit takes scripts that lie in pages/ for the pages,
# and tells whoever opens another address that it does not exist: hence a script for each that leads
# back here.
FOLDERS = {
    "": ("playground", "kernels"),
    "Train": ("descent", "race", "dual", "losses"),
    "More models": ("classes", "regression", "nu", "strings"),
    "Your data": ("data", "evaluation"),
    "Learn": (
        "lessons",
        "predict",
        "challenges",
        "mathematics",
        "derivations",
        "capacity",
        "guide",
    ),
}
MENU: dict[str, tuple[Page, ...]] = {
    group: tuple(import_module(f"pages.{folder}").PAGE for folder in folders)
    for group, folders in FOLDERS.items()
}
PAGES = tuple(page for pages in MENU.values() for page in pages)
NAME = "SVM Playground"
UI = Path(__file__).parent / "pages" / "ui"


@script
def main() -> None:
    """Run the page that the visitor is on."""
    st.set_page_config(page_icon=str(UI / "icon.svg"), layout="wide")
    warm_up()
    show_page_styles()
    menu = {
        group: [
            st.Page(
                f"pages/{page.folder}/page.py",
                title=page.title,
                url_path=page.folder,
                default=page is PAGES[0],
            )
            for page in pages
        ]
        for group, pages in MENU.items()
    }
    script = st.navigation(menu, position="top", expanded=True)
    page = next(page for page in PAGES if page.title == script.title)
    st.set_page_config(page_title=_tab(page))
    st.html(f"<style>{_marked(page)}</style>")
    st.html(f'<h1 class="svm-unseen">{page.title}</h1>')
    arrive(page.folder)
    listen()
    address_bar.read()
    follow(page.folder)
    lecture_switch()
    file_drop()
    dock()
    lesson_bar()
    address_bar.say_damage()
    script.run()
    diagnostics()


def _tab(page: Page) -> str:
    """What the browser's tab says of a page; the first page has the app's own name."""
    return NAME if page is PAGES[0] else f"{page.title} · {NAME}"


def _marked(page: Page) -> str:
    """The style of the group that a page is in: Streamlit marks pages without a group only."""
    items = [(single,) for single in MENU[""]]
    items += [pages for group, pages in MENU.items() if group]
    place = 1 + next(k for k, pages in enumerate(items) if page in pages)
    return streamlit_style("menu").replace("PLACE", str(place))


register(PAGES)
if __name__ == "__main__":
    main()
else:  # `streamlit run` looks for the name, imports this file, and serves what bears it
    app = st.App(
        __file__,
        routes=page_routes(PAGES[0].folder, (page.folder for page in PAGES[1:])),
        middleware=[Middleware(Serving), Middleware(UploadLimit)],
        lifespan=warmed,
    )
