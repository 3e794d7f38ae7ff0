// What outlives a mount. Streamlit may take the component's DOM away at any time and build it
// again; so everything but the DOM is kept per canvas key on the page, and a mount only draws it.
const STORES = (globalThis.svmCanvas ??= new Map());
const RESEND_AFTER = 3000;
const PATIENCE = 20000;
const MESSAGE_EVENTS = 300;
const EVENT_POINTS = 300;

function storeFor(header) {
  let S = STORES.get(header.key);
  if (!S) {
    S = {
      key: header.key, sid: header.sid, seq: header.ack, acked: header.ack, sent: header.ack,
      drawn: header.ack, pending: [], tries: 0, sentAt: 0, messages: 0, revision: 0, usedAt: 0,
      tool: header.tools[0] ?? "pan", label: 0, selection: new Set(), view: null, viewOf: null,
      lastBox: null, cross: null, carry: null, chosen: null, gesture: null, selectNew: null, points: null,
      geom: null, shown: null, extent: null, opening: null, wantedView: null, fingers: new Map(),
      pinch: null, dom: null, send: null, frame: null, lost: 0, live: false, notice: "",
      noticeTimer: null, waitingSince: 0, next: null, tried: null, broken: null, drawing: false,
      film: null, filmFrame: null, resting: null,
    };
    STORES.set(header.key, S);
  }
  if (S.sid !== header.sid) startSession(S, header);
  S.header = header;
  if (header.tools.length && !header.tools.includes(S.tool)) S.tool = header.tools[0];
  S.label = Math.min(S.label, header.names.length - 1);
  return S;
}

// A new server session has another board: nothing that was meant for the old one may reach it.
function startSession(S, header) {
  cancelGesture(S);
  tellDropped(S);
  Object.assign(S, {
    sid: header.sid, pending: [], seq: Math.max(S.seq, header.ack), acked: header.ack,
    sent: header.ack, drawn: header.ack, tries: 0, lastBox: null, carry: null, selectNew: null,
  });
  S.selection.clear();
}

const unacked = (S) => S.pending.filter((e) => e.seq > S.acked);
const idle = (S) => S.sent <= S.acked;

// Takes an event into the list and sends it at once if nothing is under way. Otherwise it waits
// for the answer: a run of the script is never interrupted by the next click.
function enqueue(S, event) {
  S.usedAt = performance.now();
  if (!unacked(S).length) S.waitingSince = S.usedAt;
  if (!merged(S, event)) {
    const seq = ++S.seq;
    S.pending.push({ seq, s: seq, ...event });
  }
  if (idle(S)) flush(S);
  refresh(S);
  showStatus(S);
}

// Folds an event into one of the same stroke that has not been sent yet.
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

function flush(S) {
  const batch = unacked(S).slice(0, MESSAGE_EVENTS);
  if (!batch.length || !S.send) return;
  S.sent = batch.at(-1).seq;
  S.sentAt = performance.now();
  S.live = S.gesture !== null;
  // The number makes every message differ from the one before: an equal value is not delivered.
  S.send({ sid: S.sid, ev: batch, live: S.live, n: ++S.messages });
}

function acknowledge(S, ack) {
  if (ack > S.acked) {
    S.tries = 0;
    S.waitingSince = performance.now();
  }
  S.acked = Math.max(S.acked, ack);
  S.seq = Math.max(S.seq, ack);
  if (idle(S)) flush(S);
  continueDrag(S);
}

const running = () => document.querySelector('[data-test-script-state="running"]') !== null;

// An answer that does not come within three seconds of a quiet server was lost. While the
// script runs it is only late, and asking again would interrupt the run that is to answer.
function resendIfLost(S) {
  if (idle(S) || !S.send) return;
  const waited = performance.now() - S.sentAt;
  if (waited < (running() ? PATIENCE : RESEND_AFTER) * 2 ** Math.min(S.tries, 4)) return;
  S.tries += 1;
  S.lost += 1;
  flush(S);
}

// Called after the figure that contains everything up to `ack` was drawn.
function settle(S, ack) {
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
