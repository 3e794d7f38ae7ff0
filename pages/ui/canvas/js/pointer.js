// Pointer events on the stage start gestures.
import { enqueue, pick } from "./events.js";
import { locate, nearest, pointerAt, positionOf } from "./geometry.js";
import {
  asking, banding, cancelGesture, delayed, dragging, erasing, pinching, placing, spraying, track,
} from "./gestures.js";
import { pressHandle } from "./handles.js";
import { highlight } from "./highlight.js";
import { announce, describe } from "./notice.js";
import { drawBrush, isHandles, refresh } from "./overlay.js";
import { select } from "./selection.js";
import { holding, keepFingers, onPlot, strokes, tapping, TOUCH } from "./touch.js";

export const REACH = { mouse: 9, pen: 12, touch: TOUCH };
const SLOP = { mouse: 3, pen: 5, touch: 8 };

/** @type {(S: State, stage: HTMLElement, signal: AbortSignal) => void} */
export function listenToPointer(S, stage, signal) {
  const options = { capture: true, signal };
  stage.addEventListener("pointerdown", (ev) => onPointerDown(S, ev), options);
  stage.addEventListener("pointermove", (ev) => onHover(S, ev), options);
  stage.addEventListener("pointerleave", () => leave(S), { signal });
  stage.addEventListener("contextmenu", (ev) => ours(S, /** @type {PointerEvent} */ (ev)) && ev.preventDefault(), options);
  keepFingers(S, stage, signal);
  // plotly.js listens to these two: without them it neither pans nor zooms
  for (const name of ["mousedown", "touchstart"]) {
    stage.addEventListener(name, (ev) => keepFromPlotly(S, ev), { ...options, passive: true });
  }
  // after a touch the browser tells of a mouse, too: over the point that a tap has placed plotly.js
  // would show a card, which stays and covers the picture. While a gesture goes on nobody sees one
  for (const name of ["mouseover", "mousemove"]) {
    stage.addEventListener(name, (ev) => (S.touch.beside || S.gesture) && ev.stopPropagation(), options);
  }
  document.addEventListener("pointermove", (ev) => fingerMove(S, ev), options);
  document.addEventListener("pointerup", (ev) => fingerUp(S, ev), options);
  document.addEventListener("pointercancel", (ev) => fingerUp(S, ev), options);
}

/** @type {(S: State, ev: PointerEvent) => boolean} */
const ours = (S, ev) => (S.tool !== "pan" || ev.pointerType === "touch") && onPlot(ev);

/** @type {(S: State, ev: Event) => void} */
function keepFromPlotly(S, ev) {
  if (!onPlot(ev) || (S.tool === "pan" && ev.type === "mousedown")) return;
  ev.stopPropagation();
  // what closes on a press outside of it (menus, popovers) still has to see one
  S.dom?.root.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
}

/** @type {(S: State, ev: PointerEvent) => void} */
function onPointerDown(S, ev) {
  if (!onPlot(ev)) return;
  S.usedAt = performance.now();
  locate(S);
  const at = pointerAt(S, ev);
  if (!at) return;
  S.keys.cross = null;
  keepQuiet(S, at);
  S.touch.beside = ev.pointerType === "touch" && nearest(S, at, TOUCH) === null;
  if (isHandles(S)) return pressHandle(S, ev, at);
  if (ev.pointerType === "touch" && at.inside && fingerDown(S, ev, at)) return;
  if (S.tool === "pan" || !at.inside || S.gesture) return;
  S.dom.plot.toggleAttribute("data-pointer", true);
  S.dom.plot.focus({ preventScroll: true });
  const gesture = gestureFor(S, ev, at);
  if (!gesture) return;
  track(S, gesture, ev);
  drawBrush(S, at);
  refresh(S);
}

