// What the link does not contain, over a reload of the page by hand: kept by the browser's tab.
import { STORES } from "./store.js";

const STORED = "svm-journal-"; // and the key of a canvas

/** A page that is left keeps its journals. Once a window. */
export function keepJournals() {
  if (globalThis.svmKeeps) return;
  globalThis.svmKeeps = true;
  addEventListener("pagehide", () => [...STORES.values()].forEach(store));
}

/** @type {(S: State) => void} */
function store({ kept: { base, journal, unseen }, header }) {
  const text = JSON.stringify({ at: location.href, base, journal, unseen });
  try {
    sessionStorage.removeItem(STORED + header.key); // of an earlier leave, from which Back led here again
    if (journal.length && base && header.hasLink) sessionStorage.setItem(STORED + header.key, text);
  } catch {
    /* a browser may refuse its storage */
  }
}

/** The journal of that canvas before the page was loaded again, once; null for none, and at another
 * address. @type {(key: string) => { base: Base, journal: Edit[], unseen: Edit[] } | null} */
export function takeJournal(key) {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORED + key));
    sessionStorage.removeItem(STORED + key);
    const [{ type }] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
    return found?.at === location.href && type !== "navigate" ? found : null;
  } catch {
    return null;
  }
}
