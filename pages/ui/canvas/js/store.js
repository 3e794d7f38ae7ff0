// The state that outlives a mount. Streamlit may take the component's DOM away at any time and
// build it again; so everything but the DOM is kept per canvas key on the page, and a mount only
// draws it.
import { running } from "../../streamlit_internals.js";

/** @type {Map<string, State>} */
export const STORES = (globalThis.svmCanvas ??= new Map());
/** Milliseconds until an event is sent again, until the connection is called lost, both while the
 * script runs, and how long a notice stays. On the page, so that a test need not wait as long. */
export const PATIENCE = (globalThis.svmPatience ??= {
  resend: 3000, lost: 4000, running: 20000, notice: 8000,
});
const REST = 250; // milliseconds for which a hand rests before the server is told where it is
const MESSAGE_EVENTS = 300;
const EVENT_POINTS = 300;
const MOST_HELD = 1000; // events that are kept for another session of the server
const PASSING = ["view", "zoom", "plotly", "rest"]; // of no use to another session

/** The state of a canvas. Times are in milliseconds.
 * @typedef {ReturnType<typeof newState>} State */
export function newState(/** @type {Header} */ header) {
  const { key, sid, ack, opensWith } = header;
  return {
    // messages: events go to the server until a figure has come that contains them
    key, // of the canvas
    header, // of the newest message
    sid, // the server's session
    seq: ack, // of the newest event
    acked: ack, // the last event that the server has taken
    sent: ack, // the last event that was sent
    drawn: ack, // the last event that the drawn figure contains
    pending: /** @type {Edit[]} */ ([]), // events that are not drawn yet, in order
    linked: ack, // the last event that the link in the address contains
    journal: /** @type {Edit[]} */ ([]), // events that it does not contain yet, in order
    base: /** @type {Base | null} */ (null), // the newest figure that contains no more than the link
    unseen: /** @type {Edit[]} */ ([]), // events that the link contains and `base` does not, in order
    trail: /** @type {string[]} */ ([]), // links of what undo leads to, and of what the link holds
    send: /** @type {((message: object) => void) | null} */ (null), // null while not mounted
    messages: 0, // how many were sent
    sentAt: 0, // when the last one was
    waitingSince: 0, // when the wait for an answer began
    cutSince: /** @type {number | null} */ (null), // when the connection was lost; null while it is there
    tries: 0, // how often these events were sent again
    resends: 0, // how often any events were sent again
    live: false, // whether the server was told of a gesture that goes on

    // what the visitor works with
    usedAt: 0, // when a hand last did something here: keys go to the last canvas
    tool: opensWith || "pan",
    openedWith: opensWith, // the tool that the page chose
    label: 0, // the class of new points
    selection: /** @type {Set<number>} */ (new Set()), // ids
    /** Select what event `seq` adds. @type {{ seq: number, known: Set<number> } | null} */
    selectNew: null,
    quietAt: /** @type {Pixel | null} */ (null), // the last press, around which no tooltip shows
    cross: /** @type {Pair | null} */ (null), // the keyboard's cross-hair
    carry: /** @type {number | null} */ (null), // the point that moves with it
    lastJump: /** @type {number | undefined} */ (undefined), // the point it jumped to last
    chosen: /** @type {number | null} */ (null), // the handle that the keys move
    tableOpen: false, // whether the points are shown as a table
    entry: 0, // of a chart: the part that the keys have come to
    gesture: /** @type {Gesture | null} */ (null), // under way
    beside: false, // whether the last touch was beside the points
    fingers: /** @type {Map<number, Pixel>} */ (new Map()), // on the screen, by pointer
    pinch: /** @type {((now: Pixel[]) => void) | null} */ (null), // follows them
    frame: /** @type {number | null} */ (null), // the animation frame that will show the gesture
    resting: /** @type {number | null} */ (null), // the timer of a pointer that rests on a chart

    // what is seen
    points: /** @type {Points | null} */ (null), // as they are drawn
    shown: /** @type {Points | null} */ (null), // the same after the pending events
    geom: /** @type {Geometry | null} */ (null), // kept: a gesture goes on while nothing is mounted
    view: /** @type {View | null} */ (null), // where the visitor has zoomed to; null: the opening
    viewOf: /** @type {string | null} */ (null), // the figures that the view is of
    opening: /** @type {View | null} */ (null), // what the figure asks for
    wantedView: /** @type {View | null} */ (null), // to be shown next
    viewing: false, // whether a view is being drawn
    fitting: false, // whether that is the opening view
    extent: /** @type {number[] | null} */ (null), // the box that the regions cover
    lastBox: /** @type {number[] | null} */ (null), // the box that the server was told of
    viewTimer: /** @type {number | null} */ (null), // the pause before it is told
    lastZoom: "null", // what the server was told of the view
    zoomTimer: /** @type {number | null} */ (null), // the pause before it is told

    // drawing
    dom: /** @type {Dom | null} */ (null), // null while nothing is mounted
    next: /** @type {Message | null} */ (null), // the newest figure
    tried: /** @type {Message | null} */ (null), // the figure drawn last, or that could not be
    broken: /** @type {Message | null} */ (null), // the figure that could not be drawn
    drawing: false, // whether plotly.js is at work
    painting: /** @type {Promise<void> | null} */ (null), // its end
    failed: false, // whether the visitor was told so
    revision: 0, // how many figures were drawn
    drawnAt: 0, // when the last one was
    /** What the browser is ahead of the server with: the multipliers by id, and the C they were
     * found for, frames that the training went on, and traces of a figure that was painted. */
    preview: {
      alpha: /** @type {Map<number, number>} */ (new Map()), C: 0, tries: 0, painted: 0,
      data: /** @type {any[] | null} */ (null), // null: the server's picture is seen
      ids: /** @type {number[]} */ ([]), // of the points of that picture
      gram: /** @type {Gram | null} */ (null), // of the newest sample
      slow: false, // whether one took too long while something is ahead
      coarse: false, // whether it is less exact for that,
      refining: /** @type {number | undefined} */ (undefined), // and the timer of an exact one
      follows: false, // whether what the hand does is painted without the server
    },
    film: /** @type {FilmStore | null} */ (null), // the film that is followed
    filmFrame: /** @type {number | null} */ (null), // the animation frame that will paint it
    altTimer: /** @type {number | null} */ (null), // the pause before its moment is told
    notice: "", // the line about the connection
    noticeTimer: /** @type {number | null} */ (null), // takes it away
  };
}

