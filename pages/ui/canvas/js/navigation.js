// Where Streamlit leaves the browser's history odd. Once a window.
import { MENU_LINKS } from "../../streamlit_internals.js";

/** @type {(linkHolds: (told: string) => void) => void} */
export function mendNavigation(linkHolds) {
  if (globalThis.svmNavigation) return;
  globalThis.svmNavigation = true;
  readRevision(linkHolds);
  mendHistory();
  followPresses();
}

/** Beside the link, in one message, the server tells which edits it contains, if there are any: see
 * address_bar.py. This word is not for the address bar.
 * @type {(linkHolds: (told: string) => void) => void} */
export function readRevision(linkHolds) {
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name].bind(history);
    history[name] = (state, title, url) => {
      const told = REVISION.exec(String(url ?? ""));
      change(state, title, told ? String(url).replace(REVISION, "$1").replace(/[?&]$/, "") : url);
      linkHolds(told ? decodeURIComponent(told[2]) : "");
    };
  }
}

const REVISION = /([?&])edits=([^&#]*)&?/;
/** Words that say where a visitor is: the view of a page, the step of a lesson, the lecture mode. */
const PLACES = /^(lesson|step|mode)$|_(view|dual|kernels|picture|goal|mode|derivation)$/;

/** Streamlit makes an entry of the history of every change of the address. Back is to lead to the
 * page, view or step before, and not through every value that was tried, which undo takes back: an
 * address of the same place replaces the entry, and so do the words that follow, as a second
 * address, the bare one by which Streamlit opens a page. */
export function mendHistory() {
  let arrived = false;
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", location.href);
    const here = new URL(location.href);
    const follows = next.pathname === here.pathname
      && ((arrived && !here.search) || placeWords(next) === placeWords(here));
    arrived = next.pathname !== here.pathname && !next.search;
    if (follows) history.replaceState(state, title, url);
    else push(state, title, url);
  };
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => (arrived = false), { capture: true });
  }
}

/** Who presses a link of the menu and then, before that page comes, the link to the page shown wants
 * to stay. The second message tells the server no page: see streamlit_internals.py. Back to this page does. */
function followPresses() {
  let asked = "";
  document.addEventListener("click", ({ target }) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (target).closest?.(MENU_LINKS);
    if (!link) return;
    const stays = link.pathname === location.pathname && asked && asked !== location.pathname;
    asked = link.pathname;
    if (stays) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  });
}

/** Where on its page an address is. @type {(url: URL) => string} */
function placeWords({ searchParams }) {
  const words = [...searchParams].filter(([name]) => PLACES.test(name));
  return JSON.stringify(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}
