// A dot that follows the mouse over the pictures while L is held, for those who watch a lecture.
// Nothing is edited meanwhile.
import { element, TEXT_FIELDS } from "./dom.js";

const SPOT_KEY = "l";
const PRESSES = ["pointerdown", "mousedown", "touchstart", "click", "dblclick", "contextmenu"];

/** Once a window. */
export function offerSpot() {
  if (globalThis.svmSpot) return;
  const spot = (globalThis.svmSpot = element("div", { class: "svm-spot", "aria-hidden": "true" }));
  const capture = { capture: true };
  const show = (/** @type {boolean} */ held) => {
    if (held) document.body.append(spot);
    else spot.remove();
  };
  window.addEventListener("pointermove", (ev) => {
    spot.style.translate = `${ev.clientX}px ${ev.clientY}px`;
    spot.toggleAttribute("data-over", Boolean(ev.target.closest?.(".svm-stage")));
  }, { ...capture, passive: true });
  window.addEventListener("keydown", (ev) => {
    if (ev.key.toLowerCase() !== SPOT_KEY || ev.ctrlKey || ev.metaKey || ev.altKey) return;
    if (!ev.target.closest?.(TEXT_FIELDS)) show(true);
  }, capture);
  window.addEventListener("keyup", (ev) => ev.key.toLowerCase() === SPOT_KEY && show(false), capture);
  window.addEventListener("blur", () => show(false));
  for (const kind of PRESSES) {
    window.addEventListener(kind, (ev) => {
      if (!spot.isConnected || !ev.target.closest?.(".svm-stage")) return;
      ev.preventDefault();
      ev.stopImmediatePropagation();
    }, { ...capture, passive: false });
  }
}