/** @type {(S: State) => Edit[]} */
export const unacked = (S) => S.pending.filter((e) => e.seq > S.acked);
export const idle = (/** @type {State} */ S) => S.sent <= S.acked;

/** Whether a step of a gesture may be sent: nothing is on its way, and where the picture follows
 * the hand without the server, the hand rests: words and numbers wait for that.
 * @type {(S: State) => boolean} */
export const maySend = (S) => idle(S) && (!S.preview.follows || performance.now() - S.usedAt > REST);

/** Takes an event into the list of those that the server has not answered yet.
 * @type {(S: State, event: Edit) => void} */
export function record(S, event) {
  if (merged(S, event)) return;
  const seq = ++S.seq;
  const entry = { seq, s: seq, ...event };
  S.pending.push(entry);
  if (!PASSING.includes(event.t)) keep(S, entry);
}

/** Keeps an event until the link contains it. Of a drag the last place is enough.
 * @type {(S: State, event: Edit) => void} */
function keep(S, event) {
  const last = S.journal.at(-1);
  const drag = event.t === "move" || event.t === "set";
  const goesOn = drag && last?.t === event.t && last.s === event.s && last.name === event.name
    && String(last.ids) === String(event.ids);
  if (goesOn) S.journal.pop();
  S.journal.push(event);
  if (S.journal.length <= MOST_HELD) return;
  S.journal.shift(); // what is left leads nowhere until a link contains some of it
  Object.assign(S, { base: null, unseen: [], linked: -1 });
}

