// Where Streamlit loses the focus of who uses keys. Once a window.
import { ELEMENT, POPOVER, POPOVER_OPENER, running } from "../../streamlit_internals.js";

const LESSON_TITLE = ".svm-lesson-title";
const POPOVER_STOPS = 'button:not(:disabled), input:not(:disabled), textarea, a[href], [tabindex="0"]';

/** A popover is opened before its content has come: the Tab key would go past it. One that has words
 * alone, as a hint, holds no key back.
 * @type {(opener: Element) => boolean} */
function contentIsDue(opener) {
  const body = document.querySelector(POPOVER);
  return opener.matches(`${POPOVER_OPENER}[aria-expanded="true"]`)
    && body !== null && !body.querySelector(POPOVER_STOPS)
    && (running() || !body.querySelector(ELEMENT));
}

/** The title of a lesson's step that has just been opened takes the focus if what had it is gone. */
export function mendFocus() {
  if (globalThis.svmFocus) return;
  globalThis.svmFocus = true;
  let [byKeys, known] = [false, ""];
  document.addEventListener("pointerdown", () => (byKeys = false), { capture: true });
  document.addEventListener("keydown", (ev) => {
    byKeys = true;
    const opener = /** @type {Element} */ (ev.target);
    if (ev.key === "Tab" && !ev.shiftKey && contentIsDue(opener)) ev.preventDefault();
  }, { capture: true });
  setInterval(() => {
    const title = /** @type {HTMLElement | null} */ (document.querySelector(LESSON_TITLE));
    const text = title?.textContent ?? "";
    if (running() || text === known) return;
    known = text;
    if (!title || !byKeys || document.activeElement !== document.body) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }, 200);
}
