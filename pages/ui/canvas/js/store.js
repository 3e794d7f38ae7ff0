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

/** The state of a canvas that is new. @type {(header: Header) => State} */
export function newState(header) {
  const { ack, opensWith } = header;
  return {
    header,
    send: null,
    outbox: {
      seq: ack, acked: ack, sent: ack, drawn: ack, pending: [],
      messages: 0, sentAt: 0, waitingSince: 0, tries: 0, resends: 0, live: false,
    },
    kept: { linked: ack, journal: [], base: null, unseen: [], trail: [] },
    notice: { text: "", cutSince: null, failed: false },
    usedAt: 0,
    tool: opensWith || "pan",
    openedWith: opensWith,
    label: 0,
    selection: new Set(),
    selectNew: null,
    keys: { cross: null, carry: null, lastJump: undefined, chosen: null, tableOpen: false, entry: 0 },
    gesture: null,
    touch: { quietAt: null, beside: false, fingers: new Map(), pinch: null },
    points: null,
    shown: null,
    geom: null,
    extent: null,
    view: null,
    viewing: {
      of: null, opening: null, wanted: null, drawing: false, fitting: false,
      toldBox: null, toldZoom: "null",
    },
    dom: null,
    drawings: {
      next: null, tried: null, broken: null, drawing: false, painting: null, revision: 0, drawnAt: 0,
    },
    preview: {
      alpha: new Map(), C: 0, tries: 0, gram: null, data: null, ids: [], painted: 0,
      follows: false, slow: false, coarse: false, frame: null,
    },
    film: null,
    timers: new Map(),
  };
}

/** Does something after so many milliseconds, in place of what the same name waits for.
 * @type {(S: State, name: string, milliseconds: number, act: () => void) => void} */
export function later(S, name, milliseconds, act) {
  forget(S, name);
  S.timers.set(name, setTimeout(() => {
    S.timers.delete(name);
    act();
  }, milliseconds));
}

/** @type {(S: State, name: string) => void} */
export function forget(S, name) {
  clearTimeout(S.timers.get(name));
  S.timers.delete(name);
}

/** @type {(S: State) => Edit[]} */
export const unacked = (S) => S.outbox.pending.filter((e) => e.seq > S.outbox.acked);
export const idle = (/** @type {State} */ S) => S.outbox.sent <= S.outbox.acked;

/** Whether a step of a gesture may be sent: nothing is on its way, and where the picture follows
 * the hand without the server, the hand rests: words and numbers wait for that.
 * @type {(S: State) => boolean} */
export const maySend = (S) => idle(S) && (!S.preview.follows || performance.now() - S.usedAt > REST);

/** The number of what follows up to the release of a hand: one step to undo.
 * @type {(S: State) => number} */
export const newStroke = (S) => ++S.outbox.seq;

/** A gesture is over; whether the server was told of it. @type {(S: State) => boolean} */
export function noLongerLive({ outbox }) {
  const { live } = outbox;
  outbox.live = false;
  return live;
}

/** Another session of the server has taken all up to `ack`, and has to take these.
 * @type {(S: State, ack: number, events: Edit[]) => void} */
export function beginAgain({ outbox }, ack, events) {
  const seq = Math.max(outbox.seq, ack, ...events.map((e) => e.seq));
  const waitingSince = performance.now();
  Object.assign(outbox, { seq, acked: ack, sent: ack, drawn: ack, pending: [...events], tries: 0, waitingSince });
}

/** Takes an event into the list of those that the server has not answered yet.
 * @type {(S: State, event: Edit) => void} */
export function record(S, event) {
  if (!unacked(S).length) S.outbox.waitingSince = performance.now();
  if (merged(S, event)) return;
  const seq = ++S.outbox.seq;
  const entry = { seq, s: seq, ...event };
  S.outbox.pending.push(entry);
  if (!PASSING.includes(event.t)) keep(S, entry);
}

/** Keeps an event until the link contains it. Of a drag the last place is enough.
 * @type {(S: State, event: Edit) => void} */
function keep(S, event) {
  const last = S.kept.journal.at(-1);
  const drag = event.t === "move" || event.t === "set";
  const goesOn = drag && last?.t === event.t && last.s === event.s && last.name === event.name
    && String(last.ids) === String(event.ids);
  if (goesOn) S.kept.journal.pop();
  S.kept.journal.push(event);
  if (S.kept.journal.length <= MOST_HELD) return;
  S.kept.journal.shift(); // what is left leads nowhere until a link contains some of it
  Object.assign(S.kept, { base: null, unseen: [], linked: -1 });
}

/** Folds an event into one of the same stroke that has not been sent yet.
 * @type {(S: State, event: Edit) => boolean} */
function merged(S, event) {
  const last = S.outbox.pending.findLast((e) => e.seq > S.outbox.sent && e.t === event.t);
  if (!last) return false;
  if (["view", "zoom", "pick"].includes(event.t)) {
    Object.assign(last, { b: event.b, ids: event.ids, p: event.p, hover: event.hover });
    return true;
  }
  if (event.s === undefined || last.s !== event.s || last.seq !== S.outbox.seq) return false;
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
  S.outbox.sent = batch.at(-1).seq;
  S.outbox.sentAt = performance.now();
  S.outbox.live = S.gesture !== null;
  // The number makes every message differ from the one before: an equal value is not delivered.
  S.send({ sid: S.header.sid, ev: batch, live: S.outbox.live, n: ++S.outbox.messages });
}

/** @type {(S: State, ack: number) => void} */
export function acknowledge(S, ack) {
  if (ack > S.outbox.acked) {
    S.outbox.tries = 0;
    S.outbox.waitingSince = performance.now();
  }
  S.outbox.acked = Math.max(S.outbox.acked, ack);
  S.outbox.seq = Math.max(S.outbox.seq, ack);
  if (idle(S)) flush(S);
  S.gesture?.pump?.();
}

/** What a quiet server does not answer in time was lost. While the script runs it is only late,
 * and asking again would interrupt the run that is to answer. */
export function resendIfLost(/** @type {State} */ S) {
  if (idle(S) || !S.send) return;
  const waited = performance.now() - S.outbox.sentAt;
  if (waited < (running() ? PATIENCE.running : PATIENCE.resend) * 2 ** Math.min(S.outbox.tries, 4)) return;
  S.outbox.tries += 1;
  S.outbox.resends += 1;
  flush(S);
}

/** Called after the figure that contains everything up to `ack` was drawn.
 * @type {(S: State, ack: number) => void} */
export function markDrawn(S, ack) {
  S.outbox.drawn = Math.max(S.outbox.drawn, ack);
  S.outbox.pending = S.outbox.pending.filter((e) => e.seq > S.outbox.drawn);
  if (!S.points) return;
  const known = new Set(S.points.ids);
  if (S.selectNew && S.outbox.drawn >= S.selectNew.seq) {
    const fresh = S.points.ids.filter((id) => !S.selectNew.known.has(id));
    if (fresh.length) S.selection = new Set(fresh);
    S.selectNew = null;
  }
  for (const id of S.selection) if (!known.has(id)) S.selection.delete(id);
  if (S.keys.carry !== null && !known.has(S.keys.carry)) S.keys.carry = null;
}
