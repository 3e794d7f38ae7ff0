// The one live region of the page: it stays where it is, whatever Streamlit draws anew. It says what
// keys have done, and a result once it has come to rest: no step of a drag, no frame of a film.
import { element } from "./dom.js";
import { filmIsPlaying, stoppedAt } from "./films.js";
import { STORES } from "./store.js";
import { running } from "../../streamlit_internals.js";

const LOOK_EVERY = 400; // milliseconds
const LOOKS = 3; // that must have found the same
const RESULT = "[data-announce]";

let announcement = 0;

/** @type {() => HTMLElement} */
function liveRegion() {
  const known = document.querySelector("body > .svm-live");
  if (known) return known;
  const made = element("div", { class: "svm-live svm-unseen", role: "status", "aria-live": "polite" });
  document.body.append(made);
  return made;
}

export function say(/** @type {string} */ text) {
  // the invisible mark makes two equal sentences differ, so that both are read out
  liveRegion().textContent = text + (announcement++ % 2 ? "\u200b" : "");
}

/** What is new in the results once they have been the same at so many looks; "" while they change or
 * the visitor is busy. The first results of a page are there to be read, and are not said.
 * @type {(known: Heard, texts: string[], busy: boolean) => string} */
export function settled(known, texts, busy) {
  const seen = texts.join("\n");
  if (busy || seen !== known.seen) {
    known.seen = seen;
    known.looks = 0;
    return "";
  }
  known.looks += 1;
  if (known.looks !== LOOKS) return "";
  const before = known.said;
  known.said = texts;
  return before === null ? "" : texts.filter((text) => text && !before.includes(text)).join(" ");
}

function isBusy() {
  const editors = [...STORES.values()].filter((S) => S.dom);
  return running() || filmIsPlaying() || document.documentElement.matches(":active")
    || editors.some((S) => S.gesture || S.outbox.pending.length);
}

/** The results that are on the page, and where films were stopped. */
function results() {
  const shown = [...document.querySelectorAll(RESULT)].map((node) => node.textContent.trim());
  return [...shown, ...stoppedAt()];
}

/** Once for the page, whatever comes and goes on it. */
export function announceResults() {
  if (globalThis.svmHeard) return;
  const fresh = () => ({ seen: "", looks: 0, said: null, page: location.pathname });
  const known = (globalThis.svmHeard = { ...fresh(), arrived: false });
  liveRegion();
  setInterval(() => {
    if (known.page !== location.pathname) Object.assign(known, fresh(), { arrived: true });
    const text = settled(known, results(), isBusy());
    if (text) say(text);
    else if (known.arrived && known.said) { // another page: its name
      known.arrived = false;
      say(document.querySelector("h1")?.textContent ?? "");
    }
  }, LOOK_EVERY);
}
