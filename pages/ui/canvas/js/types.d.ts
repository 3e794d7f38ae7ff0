// What the modules' comments speak of: messages of the server, plotly.js, and values that several
// modules hand to each other. Lengths are pixels of the stage; (x, y) are data coordinates.

type Pair = [number, number];
type Attributes = Record<string, unknown>;

/** The state of a canvas: a few values, each with the modules that write it (store.js builds it).
 * Times are in milliseconds. */
interface State {
  // what the server and the browser tell each other
  header: Header; // of the newest message (canvas_state.js)
  send: ((message: object) => void) | null; // null while not mounted (mount.js)
  /** Events go to the server until a figure has come that contains them (store.js). */
  outbox: {
    seq: number; // of the newest event
    acked: number; // the last event that the server has taken
    sent: number; // the last event that was sent
    drawn: number; // the last event that the drawn figure contains
    pending: Edit[]; // events that are not drawn yet, in order
    messages: number; // how many were sent
    sentAt: number; // when the last one was
    waitingSince: number; // when the wait for an answer began
    tries: number; // how often these events were sent again
    resends: number; // how often any events were sent again
    live: boolean; // whether the server was told of a gesture that goes on
  };
  /** What another session of the server has to be told (journal.js; store.js what is new, and
   * canvas_state.js when that session begins). */
  kept: {
    linked: number; // the last event that the link in the address contains
    journal: Edit[]; // events that it does not contain yet, in order
    base: Base | null; // the newest figure that contains no more than the link
    unseen: Edit[]; // events that the link contains and `base` does not, in order
    trail: string[]; // links of what undo leads to, and of what the link holds
  };
  /** The line about the connection (notice.js). */
  notice: {
    text: string;
    cutSince: number | null; // when the connection was lost; null while it is there
    failed: boolean; // whether the visitor was told that there is no picture
  };

  // what the visitor works with
  /** When a hand last did something here: keys go to the last canvas (events.js, gestures.js,
   * pointer.js, toolbar.js, channel.js). */
  usedAt: number;
  tool: string; // (toolbar.js, canvas_state.js)
  openedWith: string; // the tool that the page chose (canvas_state.js)
  label: number; // the class of new points (toolbar.js, canvas_state.js)
  selection: Set<number>; // ids (selection.js, keyboard.js, toolbar.js, store.js, canvas_state.js)
  /** Select what event `seq` adds (selection.js; store.js and canvas_state.js, that it is done). */
  selectNew: { seq: number; known: Set<number> } | null;
  /** Where the keys are (keyboard.js, and the modules of what they move; pointer.js, store.js and
   * canvas_state.js, that they are nowhere). */
  keys: {
    cross: Pair | null; // the cross-hair
    carry: number | null; // the point that moves with it
    lastJump: number | undefined; // the point it jumped to last
    chosen: number | null; // the handle that they move (handles.js)
    tableOpen: boolean; // whether the points are shown as a table (points_table.js)
    entry: number; // of a chart: the part that they have come to (chart_keys.js)
  };
  gesture: Gesture | null; // under way (gestures.js)
  /** Fingers and presses (pointer.js, gestures.js). */
  touch: {
    quietAt: Pixel | null; // the last press, around which no tooltip shows
    beside: boolean; // whether the last touch was beside the points
    fingers: Map<number, Pixel>; // on the screen, by pointer
    pinch: ((now: Pixel[]) => void) | null; // follows them
  };

