// Keys that are the page's wherever the focus is: the keys of a lesson, which a presenter's remote
// sends, and letters on a slider. Streamlit's buttons hear no key that is pressed in a field.

const TURNS = ["PageDown", "PageUp"];
const KEEPS = 'textarea, [role="dialog"]'; // what scrolls by them

/** Once a window. */
export function passPageKeys() {
  if (globalThis.svmPageKeys) return;
  globalThis.svmPageKeys = true;
  window.addEventListener("keydown", (ev) => isForThePage(ev) && passOn(ev), { capture: true });
}

/** @type {(ev: KeyboardEvent) => boolean} */
function isForThePage(ev) {
  const target = /** @type {Element} */ (ev.target);
  if (target === document.body || ev.ctrlKey || ev.metaKey || ev.altKey) return false;
  if (!TURNS.includes(ev.key)) return /^[a-z]$/i.test(ev.key) && target.matches?.('input[type="range"]');
  return document.querySelector(".st-key-lesson") !== null && !target.closest?.(KEEPS);
}

function passOn(/** @type {KeyboardEvent} */ ev) {
  ev.preventDefault();
  ev.stopPropagation();
  const { key, code, keyCode, which, shiftKey } = ev;
  const same = { key, code, keyCode, which, shiftKey, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", same));
}
