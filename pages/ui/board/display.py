"""The picture, the sentence below it, and the cards and charts beside it."""

import time
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from pages.datasets.limits import Extent
from pages.plots.alternative import chart_words
from pages.plots.decision import decision_figure
from pages.plots.theme import Figure
from pages.state.model.preview import trainable
from pages.state.model.run import Data
from pages.state.model.scene import Scene, cover, outside
from pages.state.screen.presentation import Presentation
from pages.state.text.number_format import number
from pages.state.text.verdict import (
    VIOLATION_HELP,
    Badge,
    Metric,
    badge,
    cost_parts,
    metric_cards,
    sentence,
    violation_text,
)
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Pick
from pages.ui.canvas.options import (
    EDITING,
    NO_FILM,
    ONLY_LOOK,
    PICKING,
    UNLINKED,
    FollowedFilm,
    Handlers,
    Linked,
    Points,
    Preview,
    Tools,
)
from pages.ui.page.detail import is_expert
from pages.ui.page.layout import Places, figure_place, is_large, layout, places, store_places
from pages.ui.page.screen_parts import alt_text, is_shown, without_hidden_parts
from pages.ui.server.observed import callback
from pages.ui.server.pending import resting
from pages.ui.streamlit_internals import DeltaGenerator, nowhere
from pages.ui.visit.visit import set_fields, shown_layers

# Every message costs the browser a rendering of the page. So what belongs to the picture waits
# this many seconds, in which the picture is drawn; without the pause it would be drawn last.
_PICTURE_FIRST = 0.03
VERDICT = '<div class="svm-verdict" data-announce>{}</div>'  # said when it changes: announcer.js
COARSER = "The picture is drawn coarser: an exact one would take too long."
BASIC_CARDS = ("Support vectors", "Training accuracy", "Margin width")
ENLARGE, SHRINK = "Enlarge", "Shrink"
ENLARGE_HELP = "Put this figure in the place of the picture, which stands small beside it (key G)."
SHRINK_HELP = "Put the picture in its place again (key Escape)."
ENLARGE_KEY, SHRINK_KEY = "G", "Escape"
BELOW = 9  # places that a view leaves empty below it, for what another view had there


def clear_stale_elements() -> None:
    """Draw `BELOW` empty elements, so that nothing of a longer view is left below this one.

    Streamlit takes away what a run has not drawn when the run has ended, but not where a fragment
    that runs by itself is due by then: beside work that takes seconds, another view would stand
    there until the work ends.
    """
    for _ in range(BELOW):
        st.empty()


def columns(*, talk: bool = False) -> tuple[DeltaGenerator, DeltaGenerator]:
    """The columns of a view: one for the picture, at one place on all pages, and one beside it.

    talk : whether what stands beside the picture is talked about in a lecture, which leaves out
    cards and charts.
    """
    with st.container(key="columns", horizontal=True, gap="medium"):
        picture, beside = st.container(key="picture"), st.container(key="beside")
    if not layout().picture_only:
        store_places(Places())
        return picture, beside.container(key="talk") if talk else beside
    talked, figure, player = beside.container(key="talk"), beside.container(), beside.container()
    store_places(Places(picture, talked, figure, player))
    return picture, talked if talk else nowhere()


def picture_first(*, live: bool = False) -> None:
    """Wait until the browser has had time to draw the picture; a gesture has no time for that."""
    if not live:
        with resting():
            time.sleep(_PICTURE_FIRST)


def board_canvas(
    board: BoardState,
    figure: Figure,
    points: Points,
    alt: str,
    *,
    key: str = "main",
    many: bool = False,
    tools: Tools = EDITING,
    pick: Callable[[Pick], None] | None = None,
    model: dict[str, object] | None = None,
    film: FollowedFilm = NO_FILM,
) -> None:
    """The picture of a board: what is done to it is done to the board.

    `points` have the ids of the board; `many` says that all classes of the board are shown, and not
    one against the others. `model` is what the browser may train (`trainable`), unless the boundary
    that it would draw of it is hidden.
    """
    canvas(
        key,
        without_hidden_parts(figure),
        alt_text(alt, len(points.ids)),
        points=replace(points, ids=board.browser_ids(points.ids)),
        tools=tools,
        handlers=Handlers(
            edit=lambda events: board.edit(events, many=many),
            view=board.set_view,
            zoom=board.zoomed,
            pick=pick,
        ),
        history=board.history,
        zoom=board.zoom.zoom,
        preview=Preview(model if is_shown("boundary") else None),
        film=film,
    )