  // what is seen
  points: Points | null; // as they are drawn (figure.js, first.js)
  shown: Points | null; // the same after the pending events (overlay.js)
  geom: Geometry | null; // kept: a gesture outlives a mount (geometry.js, first.js)
  extent: number[] | null; // the box that the regions cover (figure.js)
  view: View | null; // where the visitor has zoomed to; null: the opening (view.js)
  /** How the view comes about, and what the server was told of it (view.js, canvas_state.js). */
  viewing: {
    of: string | null; // the figures that the view is of
    opening: View | null; // what the figure asks for
    wanted: View | null; // to be shown next
    drawing: boolean; // whether a view is being drawn
    fitting: boolean; // whether that is the opening view
    toldBox: number[] | null;
    toldZoom: string;
  };
  dom: Dom | null; // null while nothing is mounted (mount.js)
  /** Figures, and how far they are drawn (mount.js). */
  drawings: {
    next: Message | null; // the newest figure
    tried: Message | null; // the figure drawn last, or that could not be
    broken: Message | null; // the figure that could not be drawn
    drawing: boolean; // whether one is being drawn
    painting: Promise<void> | null; // its end
    revision: number; // how many figures were drawn
    drawnAt: number; // when the last one was
  };
  /** What the browser is ahead of the server with (preview.js, ahead.js, gestures.js). */
  preview: {
    alpha: Map<number, number>; // the multipliers by id,
    C: number; // what they were found for,
    tries: number; // and frames that the training went on
    gram: Gram | null; // of the newest sample
    data: any[] | null; // traces; null: the server's picture is seen
    ids: number[]; // of the points of that picture
    painted: number; // how many pictures
    follows: boolean; // whether what the hand does is painted without the server
    slow: boolean; // whether one took too long while something is ahead
    coarse: boolean; // whether it is less exact for that
    frame: number | null; // the animation frame that will show the gesture
  };
  film: FilmStore | null; // the film that is followed (film.js)
  timers: Map<string, number>; // of what comes after a pause, see `later` in store.js
}

/** What travels before a figure: see `canvas` in canvas/canvas.py. */
interface Header {
  key: string;
  sid: string; // of the server's session
  turn: number; // which figure this is
  ack: number; // the last event that the figure contains
  hasLink: boolean; // whether a link holds what is done
  ids: number[]; // of the points of the trace "points", in its order
  pointLabels: number[];
  names: string[]; // of the classes
  symbols: string[]; // of the classes, by plotly.js's names
  tools: string[]; // none: a chart that is only looked at
  opensWith: string; // one of them
  limit: number; // points that a board holds
  palette: Record<string, Record<string, string>>; // colours by theme and name
  undo: number; // steps
  redo: boolean;
  wantsView: boolean;
  wantsZoom: boolean;
  zoom: number[] | null; // the box that a picture opens on, if it is not all of it
  wantsPick: boolean;
  takesValues: boolean; // of numeric controls beside it
  linkedIds: number[]; // ids of the points that entries of a chart belong to
  pickOnHover: boolean;
  arrowStep: number; // of the picture
  below: number; // pixels kept free under a canvas that fills the window
  alt: string;
  hint: string; // a line for the first visit
  film: string; // the key of the timeline that is followed; "" for none
  layer: "model" | "playhead" | "path" | "bars" | "classes" | "curve" | "lines" | "standings";
  filmShow: string[];
  still: [string, number] | null; // the film and the update that the figure itself shows
  plotlyAddress: string; // of plotly.js on the server, seen from the page
  line: DrawnLine | null; // what the handles move, if it is drawn here at once
  model: Trainable | null; // what is trained here while an answer is on its way
  plotly: string | null; // the source of plotly.js, when it was asked for
}

type Message = { header: Header; figure: string }; // the figure as JSON

/** An event of the visitor: see events.py. */
interface Edit {
  t: string; // add, move, delete, wipe, relabel, flip, jitter, weigh, duplicate, clear, undo, redo,
  //            rest, set, view, zoom, pick, plotly or past
  seq?: number;
  s?: number; // the stroke it belongs to
  ids?: number[];
  p?: Pair[];
  c?: number; // a class
  w?: number; // the factor of a weight
  b?: number[]; // the box that is seen: x0, x1, y0, y1
  hover?: boolean;
  name?: string; // of a control
  v?: number; // its value
  links?: string[]; // of the states that undo leads to
}

