// The tool "move": the points are handles of a picture. They are taken where the pointer or the
// keys take them, and stand where the next figure puts them: on a curve, on a circle. So the
// drawn handle stays in sight while a faint one follows the pointer.
import { enqueue } from "./events.js";
import { clamp, nearest, positionOf, roundedPair } from "./geometry.js";
import { track, cancelGesture, dragging } from "./gestures.js";
import { announce, handleName } from "./notice.js";
import { chosenHandle, GRIP, refresh } from "./overlay.js";

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @type {(ev: Event, action: () => void) => void} */
export function insteadOfDefault(ev, action) {
  ev.preventDefault();
  action();
}

/** @type {(S: State, ev: PointerEvent, at: Pixel) => void} */
export function pressHandle(S, ev, at) {
  if (S.gesture || ev.button !== 0 || ev.ctrlKey || ev.shiftKey) return;
  const id = nearest(S, at, GRIP);
  if (id === null) return;
  ev.preventDefault(); // no selection of text, and the focus is ours to give
  S.dom.plot.toggleAttribute("data-pointer", true);
  S.dom.plot.focus({ preventScroll: true });
  S.keys.chosen = id;
  const { stage } = S.dom;
  stage.toggleAttribute("data-held", true);
  const held = dragging(S, [id], at, 1, () => {});
  track(S, { ...held, stop: () => stage.toggleAttribute("data-held", false) }, ev);
  refresh(S);
}

/** A finger on a grip drags a handle, beside the grips it scrolls the page. This takes a listener:
 * what a style sheet says of touch is not heeded inside an SVG.
 * @type {(S: State, signal: AbortSignal) => void} */
export function keepFinger(S, signal) {
  const hold = (ev) => ev.target.closest(".svm-grip") && ev.preventDefault();
  S.dom.stage.addEventListener("touchstart", hold, { signal, passive: false, capture: true });
}

/** Coming by Tab one meets the first handle, coming back the last; from another window, the same.
 * @type {(S: State, ev: FocusEvent) => void} */
export function enterHandles(S, ev) {
  if (!S.points?.ids.length || S.dom.plot.hasAttribute("data-pointer")) return;
  const from = /** @type {Node | null} */ (ev.relatedTarget);
  if (!from && S.points.ids.includes(S.keys.chosen)) return refresh(S);
  const back = from && S.dom.plot.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
  chooseHandle(S, S.points.ids.at(back ? -1 : 0));
}

/** @type {(S: State, id: number) => void} */
function chooseHandle(S, id) {
  S.keys.chosen = id;
  refresh(S);
  announce(S, handleName(S, id));
}

/** @type {(S: State, ev: KeyboardEvent) => void} */
export function onHandleKey(S, ev) {
  const ids = S.points?.ids ?? [];
  if (!ids.length) return;
  const here = ids.indexOf(S.keys.chosen);
  const arrow = ARROWS[ev.key];
  if (arrow) insteadOfDefault(ev, () => stepHandle(S, arrow, ev.shiftKey ? 4 : 1));
  else if (ev.key === "Enter" || ev.key === " ") {
    insteadOfDefault(ev, () => chooseHandle(S, ids[(here + 1) % ids.length]));
  } else if (ev.key === "Tab") {
    const next = here + (ev.shiftKey ? -1 : 1);
    if (ids[next] !== undefined) insteadOfDefault(ev, () => chooseHandle(S, ids[next]));
  } else if (ev.key === "Escape") cancelGesture(S, true);
}

/** @type {(S: State, way: number[], steps: number) => void} */
function stepHandle(S, [dx, dy], steps) {
  const id = chosenHandle(S) ?? S.points.ids[0];
  S.keys.chosen = id;
  S.dom.plot.removeAttribute("data-pointer");
  const { x0, x1, y0, y1 } = S.geom;
  const step = S.header.arrowStep * Math.min(x1 - x0, y1 - y0) * steps;
  const [x, y] = positionOf(S, id);
  const to = roundedPair([clamp(x + dx * step, x0, x1), clamp(y + dy * step, y0, y1)]);
  enqueue(S, { t: "move", ids: [id], p: [to] });
}