/** @type {(S: State, ev: PointerEvent, at: Pixel) => Gesture | null} */
function gestureFor(S, ev, at) {
  const id = nearest(S, at, REACH[ev.pointerType] ?? 9);
  const right = ev.button === 2 || (ev.button === 0 && ev.ctrlKey);
  if (right || (ev.shiftKey && S.tool !== "select")) {
    if (id !== null) deletePoint(S, id);
    return null;
  }
  if (ev.button !== 0) return null;
  if (isFixed(S)) {
    const stays = (to) => nearest(S, to, REACH[ev.pointerType] ?? 9) === id;
    return id === null ? null : { up: (to) => stays(to) && clickPoint(S, id) };
  }
  const slop = SLOP[ev.pointerType] ?? 3;
  const acting = { spray: spraying, erase: erasing }[S.tool];
  const finger = ev.pointerType === "touch";
  if (acting && finger) return delayed(S, () => acting(S, at), at, slop);
  if (acting) return acting(S, at);
  if (id === null && S.tool !== "select") {
    const reach = (REACH[ev.pointerType] ?? 9) / 2;
    const make = () => (S.tool === "pick" ? asking(S, at) : placing(S, at, reach, slop));
    return finger ? tapping(at, slop, make) : make();
  }
  const drag = S.tool === "select"
    ? selectGesture(S, ev, at, id, slop)
    : dragging(S, [id], at, slop, () => clickPoint(S, id));
  return finger && id !== null ? holding(S, drag, at, slop, () => deletePoint(S, id)) : drag;
}

/** Whether the points are only looked at, marked or asked about. @type {(S: State) => boolean} */
const isFixed = (S) => !S.header.tools.includes("add");

/** A click on a point that is not moved. @type {(S: State, id: number) => void} */
function clickPoint(S, id) {
  announce(S, describe(S, id));
  if (S.header.wantsPick) pick(S, { ids: [id] });
}

/** @type {(S: State, ev: PointerEvent, at: Pixel, id: number | null, slop: number) => Gesture} */
function selectGesture(S, ev, at, id, slop) {
  if (id === null) return banding(S, at, ev.shiftKey);
  if (!S.selection.has(id)) select(S, [id], ev.shiftKey);
  const there = [...S.selection].filter((known) => positionOf(S, known));
  return dragging(S, there, at, slop, () => select(S, [id], ev.shiftKey));
}

/** @type {(S: State, id: number) => void} */
export function deletePoint(S, id) {
  if (isFixed(S)) return;
  announce(S, `${describe(S, id)}, deleted`);
  enqueue(S, { t: "delete", ids: [id] });
}

/** Two fingers zoom with every tool, one finger pans with the pan tool where that was chosen.
 * @type {(S: State, ev: PointerEvent, at: Pixel) => boolean} */
function fingerDown(S, ev, at) {
  if (ev.isPrimary) S.touch.fingers.clear();
  S.touch.fingers.set(ev.pointerId, at);
  if (!(S.tool === "pan" && strokes(S)) && S.touch.fingers.size < 2) return false;
  cancelGesture(S);
  S.touch.pinch = pinching(S, [...S.touch.fingers.values()]);
  return true;
}

/** @type {(S: State, ev: PointerEvent) => void} */
function fingerMove(S, ev) {
  if (!S.touch.fingers.has(ev.pointerId)) return;
  S.touch.fingers.set(ev.pointerId, pointerAt(S, ev));
  S.touch.pinch?.([...S.touch.fingers.values()]);
}

/** @type {(S: State, ev: PointerEvent) => void} */
function fingerUp(S, ev) {
  if (!S.touch.fingers.delete(ev.pointerId) || !S.touch.pinch) return;
  S.touch.pinch = S.touch.fingers.size ? pinching(S, [...S.touch.fingers.values()]) : null;
}

function leave(/** @type {State} */ S) {
  if (!S.gesture) drawBrush(S, null);
  if (S.header.wantsPick) highlight([]);
}

/** Show with the cursor and the brush what a press would do here.
 * @type {(S: State, ev: PointerEvent) => void} */
function onHover(S, ev) {
  if (ev.pointerType !== "touch") S.touch.beside = false;
  if (S.gesture || !S.geom) return;
  const onBar = !onPlot(ev);
  locate(S);
  const at = pointerAt(S, ev);
  drawBrush(S, onBar ? null : at);
  const reach = REACH[ev.pointerType] ?? 9;
  if (S.touch.quietAt && Math.hypot(at.px - S.touch.quietAt.px, at.py - S.touch.quietAt.py) > reach) S.touch.quietAt = null;
  const id = at.inside && !onBar ? nearest(S, at, reach) : null;
  const grabs = id !== null && ["pick", "add", "select"].includes(S.tool);
  S.dom.stage.toggleAttribute("data-over", grabs);
  S.dom.stage.toggleAttribute("data-named", id !== null && !S.touch.quietAt);
  if (S.header.wantsPick) highlight(grabs ? [id] : []);
}

/** After a press no tooltip covers what it has changed, until the pointer goes on.
 * @type {(S: State, at: Pixel) => void} */
function keepQuiet(S, at) {
  S.touch.quietAt = at;
  S.dom?.stage.removeAttribute("data-named");
}