/** A figure, the ids of its points, and how many steps can be undone there. */
interface Base { ids: number[]; figure: string; undo: number; ack: number }

interface Points {
  ids: number[];
  x: number[];
  y: number[];
  size?: number; // of the smallest marker
}

/** The axes: their place in the stage and their ranges; the stage's place in the window, and how
 * many of its pixels one of the stage takes. */
interface Geometry {
  ox: number; oy: number; w: number; h: number;
  x0: number; x1: number; y0: number; y1: number;
  left?: number; top?: number; scale?: number;
}

/** Where a pointer is, and whether that is inside the axes. */
type Pixel = { px: number; py: number; inside?: boolean };

/** The ranges of both axes; null where plotly.js shall find them. */
type View = { x: number[] | null; y: number[] | null };

type Ghost = { p: Pair; label: number };

/** What the pending events make of the points. */
interface Forecast {
  at: Map<number, Pair>; // those that are left
  added: Ghost[];
  moved: Set<number>;
  label: Map<number, number>; // of those that change their class
  gone: Set<number>;
}

/** What may be done in the table of points, one of its rows, and what it is built of. */
interface TableRights { add: boolean; move: boolean; remove: boolean }
interface PointRow { id: number; x: number; y: number; label: number }
interface PointsTable {
  root: HTMLElement;
  body: HTMLTableSectionElement;
  count: HTMLElement;
  wrong: HTMLElement; // what is wrong with what was typed
  of: string; // the names and tools that it was built for
  order: number[]; // ids of the rows
  at: number[]; // row and column of its tab stop
  columns: number;
  fill(): void; // brings it up to date
}

/** What a pointer does from its press to its release; every part may be missing. */
interface Gesture {
  move?(at: Pixel, ev?: PointerEvent): void;
  up?(at: Pixel): void;
  cancel?(): void; // ended by something else
  back?(): void; // taken back by Escape
  stop?(): void; // at the end, whichever it is
  pump?(): void; // the server has answered
  ghosts?(): Ghost[]; // points that would be added
  positions?(): [number, Pair][]; // points that are moved, by id
  value?(): [string, number] | null; // of the control that is moved, by its name
  release?(): void; // takes its listeners away
  keeps?: boolean; // whether its finger does not scroll the page
}

/** A model that the browser can train: see preview.py. */
interface Trainable {
  kernel: string;
  values: Values; // C and the kernel's parameters
  limit: number; // points
  view: number[]; // the box that its arrows and slacks are drawn for
  rings: boolean; // whether support vectors are ringed
}

/** A line with its margins, its limits, and the points: see `line_wire` in pages/challenges/model/widest.py. */
interface DrawnLine {
  ax: number; ay: number; bx: number; by: number; distance: number;
  nearest: number; narrowest: number; farthest: number; edge: number; long: number;
  slack: boolean; // whether it is drawn
  x: number[]; y: number[]; side: number[];
}

type Values = Record<string, number>;
type KernelFunction = (ax: number, ay: number, bx: number, by: number) => number;

/** Points and parameters to train a model on; the sides are -1 and 1. */
interface Sample {
  kernel: string;
  values: Values;
  ids: number[];
  x: number[];
  y: number[];
  side: number[];
}

/** The matrix of a sample's kernel, and what it was computed for. */
type Gram = { of: string; K: Float64Array; x: number[]; y: number[] };

/** The model f = sum_j coef_j K(x_j, .) + b. */
interface Expansion {
  kernel: string;
  values: Values;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  coef: Float64Array;
  b: number;
}

/** Places in data coordinates, parted by NaN. */
type Polyline = { x: number[]; y: number[] };

type Theme = ReturnType<typeof import("./theme.js").readTheme>;
/** A layer of SVG over the stage: clipped to the axes, its parts by name. */
type Layer = { root: SVGElement; inner: SVGElement; nodes: Map<string, SVGElement> };
type FilmLayers = { shades: HTMLCanvasElement; under: Layer; over: Layer };
type Overlay = ReturnType<typeof import("./overlay.js").buildOverlay>;