def picture(
    board: BoardState,
    figure: Figure,
    points: Points,
    badge: Badge | None,
    text: str,
    *,
    aside: str = "",
    **more: Any,
) -> None:
    """The picture of a board, and below it what it shows, as a sentence.

    `aside` tells a screen reader what stands beside the picture. `more` goes to `board_canvas`.
    """
    alt = f"{badge.text}. {text}" if badge else text
    board_canvas(board, figure, points, f"{alt} {aside}".rstrip(), **more)
    picture_first(live=board.live)
    show_sentence(badge, text)


def inspection_picture(
    board: BoardState,
    figure: Figure,
    data: Data,
    badge: Badge | None,
    text: str,
    **more: Any,
) -> None:
    """The picture of two classes in which a click inspects a point or a place.

    `more` as in `picture`.
    """
    points = Points(ids=data.ids, labels=data.y > 0)
    picture(board, figure, points, badge, text, tools=PICKING, pick=board.pick, **more)


def seen(board: BoardState) -> Extent:
    """The box that the visitor sees, as far as the browser has told: names stand inside it."""
    return board.zoom.zoom or board.view


def model_canvas(
    board: BoardState, drawn: Scene, *, frozen: Scene | None = None, aside: str = "", **more: Any
) -> None:
    """The picture of a trained model, and what there is to say of it; `more` as in `picture`.

    `frozen` as in `decision_figure`; `aside` tells a screen reader what stands beside
    the picture.
    """
    result, show = drawn.run, shown_layers()
    mark, text = badge(result), sentence(result, show)
    board_canvas(
        board,
        decision_figure(
            drawn,
            board.home,
            show=show,
            revision=str(board.fits),
            frozen=frozen,
            seen=seen(board),
        ),
        Points(ids=result.data.ids, labels=result.data.y > 0),
        f"{mark.text}. {text} {aside}".rstrip(),
        model=trainable(result, board.view, show),
        **more,
    )
    picture_first(live=board.live)
    show_sentence(mark, text + _not_seen(drawn, board.home))


def _not_seen(drawn: Scene, home: Extent) -> str:
    """What the picture does not show: points far outside the box that "fit" shows, and details.

    Such a point would shrink all others to a dot.
    """
    far = outside(drawn.run.data, cover(home))
    text = ""
    if far:
        text = f" {far} {'lies' if far == 1 else 'lie'} far from the others: zoom out to see."
    return f"{text} {COARSER}" if drawn.coarse else text


def show_sentence(badge: Badge | None, sentence: str) -> None:
    """One sentence, after a badge if there is one, unless sentences are hidden."""
    if not is_shown("sentence"):
        return
    body = f"{_pill(badge) + _violation(badge) if badge else ''}<span>{escape(sentence)}</span>"
    st.html(VERDICT.format(body))


def _pill(badge: Badge) -> str:
    """The badge; the digits of a certificate are shown under Expert, and on hover."""
    text = badge.text if is_expert() else badge.name
    told = ", ".join(filter(None, (badge.text, violation_text(badge))))
    whole = explained(told) if badge.bound else ""
    return f'<span class="svm-badge svm-{badge.kind}"{whole}>{escape(text)}</span> '


def _violation(badge: Badge) -> str:
    """The worst KKT violation: under Basic only where the model is not optimal; else on hover."""
    text = violation_text(badge)
    if not text or (badge.kind == "certified" and not is_expert()):
        return ""
    return f'<span class="svm-worst"{explained(VIOLATION_HELP)}>{escape(text)}</span> '


def explained(help: str, *, stop: bool = True) -> str:
    """The attributes of an element that is explained on hover, and on a tap or by keys.

    `explained.css` shows the title of what has the focus. Of cards and rows that stand together
    the first is a `stop` of the Tab key; the arrow keys lead on from there (`canvas/js/roving.js`).
    """
    return f' tabindex="{0 if stop else -1}" title="{escape(help)}"'


