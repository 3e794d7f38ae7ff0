// One gesture at a time per canvas. It lives in the store and listens on the document: when the
// component is built anew under the pointer, the gesture goes on.
import { enqueue, pick } from "./events.js";
import { forecast } from "./forecast.js";
import {
  along, dataAt, idsWhere, insideBox, locate, onGhost, pointerAt, positionOf, roundedPair, toData,
  toPixel,
} from "./geometry.js";
import { announce } from "./notice.js";
import { drawBand, drawBrush, ERASE_RADIUS, refresh, SPRAY_RADIUS } from "./overlay.js";
import { followHand, followSoon, isFollowed } from "./preview.js";
import { select } from "./selection.js";
import { idle, maySend, newStroke, noLongerLive } from "./store.js";
import { showView, tellView } from "./view.js";

const SPRAY_EVERY = 25;
const SPRAY_BATCH = 150;
const TOUCH_DELAY = 120;

/** A gesture begins; any other ends. @type {(S: State, gesture: Gesture) => void} */
export function begin(S, gesture) {
  cancelGesture(S);
  S.gesture = gesture;
  S.dom?.root?.toggleAttribute("data-held", true);
  S.usedAt = performance.now();
  S.preview.follows = isFollowed(S);
}

/** The gesture of a pointer, which is followed wherever it goes.
 * @type {(S: State, gesture: Gesture, ev: PointerEvent) => void} */
export function track(S, gesture, ev) {
  begin(S, gesture);
  const mine = (e) => e.pointerId === ev.pointerId;
  const move = (e) => {
    if (!mine(e)) return;
    locate(S);
    // the browser merges the moves of a frame into one event, which has them all
    const way = e.getCoalescedEvents?.() ?? [];
    for (const one of way.length ? way : [e]) gesture.move?.(pointerAt(S, one), one);
    drawBrush(S, pointerAt(S, e));
    S.usedAt = performance.now();
    followHand(S);
  };
  const up = (e) => mine(e) && endGesture(S, gesture, pointerAt(S, e));
  const stop = (e) => (e.pointerId === undefined || mine(e)) && cancelGesture(S);
  const listeners = { pointermove: move, pointerup: up, pointercancel: stop };
  for (const [name, f] of Object.entries(listeners)) document.addEventListener(name, f, true);
  window.addEventListener("blur", stop);
  gesture.release = () => {
    for (const [name, f] of Object.entries(listeners)) document.removeEventListener(name, f, true);
    window.removeEventListener("blur", stop);
  };
}

/** @type {(S: State, gesture: Gesture, at?: Pixel) => void} */
export function endGesture(S, gesture, at) {
  if (S.gesture !== gesture) return;
  end(S);
  if (at) S.touch.quietAt = at;
  gesture.up?.(at);
  tellGestureEnd(S);
  refresh(S);
  followSoon(S);
  tellView(S);
}

/** End a gesture: what was sent stays, the rest is dropped. `back` also takes back a drag.
 * @type {(S: State, back?: boolean) => void} */
export function cancelGesture(S, back = false) {
  const gesture = S.gesture;
  if (!gesture) return;
  end(S);
  if (back && gesture.back) gesture.back();
  else gesture.cancel?.();
  tellGestureEnd(S);
  refresh(S);
  followSoon(S);
}

/** A server that was told of a gesture under way hears of its end, even if nothing else is new. */
function tellGestureEnd(/** @type {State} */ S) {
  if (noLongerLive(S)) enqueue(S, { t: "rest" });
}

function end(/** @type {State} */ S) {
  S.dom?.root?.removeAttribute("data-held");
  S.gesture.release?.();
  S.gesture.stop?.();
  S.gesture = null;
}

/** A finger may be the first of two: nothing is done until it has moved, was lifted or has stayed.
 * @type {(S: State, make: () => Gesture, at: Pixel, slop: number) => Gesture} */
export function delayed(S, make, at, slop) {
  /** @type {Gesture | null} */
  let gesture = null;
  const start = () => (gesture ??= make());
  const wait = setTimeout(() => {
    start();
    followHand(S);
  }, TOUCH_DELAY);
  return {
    stop: () => {
      clearTimeout(wait);
      gesture?.stop?.();
    },
    move: (to) => {
      if (gesture || Math.hypot(to.px - at.px, to.py - at.py) >= slop) start().move(to);
    },
    ghosts: () => gesture?.ghosts?.() ?? [],
    up: (to) => {
      start().up(to);
      gesture.stop?.(); // it may have begun with its end
    },
    cancel: () => gesture?.cancel?.(),
  };
}

/** A point appears where the pointer is let go; until then it follows. A press on a point that is
 * still on its way to the server is the second half of a double click: nothing, unless it moves.
 * @type {(S: State, at: Pixel, reach: number, slop: number) => Gesture} */
export function placing(S, at, reach, slop) {
  let here = at;
  let still = onGhost(S, at, reach);
  const move = (to) => {
    here = to;
    still &&= Math.hypot(to.px - at.px, to.py - at.py) < slop;
  };
  return {
    move,
    ghosts: () => (still ? [] : [{ p: dataAt(S, here), label: S.label }]),
    up: (to) => {
      move(to);
      if (!still) enqueue(S, { t: "add", p: [dataAt(S, to)], c: S.label });
    },
  };
}

/** A press asks about a place, and while it is held about wherever the pointer is; as with a drag,
 * one question at a time.
 * @type {(S: State, at: Pixel) => Gesture} */