/** What is built for a mount and goes with it. */
interface Dom {
  host: HTMLElement;
  root: HTMLElement;
  stage: HTMLElement;
  plot: PlotlyElement;
  toolbar: HTMLElement | null;
  abort: AbortController; // takes all listeners away
  drawn: string; // the signature of the figure that is drawn
  theme?: Theme;
  overlay?: Overlay;
  notice?: HTMLElement;
  selectionBar?: { bar: HTMLElement; count: HTMLElement };
  toolsOf?: string; // what the toolbar was built for
  table?: PointsTable; // while it is open
  listening?: boolean; // whether plotly.js has our listeners
  film?: FilmLayers;
  filmFrame?: number | null; // the animation frame that will paint it
  still?: Header["still"]; // of the figure that is drawn
  layers?: FilmLayers; // of a picture that is painted beside plotly.js
  /** its newest figure, and what paints the one that plotly.js has drawn once more */
  painted?: { figure: string; data: any[]; ids: number[]; again: () => void } | null;
  ahead?: HTMLCanvasElement; // what plotly.js has not drawn,
  stillPoints?: { of: string; points: Ghost[]; canvas: HTMLCanvasElement }; // and points of many such pictures
  frozen?: { at: number; took: number; of: string; figure: string }; // plotly.js's last drawing
  grid?: HTMLCanvasElement;
}

// A typed array of any kind.
type Numbers = Float64Array;

// With an entry or a row for every moment: which of them a film has depends on its process and kind.
type FilmArray =
  | "update" | "sample" | "w" | "b" | "alpha" | "case" | "crossed" | "frame" | "shades" | "lines_at"
  // a descent
  | "rate" | "margin" | "loss" | "active" | "seen" | "weight" | "b_before" | "b_after"
  | "w_before" | "w_after" | "push" | "coef_before" | "coef_after" | "kept" | "cost"
  | "margin_term" | "loss_term" | "above"
  | "test_accuracy" | "test_precision" | "test_recall" | "ran"
  // a step of SMO
  | "before" | "after" | "E" | "low" | "high" | "unclipped" | "slope" | "curvature" | "gain"
  | "violation" | "left" | "dual" | "box"
  // several classes, a curve, a race
  | "scores" | "size" | "f" | "row" | "line"
  // a draw of moved points
  | "moves";

/** A training run: see `film_dict`, `smo_dict` and `path_dict`; of a solver, several classes, a curve
 * and a race: `solver_film`, `course_film`, `tube_film` and `race_film`; draws of points: `moved_film`. */
interface Film extends Partial<Record<FilmArray, Numbers>> {
  id: string;
  process?: "descent" | "smo" | "path" | "solver" | "classes" | "tube" | "race" | "duel" | "draws";
  kind: "linear" | "kernel" | "classes" | "curve" | "lines" | "points";
  cols: Record<string, number>; // columns of the arrays that have rows
  live: boolean;
  status: string;
  total: number;
  per_epoch: number;
  marks?: Numbers;
  opens?: number;
  x?: Numbers;
  path?: Numbers;
  words?: Record<string, string[]>;
  help?: Record<string, string>; // what the words mean, by the same names
  why?: Record<string, string[]>; // of each moment: what happened, by the names of panels
  why_help?: Record<string, Record<string, string>>; // of each panel: what lines mean, by how they begin
  looks?: { color: string; width: number; dash: string }[]; // of lines, if not those of the figure
  order?: Numbers; // of bars: the points from left to right
  colors?: number[]; // of classes
  delta?: number; // the lead that a class needs to be clear
  alone?: boolean; // whether a class needs a score of 1 too
  places?: Numbers; // of a curve
  exact?: Numbers; // the optimum there
  epsilon?: number;
  learned?: Numbers; // 1 of the points that the curve was trained on
  racers?: string[];
  by?: string; // the unit of the moments of a race
  batch: number;
  largest?: number; // of alpha, found when it is first needed
  k?: number; // nodes a side of a surface of `shades`
  extent?: number[];
  lines_xy?: Numbers; // the points of all lines
  rule?: Rule;
  algorithm?: { title: string; lines: { text: string; depth: number; branch: boolean }[]; note: string };
  C?: number | null | Numbers;
  y?: Numbers; // of the points
  weighed?: boolean;
  step?: number; // of a coordinate of `moves`
  own?: number[]; // w and b of the line that a visitor has drawn
}

