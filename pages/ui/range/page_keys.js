// The keys of the page that move a control wherever the focus is: minus and plus.
import { TEXT_FIELDS } from "../canvas/js/dom.js";

const WAYS = { "-": -1, "\u2212": -1, "+": 1, "=": 1 }; // "=": plus without Shift, on many keyboards

/** Hear them while the control is on the page, is seen, and wants them.
 * @type {(R: RangeControl, step: (way: number) => void) => void} */
export function onPageKeys(R, step) {
  const over = new AbortController();
  document.addEventListener("keydown", (ev) => {
    if (!R.track.isConnected) return over.abort();
    const way = WAYS[ev.key];
    const taken = ev.defaultPrevented || ev.ctrlKey || ev.metaKey || ev.altKey;
    const typing = /** @type {Element} */ (ev.target).closest?.(TEXT_FIELDS);
    if (!way || taken || typing || !R.scale.pageKeys || R.track.disabled) return undefined;
    if (!R.track.checkVisibility({ visibilityProperty: true })) return undefined;
    ev.preventDefault();
    return step(way);
  }, { signal: over.signal });
}