export function asking(S, at) {
  let here = at;
  let asked = null;
  const ask = () => {
    if (here === asked || !here.inside) return;
    asked = here;
    pick(S, { p: [dataAt(S, here)] });
  };
  const pump = () => idle(S) && ask();
  pump();
  return {
    pump,
    move: (to) => {
      here = to;
      pump();
    },
    up: (to) => {
      if (to.px !== here.px || to.py !== here.py) here = to;
      ask();
    },
  };
}

/** At most one message of a drag is under way: the server sets the pace, the ghost does not wait.
 * @type {(S: State, ids: number[], at: Pixel, slop: number, onClick: () => void) => Gesture} */
export function dragging(S, ids, at, slop, onClick) {
  const stroke = newStroke(S);
  const from = ids.map((id) => positionOf(S, id));
  // in data: the picture may be zoomed or change its size before the point is let go
  const grabbed = dataAt(S, at);
  let here = at;
  let moved = false;
  let sent = "";
  const targets = () => {
    const [x, y] = dataAt(S, here);
    const shift = [x - grabbed[0], y - grabbed[1]];
    return from.map((p) => roundedPair([p[0] + shift[0], p[1] + shift[1]]));
  };
  const send = () => {
    const p = targets();
    sent = String(p);
    enqueue(S, { t: "move", ids, p, s: stroke });
  };
  const move = (to) => {
    if (!moved && Math.hypot(to.px - at.px, to.py - at.py) < slop) return;
    moved = true;
    here = to;
    pump();
  };
  const pump = () => moved && maySend(S) && String(targets()) !== sent && send();
  const settleDown = () => moved && String(targets()) !== sent && send();
  return {
    move, pump,
    positions: () => (moved ? ids.map((id, k) => [id, targets()[k]]) : []),
    up: (to) => {
      move(to);
      if (moved) settleDown();
      else onClick?.();
    },
    cancel: settleDown,
    back: () => {
      if (sent) enqueue(S, { t: "move", ids, p: from, s: stroke });
      if (moved) announce(S, "put back");
    },
  };
}

/** @type {(S: State, at: Pixel) => Pair} */
export function droplet(S, { px, py }) {
  const angle = 2 * Math.PI * Math.random();
  const r = SPRAY_RADIUS * Math.sqrt(Math.random());
  return dataAt(S, { px: px + r * Math.cos(angle), py: py + r * Math.sin(angle) });
}

/** @type {(S: State, at: Pixel) => Gesture} */
export function spraying(S, at) {
  const stroke = newStroke(S);
  const label = S.label;
  let here = at;
  let buffer = [];
  let last = performance.now();
  const drop = () => buffer.push(droplet(S, here));
  const send = () => {
    if (buffer.length) enqueue(S, { t: "add", p: buffer, c: label, s: stroke });
    buffer = [];
  };
  const timer = setInterval(() => {
    if (performance.now() - last > 2 * SPRAY_EVERY && here.inside) drop();
    send();
  }, SPRAY_BATCH);
  const gesture = {
    move: (to) => {
      here = to;
      if (performance.now() - last < SPRAY_EVERY) return;
      last = performance.now();
      if (to.inside) drop();
    },
    ghosts: () => buffer.map((p) => ({ p, label })),
    up: send,
    cancel: send,
    stop: () => clearInterval(timer),
  };
  drop();
  return gesture;
}

/** Points that are on their way to the server have no ids yet: it is told their places.
 * @type {(S: State, at: Pixel) => Gesture} */
export function erasing(S, at) {
  const stroke = newStroke(S);
  let here = at;
  const wipe = (to) => {
    const passed = along(here, to, ERASE_RADIUS);
    here = to;
    const ids = idsWhere(S, passed);
    const places = forecast(S).added.map((one) => one.p);
    const p = places.filter((place) => passed(...toPixel(S.geom, ...place)));
    if (ids.length) enqueue(S, { t: "delete", ids, s: stroke });
    if (p.length) enqueue(S, { t: "wipe", p, s: stroke });
  };
  wipe(at);
  return { move: wipe, up: wipe };
}

/** @type {(S: State, at: Pixel, extend: boolean) => Gesture} */
export function banding(S, at, extend) {
  return {
    move: (to) => drawBand(S, at, to),
    up: (to) => {
      drawBand(S, null);
      select(S, insideBox(S, at, to), extend);
    },
    cancel: () => drawBand(S, null),
  };
}

/** One finger pans, two fingers also zoom; the data under the fingers stay under the fingers.
 * @type {(S: State, pointers: Pixel[]) => (now: Pixel[]) => void} */
export function pinching(S, pointers) {
  const start = { ...S.geom };
  const spread = (p) => (p.length > 1 ? Math.hypot(p[0].px - p[1].px, p[0].py - p[1].py) : 1);
  const middle = (p) => ({
    px: p.reduce((sum, q) => sum + q.px, 0) / p.length,
    py: p.reduce((sum, q) => sum + q.py, 0) / p.length,
  });
  const first = pointers.map((p) => ({ ...p }));
  return (now) => {
    const scale = Math.max(spread(first), 1) / Math.max(spread(now), 1);
    const [a, b] = [middle(first), middle(now)];
    const [x, y] = toData(start, a.px, a.py);
    const [w, h] = [(start.x1 - start.x0) * scale, (start.y1 - start.y0) * scale];
    const x0 = x - ((b.px - start.ox) / start.w) * w;
    const y1 = y + ((b.py - start.oy) / start.h) * h;
    showView(S, { x: [x0, x0 + w], y: [y1 - h, y1] });
  };
}