def cards(drawn: Scene) -> None:
    """The figures of a run: three of them, or under Expert all.

    Where slack is shown, so are the two parts of what is minimised.
    """
    run = drawn.run
    if not is_expert():
        parts = cost_parts(run) if "slack" in shown_layers() else ()
        show_cards(*(card for card in metric_cards(run) if card.name in BASIC_CARDS), *parts)
    elif run.model is not None:
        show_cards(*metric_cards(run), _clock(drawn))


def show_cards(*cards: Metric) -> None:
    """Figures with their explanations (`explained`); nothing for none, or if cards are hidden."""
    if not cards or not is_shown("cards"):
        return
    items = "".join(
        f'<div class="svm-card"{explained(card.help, stop=not k)}><dt>{escape(card.name)}</dt>'
        f'<dd>{escape(card.value)}</dd><dd class="svm-more">{escape(card.detail)}</dd></div>'
        for k, card in enumerate(cards)
    )
    st.html(f'<dl class="svm-cards">{items}</dl>')


def _clock(drawn: Scene) -> Metric:
    run, nodes = drawn.run, len(drawn.grid.x) if drawn.grid else 0
    coarse = ", coarse" if drawn.coarse else ""
    return Metric(
        "Time to fit",
        f"{number(1e3 * run.seconds, 2)} ms",
        f"picture {number(1e3 * drawn.seconds, 2)} ms{coarse}",
        f"Training on {len(run.data)} points; the picture is computed on {nodes} × {nodes} nodes.",
    )


def cell(
    name: str,
    figure: Figure,
    height: int,
    title: str,
    words: str,
    spoken: str,
    **button: Any,
) -> None:
    """A small picture, a button with its name, and what it comes to; `button` goes to that.

    A click on the picture is one on the button: see `style.css`.
    """
    with st.container(key=f"thumbnail_{name}", gap="small"):
        canvas(name, figure, f"{title}: {spoken}", tools=ONLY_LOOK, height=height)
        st.button(title, width="stretch", **button)
        st.html(f'<small class="svm-cell">{escape(words)}</small>')


def chart(
    key: str,
    figure: Figure,
    height: int,
    *,
    film: FollowedFilm = NO_FILM,
    linked: Linked = UNLINKED,
    pick: Callable[[Pick], None] | None = None,
) -> None:
    """A small chart that is only looked at; a screen reader is told its title and its numbers.

    `linked` are what its bars belong to, and `pick` is told which of them was clicked on. Nothing
    is drawn if charts are hidden.
    """
    if is_shown("charts"):
        canvas(
            key,
            figure,
            chart_words(figure),
            tools=ONLY_LOOK,
            height=height,
            handlers=Handlers(pick=pick),
            linked=linked,
            film=film,
        )


def main_chart(key: str, figure: Figure, height: int, *, square: bool = False, **more: Any) -> None:
    """The chart that a view is about, one at most: it can take the place of the picture.

    It stands in the column beside the picture. `square` for one that is then not to be wider than
    it is high; `more` as in `chart`.
    """
    if is_shown("charts"):
        with (
            enlargeable(key),
            st.container(key="square" if square else None, gap=None),
        ):
            chart(key, figure, height, **more)


def enlargeable(key: str) -> DeltaGenerator:
    """The place of what can take the place of the picture, one on a view, with its button."""
    with figure_place(key):
        place = st.container(key="figure_large" if is_large(key) else "figure", gap=None)
    if not layout().embedded:  # a link says what is large there
        with place if is_large(key) else places().header or place:
            _size_button(key)
    return place


def _size_button(figure: str) -> None:
    """What puts a figure in the place of the picture, or the picture back."""
    on = is_large(figure)
    st.button(
        SHRINK if on else ENLARGE,
        key="shrink" if on else "enlarge",
        help=SHRINK_HELP if on else ENLARGE_HELP,
        shortcut=SHRINK_KEY if on else ENLARGE_KEY,
        type="tertiary",
        on_click=callback(lambda: set_fields(Presentation, large="" if on else figure)),
    )
