"""The figures of the page as files, which the browser makes: PNG, SVG, HTML, and a report.

    pictures("svm-playground_dual_moons_rbf_C1", "Dual · Moons · RBF, C = 1", link.link(), {...})

The server is asked for nothing but plotly.js, once, for the first HTML file: a canvas has its
figure, and draws it once more off the screen, without anything of the interface.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pages.ui.canvas.assets import plotly_address
from pages.ui.component import component
from pages.ui.page.styles import with_sizes
from pages.ui.static.es_modules import joined
from pages.ui.timeline.timeline import TIMELINE_STYLE

__all__ = ["pictures"]

_HERE = Path(__file__).parent


def pictures(
    stem: str, title: str, link: str, report: Mapping[str, object], *, films: bool
) -> None:
    """List the figures of the page with the files that each can leave as, and offer a report.

    Parameters
    ----------
    stem
        What the name of every file begins with; the figure and the type follow.
    title
        Of the screen: it stands above a board's picture.
    link
        That opens the screen again.
    report
        What the browser does not know of it: `tables` of a title, rows and a note, `grids` of a
        title, names of columns, rows and a note, `sources` as texts with their links, and the name
        of the `software`.
    films
        Whether the page has films: what plays one in a file is sent along.
    """
    data: dict[str, object] = {
        "stem": stem,
        "title": title,
        "link": link,
        "plotly": plotly_address(),
    }
    data |= {"report": report, "player": _player() if films else None}
    _component(key="pictures", height="content", data=data)


@cache
def _player() -> dict[str, str]:
    """The script and the style sheet in the file of a film."""
    return {"script": joined(_HERE / "js" / "film_page.js"), "style": with_sizes(TIMELINE_STYLE)}


_component = component(
    "pictures", '<div class="svm-pictures"></div>', script=_HERE / "js" / "pictures.js"
)