/** Folds an event into one of the same stroke that has not been sent yet.
 * @type {(S: State, event: Edit) => boolean} */
function merged(S, event) {
  const last = S.pending.findLast((e) => e.seq > S.sent && e.t === event.t);
  if (!last) return false;
  if (["view", "zoom", "pick"].includes(event.t)) {
    Object.assign(last, { b: event.b, ids: event.ids, p: event.p, hover: event.hover });
    return true;
  }
  if (event.s === undefined || last.s !== event.s || last.seq !== S.seq) return false;
  if (event.t === "set") {
    if (last.name !== event.name) return false;
    last.v = event.v;
    return true;
  }
  if (event.t === "move" && String(last.ids) === String(event.ids)) {
    last.p = event.p;
    return true;
  }
  const size = (last.p ?? last.ids).length + (event.p ?? event.ids).length;
  if (size > EVENT_POINTS || last.c !== event.c) return false;
  if (event.t === "add" || event.t === "wipe") last.p = [...last.p, ...event.p];
  else if (event.t === "delete") last.ids = [...last.ids, ...event.ids];
  else return false;
  return true;
}

/** What goes into the next message. The server takes the values of controls before all else: a step
 * back that is about one of them, or before it, travels apart from it.
 * @type {(S: State) => Edit[]} */
function nextBatch(S) {
  const batch = unacked(S).slice(0, MESSAGE_EVENTS);
  const isValue = (e) => e.t === "set";
  const steps = batch.some((e) => ["undo", "redo", "past"].includes(e.t));
  const cut = batch.findIndex((e) => isValue(e) !== isValue(batch[0]));
  return steps && batch.some(isValue) ? batch.slice(0, cut) : batch;
}

export function flush(/** @type {State} */ S) {
  const batch = nextBatch(S);
  if (!batch.length || !S.send) return;
  S.sent = batch.at(-1).seq;
  S.sentAt = performance.now();
  S.live = S.gesture !== null;
  // The number makes every message differ from the one before: an equal value is not delivered.
  S.send({ sid: S.sid, ev: batch, live: S.live, n: ++S.messages });
}

/** @type {(S: State, ack: number) => void} */
export function acknowledge(S, ack) {
  if (ack > S.acked) {
    S.tries = 0;
    S.waitingSince = performance.now();
  }
  S.acked = Math.max(S.acked, ack);
  S.seq = Math.max(S.seq, ack);
  if (idle(S)) flush(S);
  S.gesture?.pump?.();
}

/** What a quiet server does not answer in time was lost. While the script runs it is only late,
 * and asking again would interrupt the run that is to answer. */
export function resendIfLost(/** @type {State} */ S) {
  if (idle(S) || !S.send) return;
  const waited = performance.now() - S.sentAt;
  if (waited < (running() ? PATIENCE.running : PATIENCE.resend) * 2 ** Math.min(S.tries, 4)) return;
  S.tries += 1;
  S.resends += 1;
  flush(S);
}

/** Called after the figure that contains everything up to `ack` was drawn.
 * @type {(S: State, ack: number) => void} */
export function markDrawn(S, ack) {
  S.drawn = Math.max(S.drawn, ack);
  S.pending = S.pending.filter((e) => e.seq > S.drawn);
  if (!S.points) return;
  const known = new Set(S.points.ids);
  if (S.selectNew && S.drawn >= S.selectNew.seq) {
    const fresh = S.points.ids.filter((id) => !S.selectNew.known.has(id));
    if (fresh.length) S.selection = new Set(fresh);
    S.selectNew = null;
  }
  for (const id of S.selection) if (!known.has(id)) S.selection.delete(id);
  if (S.carry !== null && !known.has(S.carry)) S.carry = null;
}