/** How an update rule is told to the browser: see pages/descent/figures/film.py. */
interface Rule {
  method: "sgd" | "pegasos" | "mirror" | "perceptron";
  rho: number;
  kappa: number;
  rho_name: string;
  scale: string; // the name of kappa
  bias_inside: boolean;
  loss: "hinge" | "squared_hinge" | "huber_hinge" | "perceptron";
  h: number;
  radius: number;
  weighed?: boolean;
}

type FilmStore = import("./films.js").FilmStore;

/** A line w x + b = 0 of the plane, and |w|^2. */
type Line = { w1: number; w2: number; b: number; square: number };

/** A word of a picture; x is its middle, y its base line. */
type PlacedWord = { text: string; x: number; y: number; fill: string; "font-size": string; "font-family": string };

type Dot = { at: number[]; color: string };

/** What a moment of a film is called, and the speeds it is played at. */
type Process = { unit: string; chapter: string; speeds: string[] };

/** The parts of a timeline. */
interface Controls {
  buttons: Record<string, HTMLButtonElement>;
  readout: Record<string, HTMLElement>;
  slider?: HTMLInputElement;
  speed?: HTMLSelectElement;
  ticks?: HTMLElement;
  busy?: HTMLElement;
}

/** What a panel tells: a name and HTML. */
type Fact = string[];

/** What plotly.js tells of entries that are hovered over or clicked. */
interface PlotlyPoints {
  points?: { pointNumber?: number | number[] }[];
}

interface PlotlyElement extends HTMLElement {
  _fullLayout?: any;
  layout?: any; // as it was given
  _fullData?: any[];
  on?(name: string, listener: (ev: any) => void): void;
}

/** What Streamlit calls a component with. */
interface Component<Data> {
  data: Data;
  parentElement: HTMLElement;
  setStateValue(name: string, value: unknown): void;
  setTriggerValue(name: string, value: unknown): void;
}

interface Window {
  Plotly?: {
    react(plot: Element, data: unknown, layout: unknown, config: unknown): Promise<unknown>;
    relayout(plot: Element, update: object): Promise<unknown>;
    purge(plot: Element): void;
    newPlot(plot: Element, data: unknown, layout: unknown, config: unknown): Promise<unknown>;
    Snapshot: { toSVG(plot: Element, format: string, scale: number): string };
    Fx: { unhover(plot: Element): void };
  };
}

// What is looked up by a selector is HTML, and so is what an event comes from, if not the document.
interface ParentNode {
  querySelector(css: string): HTMLElement | null;
}
interface EventTarget {
  closest?(css: string): HTMLElement | null;
  tagName?: string;
}
interface Element {
  __data__?: { i: number }; // of plotly.js: which point a mark is
}

// What lies outside of the mounts, for the whole page.
declare var svmCanvas: Map<string, State>;
declare var svmFilms: Map<string, FilmStore>;
declare var svmPatience: { resend: number; lost: number; running: number; notice: number };
/** What was seen of the page's results at the last looks, and what was said of them. */
interface Heard { seen: string; looks: number; said: string[] | null; page?: string; arrived?: boolean }
declare var svmHeard: Heard;
declare var svmRoving: boolean;
declare var svmKeeps: boolean; // whether journals are kept when the page is left
declare var svmSpot: HTMLElement;
declare var svmHighlight: { ids: number[]; listeners: Map<string, () => void> };
