"""What a canvas is given beside its figure, in groups that belong together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pages.datasets.limits import MAX_CLASSES
from pages.plots.layout_sizes import SENTENCE
from pages.plots.theme import PALETTE, SYMBOLS
from pages.ui.canvas.events import Event, Pick, View

TWO_CLASSES = ("\u22121", "+1")
ARROW_STEP = 0.025  # of the picture, by which an arrow key moves a handle
TOOLS = ("add", "spray", "erase", "select", "pan", "pick")
FILM_LAYERS = (
    "model",
    "playhead",
    "path",
    "bars",
    "classes",
    "curve",
    "lines",
    "standings",
    "draws",
)
FILM_SHOWS = ("regions", "boundary", "margins", "weights", "tube", "slack")


@dataclass(frozen=True, kw_only=True)
class Points:
    """The points of the trace `"uid": "points"`, in its order, and how their classes look.

    ids : of the points. labels : their classes, for what is said to a screen reader; may be left
    out. names : of the classes, or of the handles. palette : `{"light": {"ink": "#111",
    "class0": ...}, "dark": {...}}`; `class0`, `class1`, ... are also the colours of the class
    chips and of the marks drawn before the server answers. symbols : of the classes.
    """

    ids: Sequence[int] = ()
    labels: Iterable[int] = ()
    names: Sequence[str] = TWO_CLASSES
    palette: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: PALETTE)
    symbols: Sequence[str] = SYMBOLS

    def __post_init__(self) -> None:
        if not 1 <= len(self.names) <= MAX_CLASSES:
            raise ValueError(f"names must be from 1 to {MAX_CLASSES}, got {len(self.names)}")


@dataclass(frozen=True)
class Tools:
    """What can be done with the picture.

    names : of the tools, in the order of the toolbar. opens_with : the tool that is chosen until
    the visitor chooses one; "" for the first one. arrow_step : the share of the picture by which
    an arrow key moves a handle; with Shift four times that. hint : a line over the picture on a
    browser's first visit, until something is done.
    """

    names: Sequence[str] = TOOLS[:-1]
    opens_with: str = ""
    arrow_step: float = ARROW_STEP
    hint: str = ""

    def __post_init__(self) -> None:
        if (unknown := set(self.names) - set(TOOLS)) and not self.are_handles:
            raise ValueError(f"tools must be among {', '.join(TOOLS)}, got {sorted(unknown)}")

    @property
    def are_handles(self) -> bool:
        """Whether the points can be dragged and nothing else: no toolbar, no zoom."""
        return tuple(self.names) == ("move",)


EDITING = Tools()
PICKING = Tools(TOOLS, "pick")  # where points have something to tell
HANDLES = Tools(("move",))
ONLY_LOOK = Tools(())


@dataclass(frozen=True, kw_only=True)
class Handlers:
    """What is told of the visitor, before the script (or fragment) runs.

    edit : the edits and commands, in order. view : the visible `x0, x1, y0, y1`, when the figure's
    extent does not cover it well. zoom : what was zoomed to, some time after that, and None for the
    whole picture. pick : which point was clicked on, or which place with the tool "pick"; points
    are then lit under the pointer, here and in all canvases of the page.
    """

    edit: Callable[[list[Event]], None] | None = None
    view: Callable[[float, float, float, float], None] | None = None
    zoom: Callable[[View | None], None] | None = None
    pick: Callable[[Pick], None] | None = None


@dataclass(frozen=True, kw_only=True)
class Linked:
    """Of a chart that is only looked at: what its bars (or rows and columns) belong to.

    ids : of points, which are lit and picked like the points themselves. on_hover : whether the
    pointer picks what it rests on, without a click.
    """

    ids: Sequence[int] = ()
    on_hover: bool = False


@dataclass(frozen=True)
class FollowedFilm:
    """The film that a canvas follows.

    key : of its timeline; "" for no film. layer : what is shown of every moment, beside the figure:
    the "model" (of that, what `show` names), a "playhead" where the x axis counts epochs, or the
    "path" over a landscape of the cost. A playhead has a dot on every line of the chart but those
    with `"hoverinfo": "skip"`. "bars" are the multipliers, "classes" the regions of several
    classes, a "curve" with its tube, "lines" the boundaries of a race, "standings" its dots, and
    "draws" those of points that move. still : the film and the update that the figure itself shows:
    while the film rests there, its layers are hidden; while it is elsewhere, all traces but the
    points are.
    """

    key: str
    layer: str = "playhead"
    show: Sequence[str] = FILM_SHOWS
    still: tuple[str, int] | None = None

    def __post_init__(self) -> None:
        if self.layer not in FILM_LAYERS:
            raise ValueError(f"layer must be among {', '.join(FILM_LAYERS)}, got {self.layer!r}")
        if unknown := set(self.show) - set(FILM_SHOWS):
            raise ValueError(f"show must be among {', '.join(FILM_SHOWS)}, got {sorted(unknown)}")


@dataclass(frozen=True)
class Preview:
    """What the browser draws itself while an answer is on its way; None for nothing.

    model : what it may train, see `trainable`. line : with handles, a line with margins and the
    points it parts, see `DrawnLine` in js/types.d.ts.
    """

    model: Mapping[str, object] | None = None
    line: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Fill:
    """The height of a picture that goes down to `below` pixels above the window's lower edge."""

    below: int = SENTENCE


NO_POINTS = Points()
UNHEARD = Handlers()
UNLINKED = Linked()
NO_PREVIEW = Preview()
NO_FILM = FollowedFilm("", "model")
FILL = Fill()
