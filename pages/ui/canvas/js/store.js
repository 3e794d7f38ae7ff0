// What outlives a mount. Streamlit may take the component's DOM away at any time and build it
// again; so everything but the DOM is kept per canvas key on the page, and a mount only draws it.

/**
 * Messages: events go to the server until a figure has come that contains them.
 * @typedef {object} Wire
 * @property {string} key of the canvas
 * @property {Header} header of the newest message
 * @property {string} sid the server's session
 * @property {number} seq of the newest event
 * @property {number} acked the last event that the server has taken
 * @property {number} sent the last event that was sent
 * @property {number} drawn the last event that the drawn figure contains
 * @property {Edit[]} pending events that are not drawn yet, in order
 * @property {((message: object) => void) | null} send null while nothing is mounted
 * @property {number} messages how many were sent
 * @property {number} sentAt when the last one was (ms)
 * @property {number} waitingSince when the wait for an answer began (ms)
 * @property {number} tries how often these events were sent again
 * @property {number} lost how often any events were sent again
 * @property {boolean} live whether the server was told of a gesture that goes on
 */

/**
 * What the visitor works with.
 * @typedef {object} Editing
 * @property {number} usedAt when the canvas was last used (ms): keys go to the last one
 * @property {string} tool
 * @property {number} label the class of new points
 * @property {Set<number>} selection ids
 * @property {{ seq: number, known: Set<number> } | null} selectNew select what event `seq` adds
 * @property {Pair | null} cross the keyboard's cross-hair
 * @property {number | null} carry the point that moves with it
 * @property {number | undefined} lastJump the point it jumped to last
 * @property {number | null} chosen the handle that the keys move
 * @property {Gesture | null} gesture under way
 * @property {Map<number, Pixel>} fingers on the screen, by pointer
 * @property {((now: Pixel[]) => void) | null} pinch follows them
 * @property {number | null} frame the animation frame that will show the gesture
 * @property {number | null} resting the timer of a pointer that rests on a chart
 */

/**
 * What is seen.
 * @typedef {object} Seeing
 * @property {Points | null} points as they are drawn
 * @property {Points | null} shown the same after the pending events
 * @property {Geometry | null} geom kept, so that a gesture goes on while no plot is mounted
 * @property {View | null} view where the visitor has zoomed to; null: the opening view
 * @property {string | null} viewOf the figures that the view is of
 * @property {View | null} opening what the figure asks for
 * @property {View | null} wantedView to be shown next
 * @property {boolean} viewing whether a view is being drawn
 * @property {boolean} fitting whether that is the opening view
 * @property {number[] | null} extent the box that the regions cover
 * @property {number[] | null} lastBox the box that the server was told of
 * @property {number | null} viewTimer the pause before it is told
 */

/**
 * Drawing.
 * @typedef {object} Drawing
 * @property {Dom | null} dom null while nothing is mounted
 * @property {Message | null} next the newest figure
 * @property {Message | null} tried the figure that was drawn last, or could not be
 * @property {Message | null} broken the figure that could not be drawn
 * @property {boolean} drawing whether plotly.js is at work
 * @property {Promise<void> | null} painting its end
 * @property {boolean} failed whether the visitor was told so
 * @property {number} revision how many figures were drawn
 * @property {FilmStore | null} film the film that is followed
 * @property {number | null} filmFrame the animation frame that will paint it
 * @property {string} notice the line about the connection
 * @property {number | null} noticeTimer takes it away
 */

/** @typedef {Wire & Editing & Seeing & Drawing} State */

/** @type {Map<string, State>} */
export const STORES = (globalThis.svmCanvas ??= new Map());
/** Milliseconds until an event is sent again, until the connection is called lost, both while the
 * script runs, and how long a notice stays. On the page, so that a test need not wait as long. */
export const PATIENCE = (globalThis.svmPatience ??= {
  resend: 3000, lost: 4000, running: 20000, notice: 8000,
});
const MESSAGE_EVENTS = 300;
const EVENT_POINTS = 300;

/** @type {(header: Header) => State} */
export function newState(header) {
  const { key, sid, ack, tools } = header;
  return {
    key, header, sid, seq: ack, acked: ack, sent: ack, drawn: ack, pending: [], send: null,
    messages: 0, sentAt: 0, waitingSince: 0, tries: 0, lost: 0, live: false,
    usedAt: 0, tool: tools[0] ?? "pan", label: 0, selection: new Set(), selectNew: null,
    cross: null, carry: null, lastJump: undefined, chosen: null, gesture: null,
    fingers: new Map(), pinch: null, frame: null, resting: null,
    points: null, shown: null, geom: null, view: null, viewOf: null, opening: null,
    wantedView: null, viewing: false, fitting: false, extent: null, lastBox: null, viewTimer: null,
    dom: null, next: null, tried: null, broken: null, drawing: false, painting: null,
    failed: false, revision: 0, film: null, filmFrame: null, notice: "", noticeTimer: null,
  };
}

/** @type {(S: State) => Edit[]} */
export const unacked = (S) => S.pending.filter((e) => e.seq > S.acked);
/** @type {(S: State) => boolean} */
export const idle = (S) => S.sent <= S.acked;

/** Takes an event into the list of those that the server has not answered yet.
 * @type {(S: State, event: Edit) => void} */
export function record(S, event) {
  if (merged(S, event)) return;
  const seq = ++S.seq;
  S.pending.push({ seq, s: seq, ...event });
}

/** Folds an event into one of the same stroke that has not been sent yet.
 * @type {(S: State, event: Edit) => boolean} */
function merged(S, event) {
  const last = S.pending.findLast((e) => e.seq > S.sent && e.t === event.t);
  if (!last) return false;
  if (event.t === "view" || event.t === "pick") {
    Object.assign(last, { b: event.b, ids: event.ids, p: event.p, rest: event.rest });
    return true;
  }
  if (event.s === undefined || last.s !== event.s || last.seq !== S.seq) return false;
  if (event.t === "move" && String(last.ids) === String(event.ids)) {
    last.p = event.p;
    return true;
  }
  const size = (last.p ?? last.ids).length + (event.p ?? event.ids).length;
  if (size > EVENT_POINTS || last.c !== event.c) return false;
  if (event.t === "add") last.p = [...last.p, ...event.p];
  else if (event.t === "delete") last.ids = [...last.ids, ...event.ids];
  else return false;
  return true;
}

/** @type {(S: State) => void} */
export function flush(S) {
  const batch = unacked(S).slice(0, MESSAGE_EVENTS);
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

/** @type {() => boolean} */
export const running = () => document.querySelector('[data-test-script-state="running"]') !== null;

/** What a quiet server does not answer in time was lost. While the script runs it is only late,
 * and asking again would interrupt the run that is to answer.
 * @type {(S: State) => void} */
export function resendIfLost(S) {
  if (idle(S) || !S.send) return;
  const waited = performance.now() - S.sentAt;
  if (waited < (running() ? PATIENCE.running : PATIENCE.resend) * 2 ** Math.min(S.tries, 4)) return;
  S.tries += 1;
  S.lost += 1;
  flush(S);
}

/** Called after the figure that contains everything up to `ack` was drawn.
 * @type {(S: State, ack: number) => void} */
export function settle(S, ack) {
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
