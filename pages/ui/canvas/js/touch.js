// Fingers on a picture. One that begins on a point moves it; one that begins beside the points
// scrolls the page, and places a point only as a tap. The style sheet lets the browser scroll, and
// `keepFingers` takes from it what is ours.
import { endGesture } from "./gestures.js";

export const TOUCH = 18; // pixels beside a point in which a finger means it
const HELD = 500; // milliseconds that a finger rests on a point to delete it
const STROKES = ["spray", "erase", "select", "pan"]; // tools that take every finger

/** Whether an event is the picture's, and not of what lies over it. */
export const onPlot = (/** @type {Event} */ ev) => !ev.target.closest("button, .svm-bar, .svm-message");

/** Whether the visitor has chosen a tool that takes every finger. @type {(S: State) => boolean} */
export const strokes = (S) => STROKES.includes(S.tool) && S.tool !== S.openedWith;

/** Not where a style sheet could say it: a point lies inside an SVG.
 * @type {(S: State, stage: HTMLElement, signal: AbortSignal) => void} */
export function keepFingers(S, stage, signal) {
  const options = { capture: true, passive: false, signal };
  const keep = (ev) => ev.cancelable && takesFinger(S, ev) && ev.preventDefault();
  stage.addEventListener("touchstart", keep, options);
  stage.addEventListener("touchmove", keep, options);
}

/** Two fingers zoom; one is ours where it moves a point: its press has come before its touch.
 * @type {(S: State, ev: TouchEvent) => boolean} */
function takesFinger(S, ev) {
  if (!onPlot(ev)) return false;
  return ev.touches.length > 1 || S.touch.pinch !== null || Boolean(S.gesture?.keeps);
}

/** A gesture that is made by a tap: where a finger is lifted that has not moved.
 * @type {(at: Pixel, slop: number, make: () => Gesture) => Gesture} */
export function tapping(at, slop, make) {
  let still = true;
  const move = (to) => (still &&= Math.hypot(to.px - at.px, to.py - at.py) < slop);
  return {
    move,
    up: (to) => {
      move(to);
      if (still) make().up(at);
    },
  };
}

/** A gesture that becomes another if the finger rests: `act` is done, and it has ended.
 * @type {(S: State, gesture: Gesture, at: Pixel, slop: number, act: () => void) => Gesture} */
export function holding(S, gesture, at, slop, act) {
  let held = false;
  const wait = setTimeout(() => {
    held = true;
    navigator.vibrate?.(15);
    endGesture(S, holds, at);
    act();
  }, HELD);
  const move = (to, ev) => {
    if (Math.hypot(to.px - at.px, to.py - at.py) >= slop) clearTimeout(wait);
    gesture.move?.(to, ev);
  };
  const holds = {
    ...gesture,
    keeps: true,
    move,
    up: (to) => held || gesture.up?.(to),
    stop: () => {
      clearTimeout(wait);
      gesture.stop?.();
    },
  };
  return holds;
}

/** A finger on a picture in space turns it, sideways at first; else it scrolls the page, which
 * plotly.js would prevent.
 * @type {(stage: HTMLElement, signal: AbortSignal) => void} */
export function shareFinger(stage, signal) {
  const options = { capture: true, passive: true, signal };
  /** @type {Touch | null} */
  let start = null;
  let turns = false;
  stage.addEventListener("touchstart", (ev) => (start = ev.touches[0]), options);
  stage.addEventListener("touchmove", (ev) => {
    const { clientX, clientY } = ev.touches[0];
    if (start) turns = Math.abs(clientX - start.clientX) > Math.abs(clientY - start.clientY);
    start = null;
    if (!turns && ev.target.closest(".gl-container")) ev.stopPropagation();
  }, options);
}
