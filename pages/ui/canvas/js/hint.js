// One line over the picture for who is here for the first time. It goes with the first press on a
// picture or a control, and never comes back.
import { element } from "./dom.js";
import { SIDEBAR } from "../../streamlit_internals.js";

const HINT_SEEN = "svm-hint-seen"; // of the browser's storage

/** @type {(S: State, signal: AbortSignal) => void} */
export function showHint(S, signal) {
  const { hint } = S.header;
  if (!hint || hintSeen()) return;
  const line = element("p", { class: "svm-hint" }, hint);
  S.dom.stage.append(line);
  const done = (/** @type {Event} */ ev) => {
    if (!ev.target.closest?.(`.svm-canvas, ${SIDEBAR}`)) return;
    if (!S.geom) return; // nothing is there yet that could have been meant
    line.remove();
    rememberHint();
  };
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, done, { signal, capture: true });
  }
}

// a browser may refuse its storage
function hintSeen() {
  try {
    return localStorage.getItem(HINT_SEEN) !== null;
  } catch {
    return true;
  }
}

function rememberHint() {
  try {
    localStorage.setItem(HINT_SEEN, "1");
  } catch {
    /* then it comes again */
  }
}
